import { onPage } from "../../../web/console/forms/form.ts"
import type { Console } from "../../../web/console/routing.ts"
import { resendDelivery } from "../deliveries.ts"
import { getEndpoint } from "../endpoints.ts"
import { deliveryPage, findDelivery } from "./deliveries.tsx"
import { endpointForm, newEndpointForm } from "./endpoint-form.tsx"
import { endpointPage } from "./endpoint-page.tsx"
import { endpointsPage } from "./endpoints-page.tsx"
import { endpointUrl, shortUrl } from "./lists.tsx"
import { pause, recovery, removal, resumption, secretRotation, testForm } from "./steps.ts"

const admin = { admin: true }
const base = "/console/settings/webhooks/:endpoint_id"

export function webhookPages(console: Console): void {
  console.form("/console/settings/webhooks", onPage(undefined, endpointsPage, newEndpointForm), admin)
  console.page(base, endpointPage, admin)
  console.form(`${base}/settings`, onPage(base, endpointPage, endpointForm), admin)
  console.form(`${base}/pause`, onPage(base, endpointPage, pause), admin)
  console.form(`${base}/resumption`, onPage(base, endpointPage, resumption), admin)
  console.form(`${base}/removal`, onPage(base, endpointPage, removal), admin)
  console.form(`${base}/secret/rotation`, onPage(base, endpointPage, secretRotation), admin)
  console.action(
    `${base}/secret/reveal`,
    async ({ tx, param }) => {
      const { id, url } = await getEndpoint(tx, param("endpoint_id"))
      return {
        to: endpointUrl({ id }),
        flash: { done: "secret_revealed", handed: { reveal: true } },
        about: { label: shortUrl(url) },
      }
    },
    admin,
  )
  console.form(`${base}/tests`, onPage(base, endpointPage, testForm), admin)
  console.form(`${base}/recovery`, onPage(base, endpointPage, recovery), admin)
  console.page(`${base}/deliveries/:delivery_id`, deliveryPage, admin)
  console.action(
    `${base}/deliveries/:delivery_id/resending`,
    async (req) => {
      const { endpoint, delivery } = await findDelivery(req)
      await resendDelivery(req.tx, delivery.id)
      return {
        to: `${endpointUrl(endpoint)}/deliveries/${delivery.id}`,
        flash: { done: "delivery_resent" },
      }
    },
    admin,
  )
}

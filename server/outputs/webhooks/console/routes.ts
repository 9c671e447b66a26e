import type { Console } from "../../../web/console/routing.ts"
import { resendDelivery } from "../deliveries.ts"
import { getEndpoint } from "../endpoints.ts"
import { deliveryPage, findDelivery } from "./deliveries.tsx"
import { endpointForm, newEndpointForm } from "./endpoint-form.tsx"
import { endpointPage } from "./endpoint-page.tsx"
import { endpointsPage, endpointUrl, shortUrl } from "./lists.tsx"
import { recovery } from "./recovery.ts"
import { pause, removal, resumption, secretRotation } from "./steps.ts"
import { testForm } from "./test-form.ts"

const admin = { admin: true }
const base = "/console/webhooks/:endpoint_id"

export function webhookPages(console: Console): void {
  console.page("/console/webhooks", endpointsPage, admin)
  console.form("/console/webhooks/new", newEndpointForm, admin)
  console.page(base, endpointPage, admin)
  console.form(`${base}/settings`, endpointForm, admin)
  console.form(`${base}/pause`, pause, admin)
  console.form(`${base}/resumption`, resumption, admin)
  console.form(`${base}/removal`, removal, admin)
  console.form(`${base}/secret/rotation`, secretRotation, admin)
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
  console.form(`${base}/tests`, testForm, admin)
  console.form(`${base}/recovery`, recovery, admin)
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

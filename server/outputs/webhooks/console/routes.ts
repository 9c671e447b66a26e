import { onPage } from "../../../web/console/forms/form.ts"
import type { Console } from "../../../web/console/routing.ts"
import { resendDelivery } from "../deliveries.ts"
import { getEndpoint } from "../endpoints.ts"
import { deliveryPage, findDelivery } from "./deliveries.tsx"
import { newEndpointForm } from "./endpoint-form.tsx"
import { endpointPage, steps } from "./endpoint-page.tsx"
import { endpointsPage } from "./endpoints-page.tsx"
import { endpointUrl, shortUrl } from "./lists.tsx"

const admin = { admin: true }
const base = "/console/settings/webhooks/:endpoint_id"

export function webhookPages(console: Console): void {
  console.form("/console/settings/webhooks", onPage(undefined, endpointsPage, newEndpointForm), admin)
  console.page(base, endpointPage, admin)
  for (const [path, form] of Object.entries(steps))
    console.form(`${base}/${path}`, onPage(base, endpointPage, form), admin)
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

import { recordAudit } from "../../audit/audit.ts"
import { changeEndpoint, createEndpoint, getEndpoint } from "../../webhooks/endpoints.ts"
import { resendDelivery, sendTestEvent } from "../../webhooks/resending.ts"
import type { Console } from "../routing.ts"
import { deliveryPage, findDelivery } from "./delivery-page.tsx"
import {
  editEndpointPage,
  findFaults,
  newEndpointPage,
  readEndpoint,
  storedEndpoint,
} from "./endpoint-form.tsx"
import { endpointPage } from "./endpoint-page.tsx"
import { endpointsPage, endpointUrl, shortUrl } from "./endpoints-page.tsx"
import { endpointSteps } from "./steps.tsx"

export function webhookPages(console: Console): void {
  const admin = { admin: true }
  const base = "/console/webhooks/:endpoint_id"
  console.page("/console/webhooks", endpointsPage, admin)
  console.form(
    "/console/webhooks/new",
    {
      show: newEndpointPage,
      lookUp: findFaults,
      act: async ({ tx, parts, form }) => {
        const { id } = await createEndpoint(tx, parts.ring, readEndpoint(form))
        return { to: endpointUrl({ id }), flash: { done: "endpoint_created", handed: { reveal: true } } }
      },
    },
    admin,
  )
  console.page(base, endpointPage, admin)
  console.form(
    `${base}/settings`,
    {
      show: editEndpointPage,
      stored: storedEndpoint,
      lookUp: findFaults,
      act: async ({ tx, parts, form, param }) => {
        const { id } = await getEndpoint(tx, param("endpoint_id"))
        await changeEndpoint(tx, parts.ring, id, readEndpoint(form))
        return { to: endpointUrl({ id }), flash: { done: "endpoint_changed" } }
      },
    },
    admin,
  )
  console.action(
    `${base}/secret/reveal`,
    async ({ tx, param }) => {
      const { id, url } = await getEndpoint(tx, param("endpoint_id"))
      await recordAudit(tx, "secret_revealed", { record_id: id, label: shortUrl(url) })
      return { to: endpointUrl({ id }), flash: { done: "secret_revealed", handed: { reveal: true } } }
    },
    admin,
  )
  console.action(
    `${base}/tests`,
    async ({ tx, param }) => {
      const { id } = await getEndpoint(tx, param("endpoint_id"))
      const delivery_id = await sendTestEvent(tx, id)
      return { to: `${endpointUrl({ id })}/deliveries/${delivery_id}`, flash: { done: "test_sent" } }
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
  endpointSteps(console)
}

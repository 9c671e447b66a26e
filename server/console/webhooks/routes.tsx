import { recordAudit } from "../../audit/audit.ts"
import type { ButtonVariant } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"
import { resendDelivery } from "../../webhooks/deliveries.ts"
import {
  changeEndpoint,
  createEndpoint,
  type Endpoint,
  getEndpoint,
  pauseEndpoint,
  removeEndpoint,
  resumeEndpoint,
  sendTestEvent,
} from "../../webhooks/endpoints.ts"
import { rotateSecret } from "../../webhooks/secrets.ts"
import type { Flash } from "../flash.ts"
import type { PageRequest, RefusedForm } from "../page-request.ts"
import type { Console } from "../routing.ts"
import type { StoredField } from "../stale-forms.tsx"
import { CancelableForm } from "../submit-or-cancel.tsx"
import type { View } from "../view.tsx"
import { deliveryPage, findDelivery, recover, recoveryPage } from "./deliveries.tsx"
import {
  editEndpointPage,
  findFaults,
  newEndpointPage,
  readEndpoint,
  storedEndpoint,
} from "./endpoint-form.tsx"
import { endpointPage } from "./endpoint-page.tsx"
import { crumbsOf, endpointsPage, endpointUrl, shortUrl } from "./lists.tsx"

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
  console.form(`${base}/recovery`, { show: recoveryPage, act: recover }, admin)
  for (const [path, step] of Object.entries(steps)) {
    console.form(
      `${base}/${path}`,
      {
        show: (req, refused) => stepPage(req, step, refused),
        stored: storedState,
        act: async (req) => {
          const endpoint = await getEndpoint(req.tx, req.param("endpoint_id"))
          await step.act(req, endpoint)
          return { to: path === "removal" ? "/console/webhooks" : endpointUrl(endpoint), flash: step.flash }
        },
      },
      admin,
    )
  }
}

/** An action on an endpoint, with a page that explains and confirms it. */
interface Step {
  question: string
  sentence: string
  button: string
  variant?: ButtonVariant
  act: (req: PageRequest, endpoint: Endpoint) => Promise<void>
  flash: Flash
}

const steps: Record<string, Step> = {
  pause: {
    question: "Pause this endpoint?",
    sentence: "Events wait until you resume it. Nothing is lost.",
    button: "Pause the endpoint",
    act: ({ tx }, { id }) => pauseEndpoint(tx, id),
    flash: { done: "endpoint_paused" },
  },
  resumption: {
    question: "Resume this endpoint?",
    sentence:
      "Waiting events are sent immediately. You can then recover what it missed while it was disabled.",
    button: "Resume the endpoint",
    act: ({ tx }, { id }) => resumeEndpoint(tx, id),
    flash: { done: "endpoint_resumed" },
  },
  "secret/rotation": {
    question: "Rotate the secret?",
    sentence:
      "You get a new secret. For 24 hours, every webhook is signed with both, so that you have time to update the receiver.",
    button: "Create a new secret",
    act: async ({ tx, parts }, { id, url }) => {
      await rotateSecret(tx, parts.ring, id)
      await recordAudit(tx, "secret_rotated", { record_id: id, label: shortUrl(url) })
    },
    flash: { done: "secret_rotated", handed: { reveal: true } },
  },
  removal: {
    question: "Remove this endpoint?",
    sentence: "Nothing more is sent to it, and waiting deliveries are canceled. You can’t undo this.",
    button: "Remove the endpoint",
    variant: "danger",
    act: ({ tx }, { id }) => removeEndpoint(tx, id),
    flash: { done: "endpoint_removed" },
  },
}

/** The stored state that the confirmations depend on. */
async function storedState({ tx, param }: PageRequest): Promise<StoredField[]> {
  const { url, paused_at, disabled_at, previous_secret_until } = await getEndpoint(tx, param("endpoint_id"))
  return [
    { label: "Address", value: url },
    { label: "State", value: disabled_at ? "Disabled" : paused_at ? "Paused" : "Active" },
    { label: "Previous secret signs until", value: previous_secret_until?.toISOString() ?? "" },
  ]
}

async function stepPage(req: PageRequest, step: Step, refused?: RefusedForm): Promise<View> {
  const endpoint = await getEndpoint(req.tx, req.param("endpoint_id"))
  return {
    title: step.question,
    breadcrumbs: crumbsOf(endpoint),
    refused,
    body: (
      <Card>
        <p>{step.sentence}</p>
        <CancelableForm
          seen={req}
          cancel={endpointUrl(endpoint)}
          variant={step.variant}
          submit={step.button}
        />
      </Card>
    ),
  }
}

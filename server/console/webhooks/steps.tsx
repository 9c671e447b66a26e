// What is done to an endpoint as a whole, each behind a page that says what will happen.
import { recordAudit } from "../../audit/audit.ts"
import type { ButtonLook } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"
import { SelectField } from "../../ui/components/select-field.tsx"
import {
  type Endpoint,
  getEndpoint,
  pauseEndpoint,
  removeEndpoint,
  resumeEndpoint,
} from "../../webhooks/endpoints.ts"
import { recoverFailedSince } from "../../webhooks/resending.ts"
import { rotateSecret } from "../../webhooks/secrets.ts"
import type { Flash } from "../flash.ts"
import { type PageRequest, type RefusedForm, textOf, typedOr } from "../page-request.ts"
import type { Console } from "../routing.ts"
import { Seen, type StoredField } from "../stale-forms.tsx"
import { SubmitOrCancel } from "../submit-or-cancel.tsx"
import type { PageResponse, View } from "../view.tsx"
import { crumbsOf, endpointUrl, shortUrl } from "./endpoints-page.tsx"

interface Step {
  question: string
  sentence: string
  button: string
  look?: ButtonLook
  act: (req: PageRequest, endpoint: Endpoint) => Promise<void>
  flash: Flash
}

const steps: Record<string, Step> = {
  pause: {
    question: "Pause this endpoint?",
    sentence: "Events are kept and wait until you resume it. Nothing is lost.",
    button: "Pause the endpoint",
    act: ({ tx }, { id }) => pauseEndpoint(tx, id),
    flash: { done: "endpoint_paused" },
  },
  resumption: {
    question: "Resume this endpoint?",
    sentence:
      "What waits is sent at once. What was missed while it was switched off can be recovered afterwards.",
    button: "Resume the endpoint",
    act: ({ tx }, { id }) => resumeEndpoint(tx, id),
    flash: { done: "endpoint_resumed" },
  },
  "secret/rotation": {
    question: "Rotate the secret?",
    sentence:
      "You get a new secret. For 24 hours every webhook is signed with both, so that you can change it at the receiver in peace.",
    button: "Create a new secret",
    act: async ({ tx, parts }, { id, url }) => {
      await rotateSecret(tx, parts.ring, id)
      await recordAudit(tx, "secret_rotated", { record_id: id, label: shortUrl(url) })
    },
    flash: { done: "secret_rotated", handed: { reveal: true } },
  },
  removal: {
    question: "Remove this endpoint?",
    sentence: "Nothing more is sent to it, and what waits is cancelled. This cannot be undone.",
    button: "Remove the endpoint",
    look: "danger",
    act: ({ tx }, { id }) => removeEndpoint(tx, id),
    flash: { done: "endpoint_removed" },
  },
}

export function endpointSteps(console: Console): void {
  for (const [path, step] of Object.entries(steps)) {
    console.form(
      `/console/webhooks/:endpoint_id/${path}`,
      {
        show: (req, refused) => stepPage(req, step, refused),
        stored: storedState,
        act: async (req) => {
          const endpoint = await getEndpoint(req.tx, req.param("endpoint_id"))
          await step.act(req, endpoint)
          return { to: path === "removal" ? "/console/webhooks" : endpointUrl(endpoint), flash: step.flash }
        },
      },
      { admin: true },
    )
  }
  console.form(
    "/console/webhooks/:endpoint_id/recovery",
    { show: recoveryPage, act: recover },
    { admin: true },
  )
}

/** What all steps rest on. */
async function storedState({ tx, param }: PageRequest): Promise<StoredField[]> {
  const { url, paused_at, disabled_at, previous_secret_until } = await getEndpoint(tx, param("endpoint_id"))
  return [
    { label: "Address", value: url },
    { label: "State", value: disabled_at ? "Disabled" : paused_at ? "Paused" : "Active" },
    { label: "The earlier secret signs until", value: previous_secret_until?.toISOString() ?? "" },
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
        <form method="post">
          <Seen req={req} />
          <SubmitOrCancel cancel={endpointUrl(endpoint)} look={step.look}>
            {step.button}
          </SubmitOrCancel>
        </form>
      </Card>
    ),
  }
}

const spans = [
  { value: "1", label: "The last hour" },
  { value: "24", label: "The last day" },
  { value: "72", label: "The last three days" },
  { value: "168", label: "The last week" },
  { value: "720", label: "The last 30 days" },
] as const

async function recoveryPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const endpoint = await getEndpoint(req.tx, req.param("endpoint_id"))
  return {
    title: "Recover what failed",
    breadcrumbs: crumbsOf(endpoint),
    heading: {
      lede: "Everything that failed, was cancelled or was never created while the endpoint was switched off is sent again.",
    },
    refused,
    body: (
      <Card>
        <form method="post">
          <SelectField id="hours" label="From" value={typedOr(refused, "hours", "24")} options={spans} />
          <p class="hint">What was delivered is not sent twice.</p>
          <SubmitOrCancel cancel={endpointUrl(endpoint)}>Send it again</SubmitOrCancel>
        </form>
      </Card>
    ),
  }
}

async function recover({ tx, param, form }: PageRequest): Promise<PageResponse> {
  const endpoint = await getEndpoint(tx, param("endpoint_id"))
  const hours = Number(spans.find(({ value }) => value === textOf(form, "hours"))?.value ?? "24")
  await recoverFailedSince(tx, endpoint.id, new Date(tx.now.getTime() - hours * 3_600_000))
  return { to: endpointUrl(endpoint), flash: { done: "deliveries_recovered" } }
}

// Actions on an endpoint, each explained and confirmed in place.

import { later } from "../../../platform/clock.ts"
import { list } from "../../../web/console/forms/choice-fields.tsx"
import { form, type Outcome } from "../../../web/console/forms/form.ts"
import type { FormPage } from "../../../web/console/forms/form-page.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { recoverFailedSince } from "../deliveries.ts"
import { type Endpoint, getEndpoint, pauseEndpoint, removeEndpoint, resumeEndpoint } from "../endpoints.ts"
import { rotateSecret } from "../secrets.ts"
import { sendTestEvent, type TestType, testTypes } from "../test-events.ts"
import { endpointUrl, shortUrl, webhooksCrumb } from "./lists.tsx"

type Words = Pick<FormPage, "title" | "text" | "submit" | "variant">

interface Done extends Outcome {
  opposite?: string
}

function step(
  words: Words,
  act: (req: PageRequest, endpoint: Endpoint) => Promise<unknown>,
  { opposite, ...outcome }: Done,
) {
  return form({
    edits: true,
    open: async ({ tx, param }) => {
      const endpoint = await getEndpoint(tx, param("endpoint_id"))
      const { url, paused_at, disabled_at, previous_secret_until } = endpoint
      return {
        ...words,
        opposite: opposite ? { action: `${endpointUrl(endpoint)}/${opposite}`, fields: {} } : undefined,
        record: endpoint,
        state: {
          Address: url,
          State: disabled_at ? "Disabled" : paused_at ? "Paused" : "Active",
          "Previous secret signs until": previous_secret_until?.toISOString() ?? "",
        },
        cancel: endpointUrl(endpoint),
      }
    },
    save: async (req, _, endpoint) => {
      await act(req, endpoint)
      return { ...outcome, about: { label: shortUrl(endpoint.url) } }
    },
  })
}

export const pause = step(
  {
    title: "Pause this endpoint",
    text: ["Events wait until you resume it. Nothing is lost."],
    submit: "Pause the endpoint",
  },
  ({ tx }, { id }) => pauseEndpoint(tx, id),
  { done: "endpoint_paused", opposite: "resumption" },
)

export const resumption = step(
  {
    title: "Resume this endpoint",
    text: ["Waiting events are sent immediately. You can then recover what it missed while it was disabled."],
    submit: "Resume the endpoint",
  },
  ({ tx }, { id }) => resumeEndpoint(tx, id),
  { done: "endpoint_resumed", opposite: "pause" },
)

export const secretRotation = step(
  {
    title: "Rotate the secret",
    text: [
      "You get a new secret. For 24 hours, every webhook is signed with the earlier ones too, so that you have time to update the receiver. To stop a leaked secret at once, remove the endpoint and create another.",
    ],
    submit: "Create a new secret",
  },
  ({ tx, parts }, { id }) => rotateSecret(tx, parts.ring, id),
  { done: "secret_rotated", handed: { reveal: true } },
)

export const removal = step(
  {
    title: "Remove this endpoint",
    text: ["Nothing more is sent to it, and waiting deliveries are canceled. You can’t undo this."],
    submit: "Remove the endpoint",
    variant: "danger",
  },
  ({ tx }, { id }) => removeEndpoint(tx, id),
  { done: "endpoint_removed", to: webhooksCrumb.href },
)

const spans = [
  { value: "1", label: "The last hour" },
  { value: "24", label: "The last day" },
  { value: "72", label: "The last three days" },
  { value: "168", label: "The last week" },
  { value: "720", label: "The last 30 days" },
] as const

export const recovery = form({
  open: async ({ tx, param }) => {
    const endpoint = await getEndpoint(tx, param("endpoint_id"))
    return {
      title: "Recover failed deliveries",
      lede: "Sends every delivery that failed, was canceled, or was not created because the endpoint was disabled or did not have its event type yet.",
      fields: {
        hours: list({
          label: "From",
          hint: "Deliveries that succeeded are not sent again.",
          options: spans,
          value: "24",
        }),
      },
      record: endpoint.id,
      submit: "Send again",
      cancel: endpointUrl(endpoint),
    }
  },
  save: async ({ tx }, { hours }, id) => {
    await recoverFailedSince(tx, id, later(tx.now, { hours: -Number(hours) }))
    return { done: "deliveries_recovered" }
  },
})

export const testForm = form({
  open: async ({ tx, param }) => {
    const endpoint = await getEndpoint(tx, param("endpoint_id"))
    return {
      title: "Send a test event",
      lede: "Signed like any other, and marked with is_test: true. It is sent once, whatever the endpoint subscribed to. It names the matter of your latest event; only the ids of foyer.test refer to nothing.",
      fields: {
        event_type: list<TestType>({
          label: "Type of event",
          options: testTypes.map((value) => ({ value, label: value })),
          value: "foyer.test",
          missing: "Choose a type of event.",
        }),
      },
      record: endpoint,
      submit: "Send",
      cancel: endpointUrl(endpoint),
    }
  },
  save: async ({ tx }, { event_type }, endpoint) => {
    const delivery_id = await sendTestEvent(tx, endpoint.id, event_type)
    const to = `${endpointUrl(endpoint)}/deliveries/${delivery_id}`
    return { done: "test_sent", to, about: { label: shortUrl(endpoint.url) } }
  },
})

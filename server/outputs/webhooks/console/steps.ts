// Actions on an endpoint, each explained and confirmed in place.

import { form, type Outcome } from "../../../web/console/forms/form.ts"
import type { FormPage } from "../../../web/console/forms/form-page.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { type Endpoint, getEndpoint, pauseEndpoint, removeEndpoint, resumeEndpoint } from "../endpoints.ts"
import { rotateSecret } from "../secrets.ts"
import { endpointUrl, shortUrl, webhooksCrumb } from "./lists.tsx"

type Words = Pick<FormPage, "title" | "text" | "submit" | "variant">

function step(
  words: Words,
  act: (req: PageRequest, endpoint: Endpoint) => Promise<unknown>,
  outcome: Outcome,
) {
  return form({
    edits: true,
    open: async ({ tx, param }) => {
      const endpoint = await getEndpoint(tx, param("endpoint_id"))
      const { url, paused_at, disabled_at, previous_secret_until } = endpoint
      return {
        ...words,
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
  { done: "endpoint_paused" },
)

export const resumption = step(
  {
    title: "Resume this endpoint",
    text: ["Waiting events are sent immediately. You can then recover what it missed while it was disabled."],
    submit: "Resume the endpoint",
  },
  ({ tx }, { id }) => resumeEndpoint(tx, id),
  { done: "endpoint_resumed" },
)

export const secretRotation = step(
  {
    title: "Rotate the secret",
    text: [
      "You get a new secret. For 24 hours, every webhook is signed with both, so that you have time to update the receiver.",
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

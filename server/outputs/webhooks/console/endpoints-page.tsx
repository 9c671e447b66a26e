import { eventMeanings, subscribableTypes } from "../../../firm/events/schema.ts"
import type { Parts } from "../../../parts.ts"
import type { Fault } from "../../../platform/errors.ts"
import { addressPolicyOf } from "../../../platform/outbound/policy.ts"
import { max_url_characters } from "../../../platform/outbound/target.ts"
import { checkbox, checkboxes } from "../../../web/console/forms/choice-fields.tsx"
import type { Values } from "../../../web/console/forms/field.ts"
import { form } from "../../../web/console/forms/form.ts"
import { line, text } from "../../../web/console/forms/text-fields.tsx"
import { FoundTable, findRows, isPastTheEnd } from "../../../web/console/list-pages.tsx"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import { timeColumn } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import { findEndpointFaults, type HeaderPair } from "../endpoint-faults.ts"
import {
  changeEndpoint,
  createEndpoint,
  type Endpoint,
  getEndpoint,
  listEndpoints,
  type NewEndpoint,
} from "../endpoints.ts"
import { EndpointTag, endpointUrl, shortUrl, webhooksCrumb } from "./lists.tsx"

export async function endpointsPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const endpoints = await listEndpoints(req.tx)
  const found = findRows(req, webhooksCrumb.href, endpoints, (one) => `${one.url} ${one.description}`)
  return {
    status: isPastTheEnd(found.list) ? 404 : 200,
    title: "Webhooks",
    lede: "Notify your own software of changes to matters within a second.",
    body: (
      <>
        {await newEndpointForm.section(req, { action: webhooksCrumb.href }, refused)}
        <FoundTable
          found={found}
          find="Address or description"
          caption="Endpoints"
          isMuted={({ disabled_at }) => disabled_at !== null}
          columns={[
            {
              label: "Address",
              cell: (endpoint) => (
                <>
                  <a href={endpointUrl(endpoint)}>{shortUrl(endpoint.url)}</a>{" "}
                  <EndpointTag endpoint={endpoint} />
                  {endpoint.description && <span class="cell-note cell-line">{endpoint.description}</span>}
                </>
              ),
            },
            {
              label: "Events",
              cell: ({ event_types }) =>
                event_types.map((type) => (
                  <span class="cell-line" key={type}>
                    {type}
                  </span>
                )),
            },
            timeColumn(req, "Last delivered", "last_success_at", "Never"),
            timeColumn(req, "Last failed", "last_failure_at", "Never"),
          ]}
          empty={
            <EmptyState title="No endpoints yet" icon="link">
              An endpoint is an address of your software. Foyer posts events to it, signed so that you can
              verify the sender.
            </EmptyState>
          }
        />
      </>
    ),
  }
}

export const newEndpointForm = form({
  open: async () => ({ title: "New endpoint", fields: fieldsOf(undefined), submit: "Create the endpoint" }),
  lookUp: findFaults,
  save: async ({ tx, parts }, values) => {
    const { id } = await createEndpoint(tx, parts.ring, inputOf(values))
    return { done: "endpoint_created", to: endpointUrl({ id }), handed: { reveal: true } }
  },
})

export const endpointForm = form({
  edits: true,
  open: async ({ tx, param }) => {
    const endpoint = await getEndpoint(tx, param("endpoint_id"))
    return {
      title: "Edit the endpoint",
      fields: fieldsOf(endpoint),
      state: { "Custom headers": endpoint.header_names.join(", ") },
      record: endpoint.id,
      submit: "Save",
      cancel: endpointUrl(endpoint),
    }
  },
  lookUp: findFaults,
  save: async ({ tx, parts }, values, id) => {
    await changeEndpoint(tx, parts.ring, id, inputOf(values))
    return { done: "endpoint_changed" }
  },
})

function fieldsOf(endpoint: Endpoint | undefined) {
  const sent = endpoint?.header_names.join(", ")
  const how =
    "One per line, like “Authorization: Bearer abc”. Values are stored encrypted and never shown again."
  return {
    url: line({
      label: "Address",
      hint: "We post events to this address. It must use HTTPS and be reachable from the internet.",
      type: "url",
      spellcheck: false,
      max: max_url_characters,
      value: endpoint?.url,
      missing: "Enter the address that receives the events.",
    }),
    description: line({ label: "What is it for?", optional: true, max: 200, value: endpoint?.description }),
    event_types: checkboxes({
      label: "Which events?",
      options: subscribableTypes.map((value) => ({ value, label: value, hint: eventMeanings[value] })),
      value: endpoint?.event_types ?? ["intakeform.submitted"],
      missing: "Choose at least one type of event.",
    }),
    headers: text({
      label: sent ? "Replace your custom headers" : "Custom headers",
      hint: sent ? `Currently sent: ${sent}. Leave this empty to keep them. ${how}` : how,
      optional: true,
      rows: 3,
      spellcheck: false,
      max: 10_000,
    }),
    ...(sent && { without_headers: checkbox({ label: "Stop sending custom headers" }) }),
  }
}

type EndpointValues = Values<ReturnType<typeof fieldsOf>>

/** `headers` is undefined if they stay unchanged. */
function inputOf({ headers, without_headers, ...endpoint }: EndpointValues): NewEndpoint {
  if (without_headers) return { ...endpoint, headers: [] }
  return headers === "" ? endpoint : { ...endpoint, headers: headers.split("\n").flatMap(headerOf) }
}

function headerOf(headerLine: string): HeaderPair[] {
  if (headerLine.trim() === "") return []
  const [name = "", ...value] = headerLine.split(":")
  return [{ [name.trim()]: value.join(":").trim() }]
}

async function findFaults(values: EndpointValues, { config }: Parts): Promise<readonly Fault[]> {
  const faults = await findEndpointFaults(inputOf(values), addressPolicyOf(config))
  // The form has one field for all headers.
  return faults.map((fault) => ({ ...fault, param: fault.param.replace(/^headers\..*/, "headers") }))
}

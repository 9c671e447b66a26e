import type { ComponentChildren } from "preact"
import { inOneLine } from "../../definition/typed-text.ts"
import { eventMeanings, type SubscribableType, subscribableTypes } from "../../events/schema.ts"
import type { Parts } from "../../parts.ts"
import type { Fault } from "../../platform/errors.ts"
import type { Form } from "../../platform/http/pages.ts"
import { addressPolicyOf } from "../../platform/outbound/policy.ts"
import { Card } from "../../ui/components/card.tsx"
import { Checkbox } from "../../ui/components/checkbox.tsx"
import { CheckboxGroup } from "../../ui/components/checkbox-group.tsx"
import { TextArea } from "../../ui/components/text-area.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { findEndpointFaults, type HeaderPair } from "../../webhooks/endpoint-faults.ts"
import { type Endpoint, getEndpoint, type NewEndpoint } from "../../webhooks/endpoints.ts"
import {
  faultAt,
  fieldOf,
  type PageRequest,
  type RefusedForm,
  textOf,
  tickedOr,
  typedOr,
} from "../page-request.ts"
import { Seen, type StoredField } from "../stale-forms.tsx"
import { CancelableForm } from "../submit-or-cancel.tsx"
import type { View } from "../view.tsx"
import { crumbsOf, endpointUrl, webhooksCrumb } from "./lists.tsx"

interface EndpointFormProps {
  endpoint?: Endpoint
  refused: RefusedForm | undefined
  submit: string
  cancel: string
  /** The revision field, if the form changes an endpoint. */
  seen?: ComponentChildren
}

/** The form for creating and changing an endpoint. */
function EndpointForm({ endpoint, refused, submit, cancel, seen }: EndpointFormProps) {
  return (
    <Card>
      <CancelableForm cancel={cancel} submit={submit}>
        {seen}
        <TextField
          {...fieldOf(refused, "url", endpoint?.url)}
          label="Address"
          hint="We post events to this address. It must use HTTPS and be reachable from the internet."
          type="url"
          spellcheck={false}
          autocomplete="off"
        />
        <TextField
          {...fieldOf(refused, "description", endpoint?.description)}
          label="What is it for?"
          optional="(optional)"
          autocomplete="off"
          maxlength={200}
        />
        <CheckboxGroup
          id="event_types"
          label="Which events?"
          values={tickedOr(refused, "event_types", endpoint?.event_types ?? ["intakeform.submitted"])}
          error={faultAt(refused, "event_types")}
          options={subscribableTypes.map((type) => ({
            value: type,
            label: type,
            hint: eventMeanings[type],
          }))}
        />
        <TextArea
          id="headers"
          label={
            endpoint && endpoint.header_names.length > 0 ? "Replace your custom headers" : "Custom headers"
          }
          optional="(optional)"
          hint={headersHint(endpoint)}
          rows={3}
          spellcheck={false}
          value={typedOr(refused, "headers")}
          error={faultAt(refused, "headers")}
        />
        {endpoint && endpoint.header_names.length > 0 && (
          <Checkbox
            id="without_headers"
            label="Stop sending custom headers"
            checked={tickedOr(refused, "without_headers", []).length > 0}
          />
        )}
      </CancelableForm>
    </Card>
  )
}

function headersHint(endpoint: Endpoint | undefined): string {
  const how =
    "One per line, like “Authorization: Bearer abc”. Values are stored encrypted and never shown again."
  return endpoint && endpoint.header_names.length > 0
    ? `Currently sent: ${endpoint.header_names.join(", ")}. Leave this empty to keep them. ${how}`
    : how
}

/** Parses the form; `headers` is undefined if they stay unchanged. */
export function readEndpoint(form: Form): NewEndpoint {
  const chosen = form.event_types ?? []
  return {
    url: textOf(form, "url"),
    description: inOneLine(textOf(form, "description").slice(0, 2_000)),
    event_types: subscribableTypes.filter((type: SubscribableType) => chosen.includes(type)),
    headers: readHeaders(form),
  }
}

function readHeaders(form: Form): HeaderPair[] | undefined {
  if (form.without_headers) return []
  const lines = textOf(form, "headers")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
  if (lines.length === 0) return undefined
  return lines.map((line) => {
    const [name = "", ...value] = line.split(":")
    return { [name.trim()]: value.join(":").trim() }
  })
}

/** The faults of the form. Resolves the host name. */
export async function findFaults(form: Form, { config }: Parts): Promise<readonly Fault[]> {
  const typed = readEndpoint(form)
  if (!typed.url) {
    const missing: Fault = {
      param: "url",
      code: "required",
      message: "Enter the address that receives the events.",
    }
    return [missing, ...(await findEndpointFaults({ ...typed, url: undefined }, addressPolicyOf(config)))]
  }
  const faults = await findEndpointFaults(typed, addressPolicyOf(config))
  // The form has one field for all headers.
  return faults.map((fault) => ({ ...fault, param: fault.param.replace(/^headers\..*/, "headers") }))
}

export async function newEndpointPage(_: PageRequest, refused?: RefusedForm): Promise<View> {
  return {
    title: "New endpoint",
    breadcrumbs: [webhooksCrumb],
    refused,
    body: <EndpointForm refused={refused} submit="Create the endpoint" cancel="/console/webhooks" />,
  }
}

export async function storedEndpoint({ tx, param }: PageRequest): Promise<StoredField[]> {
  const { url, description, event_types, header_names } = await getEndpoint(tx, param("endpoint_id"))
  return [
    { name: "url", label: "Address", value: url },
    { name: "description", label: "What is it for?", value: description },
    { name: "event_types", label: "Which events?", value: event_types },
    { label: "Custom headers", value: header_names },
  ]
}

export async function editEndpointPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const endpoint = await getEndpoint(req.tx, req.param("endpoint_id"))
  return {
    title: "Edit the endpoint",
    breadcrumbs: crumbsOf(endpoint),
    refused,
    body: (
      <EndpointForm
        endpoint={endpoint}
        refused={refused}
        submit="Save"
        cancel={endpointUrl(endpoint)}
        seen={<Seen req={req} />}
      />
    ),
  }
}

import { getEndpoint } from "../../webhooks/endpoints.ts"
import type { PageRequest, RefusedForm } from "../page-request.ts"
import { Seen, type StoredField } from "../stale-forms.tsx"
import type { View } from "../view.tsx"
import { EndpointForm } from "./endpoint-form.tsx"
import { crumbsOf, endpointUrl, webhooksCrumb } from "./endpoints-page.tsx"

export async function newEndpointPage(_: PageRequest, refused?: RefusedForm): Promise<View> {
  return {
    title: "New endpoint",
    breadcrumbs: [webhooksCrumb],
    refused,
    body: <EndpointForm refused={refused} submit="Make the endpoint" cancel="/console/webhooks" />,
  }
}

export async function storedEndpoint({ tx, param }: PageRequest): Promise<StoredField[]> {
  const { url, description, event_types, header_names } = await getEndpoint(tx, param("endpoint_id"))
  return [
    { name: "url", label: "Address", value: url },
    { name: "description", label: "What is it for?", value: description },
    { name: "event_types", label: "Which events?", value: event_types },
    { label: "Headers of your own", value: header_names },
  ]
}

export async function editEndpointPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const endpoint = await getEndpoint(req.tx, req.param("endpoint_id"))
  return {
    title: "Change the endpoint",
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

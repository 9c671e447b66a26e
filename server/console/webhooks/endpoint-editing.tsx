import { getEndpoint } from "../../webhooks/endpoints.ts"
import { Seen, type StoredField } from "../stale-forms.tsx"
import type { View } from "../view.tsx"
import type { Tried, Visit } from "../visit.ts"
import { EndpointForm } from "./endpoint-form.tsx"
import { crumbsOf, endpointUrl, webhooksCrumb } from "./endpoints-page.tsx"

export async function newEndpointPage(_: Visit, tried?: Tried): Promise<View> {
  return {
    title: "New endpoint",
    breadcrumbs: [webhooksCrumb],
    tried,
    body: <EndpointForm tried={tried} submit="Make the endpoint" cancel="/console/webhooks" />,
  }
}

export async function storedEndpoint({ tx, param }: Visit): Promise<StoredField[]> {
  const { url, description, event_types, header_names } = await getEndpoint(tx, param("endpoint_id"))
  return [
    { name: "url", label: "Address", value: url },
    { name: "description", label: "What is it for?", value: description },
    { name: "event_types", label: "Which events?", value: event_types },
    { label: "Headers of your own", value: header_names },
  ]
}

export async function editEndpointPage(visit: Visit, tried?: Tried): Promise<View> {
  const endpoint = await getEndpoint(visit.tx, visit.param("endpoint_id"))
  return {
    title: "Change the endpoint",
    breadcrumbs: crumbsOf(endpoint),
    tried,
    body: (
      <EndpointForm
        endpoint={endpoint}
        tried={tried}
        submit="Save"
        cancel={endpointUrl(endpoint)}
        seen={<Seen visit={visit} />}
      />
    ),
  }
}

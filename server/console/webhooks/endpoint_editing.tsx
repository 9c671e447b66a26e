import { getEndpoint } from "../../webhooks/endpoints.ts"
import type { View } from "../view.tsx"
import type { Tried, Visit } from "../visit.ts"
import { EndpointForm } from "./endpoint_form.tsx"
import { crumbsOf, endpointUrl, webhooksCrumb } from "./endpoints_page.tsx"

export async function newEndpointPage(_: Visit, tried?: Tried): Promise<View> {
  return {
    title: "New endpoint",
    breadcrumbs: [webhooksCrumb],
    tried,
    body: <EndpointForm tried={tried} submit="Make the endpoint" cancel="/console/webhooks" />,
  }
}

export async function editEndpointPage(visit: Visit, tried?: Tried): Promise<View> {
  const endpoint = await getEndpoint(visit.tx, visit.param("endpoint_id"))
  return {
    title: "Change the endpoint",
    breadcrumbs: crumbsOf(endpoint),
    tried,
    body: <EndpointForm endpoint={endpoint} tried={tried} submit="Save" cancel={endpointUrl(endpoint)} />,
  }
}

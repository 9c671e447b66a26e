import { FoundTable, findRows, isPastTheEnd } from "../../../web/console/list-pages.tsx"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import { timeColumn } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import { listEndpoints } from "../endpoints.ts"
import { newEndpointForm } from "./endpoint-form.tsx"
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
          pages="Pages of endpoints"
          caption="Endpoints"
          isMuted={({ disabled_at }) => disabled_at !== null}
          columns={[
            {
              label: "Address",
              primary: true,
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

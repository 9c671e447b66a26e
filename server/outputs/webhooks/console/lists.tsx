// The lists of endpoints and deliveries, and the labels that all webhook pages share.
import { PagedTable, pageUrl, readPage } from "../../../web/console/list-pages.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import { Card, EmptyState } from "../../../web/ui/components/card.tsx"
import { Tabs } from "../../../web/ui/components/tabs.tsx"
import { Tag, type Tone } from "../../../web/ui/components/tag.tsx"
import { type Delivery, type DeliveryState, listDeliveries } from "../deliveries.ts"
import type { Endpoint } from "../endpoints.ts"

export const webhooksCrumb = { text: "Webhooks", href: "/console/settings/webhooks" }

export function endpointUrl({ id }: Pick<Endpoint, "id">): string {
  return `/console/settings/webhooks/${id}`
}

/** Whether the endpoint is paused or disabled, so that it receives only test events. */
export function isStopped({ paused_at, disabled_at }: Endpoint): boolean {
  return paused_at !== null || disabled_at !== null
}

type DeliveryLog = Awaited<ReturnType<typeof readDeliveries>>

/** The deliveries selected by the query: `?state=failed&page=2`. */
export async function readDeliveries(req: PageRequest, endpoint: Endpoint) {
  const state = deliveryStates.find((known) => known === req.query.state)
  const at = { home: endpointUrl(endpoint), limit: 25, filters: { state } }
  return {
    state,
    ...(await readPage(req, at, (page) => listDeliveries(req.tx, endpoint.id, { state }, page))),
  }
}

export function Deliveries(props: { endpoint: Endpoint; log: DeliveryLog; req: PageRequest }) {
  const { endpoint, req } = props
  const { rows, state, list } = props.log
  const home = endpointUrl(endpoint)
  return (
    <Card title="Deliveries" flush>
      <Tabs
        label="Deliveries by state"
        items={[undefined, ...deliveryStates].map((each) => ({
          href: pageUrl(home, 1, { state: each }),
          text: each ? stateWords[each].text : "All",
          current: each === state,
        }))}
      />
      <PagedTable
        {...{ rows, list }}
        caption="Deliveries, latest first"
        flowing
        columns={[
          {
            label: "Event",
            cell: (delivery) => (
              <a href={`${home}/deliveries/${delivery.id}`}>
                {delivery.event_type}
                <span class="visually-hidden"> {delivery.id.slice(-6)}</span>
              </a>
            ),
          },
          { label: "State", narrow: true, cell: (delivery) => <DeliveryTag delivery={delivery} /> },
          { label: "Attempts", align: "end", labeled: true, cell: (delivery) => delivery.attempts },
          { label: "Happened", cell: (delivery) => <When at={delivery.created_at} req={req} /> },
          { label: "Next attempt", labeled: true, cell: (delivery) => nextAttempt(endpoint, delivery, req) },
        ]}
        empty={
          <EmptyState title={state ? "None in this state" : "Nothing sent yet"} icon="mail">
            {state ? <a href={home}>Show all</a> : "Send a test event to try it out."}
          </EmptyState>
        }
      />
    </Card>
  )
}

/** Undefined unless the delivery is waiting. */
function nextAttempt(endpoint: Endpoint, delivery: Delivery, req: PageRequest) {
  if (delivery.state !== "waiting") return undefined
  return waitsForResumption(endpoint, delivery) ? (
    "When resumed"
  ) : (
    <When at={delivery.next_try_at} req={req} />
  )
}

/** Whether the delivery waits for its endpoint to be resumed rather than for a time. */
export function waitsForResumption(endpoint: Endpoint, { state, is_test }: Delivery): boolean {
  return state === "waiting" && !is_test && isStopped(endpoint)
}

/** Host and path; the query may contain a token. */
export function shortUrl(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname === "/" ? "" : pathname}`
}

export function crumbsOf(endpoint: Endpoint) {
  return [webhooksCrumb, { text: shortUrl(endpoint.url), href: endpointUrl(endpoint) }]
}

export function EndpointTag({ endpoint }: { endpoint: Endpoint }) {
  if (endpoint.disabled_at) return <Tag tone="danger">Disabled</Tag>
  if (endpoint.paused_at) return <Tag tone="warning">Paused</Tag>
  return endpoint.first_failure_at ? <Tag tone="warning">Failing</Tag> : <Tag tone="success">Live</Tag>
}

const deliveryStates: readonly DeliveryState[] = ["waiting", "sending", "delivered", "failed", "cancelled"]

const stateWords: Record<DeliveryState, { text: string; tone: Tone }> = {
  waiting: { text: "Waiting", tone: "info" },
  sending: { text: "Sending", tone: "info" },
  delivered: { text: "Delivered", tone: "success" },
  failed: { text: "Failed", tone: "danger" },
  cancelled: { text: "Canceled", tone: "neutral" },
}

export function DeliveryTag({ delivery }: { delivery: Pick<Delivery, "state" | "attempts"> }) {
  const { text, tone } = stateWords[delivery.state]
  const isRetrying = delivery.state === "waiting" && delivery.attempts > 0
  return <Tag tone={isRetrying ? "warning" : tone}>{isRetrying ? "Retrying" : text}</Tag>
}

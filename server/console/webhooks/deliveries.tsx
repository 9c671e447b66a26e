import type { Listing } from "../../platform/http/paging.ts"
import { Card } from "../../ui/components/card.tsx"
import { DataTable } from "../../ui/components/data-table.tsx"
import { EmptyState } from "../../ui/components/empty-state.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { Tabs } from "../../ui/components/tabs.tsx"
import { type Delivery, type DeliveryState, listDeliveries } from "../../webhooks/deliveries.ts"
import type { Endpoint } from "../../webhooks/endpoints.ts"
import { isPastTheEnd, ListPages, NoSuchPage, pageNumberOf } from "../list-pages.tsx"
import type { PageRequest } from "../page-request.ts"
import { When } from "../times.tsx"
import { DeliveryTag, deliveryStates, isStopped, stateWords } from "./endpoints-page.tsx"

const page_size = 25

export interface DeliveryLog extends Listing<Delivery> {
  state: DeliveryState | undefined
  page: number
  page_size: number
}

/** The part of an endpoint's log that the address asks for: `?state=failed&page=2`. */
export async function readDeliveries({ tx, query }: PageRequest, endpoint_id: string): Promise<DeliveryLog> {
  const state = deliveryStates.find((known) => known === query.state)
  const page = pageNumberOf(query.page)
  const listing = await listDeliveries(
    tx,
    endpoint_id,
    { state },
    { page, limit: page_size, offset: (page - 1) * page_size },
  )
  return { ...listing, state, page, page_size }
}

/** What was sent to an endpoint, and what became of it. */
export function Deliveries({
  endpoint,
  log,
  req,
}: {
  endpoint: Endpoint
  log: DeliveryLog
  req: PageRequest
}) {
  const home = `/console/webhooks/${endpoint.id}`
  const urlOf = (state: DeliveryState | undefined, page = 1) => {
    const parameters = new URLSearchParams({
      ...(state && { state }),
      ...(page > 1 && { page: String(page) }),
    })
    return `${home}${parameters.size > 0 ? `?${parameters}` : ""}`
  }
  const { rows, state, ...counted } = log
  const list = { ...counted, href: (number: number) => urlOf(state, number) }
  return (
    <Card
      title="Deliveries"
      flush
      actions={
        <LinkButton href={`${home}/recovery`} look="secondary" small icon="history">
          Recover failed ones
        </LinkButton>
      }
    >
      <Tabs
        label="Deliveries by state"
        items={[undefined, ...deliveryStates].map((each) => ({
          href: urlOf(each),
          text: each ? stateWords[each].text : "All",
          current: each === state,
        }))}
      />
      <DataTable
        caption="Deliveries, latest first"
        columns={[
          { key: "event", label: "Event", primary: true },
          { key: "state", label: "State", narrow: true },
          { key: "attempts", label: "Attempts", align: "end" },
          { key: "at", label: "Happened" },
          { key: "next", label: "Next try" },
        ]}
        rows={rows.map((delivery) => ({
          id: delivery.id,
          cells: {
            event: (
              <a href={`${home}/deliveries/${delivery.id}`}>
                {delivery.event_type}
                <span class="visually-hidden"> {delivery.id.slice(-6)}</span>
              </a>
            ),
            state: <DeliveryTag delivery={delivery} />,
            attempts: delivery.attempts,
            at: <When at={delivery.created_at} req={req} />,
            next: nextTry(endpoint, delivery, req),
          },
        }))}
        empty={
          isPastTheEnd(list) ? (
            <NoSuchPage href={list.href} />
          ) : (
            <EmptyState title={state ? "None in this state" : "Nothing was sent yet"} icon="mail">
              {state ? <a href={urlOf(undefined)}>Show all</a> : "Send a test event to see how it goes."}
            </EmptyState>
          )
        }
      />
      <ListPages label="Pages of deliveries" {...list} />
    </Card>
  )
}

/** Empty for what is not waiting. */
function nextTry(endpoint: Endpoint, delivery: Delivery, req: PageRequest) {
  if (delivery.state !== "waiting") return undefined
  return waitsForResumption(endpoint, delivery) ? (
    "Once resumed"
  ) : (
    <When at={delivery.next_try_at} req={req} />
  )
}

/** Whether no time says when it is tried, but its endpoint's resumption. */
export function waitsForResumption(endpoint: Endpoint, { state, is_test }: Delivery): boolean {
  return state === "waiting" && !is_test && isStopped(endpoint)
}

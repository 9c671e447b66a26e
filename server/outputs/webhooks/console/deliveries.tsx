// The page of one delivery with its attempts.
import { notFound } from "../../../platform/errors.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { PostButton } from "../../../web/ui/components/button.tsx"
import { Card, Details, EmptyState, SummaryCard } from "../../../web/ui/components/card.tsx"
import { Timeline, type TimelineEntry } from "../../../web/ui/components/timeline.tsx"
import { type DeliveryAttempt, getDelivery, listAttempts } from "../deliveries.ts"
import { getEndpoint } from "../endpoints.ts"
import { crumbsOf, DeliveryTag, endpointUrl, isStopped, waitsForResumption } from "./lists.tsx"

export async function findDelivery({ tx, param }: PageRequest) {
  const [endpoint, delivery] = await Promise.all([
    getEndpoint(tx, param("endpoint_id")),
    getDelivery(tx, param("delivery_id")),
  ])
  if (delivery.endpoint_id !== endpoint.id) throw notFound()
  return { endpoint, delivery }
}

export async function deliveryPage(req: PageRequest): Promise<View> {
  const { endpoint, delivery } = await findDelivery(req)
  const attempts = await listAttempts(req.tx, delivery.id)
  const isHeld = waitsForResumption(endpoint, delivery)
  const home = `${endpointUrl(endpoint)}/deliveries/${delivery.id}`
  return {
    title: delivery.event_type,
    tab_title: `Delivery of ${delivery.event_type}`,
    breadcrumbs: crumbsOf(endpoint),
    tag: <DeliveryTag delivery={delivery} />,
    lede: delivery.is_test ? "This is a test event. It reports nothing that happened." : undefined,
    actions: delivery.state !== "sending" && (delivery.is_test || !isStopped(endpoint)) && (
      <PostButton action={`${home}/resending`} variant="secondary">
        Send again
      </PostButton>
    ),
    body: (
      <>
        <Card title="Attempts">
          {attempts.length === 0 ? (
            <EmptyState title="Not sent yet" icon="clock">
              {isHeld ? "It waits until you resume the endpoint." : "Reload this page in a moment."}
            </EmptyState>
          ) : (
            <Timeline
              label="Attempts, latest first"
              entries={attempts.toReversed().map((attempt) => entryOf(attempt, req))}
            />
          )}
          {isHeld && attempts.length > 0 && <p>The next attempt is made when you resume the endpoint.</p>}
          {delivery.state === "waiting" && !isHeld && delivery.next_try_at && attempts.length > 0 && (
            <p>
              Next attempt: <When at={delivery.next_try_at} req={req} in_text />
            </p>
          )}
        </Card>
        <SummaryCard
          title="About the delivery"
          rows={[
            { key: "webhook-id", value: <code class="id-text">{delivery.event_id}</code> },
            {
              key: "Matter",
              value: delivery.matter_id ? (
                <a href={`/console/matters/${delivery.matter_id}`}>Open the matter</a>
              ) : (
                "None"
              ),
            },
            { key: "Created", value: <When at={delivery.created_at} req={req} /> },
            { key: "Finished", value: <When at={delivery.finished_at} req={req} none="Not yet" /> },
          ]}
        />
        <Card title="Body">
          <p class="hint">Every attempt sends the same bytes.</p>
          <pre class="payload">{JSON.stringify(JSON.parse(delivery.payload), null, 2)}</pre>
        </Card>
      </>
    ),
  }
}

function entryOf(attempt: DeliveryAttempt, req: PageRequest): TimelineEntry {
  const { number, status, fault, started_at } = attempt
  return {
    id: `attempt-${number}`,
    title: `Attempt ${number}: ${status === null ? "no response" : `response ${status}`}`,
    at: <When at={started_at} req={req} />,
    by: `took ${durationText(attempt.duration_ms)}`,
    tone: fault === null ? "success" : "danger",
    children: (
      <>
        {fault && <p>{fault}</p>}
        <Details summary={`Request and response of attempt ${number}`}>
          <p>Request headers</p>
          <pre class="payload">
            {Object.entries(attempt.request_headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join("\n")}
          </pre>
          <p>Response{status === null ? "" : `, status ${status}`}</p>
          <pre class="payload">{attempt.response_excerpt || "(empty)"}</pre>
        </Details>
        <p>
          <a href={`/console/settings/keys/requests?at=${started_at.toISOString()}`}>
            API requests around this time
          </a>
        </p>
      </>
    ),
  }
}

function durationText(duration_ms: number): string {
  return duration_ms < 1_000 ? `${duration_ms} ms` : `${(duration_ms / 1_000).toFixed(1)} s`
}

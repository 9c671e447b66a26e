import type { SubscribableType } from "../../events/schema.ts"
import { Tag, type Tone } from "../../ui/components/tag.tsx"
import type { Delivery, DeliveryState } from "../../webhooks/deliveries.ts"
import type { Endpoint } from "../../webhooks/endpoints.ts"

export const eventHints: Record<SubscribableType, string> = {
  "intakeform.created": "A matter was made",
  "intakeform.started": "The client pressed Start",
  "intakeform.submitted": "The client sent it in for the first time",
  "intakeform.resubmitted": "The client sent it in again",
  "intakeform.completed": "Your firm completed it",
  "intakeform.reopened": "Your firm reopened the matter for the client",
  "meetingtemplate.completed": "Accepted from other software; Foyer never sends it",
}

export function EndpointTag({ endpoint }: { endpoint: Endpoint }) {
  if (endpoint.disabled_at) return <Tag tone="danger">Switched off</Tag>
  if (endpoint.paused_at) return <Tag tone="warning">Paused</Tag>
  return endpoint.first_failure_at ? <Tag tone="warning">Failing</Tag> : <Tag tone="success">Live</Tag>
}

export const deliveryStates: readonly DeliveryState[] = [
  "waiting",
  "sending",
  "delivered",
  "failed",
  "cancelled",
]

export const stateWords: Record<DeliveryState, { text: string; tone: Tone }> = {
  waiting: { text: "Waiting", tone: "info" },
  sending: { text: "Sending", tone: "info" },
  delivered: { text: "Delivered", tone: "success" },
  failed: { text: "Failed", tone: "danger" },
  cancelled: { text: "Cancelled", tone: "neutral" },
}

export function DeliveryTag({ delivery }: { delivery: Pick<Delivery, "state" | "tries"> }) {
  const { text, tone } = stateWords[delivery.state]
  const isRetrying = delivery.state === "waiting" && delivery.tries > 0
  return <Tag tone={isRetrying ? "warning" : tone}>{isRetrying ? "Will be tried again" : text}</Tag>
}

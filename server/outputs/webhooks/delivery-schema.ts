import Type, { type Static } from "typebox"
import { exactly, IdInPath, Nullable, OneOf, PageOf } from "../../platform/http/shapes.ts"
import { deliveryStates, retention_days } from "./deliveries.ts"
import { SubscriptionPageQuery, SubscriptionParams, time, timeOrNull } from "./schema.ts"

export const DeliveryParams = Type.Object({
  ...SubscriptionParams.properties,
  delivery_id: IdInPath("delivery", "The delivery."),
})

export const DeliveryPageQuery = Type.Object({
  ...SubscriptionPageQuery.properties,
  state: Type.Optional(
    Type.Enum([...deliveryStates], { description: "Only deliveries in this state.", examples: ["failed"] }),
  ),
})

const delivery = {
  id: Type.String({ examples: ["delivery_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
  event_id: Type.String({ description: "The `webhook-id` of every attempt." }),
  event_type: Type.String({ examples: ["intakeform.completed"] }),
  matter_id: Nullable(Type.String()),
  is_test: Type.Boolean(),
  state: OneOf(deliveryStates, {
    description: `\`waiting\` for its next attempt, \`sending\` right now, \`delivered\`, \`failed\` after the last attempt, or \`cancelled\` because the subscription was disabled or had been paused for ${retention_days} days. A recovery sends the last two again.`,
  }),
  number_of_attempts: Type.Integer(),
  next_try_at: timeOrNull("When the next attempt is due, while it is waiting."),
  created_at: time,
  finished_at: timeOrNull("When it was delivered, or given up."),
}

export type ListedDelivery = Static<typeof ListedDelivery>
export const ListedDelivery = exactly(delivery, {
  title: "Listed delivery",
  description: "One event on its way to one subscription.",
})
export const DeliveryPage = PageOf(ListedDelivery, "Delivery")

const Attempt = exactly(
  {
    number: Type.Integer(),
    started_at: time,
    duration_ms: Type.Integer(),
    status: Nullable(Type.Integer({ description: "The HTTP status of the response; null if none came." })),
    fault: Nullable(Type.String({ description: "Why it failed, in a sentence; null if it did not." })),
    response_excerpt: Type.String({ description: "The beginning of the response's body." }),
  },
  { title: "Attempt", description: "One request to your receiver." },
)

export const SingleDelivery = exactly(
  { ...delivery, attempts: Type.Array(Attempt, { description: "First to last." }) },
  { title: "Delivery", description: "A delivery with all its attempts." },
)

export const Recovery = exactly(
  {
    since: Type.String({
      format: "date-time",
      description: "Send again what failed, was canceled, or was missed from this time on.",
      examples: ["2026-03-02T09:30:00Z"],
    }),
  },
  { title: "Recovery" },
)

export const Recovered = exactly(
  { id: Type.String(), number_of_deliveries: Type.Integer({ description: "How many are being sent." }) },
  { title: "Recovered deliveries", description: "They are being sent." },
)

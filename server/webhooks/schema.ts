import Type, { type Static } from "typebox"
import { subscribableTypes } from "../events/schema.ts"
import { exactly, IdInPath } from "../platform/http/shapes.ts"

export type NewSubscription = Static<typeof NewSubscription>
export const NewSubscription = exactly(
  {
    url: Type.String({
      maxLength: 2_000,
      description:
        "Where events are posted: a public https address, without credentials. Plain http and private addresses only where whoever runs this service allowed the host.",
      examples: ["https://example.com/hooks/foyer"],
    }),
    event_type: Type.Enum([...subscribableTypes], {
      description:
        "The one type of event to subscribe to. `meetingtemplate.completed` is accepted, and never fired.",
    }),
    headers: Type.Optional(
      Type.Array(
        Type.Record(Type.String(), Type.String({ maxLength: 500 }), { minProperties: 1, maxProperties: 1 }),
        {
          maxItems: 10,
          description:
            "Headers of your own, sent with every webhook; each an object with one name and its value. Values are stored encrypted and never shown again.",
          examples: [[{ Authorization: "Bearer a-token-of-yours" }]],
        },
      ),
    ),
  },
  { title: "New webhook subscription" },
)

export const CreatedSubscription = exactly(
  {
    id: Type.String({ examples: ["ep_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    secret: Type.String({
      description:
        "Verifies the signatures (Standard Webhooks 1.0). Shown this once; staff can reveal or rotate it in the console.",
      examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAAAAAAAAAAA="],
    }),
  },
  { title: "Webhook subscription", description: "The subscription holds from now on." },
)

export const RemovedSubscription = exactly(
  { id: Type.String(), status: Type.Literal("removed") },
  { title: "Removed webhook subscription", description: "The subscription has ended." },
)

export const SubscriptionParams = Type.Object({ subscription_id: IdInPath("ep", "The subscription.") })

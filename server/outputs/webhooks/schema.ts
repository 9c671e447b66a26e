import Type, { type Static } from "typebox"
import { subscribableTypes } from "../../firm/events/schema.ts"
import { exactly, IdInPath, Nullable, OneOf, PageQuery } from "../../platform/http/shapes.ts"

const url = Type.String({
  maxLength: 2_000,
  description:
    "Where to post events: a public https address without credentials. Plain http and private addresses work only if the operator of this service has allowed the host.",
  examples: ["https://example.com/hooks/foyer"],
})

const event_types = Type.Array(Type.Enum([...subscribableTypes]), {
  minItems: 1,
  maxItems: 100,
  description: "Several types of events, in place of `event_type`.",
  examples: [["intakeform.submitted", "matter.deleted"]],
})

const headers = Type.Array(
  Type.Record(Type.String(), Type.String({ maxLength: 500 }), { minProperties: 1, maxProperties: 1 }),
  {
    maxItems: 10,
    description:
      "Custom headers to send with every webhook, each an object with one name and its value. Values are stored encrypted and never shown again.",
    examples: [[{ Authorization: "Bearer a-token-of-yours" }]],
  },
)

/** `event_type` or `event_types`: `findTypeFaults` refuses both, and neither. */
export const NewSubscription = exactly(
  {
    url,
    event_type: Type.Optional(
      Type.Enum([...subscribableTypes], {
        description:
          "The type of event to subscribe to. `meetingtemplate.completed` is accepted but never sent.",
      }),
    ),
    event_types: Type.Optional(event_types),
    headers: Type.Optional(headers),
  },
  { title: "New webhook subscription" },
)

export type SubscriptionChanges = Static<typeof SubscriptionChanges>
export const SubscriptionChanges = exactly(
  {
    url: Type.Optional(url),
    event_types: Type.Optional({ ...event_types, description: "The types to send from now on." }),
    headers: Type.Optional({ ...headers, description: "Custom headers in place of all present ones." }),
    state: Type.Optional(
      Type.Enum(["active", "paused"], {
        description:
          "`paused` holds what is not yet sent, for 90 days. `active` resumes a paused or disabled subscription and sends what waits; what waited longer, or a disabled one missed, needs a recovery.",
      }),
    ),
  },
  {
    title: "Changes of webhook subscription",
    description: "The fields to change: at least one.",
    minProperties: 1,
  },
)

export const CreatedSubscription = exactly(
  {
    id: Type.String({ examples: ["ep_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    secret: Type.String({
      description:
        "Verifies signatures (Standard Webhooks 1.0). Shown only once; lost, it can be replaced by a new one, or staff can reveal it in the console.",
      examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAAAAAAAAAAA="],
    }),
  },
  { title: "Webhook subscription", description: "The subscription is active." },
)

export const RemovedSubscription = exactly(
  { id: Type.String(), status: Type.Literal("removed") },
  { title: "Removed webhook subscription", description: "The subscription has ended." },
)

export const SubscriptionParams = Type.Object({ subscription_id: IdInPath("ep", "The subscription.") })
export const SubscriptionPageQuery = Type.Object(PageQuery)

export const time = Type.String({ examples: ["2026-03-02T09:30:00Z"] })
export const timeOrNull = (description: string) => Nullable(Type.String({ description }))

export type Subscription = Static<typeof Subscription>
export const Subscription = exactly(
  {
    id: Type.String({ examples: ["ep_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    url: Type.String({ examples: ["https://example.com/hooks/foyer"] }),
    event_types: Type.Array(OneOf(subscribableTypes)),
    header_names: Type.Array(Type.String(), {
      description: "The names of its custom headers. Their values are never shown again.",
    }),
    key_id: Nullable(
      Type.String({
        description: "The API key that created it; null if that was before Foyer recorded it.",
        examples: ["key_0192F0C47B3A7C11A0B1C2D3E4F50607"],
      }),
    ),
    key_name: Nullable(
      Type.String({
        description: "What staff call that key. A key may be revoked; its subscriptions go on.",
        examples: ["Practice management"],
      }),
    ),
    state: OneOf(["active", "paused", "disabled"], {
      description:
        "While it is `paused`, events wait, for 90 days; while it is `disabled`, none are kept for it. You resume it by a change to `active`, or staff do in the console.",
    }),
    disabled_reason: Nullable(
      OneOf(["gone", "failing"], {
        description: "`gone`: the receiver answered 410. `failing`: every attempt failed for days.",
      }),
    ),
    created_at: time,
    last_success_at: timeOrNull("When a receiver last answered with 2xx."),
    last_failure_at: timeOrNull("When an attempt last failed."),
    previous_secret_until: timeOrNull("Until then, webhooks are signed with the previous secret as well."),
  },
  { title: "Subscription", description: "A webhook subscription, without its secret." },
)

export const RolledSecret = exactly(
  {
    id: CreatedSubscription.properties.id,
    secret: CreatedSubscription.properties.secret,
    previous_secret_until: Type.String({
      description: "Until then, webhooks are signed with both secrets, the new one first.",
      examples: ["2026-03-03T09:30:00Z"],
    }),
  },
  { title: "Rolled webhook secret", description: "The new secret is in use." },
)

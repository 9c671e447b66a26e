import Type, { type Static } from "typebox"
import { exactly, IdInPath, ListOf, OneOf, PageQuery, TimeQuery } from "../../platform/http/shapes.ts"

export const eventTypes = [
  "intakeform.created",
  "intakeform.started",
  "intakeform.submitted",
  "intakeform.resubmitted",
  "intakeform.completed",
  "intakeform.reopened",
  "matter.closed",
  "matter.reopened",
  "matter.stage_changed",
  "matter.deleted",
  "matter.restored",
  "document.added",
  "document.accepted",
  "document.returned",
  "signature.completed",
  "correction.answered",
  "invitation.failed",
  "message.created",
] as const
export type EventType = (typeof eventTypes)[number]

/** The types to subscribe to. Foyer never sends the last one, but existing integrations subscribe to it. */
export const subscribableTypes = [...eventTypes, "meetingtemplate.completed"] as const
export type SubscribableType = (typeof subscribableTypes)[number]

/** Descriptions of the types, for integrators. */
export const eventMeanings: Readonly<Record<SubscribableType, string>> = {
  "intakeform.created": "A matter was created, in the console, by an import or with a key",
  "intakeform.started": "The client pressed Start, once for each matter",
  "intakeform.submitted": "The client submitted for the first time",
  "intakeform.resubmitted": "The client submitted again",
  "intakeform.completed": "Your firm completed it, after its review",
  "intakeform.reopened": "Your firm reopened the matter for the client",
  "matter.closed": "Your firm closed the matter; the client can no longer change anything",
  "matter.reopened": "Your firm reopened a closed matter",
  "matter.stage_changed": "Your firm moved the matter to another of its own stages; its filing says which",
  "matter.deleted": "Your firm, or its retention rule, deleted the matter; only its events can still be read",
  "matter.restored": "Your firm restored a deleted matter, unchanged",
  "document.added": "A file was added to the matter; the attachments of messages come with message.created",
  "document.accepted": "Your firm accepted a file",
  "document.returned": "Your firm returned a file to the client, with a reason",
  "signature.completed": "A client signed an agreement",
  "correction.answered":
    "A client changed or confirmed what your firm had asked about, once for each correction",
  "invitation.failed": "The email with a client's link could not be delivered",
  "message.created": "The client or your firm wrote a message",
  "meetingtemplate.completed": "Accepted from other software; Foyer never sends it",
}

interface EventTraits {
  /** Who causes it. */
  by: "client" | "firm" | "either"
  /** The notice that staff may choose to get of it. */
  notice?: "started" | "submitted" | "message"
  /** A matter's history leaves it out, because the matter's changes show it. */
  is_shown_as_change?: true
}

/** What follows from each type. */
export const eventTraits: Readonly<Record<EventType, EventTraits>> = {
  "intakeform.created": { by: "firm" },
  "intakeform.started": { by: "client", notice: "started" },
  "intakeform.submitted": { by: "client", notice: "submitted" },
  "intakeform.resubmitted": { by: "client", notice: "submitted" },
  "intakeform.completed": { by: "firm" },
  "intakeform.reopened": { by: "firm" },
  "matter.closed": { by: "firm" },
  "matter.reopened": { by: "firm" },
  "matter.stage_changed": { by: "firm", is_shown_as_change: true },
  "matter.deleted": { by: "firm" },
  "matter.restored": { by: "firm" },
  "document.added": { by: "either", is_shown_as_change: true },
  "document.accepted": { by: "firm" },
  "document.returned": { by: "firm" },
  "signature.completed": { by: "client" },
  "correction.answered": { by: "client" },
  "invitation.failed": { by: "firm" },
  "message.created": { by: "either", notice: "message" },
}

export const Context = Type.Record(
  Type.String({ minLength: 1, maxLength: 64 }),
  Type.Union([
    Type.String({ maxLength: 500 }),
    Type.Integer({ minimum: Number.MIN_SAFE_INTEGER - 1, maximum: Number.MAX_SAFE_INTEGER + 1 }),
  ]),
  {
    maxProperties: 5,
    title: "Context",
    description: "Your own keys and values, given when the matter was created; returned in its events.",
  },
)
export type Context = Static<typeof Context>

export type Event = Static<typeof Event>
export const Event = exactly(
  {
    event_id: Type.String({ examples: ["evt_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    event_type: OneOf(eventTypes, { description: "New types may be added." }),
    matter: exactly({ id: Type.String(), context: Type.Optional(Context) }),
    meta: exactly({ questionnaire: exactly({ id: Type.String(), internal_type: Type.String() }) }),
    occured_at: Type.String({ format: "date-time", description: "Spelled this way on purpose." }),
    user: exactly({ id: Type.String(), is_firm_staff: Type.Boolean(), is_client_user: Type.Boolean() }),
  },
  { title: "Event", description: "Something that happened to a matter." },
)

export const EventQuery = Type.Object({
  ...PageQuery,
  event_type: Type.Optional(
    ListOf(Type.Enum([...subscribableTypes]), {
      description: "Only events of these types, separated by commas.",
      examples: [["intakeform.submitted", "intakeform.completed"]],
    }),
  ),
  matter_id: Type.Optional(
    Type.String({
      description: "Only events of this matter; also of one that was deleted.",
      examples: ["matter_0192F0C47B3A7C11A0B1C2D3E4F50607"],
    }),
  ),
  since: TimeQuery("Only events at this time or later, as in `occured_at`."),
  starting_after: Type.Optional(
    Type.String({
      description:
        "The id of an event: gives only what stands behind it in the list, the older ones. `count` and `page` then count from there.",
      examples: ["evt_0192F0C47B3A7C11A0B1C2D3E4F50607"],
    }),
  ),
})

export const EventParams = Type.Object({ event_id: IdInPath("evt", "The event.") })

// The shape of the demo's JSON files. They refer to people, assets, and parts of questionnaires by key; loading
// gives each an id.
import Type from "typebox"
import { Context, subscribableTypes } from "../server/firm/events/schema.ts"
import { parties } from "../server/intake/matters/parties/parties.ts"
import { About, Key, optional, Records, strict } from "./record-shapes.ts"

const Moment = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}Z$" })
const Done = Type.Optional(Type.Literal(true))
const Response = Type.Object(
  { status: Type.Integer(), duration_ms: Type.Integer(), body: Type.String() },
  strict,
)

const Webhook = Type.Object(
  {
    endpoint: Type.Object(
      {
        url: Type.String(),
        event_types: Type.Array(Type.Enum([...subscribableTypes])),
        headers: Type.Array(Type.Record(Type.String(), Type.String())),
        description: Type.String(),
      },
      strict,
    ),
    by: Key,
    created_at: Moment,
    /** Deliveries after this stay pending. */
    paused_at: Moment,
    usual_response: Response,
    response_at_every_sixth_first_attempt: Response,
  },
  strict,
)
export type Webhook = Type.Static<typeof Webhook>

const Both = Type.Object({ en: Type.String(), es: Type.String() }, strict)
const Agreement = Type.Object(
  {
    created_at: Moment,
    by: Key,
    /** Keys of the questionnaires whose clients sign it. */
    questionnaires: Type.Array(Key),
    title: Both,
    text: Both,
  },
  strict,
)

/** A prospective client from a start page, waiting under Inquiries. */
const Inquiry = Type.Object(
  {
    at: Moment,
    /** The questionnaire's key in this file. Its start page is open. */
    questionnaire: Key,
    first_name: Type.String(),
    last_name: Type.String(),
    email: Type.String(),
    phone: Type.String(),
    message: Type.String(),
    language: Type.Enum(["en", "es"]),
    source: Type.Optional(Type.String()),
  },
  strict,
)

export const FirmFile = Type.Object(
  {
    name: Type.String(),
    contact_line: Type.String(),
    clients_ask_helpers: Type.Optional(Type.Boolean()),
    color: Type.Optional(Type.String()),
    /** The name of a picture in the same folder. */
    logo: Type.Optional(Type.String()),
    look: Type.Optional(Type.Record(Type.String(), Type.String())),
    created_at: Moment,
    /** Keyed by first name; the first is an admin. */
    staff: Type.Record(
      Key,
      Type.Object(
        {
          name: Type.String(),
          email: Type.String(),
          role: Type.Enum(["admin", "member"]),
          assigned_matters_only: Done,
          introduction: Type.Optional(
            Type.Object({ title: Both, welcome: Both, photo: Type.Optional(Type.String()) }, strict),
          ),
        },
        strict,
      ),
    ),
    /** The template of each questionnaire. */
    questionnaires: Type.Record(Key, Type.String()),
    /** Who is responsible for new matters of a questionnaire, by its key; the matters of the timeline came before. */
    default_assignees: Type.Optional(Type.Record(Key, Key)),
    /** Stock replies, by name. */
    replies: Type.Optional(Type.Record(Type.String(), Type.String())),
    /** The stages of its work, by name, in order. */
    stages: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object(
          { due_days: Type.Union([Type.Integer(), Type.Null()]), waits_for: Type.String() },
          strict,
        ),
      ),
    ),
    /** Texts that clients sign, by key. */
    agreements: Type.Optional(Type.Record(Key, Agreement)),
    /** The firm's own text on its start pages. */
    start_page_text: Type.Optional(Both),
    inquiries: Type.Optional(Type.Array(Inquiry)),
    webhook: Type.Optional(Webhook),
  },
  strict,
)
export type FirmFile = Type.Static<typeof FirmFile>

/** A client's answer, by its key, and the firm's comment on it. */
const CorrectionRequest = Type.Union([
  Type.Object({ person: Key, words: Type.String() }, strict),
  Type.Object({ asset: Key, words: Type.String() }, strict),
  Type.Object({ question: Key, of: About, words: Type.String() }, strict),
])
export type CorrectionRequest = Type.Static<typeof CorrectionRequest>

/** What one person did at one time; several actions happen in the order listed here. */
const TimelineEvent = Type.Object(
  {
    at: Moment,
    /** A member of staff, or a party who has pressed Start. */
    by: Key,
    /** Emails the clients a reminder of what is missing. */
    reminds: Done,
    requests_corrections: Type.Optional(Type.Array(CorrectionRequest)),
    starts: Done,
    saves: Type.Optional(Records),
    /** Keys of the sections the client confirmed; `submits` confirms all of them. */
    reviews: Type.Optional(Type.Array(Key)),
    /** One of the firm's agreements, by its key, signed with the typed name. */
    signs: Type.Optional(
      Type.Object({ agreement: Key, name: Type.String(), language: Type.Enum(["en", "es"]) }, strict),
    ),
    /** A section, by its key, that the client asks the other client to fill in. */
    hands_over: Type.Optional(Type.Object({ section: Key, to: Type.Literal("partner") }, strict)),
    /** A message to the other side, in a topic by its key; a topic's first message has a subject. */
    writes: Type.Optional(
      Type.Object({ topic: Key, subject: Type.Optional(Type.String()), text: Type.String() }, strict),
    ),
    /** An internal note, or a task if it has an assignee. */
    notes: Type.Optional(
      Type.Object(
        { text: Type.String(), task_of: Type.Optional(Key), due: Type.Optional(Type.String()) },
        strict,
      ),
    ),
    files_under: Type.Optional(
      Type.Object(
        { file_number: Type.String(), due_on: Type.String(), tags: Type.Array(Type.String()) },
        strict,
      ),
    ),
    /** The name of a stage. */
    moves_to: Type.Optional(Type.String()),
    submits: Done,
    completes: Done,
    closes: Done,
    /** The only members of staff who can see the matter from then on. */
    restricts_to: Type.Optional(Type.Array(Key)),
  },
  strict,
)
export type TimelineEvent = Type.Static<typeof TimelineEvent>

export const MatterFile = Type.Object(
  {
    /** What the matter demonstrates; for readers of the file only. */
    about: Type.Optional(Type.String()),
    /** The questionnaire's key in the firm's file. */
    questionnaire: Key,
    name: Type.String(),
    /** An earlier matter, by its key, of the same client. */
    returns_from: Type.Optional(Key),
    created: Type.Object({ at: Moment, by: Key }, strict),
    context: Type.Optional(Context),
    assignee: Type.Optional(Key),
    /** Without invitations, the firm's software created the matter, with a link to pass on. */
    invitations: Type.Optional(
      Type.Array(
        Type.Object(
          {
            party: Type.Enum([...parties]),
            ...optional(["first_name", "last_name", "email", "message"]),
          },
          strict,
        ),
      ),
    ),
    events: Type.Array(TimelineEvent),
  },
  strict,
)
export type MatterFile = Type.Static<typeof MatterFile>

// The query and items of the API's matter list; the console's list shares its states, follow-ups and sort keys.
import Type, { type Static } from "typebox"
import { approaches } from "../../../definition/definition.ts"
import { exactly, ListOf, Nullable, OneOf, PageQuery, TimeQuery } from "../../../platform/http/shapes.ts"

export const matterStates = ["created", "started", "submitted", "completed", "closed"] as const
/** The state of a matter, for lists that show a single word. */
export type MatterState = (typeof matterStates)[number]

/** What the firm is waiting for or has to review. */
export const followUps = ["corrections_open", "corrections_answered", "changes_not_seen"] as const
export type FollowUp = (typeof followUps)[number]

export const sortKeys = ["opened", "name", "activity", "due"] as const
export type SortKey = (typeof sortKeys)[number]
/** The order of a list: a key, with a minus for descending. */
export const sorts = sortKeys.flatMap((key) => [key, `-${key}`] as const)
export type Sort = (typeof sorts)[number]

export type MatterListItem = Static<typeof MatterListItem>
export const MatterListItem = exactly(
  {
    id: Type.String({ examples: ["matter_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    name: Type.String({ examples: ["Smith, Ada and Ben"] }),
    open_date: Type.String({ description: "The day the matter was created, YYYY-MM-DD." }),
    close_date: Nullable(Type.String()),
    quest_internal_type: Type.String({ examples: ["Planning"] }),
    quest_approach: OneOf(approaches),
  },
  { title: "Matter list item" },
)

const day = (description: string, example: string) =>
  Type.Optional(Type.String({ format: "date", pattern: "^(?!0000)", description, examples: [example] }))

const flags = ["true", "false", "1", "0"] as const

const fields = {
  ...PageQuery,
  search: Type.Optional(
    Type.String({
      description:
        "Part of the matter's name. Case, accents and blanks at the ends are ignored; apostrophes, periods and hyphens may be left out. To find a file number, use `file_number`.",
      examples: ["smith"],
    }),
  ),
  from: day("Only matters opened on or after this day.", "2026-01-01"),
  until: day("Only matters opened on or before this day.", "2026-12-31"),
  is_submitted: Type.Optional(
    Type.Enum([...flags], {
      description: "Whether the client has submitted the matter.",
      examples: ["true"],
    }),
  ),
  quest_approach: Type.Optional(
    Type.Enum([...approaches], {
      description: "The approach of the matter's questionnaire.",
      examples: ["planning"],
    }),
  ),
  status: Type.Optional(
    Type.Enum([...matterStates], { description: "The matter's current state.", examples: ["submitted"] }),
  ),
  assignee: Type.Optional(
    Type.String({
      description: "The id of the assigned staff member, or `none` for unassigned matters.",
      examples: ["none"],
    }),
  ),
  stage: Type.Optional(
    Type.String({
      description: "The id of one of your firm's stages, or `none` for matters in none.",
      examples: ["stage_0192F0C47B3A7C11A0B1C2D3E4F50607"],
    }),
  ),
  questionnaire_id: Type.Optional(
    Type.String({
      description: "The id of the matter's questionnaire.",
      examples: ["quest_0192F0C47B3A7C11A0B1C2D3E4F50607"],
    }),
  ),
  file_number: Type.Optional(
    Type.String({
      minLength: 1,
      description: "Your firm's own file number; must match exactly.",
      examples: ["2026-0142"],
    }),
  ),
  due_from: day("Only matters due on or after this day.", "2026-01-01"),
  due_until: day("Only matters due on or before this day.", "2026-12-31"),
  tag: Type.Optional(
    Type.String({ minLength: 1, description: "Only matters with this tag.", examples: ["Trust"] }),
  ),
  is_open: Type.Optional(
    Type.Enum([...flags], {
      description: "Whether the matter is neither completed nor closed.",
      examples: ["true"],
    }),
  ),
  follow_up: Type.Optional(
    Type.Enum([...followUps], {
      description:
        "What your firm is waiting for or has to review: `corrections_open` (corrections requested from the client), `corrections_answered` (all of them answered), or `changes_not_seen` (changes since the submission that no one at the firm has seen).",
      examples: ["corrections_answered"],
    }),
  ),
  sort: Type.Optional(
    Type.Enum([...sorts], {
      description:
        "Sort by opening day, name, latest activity or due date; a leading `-` sorts in descending order. The default is `-opened`.",
      examples: ["-activity"],
    }),
  ),
  ids: Type.Optional(
    ListOf(Type.String({ minLength: 1 }), {
      description:
        "Only these matters: up to 100 ids, separated by commas. Ids that your firm does not have are left out.",
      examples: [["matter_0192F0C47B3A7C11A0B1C2D3E4F50607"]],
    }),
  ),
  updated_since: TimeQuery(
    "Only matters of which any read, apart from the links of documents and the state of invitations, may show something else than before this time; it includes the time itself, and matters that were restored. A change counts from the beginning of its transaction and appears when that ends, so go back a minute from your last request. To learn of deleted matters, follow the events.",
  ),
  starting_after: Type.Optional(
    Type.String({
      description:
        "The id of a matter. Returns only the matters that follow it in the default order (newest first); cannot be combined with `sort`. `count` and `page` then count from that matter.",
      examples: ["matter_0192F0C47B3A7C11A0B1C2D3E4F50607"],
    }),
  ),
}

export type MatterQuery = Static<typeof MatterQuery>
export const MatterQuery = Type.Object(fields, { patternProperties: { "^context\\..": Type.String() } })

// What the API's list of matters takes and gives, and what the console's list shares with it.
import Type, { type Static } from "typebox"
import { approaches } from "../definition/definition.ts"
import { exactly, Nullable, PageQuery } from "../platform/http/shapes.ts"

export const matterStates = ["created", "started", "submitted", "completed", "closed"] as const
/** Where a matter is in its life, for lists that show one word. */
export type MatterState = (typeof matterStates)[number]

/** What the firm waits for, or has to look at. */
export const followUps = ["corrections_open", "corrections_answered", "changes_not_seen"] as const
export type FollowUp = (typeof followUps)[number]

export const sortKeys = ["opened", "name", "activity", "due"] as const
export type SortKey = (typeof sortKeys)[number]
/** The order of a list: a key, with a minus for the last first. */
export const sorts = sortKeys.flatMap((key) => [key, `-${key}`] as const)
export type Sort = (typeof sorts)[number]

export type MatterListItem = Static<typeof MatterListItem>
export const MatterListItem = exactly(
  {
    id: Type.String({ examples: ["matter_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    name: Type.String({ examples: ["Smith, Ada and Ben"] }),
    open_date: Type.String({ description: "Day the matter was created, YYYY-MM-DD." }),
    close_date: Nullable(Type.String()),
    quest_internal_type: Type.String({ examples: ["Planning"] }),
    quest_approach: Type.String({ examples: ["planning"] }),
  },
  { title: "Matter list item" },
)

const day = (description: string, example: string) =>
  Type.Optional(Type.String({ format: "date", pattern: "^(?!0000)", description, examples: [example] }))

const flags = ["true", "false", "1", "0"] as const

export type MatterQuery = Static<typeof MatterQuery>
export const MatterQuery = Type.Object({
  ...PageQuery,
  search: Type.Optional(
    Type.String({
      description:
        "Part of the name, whatever the case and accents; apostrophes, dots and hyphens may be left out.",
      examples: ["smith"],
    }),
  ),
  from: day("Opened on this day or later.", "2026-01-01"),
  until: day("Opened on this day or earlier.", "2026-12-31"),
  is_submitted: Type.Optional(
    Type.Enum([...flags], {
      description: "Whether the client has submitted it.",
      examples: ["true"],
    }),
  ),
  quest_approach: Type.Optional(
    Type.Enum([...approaches], {
      description: "Approach of its questionnaire.",
      examples: ["planning"],
    }),
  ),
  status: Type.Optional(
    Type.Enum([...matterStates], { description: "Where it is in its life.", examples: ["submitted"] }),
  ),
  assignee: Type.Optional(
    Type.String({
      description: "Id of the member of staff it is assigned to, or none.",
      examples: ["none"],
    }),
  ),
  questionnaire_id: Type.Optional(
    Type.String({ description: "Its questionnaire.", examples: ["quest_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
  ),
  file_number: Type.Optional(
    Type.String({ minLength: 1, description: "The firm's own number, exactly.", examples: ["2026-0142"] }),
  ),
  due_from: day("Due on this day or later.", "2026-01-01"),
  due_until: day("Due on this day or earlier.", "2026-12-31"),
  tag: Type.Optional(Type.String({ minLength: 1, description: "A tag it has.", examples: ["Trust"] })),
  is_open: Type.Optional(
    Type.Enum([...flags], { description: "Whether it is neither completed nor closed.", examples: ["true"] }),
  ),
  follow_up: Type.Optional(
    Type.Enum([...followUps], {
      description:
        "What your firm waits for or has to look at: corrections asked of the client, all of them answered, or changes after the submission that no one has seen.",
      examples: ["corrections_answered"],
    }),
  ),
  sort: Type.Optional(
    Type.Enum([...sorts], {
      description:
        "By the day it was opened (`-opened` unless told), its name, its latest activity or the day it is due; `-` puts the last first.",
      examples: ["-activity"],
    }),
  ),
  starting_after: Type.Optional(
    Type.String({
      description:
        "The id of a matter: gives only what stands behind it in the list, newest first, without `sort`. `count` and `page` then count from there.",
      examples: ["matter_0192F0C47B3A7C11A0B1C2D3E4F50607"],
    }),
  ),
})

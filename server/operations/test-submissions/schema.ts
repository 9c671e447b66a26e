import Type, { type Static } from "typebox"
import { eventTypes } from "../../firm/events/schema.ts"
import { exactly, Nullable, OneOf } from "../../platform/http/shapes.ts"

/** How far a matter's clients get. */
const steps = ["start", "fill_in", "submit"] as const
export type Step = (typeof steps)[number]

export const NewTestSubmission = exactly(
  {
    until: Type.Enum(steps, {
      description:
        "`start`: the clients only press Start. `fill_in`: they also answer everything. `submit`: they submit, too.",
      examples: ["submit"],
    }),
    couple: Type.Optional(
      Type.Boolean({
        description: "Whether to invite a partner, if the matter has one client and could have two.",
        examples: [false],
      }),
    ),
    seed: Type.Optional(
      Type.String({
        maxLength: 100,
        description: "The same text gives the same answers on the same day. The default is the matter's id.",
        examples: ["first try"],
      }),
    ),
  },
  { title: "New test submission", description: "What to do as a matter's clients." },
)

const count = (records: string, example: number) =>
  Type.Integer({ description: `How many ${records} the matter has now.`, examples: [example] })

export type TestSubmission = Static<typeof TestSubmission>
export const TestSubmission = exactly(
  {
    matter_id: Type.String({ examples: ["matter_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    event_type: Nullable(
      OneOf(eventTypes, { description: "The event that says so; null if nothing was submitted." }),
    ),
    submission: Nullable(
      Type.Integer({ description: "The submission's number; null if nothing was submitted.", examples: [1] }),
    ),
    changed: Nullable(
      Type.String({
        description: "What was changed before it was submitted again, in the questionnaire's words.",
        examples: ["Do you own a business?"],
      }),
    ),
    people: count("people", 5),
    answers: count("answers", 14),
    assets: count("assets", 3),
    documents: count("documents", 2),
  },
  {
    title: "Test submission",
    description: "What was done to a matter as its clients, and what it holds now.",
  },
)

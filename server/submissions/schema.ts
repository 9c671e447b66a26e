import Type, { type Static } from "typebox"
import { exactly, Nullable } from "../platform/http/shapes.ts"

export const differenceParts = [
  "matter",
  "contacts",
  "roles",
  "assets",
  "documents",
  "financial_documents",
  "answers",
] as const

export type SubmissionList = Static<typeof SubmissionList>
export const SubmissionList = exactly(
  {
    matter: Type.String(),
    submissions: Type.Array(
      exactly({
        number: Type.Integer({ description: "From 1, without gaps.", examples: [1] }),
        reason: Type.Enum(["submitted", "resubmitted", "completed"], {
          description: "What the records were kept for.",
        }),
        submitted_at: Type.String({ examples: ["2026-03-02T09:30:00Z"] }),
        submitted_by: Nullable(Type.String({ description: "The user who sent or completed it." })),
      }),
    ),
  },
  { title: "Submissions of a matter", description: "The latest first." },
)

export const DifferencesQuery = Type.Object({
  from: Type.Optional(
    Type.String({
      description: "Number of the earlier submission; without it, the latest.",
      examples: ["1"],
    }),
  ),
  until: Type.Optional(
    Type.String({
      description: "Number of the later submission; without it, the records as they are now.",
      examples: ["2"],
    }),
  ),
})

export type DifferenceList = Static<typeof DifferenceList>
export const DifferenceList = exactly(
  {
    matter: Type.String(),
    from: Type.Integer({ description: "Number of the earlier submission." }),
    until: Nullable(
      Type.Integer({ description: "Number of the later one; null for the records as they are now." }),
    ),
    differences: Type.Array(
      exactly({
        part: Type.Enum([...differenceParts], { description: "The reading that shows the record." }),
        change: Type.Enum(["added", "removed", "changed"]),
        record: Type.String({
          description: "Id of the contact, asset, role, document, answer or matter.",
          examples: ["contact_0192F0C47B3A7C11A0B1C2D3E4F50607"],
        }),
        label: Type.String({ description: "What people call the record.", examples: ["Ada Maria Smith"] }),
        field: Type.String({
          description: "Name of the field, or the prompt of an additional field; empty for a whole record.",
          examples: ["date_of_birth"],
        }),
        before: Nullable(
          Type.String({ description: "In words; of a sensitive answer at most its last four characters." }),
        ),
        after: Nullable(Type.String({ description: "Likewise. Null where there is nothing." })),
        seen_at: Nullable(
          Type.String({ description: "When your staff marked it as seen; null until then." }),
        ),
      }),
    ),
  },
  { title: "Differences between submissions", description: "Part by part, in the order of the later one." },
)

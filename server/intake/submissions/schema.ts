import Type, { type Static } from "typebox"
import { exactly, Nullable, OneOf } from "../../platform/http/shapes.ts"

export const differenceParts = [
  "matter",
  "contacts",
  "roles",
  "assets",
  "documents",
  "financial_documents",
  "answers",
] as const

/**
 * `received`, `unavailable` (the client does not have it), and `dropped` (the firm no longer needs it) say what closed
 * it, `withdrawn` that the matter stopped requesting it, and `ended` that the matter was closed before it came.
 */
export const openItemStates = ["open", "received", "unavailable", "dropped", "withdrawn", "ended"] as const

const OpenItem = exactly(
  {
    kind: Type.Enum(["signature", "document"]),
    id: Type.String({
      description: "The id of the agreement to sign, or of the document request.",
      examples: ["request_0192F0C47B3A7C11A0B1C2D3E4F50607"],
    }),
    label: Type.String({
      description: "Title of the agreement or the request at that time.",
      examples: ["Copy of your current will"],
    }),
    contact: Nullable(
      Type.String({
        description:
          "The id of the contact who signs, or who sends the document where each of two clients does so separately; null otherwise.",
      }),
    ),
    state: OneOf(openItemStates, {
      description:
        "`open` while it can still come. `received`: the signature was made or a file uploaded. `unavailable`: the client said they do not have the document. `dropped`: your firm no longer needs it. `withdrawn`: the matter stopped requesting it. `ended`: the matter was closed before it came, and is `open` again once it is reopened. New states may be added.",
    }),
    closed_at: Nullable(
      Type.String({
        description: "When it was received, or closed otherwise; null while it is `open` or `ended`.",
        examples: ["2026-03-05T16:00:00Z"],
      }),
    ),
  },
  { title: "Open item of a submission" },
)

export type UnavailableDocument = Static<typeof UnavailableDocument>
const UnavailableDocument = exactly(
  {
    id: Type.String({ description: "The id of the document request." }),
    label: Type.String({ examples: ["Copy of your current will"] }),
    contact: Nullable(
      Type.String({
        description:
          "The id of the contact who does not have it, where each of two clients answers separately; null otherwise.",
      }),
    ),
  },
  { title: "Unavailable document" },
)

export type SubmissionList = Static<typeof SubmissionList>
export const SubmissionList = exactly(
  {
    matter: Type.String(),
    submissions: Type.Array(
      exactly(
        {
          number: Type.Integer({ description: "Numbered from 1, without gaps.", examples: [1] }),
          reason: Type.Enum(["submitted", "resubmitted", "completed"], {
            description:
              "Why the records were saved: the client submitted or resubmitted them, or staff completed the matter.",
          }),
          event_id: Nullable(
            Type.String({
              description:
                "The id of the event that made it, whose webhook names this number; null for submissions from before version 1.1.",
              examples: ["evt_0192F0C47B3A7C11A0B1C2D3E4F50607"],
            }),
          ),
          submitted_at: Type.String({ examples: ["2026-03-02T09:30:00Z"] }),
          submitted_by: Nullable(
            Type.String({ description: "The id of the user who submitted or completed the matter." }),
          ),
          open_items: Type.Array(OpenItem, {
            description:
              "What was still to come at that time: signatures, and documents that the client said they will bring. The list never changes; `state` and `closed_at` of its items do. An item can close after the matter is completed.",
          }),
        },
        { title: "Submission" },
      ),
    ),
    unavailable_documents: Type.Array(UnavailableDocument, {
      description:
        "Document requests that are answered by the client's statement that there is no such document.",
    }),
  },
  { title: "Submissions of a matter", description: "The submissions, latest first." },
)

export const DifferencesQuery = Type.Object({
  from: Type.Optional(
    Type.String({
      "x-whole-number": {},
      description: "The number of the earlier submission. Defaults to the latest.",
      examples: ["1"],
    }),
  ),
  until: Type.Optional(
    Type.String({
      "x-whole-number": {},
      description: "The number of the later submission. Defaults to the records as they are now.",
      examples: ["2"],
    }),
  ),
})

export type DifferenceList = Static<typeof DifferenceList>
export const DifferenceList = exactly(
  {
    matter: Type.String(),
    from: Type.Integer({ description: "The number of the earlier submission." }),
    until: Nullable(
      Type.Integer({
        description: "The number of the later submission; null for the records as they are now.",
      }),
    ),
    differences: Type.Array(
      exactly(
        {
          part: Type.Enum([...differenceParts], { description: "The endpoint that returns the record." }),
          change: Type.Enum(["added", "removed", "changed"]),
          record: Type.String({
            description: "The id of the contact, asset, role, document, answer or matter.",
            examples: ["contact_0192F0C47B3A7C11A0B1C2D3E4F50607"],
          }),
          label: Type.String({
            description: "A readable name of the record.",
            examples: ["Ada Maria Smith"],
          }),
          field: Type.String({
            description:
              "The name of the field, or the prompt of an additional field; empty for an entire record.",
            examples: ["date_of_birth"],
          }),
          before: Nullable(
            Type.String({
              description:
                "The earlier value as text; for a sensitive answer, at most its last four characters. Null where there was none.",
            }),
          ),
          after: Nullable(
            Type.String({ description: "The later value, in the same form. Null where there is none." }),
          ),
          seen_at: Nullable(
            Type.String({ description: "When your staff marked the change as seen; null until then." }),
          ),
        },
        { title: "Difference" },
      ),
    ),
  },
  {
    title: "Differences between submissions",
    description: "Grouped by part, in the order of the later submission.",
  },
)

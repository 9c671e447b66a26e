import Type, { type Static } from "typebox"
import { exactly, IdInPath, Nullable } from "../../platform/http/shapes.ts"

const moment = (description: string) =>
  Nullable(Type.String({ description, examples: ["2026-03-15T09:00:00Z"] }))

const kind = Type.Enum(["question", "contact", "role", "asset", "request", "document"], {
  description: "What the client should check: `request` is a requested document, `document` a file.",
})
const record_id = Type.String({
  description: "The id of that record, such as a contact's, an asset's, or a question's.",
  examples: ["contact_0192F0C47B3A7C11A0B1C2D3E4F50607"],
})
const about = "The client it is about, where each answers a question, serves in a role, or sends a document."

export type Correction = Static<typeof Correction>
export const Correction = exactly(
  {
    id: Type.String({ examples: ["correction_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    kind,
    record_id,
    about: Nullable(Type.String({ description: about })),
    label: Type.String({ description: "The record's name when the correction was written." }),
    words: Type.String({ description: "What the firm asks the client." }),
    state: Type.Enum(["open", "answered", "resolved", "withdrawn"], {
      description:
        "`answered`: the client has changed the record or confirmed it. Staff resolve a correction when they accept the answer, or withdraw it.",
    }),
    requested_at: Type.String({ examples: ["2026-03-15T09:00:00Z"] }),
    answered_at: moment("When the client first answered."),
    ended_at: moment("When staff resolved or withdrew it."),
  },
  { title: "Correction", description: "Something that the firm asks a client to check again." },
)

export type CorrectionList = Static<typeof CorrectionList>
export const CorrectionList = exactly(
  { matter: Type.String(), corrections: Type.Array(Correction) },
  { title: "Corrections of a matter", description: "Corrections in the order they were written." },
)

export const max_corrections = 20

export type NewCorrections = Static<typeof NewCorrections>
export const NewCorrections = exactly(
  {
    corrections: Type.Array(
      exactly(
        {
          kind,
          record_id,
          about: Type.Optional(Nullable(Type.String({ description: about }))),
          words: Type.String({
            minLength: 1,
            maxLength: 1000,
            "x-reads": "lines",
            description: "1–1,000 characters for the client, who sees them next to the record.",
            examples: ["Please check the date of birth."],
          }),
        },
        { title: "New correction" },
      ),
      {
        minItems: 1,
        maxItems: max_corrections,
        description: "1–20 corrections, which the client gets together.",
      },
    ),
    invitation_ids: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 20,
        description:
          "The invitations to notify by one email each, which does not say what is asked. Without it, all but helpers'; empty for no email.",
        examples: [["invite_0192F0C47B3A7C11A0B1C2D3E4F50607"]],
      }),
    ),
    let_edit: Type.Optional(
      Type.Boolean({ description: "Reopens the matter for its client if the client cannot edit it now." }),
    ),
  },
  { title: "New corrections" },
)

export const CorrectionParams = Type.Object({
  matter_id: IdInPath("matter", "The id of the matter."),
  correction_id: IdInPath("correction", "The id of the correction."),
})

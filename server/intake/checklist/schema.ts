import Type, { type Static } from "typebox"
import { exactly, IdInPath, Nullable } from "../../platform/http/shapes.ts"
import { MatterParams } from "../matters/schema.ts"

export const max_label_characters = 200
export const max_note_characters = 1_000
/** How many documents staff can request in one matter. */
export const max_requests = 100
/** Documents of the firm's own in one matter, each with its files. */
export const max_own_documents = 500
/** How many documents one set can list. */
export const max_in_set = 50
export const max_set_name_characters = 80
/** How many sets a firm keeps. */
export const max_sets = 200

/**
 * `missing`: nothing came although its day has passed, or although it is required and the client has submitted. `bring`
 * and `none`: the client will bring it, or doesn't have it. A dropped document is `none`: released programs know no more. Of several files, one that was returned counts most, then one
 * that no one has reviewed.
 */
export const checklistStates = [
  "requested",
  "missing",
  "bring",
  "none",
  "received",
  "accepted",
  "returned",
] as const

const words = { examples: ["Some pages are missing. Please send the complete document."] }

const file = {
  document_id: Type.String({ examples: ["document_P0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
  filename: Type.String({ examples: ["Deed.pdf"] }),
  uploaded_at: Type.String({ examples: ["2026-03-02T09:30:00Z"] }),
  state: Type.Enum(["received", "accepted", "returned", "replaced"], {
    description: "`replaced`: the client has sent another file in place of a returned one.",
  }),
  reason: Nullable(
    Type.String({ description: "Why it was returned, for the client; null otherwise.", ...words }),
  ),
  returned_at: Nullable(Type.String({ examples: ["2026-03-15T09:00:00Z"] })),
}

export type DocumentState = Static<typeof DocumentState>
export const DocumentState = exactly(
  { matter_id: Type.String(), ...file },
  { title: "Document state", description: "What became of one file." },
)

const ListedState = exactly(file, { title: "Listed document state" })

const due_day = { examples: ["2026-04-15"] }

export type RequestedDocument = Static<typeof RequestedDocument>
export const RequestedDocument = exactly(
  {
    id: Type.String({ examples: ["docreq_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    label: Type.String({ examples: ["Copy of your current will"] }),
    required: Type.Boolean(),
    contact: Nullable(
      Type.String({
        description:
          "The client who sends it separately, or from whom your firm requests it; null for a document requested once, from any client.",
      }),
    ),
    due_on: Nullable(Type.String({ description: "The day by which your firm wants it.", ...due_day })),
    is_overdue: Type.Boolean({
      description: "The day has passed, and the client still has something to do.",
    }),
    state: Type.Enum([...checklistStates], {
      description:
        "`missing`: required or overdue, and nothing came; `bring` and `none`: the client will bring it, or doesn't have it. Of several files, a returned one counts most, then one that nobody has reviewed.",
    }),
    is_dropped: Type.Boolean({
      description: "Your firm has told the client that it is no longer needed; `state` is then `none`.",
    }),
    is_added: Type.Boolean({
      description: "Your firm requested it in this matter; the questionnaire does not ask for it.",
    }),
    documents: Type.Array(ListedState, { description: "Oldest first." }),
  },
  { title: "Requested document", description: "A document your firm requests, and what became of it." },
)

export type DocumentRequests = Static<typeof DocumentRequests>
export const DocumentRequests = exactly(
  {
    matter_id: Type.String({ examples: ["matter_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    document_requests: Type.Array(RequestedDocument, {
      description: "In the order of the questionnaire, without hidden ones; then those your firm added.",
    }),
    financial_documents: Type.Array(ListedState, {
      description: "The files uploaded for assets, oldest first.",
    }),
  },
  { title: "Requested documents of a matter", description: "The documents of a matter as a checklist." },
)

export const NewReturn = exactly(
  {
    words: Type.String({
      minLength: 1,
      maxLength: 1000,
      "x-reads": "lines",
      description: "The reason, for the client: 1–1,000 characters.",
      ...words,
    }),
    let_edit: Type.Optional(
      Type.Boolean({ description: "Reopens the matter for its client if the client cannot edit it now." }),
    ),
  },
  { title: "New return" },
)

export const DueDayChange = exactly(
  {
    due_on: Nullable(
      Type.String({
        "x-reads": "day",
        description: "The day by which your firm wants the document; null for none.",
        ...due_day,
      }),
    ),
    contact: Type.Optional(
      Nullable(
        Type.String({
          description: "The client, for a document that each client sends separately.",
          examples: ["contact_0192F0C47B3A7C11A0B1C2D3E4F50607"],
        }),
      ),
    ),
  },
  { title: "Due day" },
)

export const NewDocumentRequest = exactly(
  {
    label: Type.String({
      minLength: 1,
      maxLength: max_label_characters,
      description: "What the document is called, for the client: 1–200 characters.",
      examples: ["Closing statement of the house in Salem"],
    }),
    note: Type.Optional(
      Type.String({
        maxLength: max_note_characters,
        "x-reads": "lines",
        description: "A sentence for the client: up to 1,000 characters.",
        examples: ["The title company can send you a copy."],
      }),
    ),
    contact: Type.Optional(
      Nullable(
        Type.String({
          description: "The client you request it from; null, or nothing, for any client of the matter.",
          examples: ["contact_0192F0C47B3A7C11A0B1C2D3E4F50607"],
        }),
      ),
    ),
    due_on: Type.Optional(
      Nullable(
        Type.String({
          "x-reads": "day",
          description: "The day by which your firm wants the document; null, or nothing, for none.",
          ...due_day,
        }),
      ),
    ),
  },
  { title: "New document request" },
)

export const WithdrawnRequest = exactly(
  {
    id: Type.String({ examples: ["docreq_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    status: Type.Literal("removed"),
  },
  { title: "Withdrawn document request", description: "A request that was taken back." },
)

export const RequestParams = Type.Object({
  ...MatterParams.properties,
  request_id: IdInPath("docreq", "The id of the requested document."),
})
export const RequestQuery = Type.Object({
  contact: Type.Optional(
    Type.String({
      description: "The client, for a document that each client sends separately.",
      examples: ["contact_0192F0C47B3A7C11A0B1C2D3E4F50607"],
    }),
  ),
})

import Type, { type Static } from "typebox"
import { exactly, IdInPath, PageQuery, PageWrapper, SubmissionQuery } from "../../platform/http/shapes.ts"
import { GeneralCategory } from "../questionnaires/schema.ts"

const file = {
  document_id: Type.String({ examples: ["document_P0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
  filename: Type.String({ examples: ["Deed.pdf"] }),
  size: Type.Integer({ description: "Size in bytes." }),
}
const link = {
  download_url: Type.String({
    description:
      "A link to this file that works without a key, so treat it like one. It stops working when the document is removed.",
  }),
  expires_in: Type.Integer({ description: "How long the link works, in seconds.", examples: [600] }),
}
const uploaded_at = Type.String({ examples: ["2026-03-02T09:30:00Z"] })

const plain = {
  document_request: exactly(
    { label: Type.String({ examples: ["Copy of your current will"] }) },
    { title: "Document request" },
  ),
  uploaded_at,
}
const financial = {
  fin_item: exactly(
    { description: Type.String(), id: Type.String({ description: "The id of the asset." }) },
    { title: "Document asset" },
  ),
  fin_category: exactly(
    {
      id: Type.String(),
      label: Type.String({ examples: ["Homes and land"] }),
      general_category: GeneralCategory,
    },
    { title: "Document category" },
  ),
  uploaded_at,
}

export type Document = Static<typeof Document>
export const Document = exactly({ ...file, ...link, ...plain }, { title: "Document" })

export type FinancialDocument = Static<typeof FinancialDocument>
export const FinancialDocument = exactly({ ...file, ...link, ...financial }, { title: "Financial document" })

export const SingleDocument = Type.Union(
  [
    exactly({ matter_id: Type.String(), ...file, ...link, ...plain }, { title: "Single document" }),
    exactly(
      { matter_id: Type.String(), ...file, ...link, ...financial },
      { title: "Single financial document" },
    ),
  ],
  { description: "The same fields as in the document's list, plus `matter_id`." },
)

/** A document as stored: its link is created on reading. */
export type WithoutLink<Item> = Omit<Item, keyof typeof link>

export const DocumentList = exactly(
  { matter_id: Type.String(), documents: Type.Array(Document), ...PageWrapper },
  { title: "Documents of a matter", description: "One page of the matter's files for document requests." },
)
export const FinancialDocumentList = exactly(
  { matter_id: Type.String(), documents: Type.Array(FinancialDocument), ...PageWrapper },
  { title: "Financial documents of a matter", description: "One page of the matter's files for assets." },
)

export const DocumentParams = Type.Object({
  document_id: IdInPath("document", "The id of a file of either kind."),
})
export const DocumentQuery = Type.Object({
  ...PageQuery,
  ...SubmissionQuery,
  uploaded_since: Type.Optional(
    Type.String({
      format: "date",
      // PostgreSQL has no year 0.
      pattern: "^(?!0000)",
      description: "Only files uploaded on or after this day (UTC), YYYY-MM-DD.",
      examples: ["2026-03-01"],
    }),
  ),
})

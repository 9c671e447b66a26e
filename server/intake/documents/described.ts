import type { SentAttachment } from "./attachments.ts"
import type { Document, FinancialDocument, WithoutLink } from "./schema.ts"

export type PlainFile = WithoutLink<Document>
export type FinancialFile = WithoutLink<FinancialDocument>

/** What a file is for: a request, or an asset and its kind. */
export function purposeOf(file: PlainFile | FinancialFile): string {
  if ("document_request" in file) return file.document_request.label
  return [file.fin_category.label, file.fin_item.description].filter(Boolean).join(", ")
}

/** All files of a matter with the purpose of each: for requests, for assets, then those attached to messages. */
export function describeFiles(
  matter: { documents: readonly PlainFile[]; financial_documents: readonly FinancialFile[] },
  attachments: readonly SentAttachment[] = [],
) {
  const describe = (file: PlainFile | FinancialFile, part: "documents" | "financial_documents") => {
    const { document_id, filename, size, uploaded_at } = file
    return { document_id, filename, size, uploaded_at, part, what: purposeOf(file) }
  }
  return [
    ...matter.documents.map((file) => describe(file, "documents")),
    ...matter.financial_documents.map((file) => describe(file, "financial_documents")),
    ...attachments.map(({ subject, ...file }) => ({
      ...file,
      part: "messages",
      what: `Messages, ${subject}`,
    })),
  ]
}

import { getStoredDocument } from "../../documents/documents.ts"
import { downloadUrl } from "../../documents/links.ts"
import { notFound } from "../../platform/errors.ts"
import type { PageRequest } from "../page-request.ts"
import type { RoutedRequest } from "../section.tsx"
import type { Redirect } from "../view.tsx"

/** A file's permanent URL in the portal, which redirects to a short-lived download link. */
export const documentUrl = (document_id: string): string => `/portal/documents/${document_id}`

/** Redirects to a new download link; throws "not found" for a file of another matter. */
export async function openDocument(
  { tx, matter, firm, parts }: PageRequest,
  { params }: RoutedRequest,
): Promise<Redirect> {
  const { id: document_id, matter_id } = await getStoredDocument(tx, params.document_id ?? "")
  if (matter_id !== matter.id) throw notFound()
  return {
    to: downloadUrl({ ring: parts.ring, base_url: "" }, { firm_id: firm.id, document_id, now: tx.now }),
  }
}

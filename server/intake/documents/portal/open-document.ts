import { notFound } from "../../../platform/errors.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import type { RoutedRequest } from "../../portal/sections/section.tsx"
import type { Redirect } from "../../portal/view.tsx"
import { getStoredDocument } from "../documents.ts"
import { downloadUrl } from "../downloads/links.ts"

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

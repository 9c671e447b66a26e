import type { Attachment } from "../../documents/attachments.ts"
import type { FileItem } from "../../ui/components/file-list.tsx"
import { displaySize } from "../documents/display-size.ts"
import { documentUrl } from "../documents/open-document.ts"
import type { PageRequest } from "../page-request.ts"

/** A file of a message, as a link that opens it. */
export function attachmentItem({ lang }: PageRequest, { document_id, filename, size }: Attachment): FileItem {
  return { id: document_id, name: filename, href: documentUrl(document_id), detail: displaySize(size, lang) }
}

import type { Attachment } from "../../documents/attachments.ts"
import type { FileItem } from "../../ui/components/file-list.tsx"
import { documentUrl } from "../documents/opening.ts"
import { displaySize } from "../documents/size.ts"
import type { PageRequest } from "../page-request.ts"

/** A file of a message, as a link that opens it. */
export function attachmentItem({ lang }: PageRequest, { document_id, filename, size }: Attachment): FileItem {
  return { id: document_id, name: filename, href: documentUrl(document_id), detail: displaySize(size, lang) }
}

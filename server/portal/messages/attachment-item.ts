import type { Attachment } from "../../documents/attachments.ts"
import { downloadUrl } from "../../documents/links.ts"
import type { FileItem } from "../../ui/components/file-list.tsx"
import { displaySize } from "../documents/size.ts"
import type { PageRequest } from "../page-request.ts"

/** A file of a message, as a link that opens it. */
export function attachmentItem(req: PageRequest, { document_id, filename, size }: Attachment): FileItem {
  const { parts, firm, tx, lang } = req
  const href = downloadUrl({ ...parts, base_url: "" }, { firm_id: firm.id, document_id, now: tx.now })
  return { id: document_id, name: filename, href, detail: displaySize(size, lang) }
}

import { recordAudit } from "../../../firm/audit/audit.ts"
import { notFound } from "../../../platform/errors.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { RawResponse, Redirect } from "../../../web/console/view.tsx"
import { Details } from "../../../web/ui/components/card.tsx"
import { requireMatter } from "../../matters/console/frame/require-matter.ts"
import { contentTypeOf, displayOf } from "../content-type.ts"
import { getDocument } from "../documents.ts"
import { downloadUrl, type LinkUse } from "../downloads/links.ts"
import { getThumbnail } from "../thumbnails.ts"

/** Redirects to a new link, which works for ten minutes: the page with this link may have been open for hours. */
export const downloadDocument = (req: PageRequest) => openDocument(req, "download")

/** The same, but the browser displays the file. */
export const previewDocument = (req: PageRequest) => openDocument(req, "preview")

/** Sends the thumbnail, which shows no more than what kind of document it is. Another file has another address. */
export async function sendThumbnail(req: PageRequest): Promise<RawResponse> {
  const { id } = await requireMatter(req)
  const jpeg = await getThumbnail(req.tx, req.parts.ring, id, req.param("document_id"))
  return {
    send: (reply) =>
      reply
        .header("content-type", "image/jpeg")
        .header("content-security-policy", "sandbox; default-src 'none'")
        .header("cache-control", "private, max-age=86400, immutable")
        .send(jpeg),
  }
}

async function openDocument(req: PageRequest, use: LinkUse): Promise<Redirect> {
  const { tx, staff, parts, param } = req
  const { id: matter_id } = await requireMatter(req)
  const document = await getDocument(tx, parts.ring, param("document_id"))
  if (document.matter_id !== matter_id) throw notFound()
  const { document_id: record_id, filename: label } = document
  await recordAudit(tx, "document_read", { matter_id, record_id, label })
  const subject = { firm_id: staff.firm_id, document_id: document.document_id, now: tx.now }
  return { to: downloadUrl({ ring: parts.ring, base_url: "" }, subject, use) }
}

/** A preview of a file type that browsers display. Loads only once unfolded, so unopened files are never sent. */
export function Preview({
  matter_id,
  file,
}: {
  matter_id: string
  file: { document_id: string; filename: string }
}) {
  const { document_id, filename } = file
  if (!displayOf(contentTypeOf(filename))) return null
  return (
    <Details
      summary={
        <>
          Preview<span class="visually-hidden"> {filename}</span>
        </>
      }
    >
      <OpenFile matter_id={matter_id} id={document_id} filename={filename} />
    </Details>
  )
}

/** A file, displayed by the browser. Load it only when it is asked for, as each read is in the audit log. */
export function OpenFile(props: { matter_id: string; id: string; filename: string }) {
  const { matter_id, id, filename } = props
  const src = `/console/matters/${matter_id}/documents/${id}/preview`
  const title = `Preview of ${filename}`
  return displayOf(contentTypeOf(filename)) === "picture" ? (
    <img class="preview" src={src} alt={title} loading="lazy" />
  ) : (
    <iframe class="preview preview-page" src={src} title={title} loading="lazy" />
  )
}

// Serves a file's bytes without a key, through a signed link to one file that works for ten minutes. The response never
// runs in a browser, whatever was uploaded. Previews use the browser's own viewer and only frame on our own pages.
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { type Failure, forbidden, notFound } from "../../../platform/errors.ts"
import { type FileParts, readStoredFile } from "../../../platform/files/read-stored-file.ts"
import type { App } from "../../../platform/http/app.ts"
import { attachment } from "../../../platform/http/downloads/content-disposition.ts"
import { sendRange } from "../../../platform/http/downloads/ranged-response.ts"
import { displayOf } from "../content-type.ts"
import { getStoredDocument, type StoredDocument } from "../documents.ts"
import { readLink } from "./links.ts"

export function downloadRoutes(app: App, parts: FileParts): void {
  for (const url of ["/download/:firm_id/:document_id", "/preview/:firm_id/:document_id"])
    fileRoute(app, parts, url)
}

function fileRoute(app: App, parts: FileParts, url: string): void {
  const { db, ring } = parts
  app.route({
    method: ["GET", "HEAD"],
    url,
    config: { takes_secret: true },
    schema: { hide: true },
    handler: async (request, reply) => {
      const link = readLink(ring, request.raw.url ?? "", db.clock())
      if (!link) throw notFound("There is nothing at this address.")
      if (link.is_expired) throw expired()
      const document = await db.forFirm(link.firm_id, (tx) => findDocument(tx, link.document_id))

      return sendRange(reply, {
        size: document.size,
        headers: {
          "Content-Type": document.content_type,
          ...(link.use === "preview" && displayOf(document.content_type)
            ? { "Content-Disposition": "inline", "Content-Security-Policy": policyOf(document.content_type) }
            : {
                "Content-Disposition": attachment(document.filename),
                "Content-Security-Policy": "sandbox; default-src 'none'",
              }),
        },
        read: (range) =>
          readStoredFile(
            parts,
            link.firm_id,
            { key: document.file_key, wrapped_key: document.wrapped_key },
            range,
          ),
      })
    },
  })
}

/** Browsers don't open their PDF viewer in a sandbox; the viewer is a sandbox itself and loads nothing. */
function policyOf(content_type: string): string {
  const framed = "default-src 'none'; frame-ancestors 'self'"
  return content_type === "application/pdf"
    ? `${framed}; object-src 'self'; style-src 'unsafe-inline'`
    : `sandbox; ${framed}`
}

async function findDocument(tx: Tx, document_id: string): Promise<StoredDocument> {
  const [document, firm] = await Promise.all([
    getStoredDocument(tx, document_id),
    tx.one<{ is_suspended: boolean }>(
      sql`select suspended_at is not null as is_suspended from firms where id = current_firm()`,
    ),
  ])
  if (firm.is_suspended) {
    throw forbidden("firm_suspended", "The firm is suspended. Ask the administrator of this service.")
  }
  return document
}

function expired(): Failure {
  return forbidden("link_expired", "This link has expired. Request the document again to get a new one.")
}

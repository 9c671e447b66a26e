// The one door to a file's bytes that needs no key: a signed link to one file, for ten minutes. What comes out never
// runs in a browser, whatever somebody uploaded.
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { Failure, notFound } from "../platform/errors.ts"
import { type FileParts, readStoredFile } from "../platform/files/file-parts.ts"
import type { App } from "../platform/http/app.ts"
import { rangeOf } from "./byte-range.ts"
import { attachment } from "./content-disposition.ts"
import { getStoredDocument, type StoredDocument } from "./documents.ts"
import { readLink } from "./links.ts"

export function downloadRoutes(app: App, parts: FileParts): void {
  const { db, ring } = parts
  app.route({
    method: ["GET", "HEAD"],
    url: "/download/:firm_id/:document_id",
    config: { takes_secret: true },
    schema: { hide: true },
    handler: async (request, reply) => {
      const link = readLink(ring, request.raw.url ?? "", db.clock())
      if (!link) throw notFound("There is nothing at this address.")
      if (link.is_expired) throw expired()
      const document = await db.forFirm(link.firm_id, (tx) => findDocument(tx, link.document_id))

      const range = rangeOf(request.headers.range, document.size)
      // Before any header: what cannot be read is answered as an error, not as half a file.
      const file = { key: document.file_key, wrapped_key: document.wrapped_key }
      const content =
        request.method === "HEAD" || range === "unsatisfiable"
          ? undefined
          : await readStoredFile(parts, link.firm_id, file, range)
      reply
        .header("Content-Type", document.content_type)
        .header("Content-Disposition", attachment(document.filename))
        .header("Content-Security-Policy", "sandbox; default-src 'none'")
        .header("Cross-Origin-Resource-Policy", "same-origin")
        .header("Cache-Control", "private, no-store")
        .header("Accept-Ranges", "bytes")
      if (range === "unsatisfiable") {
        return reply.status(416).header("Content-Range", `bytes */${document.size}`).send()
      }
      const { start, end } = range ?? { start: 0, end: document.size - 1 }
      if (range) reply.status(206).header("Content-Range", `bytes ${start}-${end}/${document.size}`)
      reply.header("Content-Length", end - start + 1)
      return reply.send(content)
    },
  })
}

async function findDocument(tx: Tx, document_id: string): Promise<StoredDocument> {
  const [document, firm] = await Promise.all([
    getStoredDocument(tx, document_id),
    tx.one<{ is_suspended: boolean }>(
      sql`select suspended_at is not null as is_suspended from firms where id = current_firm()`,
    ),
  ])
  if (firm.is_suspended) {
    throw new Failure(
      "forbidden",
      "firm_suspended",
      "The firm is suspended. Ask the administrator of this service.",
    )
  }
  return document
}

function expired(): Failure {
  return new Failure(
    "forbidden",
    "link_expired",
    "This link has ended. Ask for the document again to get a new one.",
  )
}

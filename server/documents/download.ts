// The one door to a file's bytes that needs no key: a signed link to one file, for ten minutes. What comes out never
// runs in a browser, whatever somebody uploaded.
import type { Database, Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { Failure, notFound } from "../platform/errors.ts"
import { readEncrypted } from "../platform/files/encrypted_files.ts"
import type { FileStore } from "../platform/files/file_store.ts"
import type { App } from "../platform/http/server.ts"
import type { KeyRing } from "../platform/secrets/key_ring.ts"
import { rangeOf } from "./byte_range.ts"
import { attachment } from "./content_disposition.ts"
import { getStoredDocument, type StoredDocument } from "./documents.ts"
import { readLink } from "./links.ts"

export interface DownloadParts {
  db: Database
  ring: KeyRing
  files: FileStore
}

export function downloadRoutes(app: App, { db, ring, files }: DownloadParts): void {
  app.route({
    method: ["GET", "HEAD"],
    url: "/download/:firm_id/:document_id",
    schema: { hide: true },
    handler: async (request, reply) => {
      const link = readLink(ring, request.raw.url ?? "", db.clock())
      if (!link) throw notFound("There is nothing at this address.")
      if (link.is_expired) throw expired()
      const document = await db.forFirm(link.firm_id, (tx) => findDocument(tx, link.document_id))

      const range = rangeOf(request.headers.range, document.size)
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
      if (request.method === "HEAD") return reply.send()
      const file = { key: document.file_key, wrapped_key: document.wrapped_key }
      return reply.send(await readEncrypted(files, ring, file, range))
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
    throw new Failure("forbidden", "firm_suspended", "The firm is suspended. Ask whoever runs this service.")
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

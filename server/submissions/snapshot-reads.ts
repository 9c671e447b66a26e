// Implements `?submission=N` on every read of a matter: the response is what was submitted then. The route names the
// part of the submission to return (`config.snapshot`).
import type { FastifyRequest } from "fastify"
import { type AnswerSnapshot, answersOfSnapshot, type OnSensitiveRead } from "../answers/listing.ts"
import { type LinkParts, prepareLinks } from "../documents/links.ts"
import type { Tx } from "../platform/db/database.ts"
import type { App } from "../platform/http/app.ts"
import { pageLinks, pageOf } from "../platform/http/paging.ts"
import { submissionNumberOf } from "./submission-number.ts"
import { readPart } from "./submissions.ts"

export type SnapshotParts = LinkParts & { onSensitiveRead?: OnSensitiveRead }

/** Register this before the routes it replaces. */
export function registerSnapshotReads(app: App, parts: SnapshotParts): void {
  app.addHook("preHandler", async (request, reply) => {
    const { snapshot } = request.routeOptions.config
    const { submission } = request.query as { submission?: string }
    if (!snapshot || submission === undefined) return
    const body = await request.inFirm((tx) =>
      snapshotBody(tx, request, parts, snapshot, submissionNumberOf("submission", submission)),
    )
    return reply.send(body)
  })
}

async function snapshotBody(
  tx: Tx,
  request: FastifyRequest,
  parts: SnapshotParts,
  snapshot: string,
  number: number,
) {
  const { matter_id } = request.params as { matter_id: string }
  switch (snapshot) {
    case "matter":
      return readPart(tx, matter_id, number, snapshot)
    case "clients":
    case "contacts":
      return { matter: matter_id, contacts: await readPart(tx, matter_id, number, snapshot) }
    case "assets":
    case "roles":
      return { matter: matter_id, [snapshot]: await readPart(tx, matter_id, number, snapshot) }
    case "answers":
      return {
        matter: matter_id,
        answers: await openSnapshot(tx, parts, matter_id, await readPart(tx, matter_id, number, snapshot)),
      }
    case "documents":
    case "financial_documents":
      return {
        matter_id,
        ...(await pageOfFiles(tx, request, parts, await readPart(tx, matter_id, number, snapshot))),
      }
    default:
      throw new Error(`A submission has no part "${snapshot}".`)
  }
}

async function openSnapshot(
  tx: Tx,
  { ring, onSensitiveRead }: SnapshotParts,
  matter_id: string,
  snapshot: AnswerSnapshot[],
) {
  const sensitive_ids = snapshot.filter(({ value_sealed }) => value_sealed !== undefined).map(({ id }) => id)
  if (sensitive_ids.length > 0) await onSensitiveRead?.(tx, matter_id, sensitive_ids)
  return answersOfSnapshot(ring, matter_id, snapshot)
}

async function pageOfFiles(
  tx: Tx,
  request: FastifyRequest,
  parts: SnapshotParts,
  files: readonly { document_id: string; uploaded_at: string }[],
) {
  const query = request.query as { uploaded_since?: string; page?: string; page_size?: string }
  const page = pageOf(query)
  const wanted = files.filter(({ uploaded_at }) => uploaded_at >= (query.uploaded_since ?? ""))
  const withLink = await prepareLinks(tx, parts)
  const documents = wanted.slice(page.offset, page.offset + page.limit).map(withLink)
  return { documents, ...pageLinks(request, page, wanted.length) }
}

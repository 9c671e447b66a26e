// Implements `?submission=N` on every read of a matter: the response is what was submitted then. The route names the
// part of the submission to return (`config.snapshot`).
import type { FastifyRequest } from "fastify"
import type { Tx } from "../../platform/db/database.ts"
import type { App } from "../../platform/http/app.ts"
import { countedNumberOf } from "../../platform/http/requests/counted-number.ts"
import { pageLinks, pageOf } from "../../platform/http/responses/paging.ts"
import { type AnswerSnapshot, answersOfSnapshot, type OnSensitiveRead } from "../answers/listing.ts"
import { showAnswers } from "../answers/sensitive-answers.ts"
import { withoutOwners } from "../assets/owners.ts"
import { type LinkParts, prepareLinks } from "../documents/downloads/links.ts"
import { readPart } from "./submissions.ts"

export type SnapshotParts = LinkParts & { onSensitiveRead?: OnSensitiveRead }

/** Register this before the routes it replaces. */
export function registerSnapshotReads(app: App, parts: SnapshotParts): void {
  app.addHook("preHandler", async (request, reply) => {
    const { snapshot } = request.routeOptions.config
    const { submission } = request.query as { submission?: string }
    if (!snapshot || submission === undefined) return
    const body = await request.inFirm((tx) =>
      snapshotBody(tx, request, parts, snapshot, countedNumberOf("submission", submission)),
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
    case "assets": {
      const assets = await readPart(tx, matter_id, number, snapshot)
      return { matter: matter_id, assets: assets.map(withoutOwners) }
    }
    case "roles":
      return { matter: matter_id, roles: await readPart(tx, matter_id, number, snapshot) }
    case "answers":
      return {
        matter: matter_id,
        answers: await openSnapshot(tx, request, parts, await readPart(tx, matter_id, number, snapshot)),
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

function openSnapshot(
  tx: Tx,
  request: FastifyRequest,
  { ring, onSensitiveRead }: SnapshotParts,
  snapshot: AnswerSnapshot[],
) {
  const { matter_id } = request.params as { matter_id: string }
  const listed = answersOfSnapshot(ring, matter_id, snapshot)
  return showAnswers(tx, request, { matter_id, listed, onSensitiveRead })
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

// The firm's software adds a file in one request. It passes what a client's does.
import { inFirmOnce } from "../../firm/access/api/once.ts"
import { found } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import { hasResponse, IdempotencyHeaders } from "../../platform/http/responses/idempotency.ts"
import { type LinkParts, linker } from "../documents/downloads/links.ts"
import { cleanFilename } from "../documents/filename.ts"
import { SingleDocument } from "../documents/schema.ts"
import { refuseUnseen } from "../documents/uploads/inspected-storage.ts"
import type { UploadParts } from "../documents/uploads/uploads.ts"
import { getMatterRow } from "../matters/matter-row.ts"
import { MatterParams } from "../matters/schema.ts"
import { addFile, type RecordIn, readActor, recordAdded } from "./adding-files.ts"
import { declaredSize, fileBody, refuseAborted, sourceOf, withFileBodies } from "./file-bodies.ts"
import { FileQuery } from "./upload-schema.ts"

export function addFileRoute(app: App, parts: UploadParts & LinkParts): void {
  const { db, ring } = parts
  withFileBodies(app, (files) =>
    files.post(
      "/v1/matters/:matter_id/documents",
      {
        config: { scope: "matters:write", takes_files: true },
        schema: {
          operationId: "uploadDocument",
          tags: ["Uploads"],
          summary: "Add Document to Matter",
          description:
            "Adds a file that your firm has: the body is the file, of at most 100 MB, and the parameters say what it is. It is checked as a client’s file is, and the client sees it as received from your firm, also in a completed matter, and can neither remove nor replace it. Without a request and an asset it is a document of its own, at most 500 in a matter, which no one is asked for. A closed matter is a 409, and so is a second file for a request that takes one. The same file again within a minute is not added twice.",
          params: MatterParams,
          querystring: FileQuery,
          headers: IdempotencyHeaders,
          body: fileBody,
          response: { 201: SingleDocument },
        },
      },
      async (request, reply) => {
        const { matter_id } = request.params
        const { filename = "", sha256, ...purpose } = request.query
        const { is_repeated, ...actor } = await request.inFirm(async (tx) => ({
          matter: await getMatterRow(tx, matter_id),
          ...(await readActor(tx)),
          is_repeated: await hasResponse(tx, request, request.keyId()),
        }))
        await refuseUnseen(cleanFilename(filename), declaredSize(request))
        const file = { matter_id, ...purpose, filename, source: sourceOf(request) }
        let added: Awaited<ReturnType<typeof recordAdded>> | undefined
        const recordIn: RecordIn = async (work, written) => {
          const sent = { ...request.query, sha256: written.sha256.toString("hex") }
          added = await inFirmOnce({ request, reply, ring, sent }, (tx) =>
            recordAdded(tx, ring, { work, written, sha256 }),
          )
          return added.document_id
        }
        await addFile(parts, actor, file, recordIn, is_repeated).catch(refuseAborted)
        reply.code(201)
        return linker(parts, actor.firm_id, db.clock())(found(added))
      },
    ),
  )
}

// The firm's software adds a file in pieces, by tus 1.0 (https://tus.io), which survives a lost connection and a
// restarted server.
import type { FastifyReply, FastifyRequest } from "fastify"
import { inFirmOnce } from "../../firm/access/api/once.ts"
import type { Tx } from "../../platform/db/sql.ts"
import { badField, found } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import { IdempotencyHeaders } from "../../platform/http/responses/idempotency.ts"
import { problems } from "../../platform/http/responses/problem.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import type { LinkParts } from "../documents/downloads/links.ts"
import { cleanFilename } from "../documents/filename.ts"
import { cancelUpload, discardParts } from "../documents/uploads/canceling.ts"
import { refuseUnseen } from "../documents/uploads/inspected-storage.ts"
import {
  appendStream,
  finishUpload,
  offsetOf,
  tooManyBytes,
  tusOptions,
} from "../documents/uploads/resuming.ts"
import {
  beginUpload,
  extendUpload,
  findUpload,
  type UnfinishedUpload,
} from "../documents/uploads/unfinished-uploads.ts"
import type { UploadParts } from "../documents/uploads/uploads.ts"
import { getMatterRow } from "../matters/matter-row.ts"
import { MatterParams } from "../matters/schema.ts"
import { addFile, checkFile, readActor, recordAdded } from "./adding-files.ts"
import { declaredSize, fileBody, refuseAborted, sourceOf, withFileBodies } from "./file-bodies.ts"
import { NewUpload, OffsetHeaders, Upload, UploadParams } from "./upload-schema.ts"

export function uploadFileRoutes(app: App, parts: UploadParts & LinkParts): void {
  const { db, ring, base_url } = parts
  const options = { ...tusOptions, "tus-extension": "termination" }

  app.post(
    "/v1/matters/:matter_id/uploads",
    {
      config: { scope: "matters:write", options },
      schema: {
        operationId: "createUpload",
        tags: ["Uploads"],
        summary: "Create Resumable Upload",
        description:
          "Announces a file to send in pieces, for slow networks and large files. Then send it to `upload_url`, with any client of tus 1.0 or by Continue Upload; after a broken connection, go on where Get Upload says. An upload is forgotten a day after its last piece. A closed matter is a 409.",
        params: MatterParams,
        headers: IdempotencyHeaders,
        body: NewUpload,
        response: { 201: Upload },
      },
    },
    async (request, reply) => {
      const { size, filename: name = "", ...target } = request.body
      const { matter_id } = request.params
      const upload = await inFirmOnce({ request, reply, ring }, async (tx) => {
        const filename = cleanFilename(name)
        await getMatterRow(tx, matter_id)
        await refuseUnseen(filename, size)
        await checkFile(tx, matter_id, { ...target, filename })
        const announced = { matter_id, section_id: "", path: "", filename, size, target }
        const id = await beginUpload(tx, parts, announced)
        return describe(found(await findUpload(tx, ring, id)))
      })
      reply.code(201).header("location", upload.upload_url)
      return upload
    },
  )

  app.get(
    "/v1/matters/:matter_id/uploads/:upload_id",
    {
      config: { scope: "matters:write", options },
      schema: {
        operationId: "getUpload",
        tags: ["Uploads"],
        summary: "Get Upload",
        description:
          "Says how much of a file has arrived, and which document it became. Every response also has the headers of tus, `Upload-Offset` and `Upload-Length`, which HEAD returns alone.",
        params: UploadParams,
        response: { 200: Upload },
      },
    },
    (request, reply) =>
      request.inFirm(async (tx) => {
        const upload = await getUpload(tx, ring, request.params)
        reply.headers(tusHeaders(upload))
        return describe(upload)
      }),
  )

  app.delete(
    "/v1/matters/:matter_id/uploads/:upload_id",
    {
      config: { scope: "matters:write" },
      schema: {
        operationId: "cancelUpload",
        tags: ["Uploads"],
        summary: "Cancel Upload",
        description:
          "Forgets an unfinished upload and what has arrived of it: the termination of tus 1.0. One whose file was added is a 409; the document stays.",
        params: UploadParams,
        headers: IdempotencyHeaders,
        response: { ...problems(409), 204: { type: "null", description: "It is gone." } },
      },
    },
    async (request, reply) => {
      const discarded = { firm_id: "", keys: [] as string[] }
      await inFirmOnce({ request, reply, ring }, async (tx) => {
        const { firm_id, id } = await getUpload(tx, ring, request.params)
        Object.assign(discarded, { firm_id, keys: await cancelUpload(tx, id) })
        return null
      })
      await discardParts(parts, discarded.firm_id, discarded.keys)
      reply.code(204).header("tus-resumable", "1.0.0")
      return null
    },
  )

  withFileBodies(app, (files) =>
    files.patch(
      "/v1/matters/:matter_id/uploads/:upload_id",
      {
        config: { scope: "matters:write", takes_files: true },
        schema: {
          operationId: "continueUpload",
          tags: ["Uploads"],
          summary: "Continue Upload",
          description:
            "Sends a piece of the file, or all of it, from `Upload-Offset` on: bytes of tus 1.0. With the last byte the file is checked and added, or refused and the upload forgotten. What has arrived before a connection breaks counts; another offset than the upload’s is a 409.",
          params: UploadParams,
          headers: OffsetHeaders,
          body: fileBody,
          response: { ...problems(409, 422), 204: { type: "null", description: "It has arrived." } },
        },
      },
      (request, reply) => continueUpload(request, reply),
    ),
  )

  async function continueUpload(
    request: FastifyRequest<{ Params: { matter_id: string; upload_id: string } }>,
    reply: FastifyReply,
  ): Promise<null> {
    const { upload_id: id } = request.params
    const { upload, ...actor } = await request.inFirm(async (tx) => {
      const upload = await getUpload(tx, ring, request.params)
      await extendUpload(tx, id)
      return { upload, ...(await readActor(tx)) }
    })
    const { firm_id } = actor
    const offset = Number(request.headers["upload-offset"] ?? Number.NaN)
    if (!Number.isSafeInteger(offset) || offset < 0)
      throw badField("Upload-Offset", "required", "Say in the header Upload-Offset where this piece begins.")
    if (offset === offsetOf(upload) && offset + declaredSize(request) > upload.size) throw tooManyBytes()
    const source = sourceOf(request)
    const appending = appendStream(parts, actor, upload, offset, source)
    const at = await appending.catch(refuseAborted).finally(() => source.destroy())
    if (at === upload.size)
      await finishUpload(parts, firm_id, id, (upload, source) => {
        const { sha256, ...purpose } = upload.target ?? {}
        const { matter_id, filename } = upload
        const file = { matter_id, ...purpose, filename, source, upload_id: id }
        return addFile(parts, actor, file, async (work, written) => {
          const added = await request.inFirm((tx) => recordAdded(tx, ring, { work, written, sha256 }))
          return added.document_id
        })
      })
    const now = await db.forFirm(firm_id, (tx) => getUpload(tx, ring, request.params))
    reply.code(204).headers(tusHeaders(now))
    return null
  }

  function describe(upload: UnfinishedUpload): Upload {
    const { id, matter_id, filename, size, document_id } = upload
    const upload_url = `${base_url}/v1/matters/${matter_id}/uploads/${id}`
    return { id, matter_id, filename, size, received_bytes: offsetOf(upload), document_id, upload_url }
  }
}

/** An upload of the firm's software; throws "not found" for one of a page. */
async function getUpload(
  tx: Tx,
  ring: KeyRing,
  { matter_id, upload_id }: { matter_id: string; upload_id: string },
): Promise<UnfinishedUpload> {
  await getMatterRow(tx, matter_id)
  const upload = await findUpload(tx, ring, upload_id)
  return found(upload?.target && upload.matter_id === matter_id ? upload : undefined)
}

/** The headers of tus 1.0 that say how far an upload has come. */
function tusHeaders(upload: UnfinishedUpload): Record<string, string> {
  return {
    "tus-resumable": "1.0.0",
    "upload-offset": String(offsetOf(upload)),
    "upload-length": String(upload.size),
  }
}

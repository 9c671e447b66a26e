// Uploads that survive a lost connection (tus 1.0, https://tus.io): the page's script sends a file in pieces, queries
// the offset and resumes there. A complete file is received like one from a form.

import { AsyncLocalStorage } from "node:async_hooks"
import { Readable } from "node:stream"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { Parts } from "../../../../parts.ts"
import { badField, Failure, notFound } from "../../../../platform/errors.ts"
import type { App } from "../../../../platform/http/app.ts"
import { sendProblem } from "../../../../platform/http/responses/error-responses.ts"
import { responseTo } from "../../../../platform/http/responses/problem.ts"
import { wordsIn } from "../../../../web/portal/words/words.ts"
import { languageOf, openPageRequest } from "../../../portal/page-request.ts"
import { lockForRequest } from "../../awaited-documents.ts"
import { accepted_extensions, max_upload_bytes } from "../../content-type.ts"
import { hasAcceptedExtension } from "../../filename.ts"
import { readThumbnail } from "../../thumbnails.ts"
import { tusOptions } from "../../uploads/resuming.ts"
import { beginUpload, findUpload } from "../../uploads/unfinished-uploads.ts"
import { subjectOfPath } from "../narrow-page.ts"
import { refusalSentence } from "./refusals.ts"
import type { TusCall } from "./resumable-server.ts"
import { findTarget } from "./resumable-target.ts"
import { uploadsPath } from "./upload-settings.ts"

export function resumableRoutes(app: App, parts: Parts): void {
  const calls = new AsyncLocalStorage<TusCall>()
  let server: Promise<{ handleWeb: (request: never) => Promise<Response> }> | undefined
  // Loaded with the first upload, because it takes megabytes of memory.
  const loadServer = () => {
    server ??= import("./resumable-server.ts").then(({ openTus }) => openTus(parts, calls))
    return server
  }
  app.register(async (scope) => {
    // The page's script reads the problem's code, and shows the sentence of a refused file.
    scope.setErrorHandler((error, request, reply) => {
      const problem = responseTo(error)
      if (problem.status >= 500) request.log.error({ err: error }, "upload failed")
      return sendProblem(request, reply, problem, parts.base_url)
    })
    scope.addContentTypeParser("application/offset+octet-stream", (_, payload, done) => done(null, payload))
    for (const [method, url] of [
      ["POST", uploadsPath],
      ["HEAD", `${uploadsPath}/:id`],
      ["PATCH", `${uploadsPath}/:id`],
      ["DELETE", `${uploadsPath}/:id`],
    ] as const)
      scope.route({
        method,
        url,
        config: {
          ...{ guard: "portal", allows_impersonation: true, opens_parts: true, takes_files: true },
          options: { ...tusOptions, "tus-extension": "creation,termination" },
        },
        schema: { hide: true },
        handler: async (request, reply) => {
          const call = await openCall(request, parts)
          const tus = await loadServer()
          const body = request.body instanceof Readable ? Readable.toWeb(request.body) : undefined
          const init = { method, headers: headersOf(request), body, duplex: "half" } as RequestInit
          const tus_request = new Request(new URL(request.url, parts.base_url), init)
          const response = await calls.run(call, () => tus.handleWeb(tus_request as never))
          if (call.problem) return sendProblem(request, reply, call.problem, parts.base_url)
          return sendResponse(reply, response)
        },
      })
  })
}

/**
 * Authenticates the client and checks that the upload belongs to their matter. Starts a new upload if the request
 * names none, and refuses one whose page takes no files or whose type, length or size is not accepted.
 */
async function openCall(request: FastifyRequest, parts: Parts): Promise<TusCall> {
  const metadata = metadataOf(String(request.headers["upload-metadata"] ?? ""))
  const { section_id = "", path = "", filename = "", thumbnail = "" } = metadata
  const size = Number(request.headers["upload-length"] ?? Number.NaN)
  const { id } = request.params as { id?: string }
  const call = await request.inPortal(
    async (tx, client) => {
      const { lang } = await openPageRequest(tx, client, parts, languageOf(request))
      const { matter_id } = client
      if (id !== undefined) {
        const upload = await findUpload(tx, parts.ring, id)
        if (upload?.matter_id !== matter_id || upload.target) throw notFound()
        return { client, lang, upload_id: id }
      }
      await lockForRequest(tx, matter_id, subjectOfPath(path))
      await findTarget(parts, tx, client, { section_id, path })
      if (!Number.isSafeInteger(size) || size < 0) throw badLength()
      const { faults } = wordsIn(lang).documents
      if (!hasAcceptedExtension(filename, accepted_extensions)) throw refused(faults.wrong_type)
      if (size === 0) throw refused(faults.empty)
      if (size > max_upload_bytes) throw refused(faults.too_large)
      return { client, lang, upload_id: "" }
    },
    { sent: metadata },
  )
  if (call.upload_id) return call
  const { firm_id, matter_id } = call.client
  // In a transaction that sees all of the firm's uploads, because their total size is limited.
  const beginning = parts.db.forFirm(
    firm_id,
    (tx) =>
      beginUpload(tx, parts, {
        matter_id,
        section_id,
        path,
        filename,
        size,
        thumbnail: readThumbnail(thumbnail),
      }),
    call.client,
  )
  const upload_id = await beginning.catch((error: unknown) => {
    const isRefused = error instanceof Failure && error.kind === "unprocessable"
    throw isRefused ? refused(refusalSentence(error, filename, call.lang)) : error
  })
  return { ...call, upload_id }
}

function badLength(): Failure {
  const message = "Send the file's length in the Upload-Length header."
  return badField("Upload-Length", "required", message)
}

function refused(sentence: string): Failure {
  return new Failure("unprocessable", "file_refused", sentence)
}

/** `key base64,key base64` (tus 1.0, Upload-Metadata). */
function metadataOf(header: string): Record<string, string> {
  const pairs = header.split(",").map((pair) => pair.trim().split(" "))
  return Object.fromEntries(
    pairs.map(([key = "", value = ""]) => [key, Buffer.from(value, "base64").toString("utf8")]),
  )
}

function headersOf(request: FastifyRequest): [string, string][] {
  return Object.entries(request.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  )
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  // Drops the CORS headers that tus adds: other sites may not upload here.
  for (const [name, value] of response.headers)
    if (!name.startsWith("access-control-") && name !== "content-length") reply.header(name, value)
  reply.header("Cache-Control", "no-store").status(response.status)
  return reply.send(await response.text())
}

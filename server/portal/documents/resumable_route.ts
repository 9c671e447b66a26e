// Uploads that survive a lost connection (tus 1.0, https://tus.io): the page's script sends a file in pieces, asks how
// far it came, and goes on. What is whole is received like a file of a form.
import { AsyncLocalStorage } from "node:async_hooks"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { Readable } from "node:stream"
import { Server } from "@tus/server"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { ClientIdentity } from "../../access/portal.ts"
import { accepted_extensions, max_upload_bytes } from "../../documents/content_type.ts"
import { extensionOf } from "../../documents/filename.ts"
import { receiveDocument } from "../../documents/uploads.ts"
import { lockForEditing } from "../../matters/editing.ts"
import { Failure, notFound } from "../../platform/errors.ts"
import { answerTo } from "../../platform/http/problem.ts"
import type { App } from "../../platform/http/server.ts"
import type { Language } from "../../questionnaires/text.ts"
import { languageOf } from "../language.ts"
import type { PortalParts } from "../routes.ts"
import { openSection } from "../section_walk.tsx"
import { openVisit } from "../visit.ts"
import { documentWords } from "../words/documents.ts"
import { readPart } from "./part_file.ts"
import { refusalSentence } from "./refusals.ts"
import { ResumableStore } from "./resumable_store.ts"
import { openUnfinished, type Unfinished, type UnfinishedUpload } from "./unfinished.ts"
import { isUploadPage, type UploadPage } from "./upload_page.tsx"
import { uploadsPath } from "./upload_settings.ts"

/** More than anybody needs at once, and less than would fill a disk. */
const most_promised_bytes = 20 * max_upload_bytes

interface Call {
  client: ClientIdentity
  lang: Language
  /** For a new upload: what it is for. */
  announced?: Pick<UnfinishedUpload, "section_id" | "path" | "filename">
}

export function resumableRoutes(app: App, parts: PortalParts): void {
  const calls = new AsyncLocalStorage<Call>()
  const unfinished = openUnfinished(join(parts.config.data_dir, "uploads"), parts.ring)
  const tus = openTus(parts, unfinished, calls)
  app.register(async (scope) => {
    // The page's script reads the answer: a sentence to show, or the code of what is wrong.
    scope.setErrorHandler((error, request, reply) => {
      const { status, code, detail } = answerTo(error)
      if (status >= 500) request.log.error({ err: error }, "upload failed")
      return reply
        .status(status)
        .type("text/plain; charset=utf-8")
        .send(code === "file_refused" ? detail : code)
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
        config: { door: "portal", on_behalf: true },
        schema: { hide: true },
        handler: async (request, reply) => {
          const call = await openCall(request, parts, unfinished)
          const body = request.body instanceof Readable ? Readable.toWeb(request.body) : undefined
          const init = { method, headers: headersOf(request), body, duplex: "half" } as RequestInit
          const asked = new Request(new URL(request.url, parts.base_url), init)
          return answer(reply, await calls.run(call, () => tus.handleWeb(asked as never)))
        },
      })
  })
}

function openTus(parts: PortalParts, unfinished: Unfinished, calls: AsyncLocalStorage<Call>): Server {
  const receiving = new Map<string, Promise<void>>()
  return new Server({
    path: uploadsPath,
    relativeLocation: true,
    maxSize: max_upload_bytes,
    namingFunction: () => randomBytes(16).toString("hex"),
    datastore: new ResumableStore(unfinished, () => {
      const { client, announced } = calls.getStore() ?? {}
      if (!client || !announced) throw new Error("An upload was made outside of a request.")
      return { ...announced, firm_id: client.firm_id, matter_id: client.matter_id }
    }),
    onUploadFinish: async (_, { id }) => {
      const call = calls.getStore()
      if (!call) throw notFound()
      // The last byte may come twice, while the first is still being acted on: both get the one outcome.
      const outcome = receiving.get(id) ?? receive(parts, unfinished, id, call)
      receiving.set(id, outcome)
      await outcome.finally(() => receiving.delete(id))
      return {}
    },
  })
}

/** Proves who asks and that the upload is theirs; a new one must be for a page that takes files, of a kind taken. */
async function openCall(request: FastifyRequest, parts: PortalParts, unfinished: Unfinished): Promise<Call> {
  const metadata = metadataOf(String(request.headers["upload-metadata"] ?? ""))
  const { id } = request.params as { id?: string }
  const upload = id === undefined ? undefined : await unfinished.find(id)
  return request.inPortal(async (tx, client) => {
    const { lang } = await openVisit(tx, client, parts, languageOf(request))
    if (id !== undefined) {
      if (upload?.matter_id !== client.matter_id || upload.firm_id !== client.firm_id) throw notFound()
      return { client, lang }
    }
    await lockForEditing(tx, client.matter_id)
    const { section_id = "", path = "", filename = "" } = metadata
    await findTarget(parts, tx, client, { section_id, path })
    const length = Number(request.headers["upload-length"] ?? Number.NaN)
    const { faults, too_many_bytes } = documentWords[lang]
    if (!accepted_extensions.includes(`.${extensionOf(filename)}`)) throw refused(faults.wrong_type)
    if (length === 0) throw refused(faults.empty)
    if (length > max_upload_bytes) throw refused(faults.too_large)
    if ((await unfinished.promisedBytes(client.matter_id)) + length > most_promised_bytes)
      throw refused(too_many_bytes)
    return { client, lang, announced: { section_id, path, filename } }
  })
}

async function findTarget(
  parts: PortalParts,
  tx: Parameters<typeof openVisit>[0],
  client: ClientIdentity,
  { section_id, path }: Pick<UnfinishedUpload, "section_id" | "path">,
): Promise<UploadPage["upload"]> {
  const visit = await openVisit(tx, client, parts, undefined)
  const { pages } = await openSection(visit, section_id)
  const page = pages.find((each) => each.path === path)
  if (!page || !isUploadPage(page)) throw notFound()
  return page.upload
}

/** Receives a file that is all here. What cannot be taken is forgotten; what failed on our side can be tried again. */
async function receive(
  parts: PortalParts,
  unfinished: Unfinished,
  id: string,
  { client, lang }: Call,
): Promise<void> {
  const upload = await unfinished.find(id)
  if (!upload || upload.is_received) return
  const { filename, matter_id } = upload
  const part = unfinished.partOf(upload)
  try {
    const { target, replaces } = await parts.db.forFirm(
      client.firm_id,
      (tx) => findTarget(parts, tx, client, upload),
      client,
    )
    const source = readPart(part.path, part.key)
    await receiveDocument(parts, client, { matter_id, ...target, replaces, filename, source })
  } catch (error) {
    const isOurs = !(error instanceof Failure) || error.kind === "unavailable"
    if (isOurs) {
      parts.log.error({ err: error }, "upload failed")
      throw { status_code: 503, body: documentWords[lang].broken }
    }
    await unfinished.remove(id)
    throw { status_code: 422, body: refusalSentence(error, filename, lang) }
  }
  await unfinished.markReceived(upload)
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

async function answer(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  // Nobody on another site has business here.
  for (const [name, value] of response.headers)
    if (!name.startsWith("access-control-") && name !== "content-length") reply.header(name, value)
  reply.header("Cache-Control", "no-store").status(response.status)
  return reply.send(await response.text())
}

// Text goes out compressed, pages and JSON alike, so that no proxy has to do it. Streams, such as files and their ranges,
// go out as they are.
//
// BREACH: from the lengths of compressed pages that contain both a secret and text of an attacker's choice, an attacker
// learns the secret, if their site can make the victim's browser request such pages. So a request that another site caused
// gets no compression (docs/decisions/0091-compression.md).
import type { IncomingHttpHeaders } from "node:http"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from "fastify"
import type { App } from "../app.ts"
import { ownBytes } from "../own-bytes.ts"

export type Encoding = "br" | "gzip"

/** Below this, compressing saves no packet. */
export const min_compressed_bytes = 1024

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Compresses the text of every route's response. */
export function compressResponses(app: App): void {
  app.addHook("onRoute", (route) => {
    // A route's own hooks run after all others, which read and change the text. The one of a HEAD drops it, and cannot
    // drop nothing, as a 304 has.
    const own = [route.onSend ?? []].flat()
    route.onSend = [compressResponse, ...(route.method === "HEAD" ? own.map(unlessEmpty) : own)]
  })
}

function unlessEmpty(hook: onSendHookHandler): onSendHookHandler {
  return function (this: FastifyInstance, request, reply, payload, done) {
    if (payload === null) done(null, null)
    else return hook.call(this, request, reply, payload, done)
  }
}

function compressResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): void {
  const bytes = compressibleBytes(reply, payload)
  if (bytes) reply.header("vary", withEncoding(reply.getHeader("vary")))
  const compressing = bytes && compressFor(request.headers, bytes)
  if (compressing)
    compressing.then(({ encoding, bytes }) => {
      reply.header("content-encoding", encoding).removeHeader("content-length")
      done(null, bytes)
    }, done)
  else done(null, bytes ?? payload)
}

/** The bytes of a text that has no encoding yet; undefined for every other payload. */
function compressibleBytes(reply: FastifyReply, payload: unknown): Buffer | undefined {
  if (reply.hasHeader("content-encoding") || !isText(String(reply.getHeader("content-type"))))
    return undefined
  if (Buffer.isBuffer(payload)) return payload
  return typeof payload === "string" ? Buffer.from(payload) : undefined
}

/** Compresses text in the encoding that the request's headers ask for; undefined if it is sent as it is. */
export function compressFor(
  headers: IncomingHttpHeaders,
  bytes: Buffer,
): Promise<{ encoding: Encoding; bytes: Buffer }> | undefined {
  const encoding = bytes.length < min_compressed_bytes ? undefined : encodingFor(headers)
  return encoding && compress(bytes, encoding).then((bytes) => ({ encoding, bytes }))
}

/** Cached responses are compressed once; forgetting one forgets its compressed forms. */
const compressed = new WeakMap<Buffer, Partial<Record<Encoding, Promise<Buffer>>>>()

function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  const forms = compressed.get(bytes) ?? {}
  compressed.set(bytes, forms)
  forms[encoding] ??= (
    encoding === "gzip"
      ? zip(bytes, { level: 6 })
      : brotli(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 5,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        })
  ).then(ownBytes)
  return forms[encoding]
}

/** The encoding to use, by `Accept-Encoding` (RFC 9110 §12.5.3); undefined for none. */
export function encodingFor(headers: IncomingHttpHeaders): Encoding | undefined {
  const site = headers["sec-fetch-site"]
  if (site === "cross-site" || site === "same-site") return undefined
  const header = headers["accept-encoding"]
  if (header === undefined) return undefined
  const accepted = acceptedCodings(String(header))
  const weightOf = (coding: Encoding) => accepted.get(coding) ?? accepted.get("*") ?? 0
  const [preferred] = (["br", "gzip"] as const)
    .filter((coding) => weightOf(coding) > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a))
  return preferred
}

function acceptedCodings(header: string): Map<string, number> {
  return new Map(
    header.split(",").map((item) => {
      const [coding = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith("q="))
      return [coding, weight === undefined ? 1 : Number(weight.slice(2))]
    }),
  )
}

function isText(type: string): boolean {
  return /^(text\/|application\/([a-z.-]+\+)?json\b|image\/svg\+xml)/.test(type)
}

function withEncoding(vary: unknown): string {
  const names = String(vary ?? "")
  if (/accept-encoding/i.test(names)) return names
  return names === "" ? "Accept-Encoding" : `${names}, Accept-Encoding`
}

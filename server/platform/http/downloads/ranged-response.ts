import type { Readable } from "node:stream"
import type { FastifyReply } from "fastify"
import type { ByteRange } from "../../files/store/store.ts"
import { rangeOf } from "./byte-range.ts"

export interface RangedFile {
  /** Bytes. */
  size: number
  headers: Record<string, string>
  read: (range?: ByteRange) => Promise<Readable>
}

/** Sends a file, or the range the request names (RFC 9110 §14), so that downloads can resume. */
export async function sendRange(
  reply: FastifyReply,
  { size, headers, read }: RangedFile,
): Promise<FastifyReply> {
  const { request } = reply
  const range = rangeOf(request.headers.range, size)
  // Before any header, so an unreadable file becomes an error response, not half a file.
  const content = request.method === "HEAD" || range === "unsatisfiable" ? undefined : await read(range)
  reply
    .headers(headers)
    .header("Cross-Origin-Resource-Policy", "same-origin")
    .header("Cache-Control", "private, no-store")
    .header("Accept-Ranges", "bytes")
  if (range === "unsatisfiable") {
    return reply.status(416).header("Content-Range", `bytes */${size}`).send()
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) reply.status(206).header("Content-Range", `bytes ${start}-${end}/${size}`)
  reply.header("Content-Length", end - start + 1)
  return reply.send(content)
}

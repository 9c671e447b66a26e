import type { Readable } from "node:stream"
import type { FastifyReply } from "fastify"
import { attachment } from "../documents/content-disposition.ts"

export interface Download {
  filename: string
  content_type: string
  /** Undefined where only its headers are asked for. */
  content: Readable | undefined
}

/** Sends a file to be saved; it is made while it is sent, and nothing of it stays in a cache. */
export function sendFile(reply: FastifyReply, { filename, content_type, content }: Download): FastifyReply {
  return reply
    .headers({
      "Content-Type": content_type,
      "Content-Disposition": attachment(filename),
      "Cache-Control": "private, no-store",
      "Content-Security-Policy": "sandbox; default-src 'none'",
    })
    .send(content)
}

import type { Readable } from "node:stream"
import type { FastifyReply } from "fastify"
import { attachment } from "../documents/content-disposition.ts"
import type { Sending } from "./view.tsx"

export interface Download {
  filename: string
  content_type: string
  content: Readable
}

/** Lets the browser save a file; it is made while it is sent, and nothing of it stays in a cache. */
export function sendDownload({ filename, content_type, content }: Download): Sending {
  return {
    send: (reply: FastifyReply) =>
      reply
        .headers({
          "Content-Type": content_type,
          "Content-Disposition": attachment(filename),
          "Cache-Control": "private, no-store",
          "Content-Security-Policy": "sandbox; default-src 'none'",
        })
        .send(content),
  }
}

import type { Readable } from "node:stream"
import type { FastifyReply } from "fastify"
import { attachment } from "./content-disposition.ts"
import { type RangedFile, sendRange } from "./ranged-response.ts"

interface Named {
  filename: string
  content_type: string
}

export interface Download extends Named {
  /** Undefined for a HEAD request. */
  content: Readable | string | undefined
}

/** Sends a file to save. The content is created while it is sent, and is never cached. */
export function sendFile(reply: FastifyReply, { content, ...named }: Download): FastifyReply {
  return reply.headers({ ...headersOf(named), "Cache-Control": "private, no-store" }).send(content)
}

export type StoredDownload = Named & Omit<RangedFile, "headers">

/** Sends a stored file, with support for resuming the download. */
export function sendStoredFile(
  reply: FastifyReply,
  { size, read, ...named }: StoredDownload,
): Promise<FastifyReply> {
  return sendRange(reply, { size, read, headers: headersOf(named) })
}

function headersOf({ filename, content_type }: Named): Record<string, string> {
  return {
    "Content-Type": content_type,
    "Content-Disposition": attachment(filename),
    "Content-Security-Policy": "sandbox; default-src 'none'",
  }
}

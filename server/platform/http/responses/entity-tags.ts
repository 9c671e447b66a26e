import { hash } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"

/** Bytes that stay the same while the process runs, with their `ETag`. */
export interface TaggedBytes {
  bytes: Buffer
  tag: string
}

export function tagged(bytes: Buffer): TaggedBytes {
  return { bytes, tag: entityTagOf(bytes) }
}

/** Sends bytes that are the same for everyone, or 304 to a request that has them. */
export function sendTagged(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { bytes, tag }: TaggedBytes,
): FastifyReply {
  reply.headers({ "cache-control": "public, no-cache", etag: tag })
  if (!namesTag(headers["if-none-match"], tag)) return reply.send(bytes)
  return reply.status(304).removeHeader("content-type").send()
}

/**
 * An `ETag` for all of `parts`. Weak, because it promises the same content rather than the same bytes: a proxy may
 * compress them.
 */
export function entityTagOf(...parts: readonly (string | Buffer)[]): string {
  const text = parts.length === 1 && parts[0] !== undefined ? parts[0] : parts.join("\n")
  return `W/"${hash("sha256", text, "base64url").slice(0, 22)}"`
}

/** Whether an `If-None-Match` header contains the tag. `*` matches every tag. */
export function namesTag(header: string | undefined, tag: string): header is string {
  if (header === undefined) return false
  return isAnyTag(header) || header.split(",").some((one) => opaque(one.trim()) === opaque(tag))
}

/** Whether the header is `*`, which matches any existing response. */
export function isAnyTag(header: string): boolean {
  return header.trim() === "*"
}

function opaque(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag
}

import type { FastifyReply, FastifyRequest } from "fastify"
import { sendTagged, type TaggedBytes, tagged } from "../../platform/http/responses/entity-tags.ts"

/** Sends pages and JSON that stay the same while the process runs: the same bytes, so that they are compressed once. */
export function openSender() {
  const sent = new Map<string, TaggedBytes>()
  const textAt = (name: string, render: () => string) => {
    const text = sent.get(name) ?? tagged(Buffer.from(render()))
    sent.set(name, text)
    return text
  }
  return {
    page: (request: FastifyRequest, reply: FastifyReply, path: string, render: () => string) =>
      sendTagged(
        request,
        reply.type("text/html; charset=utf-8").header("Content-Security-Policy", policy),
        textAt(path, render),
      ),
    plain: (
      request: FastifyRequest,
      reply: FastifyReply,
      type: "plain" | "markdown",
      path: string,
      write: () => string,
    ) => sendTagged(request, reply.type(`text/${type}; charset=utf-8`), textAt(path, write)),
    json: (request: FastifyRequest, reply: FastifyReply, name: string, read: () => unknown) =>
      sendTagged(
        request,
        reply.type("application/json; charset=utf-8"),
        textAt(name, () => JSON.stringify(read())),
      ),
  }
}

const policy = [
  "default-src 'self'",
  "img-src 'self' data:",
  ...["object-src", "base-uri", "form-action", "frame-ancestors"].map((name) => `${name} 'none'`),
].join("; ")

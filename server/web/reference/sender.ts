import type { FastifyReply } from "fastify"

/** Sends pages and JSON that stay the same while the process runs: the same bytes, so that they are compressed once. */
export function openSender() {
  const sent = new Map<string, Buffer>()
  const bytesOf = (name: string, render: () => string) => {
    const bytes = sent.get(name) ?? Buffer.from(render())
    sent.set(name, bytes)
    return bytes
  }
  return {
    page: (reply: FastifyReply, path: string, render: () => string) =>
      reply
        .type("text/html; charset=utf-8")
        .header("Content-Security-Policy", "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'")
        .send(bytesOf(path, render)),
    json: (reply: FastifyReply, name: string, read: () => unknown) =>
      reply.type("application/json; charset=utf-8").send(bytesOf(name, () => JSON.stringify(read()))),
  }
}

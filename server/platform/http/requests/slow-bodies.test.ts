import assert from "node:assert/strict"
import { type AddressInfo, connect, type Socket } from "node:net"
import { after, before, type TestContext, test } from "node:test"
import { setImmediate as nextTurn } from "node:timers/promises"
import { openLog } from "../../log.ts"
import type { App } from "../app.ts"
import { createHttpServer } from "../server.ts"
import { body_ms, file_span_ms, least_file_bytes, refuseSlowBodies } from "./slow-bodies.ts"

let app: App
let port: number
let now = 0
let bodies: ReturnType<typeof refuseSlowBodies>
/** Resolves once a request's headers have arrived. */
let begun = Promise.withResolvers<void>()
before(async () => {
  app = createHttpServer({
    base_url: "http://127.0.0.1",
    logger: openLog("silent"),
  })
  bodies = refuseSlowBodies(app, () => now)
  app.addHook("onRequest", async () => begun.resolve())
  app.post("/form", async () => ({ ok: true }))
  app.addContentTypeParser("application/octet-stream", (_, payload, done) => {
    payload.resume().once("end", () => done(null))
  })
  app.post("/file", { config: { takes_files: true } }, async () => ({ ok: true }))
  await app.listen({ port: 0, host: "127.0.0.1" })
  port = (app.server.address() as AddressInfo).port
})
after(() => app.close())

async function begin(t: TestContext, path: string, type: string, length: number) {
  begun = Promise.withResolvers<void>()
  const socket: Socket = connect(port, "127.0.0.1")
  t.after(() => socket.destroy())
  const answer = (async () => {
    let text = ""
    for await (const bytes of socket) text += bytes
    return text
  })()
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  )
  await begun.promise
  return { socket, answer }
}

/** Resolves once the server has read everything sent over this connection. */
async function sent(socket: Socket, bytes: number) {
  const [own] = [socket.localPort]
  await new Promise<void>((resolve) => socket.write(Buffer.alloc(bytes, "x"), () => resolve()))
  const total = socket.bytesWritten
  while ((received.get(own ?? 0)?.bytesRead ?? 0) < total) await nextTurn()
}
const received = new Map<number, Socket>()
before(() => {
  app.server.on("connection", (socket: Socket) => received.set(socket.remotePort ?? 0, socket))
})

test("a body that does not arrive in time gets 408 in the standard error format, and the connection closes", async (t) => {
  now = 0
  const { socket, answer } = await begin(t, "/form", "application/json", 100)
  await sent(socket, 1)
  now = body_ms - 1
  bodies.check()
  assert.equal(socket.readableEnded, false)
  await sent(socket, 1)
  now = body_ms
  bodies.check()
  const text = await answer
  assert.match(text, /^HTTP\/1\.1 408 /)
  assert.match(text, /^request-id: [0-9a-f-]{36}\r$/m)
  const problem = JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4))
  assert.deepEqual([problem.status, problem.code], [408, "request_timeout"])
})

test("a file may take as long as it needs while bytes arrive, and is cut off when they stop", async (t) => {
  now = 0
  const { socket, answer } = await begin(t, "/file", "application/octet-stream", 10 * least_file_bytes)
  for (let span = 1; span <= 3; span += 1) {
    await sent(socket, least_file_bytes)
    now = span * file_span_ms
    bodies.check()
    assert.equal(socket.readableEnded, false)
  }
  await sent(socket, least_file_bytes - 1)
  now = 4 * file_span_ms
  bodies.check()
  assert.match(await answer, /^HTTP\/1\.1 408 /)
})

test("a complete body has no timeout, however long its response takes", async (t) => {
  now = 0
  const { socket, answer } = await begin(t, "/file", "application/octet-stream", 10)
  await sent(socket, 10)
  now = 10 * file_span_ms
  bodies.check()
  socket.end()
  assert.match(await answer, /^HTTP\/1\.1 200 /)
})

import assert from "node:assert/strict"
import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import { waitUntil } from "../../../test/harness/wait-until.ts"
import { startWebhookReceiver } from "../../../test/harness/webhook-receiver.ts"
import { loopbackHosts } from "./policy.ts"
import { type OutboundRequest, postOutbound } from "./post.ts"

const local = { allow_http: false, allowed_hosts: loopbackHosts }

function toReceiver(url: string, changes: Partial<OutboundRequest> = {}): OutboundRequest {
  return {
    url,
    headers: {},
    body: Buffer.from("{}"),
    timeout_ms: 60_000,
    max_response_bytes: 10_000,
    allow: local,
    ...changes,
  }
}

test("a receiver that stays silent or drips its response times out and is disconnected", async (t) => {
  for (const answer of ["silent", { drip_ms: 20 }, { status: 204, delay_ms: 60_000 }] as const) {
    const receiver = await startWebhookReceiver(t, answer)
    // Timers of one process end in the order of their limits, however busy the machine.
    const ended: string[] = []
    const shorter = sleep(250).then(() => ended.push("shorter"))
    const request = postOutbound(toReceiver(receiver.url, { timeout_ms: 300 }))
    await assert.rejects(request, { code: "timeout" })
    ended.push("request")
    await shorter
    assert.deepEqual(ended, ["shorter", "request"])
    await waitUntil(() => receiver.openConnectionCount() === 0, "the connection is still open")
  }
})

test("the timeout includes the lookup", async () => {
  const never = () => new Promise<string[]>(() => {})
  const request = toReceiver("https://hooks.example.test/", { timeout_ms: 200 })
  await assert.rejects(postOutbound(request, never), { code: "timeout" })
})

test("a huge response is truncated, and the rest never read", async (t) => {
  const receiver = await startWebhookReceiver(t, { huge_bytes: 100_000_000 })
  const answer = await postOutbound(toReceiver(receiver.url, { max_response_bytes: 50_000 }))
  assert.equal(answer.status, 200)
  assert.equal(answer.body_excerpt.length, 50_000)
  await waitUntil(() => receiver.openConnectionCount() === 0, "the connection is still open")
  // Allows for what the kernel had buffered before the disconnect.
  assert.ok(receiver.sentBytes() < 30_000_000, `${receiver.sentBytes()} bytes`)
})

test("an excerpt is text the database can store: no NUL, no partial character, not decompressed", async (t) => {
  const receiver = await startWebhookReceiver(t, { status: 200, body: "a\0bé" })
  assert.equal(
    (await postOutbound(toReceiver(receiver.url, { max_response_bytes: 4 }))).body_excerpt,
    "a\uFFFDb",
  )
  const packed = gzipSync(Buffer.alloc(5_000_000))
  receiver.respondWith({ status: 200, headers: { "content-encoding": "gzip" }, body: packed })
  assert.ok((await postOutbound(toReceiver(receiver.url))).body_excerpt.length <= packed.length)
})

test("a malformed response fails with its cause", async () => {
  const cases: [string, string][] = [
    ["SSH-2.0-OpenSSH_9.9\r\n", "answer_malformed"],
    ["HTTP/1.1 200 OK\r\ncontent-length: 10\r\ntransfer-encoding: chunked\r\n\r\n", "answer_malformed"],
    [`HTTP/1.1 200 OK\r\nx: ${"y".repeat(20_000)}\r\n\r\n`, "answer_malformed"],
    ["HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nshort", "connection_failed"],
    ["HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n", "connection_failed"],
    ["", "connection_failed"],
  ]
  const answers = [...cases]
  const server = createServer((socket: Socket) => {
    const answer = answers.shift()
    socket.once("data", () => socket.end(answer?.[0] ?? ""))
    socket.on("error", () => {})
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  for (const [answer, code] of cases)
    await assert.rejects(postOutbound(toReceiver(url)), { code }, answer.slice(0, 60))
  server.close()
  await once(server, "close")
  await assert.rejects(postOutbound(toReceiver(url)), { code: "connection_failed" })
})

test("a receiver that responds without reading the body leaves no open connection", async (t) => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.pause())
    socket.on("error", () => {})
    socket.write("HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n")
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  assert.equal((await postOutbound(toReceiver(url, { body: Buffer.alloc(20_000_000) }))).status, 413)
  for (const socket of sockets) socket.resume()
  await waitUntil(() => sockets.every((socket) => socket.destroyed), "the connection is still open")
  const read_bytes = sockets.reduce((sum, socket) => sum + socket.bytesRead, 0)
  assert.ok(read_bytes < 20_000_000, `${read_bytes} bytes`)
})

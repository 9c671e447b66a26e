import assert from "node:assert/strict"
import { once } from "node:events"
import { type AddressInfo, connect, type Socket } from "node:net"
import { after, type TestContext, test } from "node:test"
import { setImmediate as nextTurn } from "node:timers/promises"
import { assertNone } from "../../../test/harness/assert-each.ts"
import { waitUntil } from "../../../test/harness/wait-until.ts"
import { openLog } from "../log.ts"
import type { App } from "./app.ts"
import { healthRoutes } from "./health.ts"
import { createHttpServer } from "./server.ts"

const apps: App[] = []
after(() => Promise.all(apps.map((app) => app.close())))

const never = new Promise<never>(() => undefined)
const large = Buffer.alloc(40_000_000, "x")

/** A separate server, with responses that are quick, large, or sent when the test says so. */
async function openNode(port = 0) {
  const app = createHttpServer({ base_url: "http://127.0.0.1", logger: openLog("silent") })
  apps.push(app)
  const slow = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  healthRoutes(app, { withTimeout: () => ({ forPlatform: async () => undefined }) } as never)
  app.get("/quick", async () => ({ ok: true }))
  app.get("/large", async () => large)
  app.get("/slow", async () => {
    arrived.resolve()
    await slow.promise
    return { ok: true }
  })
  await app.listen({ port, host: "127.0.0.1" })
  const { port: own } = app.server.address() as AddressInfo
  return { app, port: own, url: `http://127.0.0.1:${own}`, slow, arrived }
}

/** One connection that reads responses as they arrive. */
async function openConnection(port: number, t: TestContext) {
  const socket: Socket = connect(port, "127.0.0.1")
  await once(socket, "connect")
  t.after(() => socket.destroy())
  let text = ""
  let fault: Error | undefined
  const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()))
  socket.on("error", (error) => {
    fault = error
  })
  socket.on("data", (bytes) => {
    text += bytes.toString("latin1")
  })
  return {
    socket,
    ask: (...paths: string[]) =>
      socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join("")),
    /** Reads until the connection ends; throws if it was reset. */
    readToEnd: async () => {
      await ended
      assert.equal(fault, undefined)
      return text
    },
    text: () => text,
  }
}

const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
const closings = (text: string) => [...text.matchAll(/^connection: (.+)\r$/gim)].map(([, value]) => value)

test("a server that is shutting down says so, and keeps serving until callers have gone elsewhere", async (t) => {
  const { app, url, port } = await openNode()
  const idle = await openConnection(port, t)
  const drained = Promise.withResolvers<void>()
  const ended = app.graceful_shutdown.end({
    drained: drained.promise,
    latecomers: async () => undefined,
    waiting_time: () => never,
  })
  const ready = await fetch(`${url}/health/ready`)
  assert.deepEqual([ready.status, ready.headers.get("connection")], [503, "close"])
  assert.ok(ready.headers.get("request-id"))
  assert.match(String(ready.headers.get("retry-after")), /^[1-9]\d*$/)
  assert.equal(((await ready.json()) as { code: string }).code, "server_ending")
  for (const path of ["/health/live", "/quick"]) {
    const answer = await fetch(url + path)
    assert.deepEqual([answer.status, answer.headers.get("connection")], [200, "close"], path)
  }
  idle.ask("/quick")
  assert.deepEqual(statuses(await idle.readToEnd()), [200])
  drained.resolve()
  await ended
  await assert.rejects(fetch(`${url}/quick`))
})

test("requests that have begun get complete responses: slow ones, large ones to slow readers, and buffered requests", async (t) => {
  const { app, port, slow, arrived } = await openNode()
  const [waiting, body_socket, queueing, silent] = await Promise.all([
    openConnection(port, t),
    openConnection(port, t),
    openConnection(port, t),
    openConnection(port, t),
  ])
  waiting.ask("/slow")
  body_socket.ask("/large")
  await Promise.all([arrived.promise, once(body_socket.socket, "data")])
  body_socket.socket.pause()
  // Still in the socket's buffer when the server stops accepting.
  queueing.ask("/quick", "/slow", "/quick")
  const ended = app.graceful_shutdown.end({
    drained: Promise.resolve(),
    latecomers: () => nextTurn(),
    waiting_time: () => never,
  })
  await silent.readToEnd()
  slow.resolve()
  assert.deepEqual(statuses(await waiting.readToEnd()), [200])
  const queued = await queueing.readToEnd()
  assert.deepEqual(statuses(queued), [200, 200, 200])
  assert.equal(closings(queued).at(-1), "close")
  body_socket.socket.resume()
  const text = await body_socket.readToEnd()
  assert.equal(text.length - text.indexOf("\r\n\r\n") - 4, large.length)
  await ended
})

test("a request of which a part has arrived is served before its connection ends", async (t) => {
  const { app, port } = await openNode()
  const own = once(app.server, "connection") as Promise<[Socket]>
  const client = await openConnection(port, t)
  const [socket] = await own
  client.ask("/quick")
  await waitUntil(() => client.text().endsWith("}"), "the first response has not come")
  const before_bytes = socket.bytesRead
  client.socket.write("GET /quick HTTP/1.1\r\nHost: x\r\n")
  await waitUntil(() => socket.bytesRead > before_bytes, "the second request has not begun")
  const ended = app.graceful_shutdown.end({
    drained: Promise.resolve(),
    latecomers: () => nextTurn(),
    waiting_time: () => never,
  })
  await nextTurn()
  client.socket.write("\r\n")
  assert.deepEqual(statuses(await client.readToEnd()), [200, 200])
  await ended
})

test("requests not finished in time are cut off, so that the server exits", async (t) => {
  const { app, port, slow, arrived } = await openNode()
  const waiting = await openConnection(port, t)
  waiting.ask("/slow")
  await arrived.promise
  await app.graceful_shutdown.end({
    drained: Promise.resolve(),
    latecomers: async () => undefined,
    waiting_time: async () => undefined,
  })
  slow.resolve()
  assert.equal((await waiting.readToEnd().catch(() => "")).length, 0)
})

test("a rolling restart behind a proxy that checks readiness fails no request", async (t) => {
  const nodes = [await openNode(), await openNode()]
  const ready = new Set([0, 1])
  /** Checks every node's readiness; the proxy then sends requests only to the ready ones. */
  const look = async () => {
    for (const [index, { url }] of nodes.entries()) {
      const status = await fetch(`${url}/health/ready`).then(
        (answer) => answer.status,
        () => 0,
      )
      if (status === 200) ready.add(index)
      else ready.delete(index)
    }
  }
  const outcomes: (number | string)[] = []
  let turn = 0
  let isOver = false
  t.after(() => {
    isOver = true
  })
  const clients = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      turn += 1
      const node = nodes[[...ready][turn % ready.size] ?? 0]
      // Keeps connections alive between requests, as proxies do, and retries nothing.
      outcomes.push(await fetch(`${node?.url}/quick`).then(async (a) => (await a.text()) && a.status, String))
    }
  })
  for (const [index, node] of nodes.entries()) {
    const before = outcomes.length
    await node.app.graceful_shutdown.end({
      drained: (async () => {
        await look()
        while (outcomes.length < before + 50) await nextTurn()
      })(),
      latecomers: async () => undefined,
      waiting_time: () => never,
    })
    nodes[index] = await openNode(node.port)
    await look()
    assert.equal(ready.size, 2)
  }
  isOver = true
  await Promise.all(clients)
  assert.ok(outcomes.length >= 100)
  assertNone(outcomes, (outcome) => outcome !== 200)
})

test("no request is reset that had arrived before the listener closes, on however many connections", async (t) => {
  const { app, port } = await openNode()
  const connections = Array.from({ length: 250 }, () => connect(port, "127.0.0.1"))
  t.after(() => connections.map((socket) => socket.destroy()))
  const responses = connections.map(
    (socket) =>
      new Promise<string>((resolve) => {
        let text = ""
        socket.on("data", (bytes) => (text += bytes.toString("latin1")))
        socket.on("error", (error) => resolve(error.message))
        socket.on("close", () => resolve(text.slice(0, 12)))
      }),
  )
  // The operating system connects them all before Node accepts more than a few.
  await Promise.all(
    connections.map(async (socket) => {
      await once(socket, "connect")
      socket.write("GET /quick HTTP/1.1\r\nHost: x\r\n\r\n")
    }),
  )
  await app.graceful_shutdown.end({
    drained: Promise.resolve(),
    latecomers: async () => undefined,
    waiting_time: () => never,
  })
  assert.deepEqual(new Set(await Promise.all(responses)), new Set(["HTTP/1.1 200"]))
})

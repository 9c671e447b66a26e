import http, { type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { waitUntil } from "./wait-until.ts"

// A webhook receiver on loopback that records every request byte for byte and misbehaves as instructed.

export type ReceivedRequest = {
  method: string
  path: string
  headers: Record<string, string>
  raw_headers: string[]
  body: Buffer
  received_at: Date
}

export type ReceiverResponse =
  | { status: number; headers?: Record<string, string>; body?: string | Buffer; delay_ms?: number }
  | { redirect_to: string }
  | { huge_bytes: number }
  | { drip_ms: number }
  | "silent"
  | "hang_up"

/** One response for everything, or a function that chooses for each request; `index` counts from 0. */
export type ReceiverAnswers =
  | ReceiverResponse
  | ((request: ReceivedRequest, index: number) => ReceiverResponse)

export type WebhookReceiver = {
  url: string
  /** In order of arrival; each is added once its entire body has arrived. */
  requests: ReceivedRequest[]
  connectionCount(): number
  openConnectionCount(): number
  /** Response bytes sent, headers included. */
  sentBytes(): number
  respondWith(answer: ReceiverAnswers): void
  /** Resolves with all requests once `predicate` is true for them; rejects if it never is. */
  waitFor(predicate: (requests: ReceivedRequest[]) => boolean, max_ms?: number): Promise<ReceivedRequest[]>
  close(): Promise<void>
}

/**
 * Starts a receiver, for as long as `test` runs, if it is given; without `answer`, every request gets 204. `close` also
 * cuts off responses in progress.
 */
export async function startWebhookReceiver(
  test?: { after(work: () => Promise<void>): void },
  answer: ReceiverAnswers = { status: 204 },
): Promise<WebhookReceiver> {
  let answers = answer
  const requests: ReceivedRequest[] = []
  const sockets = new Set<IncomingMessage["socket"]>()
  const closing = new AbortController()
  let connections = 0
  let closed_bytes = 0

  const server = http.createServer(async (incoming, response) => {
    try {
      const request = await readRequest(incoming)
      const index = requests.push(request) - 1
      const answer = typeof answers === "function" ? answers(request, index) : answers
      await send(answer, response, closing.signal)
    } catch {
      response.destroy()
    }
  })
  server.on("connection", (socket) => {
    connections += 1
    sockets.add(socket)
    socket.once("close", () => {
      sockets.delete(socket)
      closed_bytes += socket.bytesWritten
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))

  const close = async () => {
    closing.abort()
    // A server reports itself closed before its last socket does.
    const closed = [...sockets].map((socket) => new Promise((resolve) => socket.once("close", resolve)))
    closed.push(new Promise((resolve) => server.close(resolve)))
    server.closeAllConnections()
    await Promise.all(closed)
  }
  test?.after(close)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests,
    connectionCount: () => connections,
    openConnectionCount: () => sockets.size,
    sentBytes: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, closed_bytes),
    respondWith: (answer) => {
      answers = answer
    },
    waitFor: async (predicate, max_ms) => {
      await waitUntil(
        () => predicate(requests),
        () => `${requests.length} requests had come`,
        max_ms,
      )
      return requests
    },
    close,
  }
}

async function readRequest(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const received_at = new Date()
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(incoming.headers)) headers[name] = [value].flat().join(", ")
  return {
    method: incoming.method ?? "",
    path: incoming.url ?? "",
    headers,
    raw_headers: incoming.rawHeaders,
    body: Buffer.concat(chunks),
    received_at,
  }
}

async function send(answer: ReceiverResponse, response: ServerResponse, closing: AbortSignal): Promise<void> {
  if (answer === "silent") return
  if (answer === "hang_up") {
    response.destroy()
  } else if ("redirect_to" in answer) {
    response.writeHead(302, { location: answer.redirect_to }).end()
  } else if ("huge_bytes" in answer) {
    await sendHuge(answer.huge_bytes, response)
  } else if ("drip_ms" in answer) {
    response.writeHead(200, { "content-type": "text/plain" })
    while (!response.destroyed) {
      response.write(".")
      await sleep(answer.drip_ms, undefined, { signal: closing })
    }
  } else {
    if (answer.delay_ms !== undefined) await sleep(answer.delay_ms, undefined, { signal: closing })
    response.writeHead(answer.status, answer.headers).end(answer.body)
  }
}

async function sendHuge(huge_bytes: number, response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "text/plain", "content-length": String(huge_bytes) })
  await pipeline(Readable.from(blocksOf(huge_bytes)), response)
}

function* blocksOf(bytes: number): Generator<Buffer> {
  const block = Buffer.alloc(16_384, "x")
  for (let left = bytes; left > 0; left -= block.length) yield block.subarray(0, left)
}

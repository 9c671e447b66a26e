// A proxy in front of several nodes that polls their readiness, like a load balancer.
import { createServer, request as httpRequest, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { isReady, type ServerProcess } from "./server-process.ts"

/** Rotates among the nodes that were recently ready, and tries the next if one refuses the connection. */
export async function startProxy(nodes: readonly ServerProcess[]) {
  let ready = [...nodes]
  let turn = 0
  let isClosed = false
  const look = async () => {
    while (!isClosed) {
      const answers = await Promise.all(nodes.map(({ base_url }) => isReady(base_url)))
      ready = nodes.filter((_, index) => answers[index])
      await sleep(200)
    }
  }
  const looking = look()
  const server = createServer(async (incoming: IncomingMessage, outgoing) => {
    const body = await buffer(incoming)
    const candidates = ready.length > 0 ? ready : [...nodes]
    turn += 1
    const first = turn % candidates.length
    const order = [...candidates.slice(first), ...candidates.slice(0, first)]
    const forward = (index: number) => {
      const target = order[index]
      if (!target) return void outgoing.writeHead(502).end()
      const upstream = httpRequest(
        new URL(incoming.url ?? "/", target.base_url),
        { method: incoming.method, headers: { ...incoming.headers, connection: "close" } },
        (response) => {
          outgoing.writeHead(response.statusCode ?? 502, response.headers)
          response.pipe(outgoing)
        },
      )
      upstream.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ECONNREFUSED") forward(index + 1)
        else outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()
      })
      upstream.end(body)
    }
    forward(0)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    untilSeen: async (node: ServerProcess) => {
      while (!ready.includes(node)) await sleep(50)
    },
    close: async () => {
      isClosed = true
      await looking
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

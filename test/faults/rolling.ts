// Two nodes behind a proxy that looks at their readiness, restarted one after the other under load: nobody notices.

import { rmSync } from "node:fs"
import { createServer, request as httpRequest } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { prepareInstallation } from "./installation.ts"
import { newFolder, withPostgres } from "./own_postgres.ts"
import type { Outcome } from "./run.ts"
import { isReady, newServerProcess, type ServerProcess } from "./server_process.ts"

/** Restarts each of two nodes so many times at so many requests a second. */
export function restartUnderLoad({
  restarts,
  per_second,
}: {
  restarts: number
  per_second: number
}): Promise<Outcome> {
  return withPostgres(async ({ url }) => {
    const data_dir = newFolder("rolling")
    const settings = {
      NODE_ENV: "test",
      FOYER_DATA: data_dir,
      DATABASE_URL: url,
      FOYER_API_RATE_LIMIT: "0",
      FOYER_DRAIN_SECONDS: "3",
    }
    const nodes = [await newServerProcess(settings), await newServerProcess(settings, ["serve", "--no-work"])]
    const statuses: Record<string, number> = {}
    const count = (what: string) => {
      statuses[what] = (statuses[what] ?? 0) + 1
    }
    try {
      for (const node of nodes) await node.start()
      const { token } = await prepareInstallation(settings)
      const proxy = await startProxy(nodes)
      let isEnding = false
      const sent: Promise<void>[] = []
      const load = (async () => {
        while (!isEnding) {
          sent.push(
            fetch(`${proxy.url}/v1/matters`, {
              headers: { authorization: `Token ${token}` },
              signal: AbortSignal.timeout(20_000),
            })
              .then(async (response) => {
                await response.arrayBuffer()
                count(String(response.status))
              })
              .catch((error: Error) =>
                count((error.cause as { code?: string } | undefined)?.code ?? error.name),
              ),
          )
          await sleep(1_000 / per_second)
        }
      })()
      const exits: (number | null)[] = []
      for (let round = 0; round < restarts; round += 1) {
        for (const node of nodes) {
          await sleep(1_500)
          exits.push(await node.end())
          await node.start()
          await proxy.untilSeen(node)
        }
      }
      isEnding = true
      await load
      await Promise.all(sent)
      await proxy.close()
      const failed = Object.entries(statuses).filter(([status]) => status !== "200")
      return {
        faults: [
          ...failed.map(([status, number]) => `${number} × ${status}`),
          ...exits.filter((code) => code !== 0).map((code) => `a node ended with ${code}`),
        ],
        counts: { restarts: exits.length, requests: sent.length, ...statuses },
      }
    } finally {
      for (const node of nodes) await node.end()
      rmSync(data_dir, { recursive: true, force: true })
    }
  })
}

/** Takes turns among the nodes that said lately that they are ready, and tries the next where one refuses to connect. */
async function startProxy(nodes: readonly ServerProcess[]) {
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
  const server = createServer((incoming, outgoing) => {
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
      upstream.end()
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

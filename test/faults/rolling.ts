// Two nodes behind a proxy that looks at their readiness, restarted one after the other under load: nobody notices, and
// what was written is there.
import { rmSync } from "node:fs"
import { createServer, request as httpRequest, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { type Installation, prepareInstallation } from "./installation.ts"
import { type Ledger, newLedger } from "./ledger.ts"
import type { Outcome } from "./outcome.ts"
import { newFolder, withPostgres } from "./own-postgres.ts"
import { isReady, newServerProcess, type ServerProcess } from "./server-process.ts"
import { verify } from "./verify.ts"

const exit_budget_ms = 15_000

/** Restarts each of two nodes so many times at so many requests a second, every fifth of them a write. */
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
    const [anyNode] = nodes
    const ledger = newLedger()
    let isEnding = false
    try {
      for (const node of nodes) await node.start()
      const installation = await prepareInstallation(settings)
      const proxy = await startProxy(nodes)
      const sent: Promise<void>[] = []
      const load = (async () => {
        for (let number = 1; !isEnding; number += 1) {
          const name = number % 5 === 0 ? `drain-${number}` : undefined
          sent.push(request(proxy.url, installation, ledger, name))
          await sleep(1_000 / per_second)
        }
      })()
      const exits: { code: number | null; ms: number }[] = []
      for (let round = 0; round < restarts; round += 1) {
        for (const node of nodes) {
          await sleep(1_500)
          const begun_ms = performance.now()
          exits.push({ code: await node.end(), ms: Math.round(performance.now() - begun_ms) })
          await node.start()
          await proxy.untilSeen(node)
        }
      }
      isEnding = true
      await load
      await Promise.all(sent)
      await proxy.close()
      const verdict = await verify(anyNode?.base_url ?? "", installation, ledger)
      for (const { code } of exits) if (code !== 0) verdict.wrong.push(`a node ended with ${code}`)
      // The lines of the log say why; the next reader has nothing else.
      if (ledger.wrong.length > 0) verdict.wrong.push(...nodes.map((node) => `log: ${node.tail()}`))
      const slowest_ms = Math.max(...exits.map(({ ms }) => ms))
      return {
        ...verdict,
        kills: 0,
        slow: slowest_ms > exit_budget_ms ? [`a node took ${slowest_ms} ms to end`] : [],
        figures: {
          restarts: exits.length,
          requests: sent.length,
          "failed requests": ledger.wrong.length,
          writes: verdict.acknowledged,
          "slowest end, ms": slowest_ms,
        },
      }
    } finally {
      isEnding = true
      for (const node of nodes) await node.end()
      rmSync(data_dir, { recursive: true, force: true })
    }
  })
}

/** One request that is not tried again: a list, or a matter created under this name. Whatever fails is wrong. */
async function request(
  base_url: string,
  { token, questionnaire_id }: Installation,
  ledger: Ledger,
  name?: string,
): Promise<void> {
  const authorization = `Token ${token}`
  const creation = {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ questionnaire_id, matter_name: name }),
  }
  try {
    const response = await fetch(`${base_url}/v1/matters${name ? "/create" : ""}`, {
      ...(name ? creation : { headers: { authorization } }),
      signal: AbortSignal.timeout(20_000),
    })
    const text = await response.text()
    if (response.status !== (name ? 201 : 200))
      ledger.wrong.push(`a request was answered with ${response.status} ${codeOf(text)}`)
    else if (name) {
      ledger.created.set((JSON.parse(text) as { id: string }).id, name)
      ledger.acknowledged += 1
    }
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } }
    ledger.wrong.push(`a request failed: ${cause?.code ?? message}`)
  }
}

/** Says whether a node was leaving, had no database, or had too much to do. */
function codeOf(text: string): string {
  try {
    return String((JSON.parse(text) as { code?: unknown }).code)
  } catch {
    return text.slice(0, 100)
  }
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

// Restarts two nodes behind a readiness-polling proxy one after the other under load: no request fails, and every write
// is there.
import { rmSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { type Installation, prepareInstallation } from "./installation.ts"
import { newLedger } from "./ledger.ts"
import { startLoad } from "./load.ts"
import type { Outcome } from "./outcome.ts"
import { newFolder, settingsOf, withPostgres } from "./own-postgres.ts"
import { startProxy } from "./proxy.ts"
import { newServerProcess, type ServerProcess } from "./server-process.ts"
import { verify } from "./verify.ts"

const exit_budget_ms = 15_000

interface Rolling {
  restarts: number
  per_second: number
}

/** Two nodes on a separate database, for `restartNodes`. */
export function restartUnderLoad(rolling: Rolling): Promise<Outcome> {
  return withPostgres(async ({ url }) => {
    const data_dir = newFolder("rolling")
    const settings = { ...settingsOf(url, data_dir), FOYER_DRAIN_SECONDS: "3" }
    const nodes = [await newServerProcess(settings), await newServerProcess(settings, ["serve", "--no-work"])]
    try {
      for (const node of nodes) await node.start()
      return await restartNodes(nodes, await prepareInstallation(settings), rolling)
    } finally {
      for (const node of nodes) await node.end()
      rmSync(data_dir, { recursive: true, force: true })
    }
  })
}

/** Restarts each node this many times at this many requests per second, every fifth a write. */
export async function restartNodes(
  nodes: readonly ServerProcess[],
  installation: Installation,
  { restarts, per_second }: Rolling,
): Promise<Outcome> {
  const ledger = newLedger()
  const proxy = await startProxy(nodes)
  const load = startLoad(proxy.url, installation, ledger, per_second)
  const exits: { code: number | null; ms: number }[] = []
  let requests = 0
  try {
    for (let round = 0; round < restarts; round += 1) {
      for (const node of nodes) {
        await sleep(1_500)
        const begun_ms = performance.now()
        exits.push({ code: await node.end(), ms: Math.round(performance.now() - begun_ms) })
        await node.start()
        await proxy.untilSeen(node)
      }
    }
  } finally {
    requests = await load.end()
    await proxy.close()
  }
  const verdict = await verify(nodes[0]?.base_url ?? "", installation, ledger)
  for (const { code } of exits) if (code !== 0) verdict.wrong.push(`a node ended with ${code}`)
  // Prints the log lines, which are the only clue to the cause.
  if (ledger.wrong.length > 0) verdict.wrong.push(...nodes.map((node) => `log: ${node.tail()}`))
  const slowest_ms = Math.max(...exits.map(({ ms }) => ms))
  return {
    ...verdict,
    kills: 0,
    slow: slowest_ms > exit_budget_ms ? [`a node took ${slowest_ms} ms to end`] : [],
    figures: {
      restarts: exits.length,
      requests,
      "failed requests": ledger.wrong.length,
      writes: verdict.acknowledged,
      "slowest end, ms": slowest_ms,
    },
  }
}

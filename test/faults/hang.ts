// A database that answers nothing and closes nothing: what waits for it must fail soon, and go on when it does.
import { rmSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { prepareInstallation } from "./installation.ts"
import { newLedger } from "./ledger.ts"
import { newFolder, withPostgres } from "./own_postgres.ts"
import type { Outcome } from "./run.ts"
import { isReady, newServerProcess } from "./server_process.ts"
import { verify } from "./verify.ts"
import { write } from "./writers.ts"

const ready_budget_ms = 3_000
const request_budget_ms = 10_000

/** Stops every process of PostgreSQL for so long while eight writers write. */
export function hangDatabase({ hang_ms }: { hang_ms: number }): Promise<Outcome> {
  return withPostgres(async (postgres) => {
    const data_dir = newFolder("hang")
    const settings = {
      NODE_ENV: "test",
      FOYER_DATA: data_dir,
      DATABASE_URL: postgres.url,
      FOYER_API_RATE_LIMIT: "0",
    }
    const server = await newServerProcess(settings)
    const ledger = newLedger()
    const ending = new AbortController()
    try {
      await server.start()
      const installation = await prepareInstallation(settings)
      const writing = write({ installation, ledger, base_url: () => server.base_url, signal: ending.signal })
      await sleep(1_500)
      const faults: string[] = []
      postgres.signal("SIGSTOP")
      const hung_ms = performance.now()
      const headers = { authorization: `Token ${installation.token}` }
      const [ready, ...reads] = await Promise.all([
        timed(`${server.base_url}/health/ready`),
        ...Array.from({ length: 14 }, () => timed(`${server.base_url}/v1/matters`, headers)),
      ])
      await sleep(Math.max(0, hang_ms - (performance.now() - hung_ms)))
      postgres.signal("SIGCONT")
      const resumed_ms = performance.now()
      while (!(await isReady(server.base_url))) {
        if (performance.now() - resumed_ms > 30_000)
          throw new Error(`It did not come back:\n${server.tail()}`)
        await sleep(25)
      }
      const back_ms = Math.round(performance.now() - resumed_ms)
      await sleep(1_500)
      ending.abort()
      await writing
      if (ready.status !== 503 || ready.ms > ready_budget_ms)
        faults.push(`readiness answered ${ready.status} after ${ready.ms} ms`)
      for (const { status, ms } of reads)
        if (status !== 503 || ms > request_budget_ms) faults.push(`a request got ${status} after ${ms} ms`)
      if (!server.isRunning()) faults.push("the server ended by itself")
      const verdict = await verify(server.base_url, installation, ledger)
      return {
        faults: [...faults, ...verdict.faults],
        counts: {
          "hung for, ms": hang_ms,
          "readiness said 503 after, ms": ready.ms,
          "slowest request, ms": Math.max(...reads.map(({ ms }) => ms)),
          "ready again, ms": back_ms,
          ...verdict.counts,
        },
      }
    } finally {
      postgres.signal("SIGCONT")
      ending.abort()
      await server.end()
      rmSync(data_dir, { recursive: true, force: true })
    }
  })
}

async function timed(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; ms: number }> {
  const begun_ms = performance.now()
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(60_000) })
  await response.arrayBuffer()
  return { status: response.status, ms: Math.round(performance.now() - begun_ms) }
}

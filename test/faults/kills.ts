// The server killed as by a power cut, and its database likewise, while eight writers write.
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { startWebhookReceiver } from "../../server/test/webhook_receiver.ts"
import { prepareInstallation, subscribe } from "./installation.ts"
import { newLedger } from "./ledger.ts"
import { newFolder } from "./own_postgres.ts"
import type { Outcome } from "./run.ts"
import { isReady, newServerProcess, type ServerProcess } from "./server_process.ts"
import { falsify, verify } from "./verify.ts"
import { write } from "./writers.ts"

export interface KillOptions {
  server_kills: number
  database_kills: number
  /** Goes on writing after the last kill until so many writes were acknowledged. */
  least_writes: number
}

/** Kills and counts what was lost: nothing may be. */
export async function killUnderWriters(options: KillOptions): Promise<Outcome> {
  const data_dir = newFolder("kills")
  const receiver = await startWebhookReceiver()
  const settings = {
    NODE_ENV: "test",
    FOYER_DATA: data_dir,
    FOYER_API_RATE_LIMIT: "0",
    DATABASE_URL: "",
  }
  const server = await newServerProcess(settings)
  const times: Record<"start" | "database", number[]> = { start: [], database: [] }
  try {
    await server.start()
    const installation = await prepareInstallation(settings)
    await subscribe(server.base_url, installation.token, receiver.url)
    const ledger = newLedger()
    const ending = new AbortController()
    const writing = write({ installation, ledger, base_url: () => server.base_url, signal: ending.signal })
    await sleep(1_000)
    const plan = spread(options)
    for (const kill of plan) {
      if (kill === "server") {
        await server.kill()
        times.start.push(await server.start())
      } else times.database.push(await killDatabase(server, data_dir))
      await sleep(300 + Math.random() * 1_500)
    }
    while (ledger.acknowledged < options.least_writes) await sleep(200)
    ending.abort()
    await writing
    const { faults, counts } = await verify(server.base_url, installation, ledger, receiver)
    const control = await verify(server.base_url, installation, falsify(ledger))
    if (control.faults.length !== 4)
      faults.push(`the check finds ${control.faults.length} of 4 false entries`)
    if (!server.isRunning()) faults.push("the server ended by itself")
    return {
      faults,
      counts: {
        "server kills": options.server_kills,
        "database kills": options.database_kills,
        ...counts,
        "ready again, ms (median)": median(times.start),
        "back after the database was killed, ms (median)": median(times.database),
      },
    }
  } finally {
    await server.end()
    await receiver.close()
    rmSync(data_dir, { recursive: true, force: true })
  }
}

/** Ends PostgreSQL at once and waits until it serves again by itself; returns how long that took. */
async function killDatabase(server: ServerProcess, data_dir: string): Promise<number> {
  const pid = Number(readFileSync(join(data_dir, "postgres", "postmaster.pid"), "utf8").split("\n")[0])
  const killed_ms = performance.now()
  process.kill(pid, "SIGKILL")
  while (await isReady(server.base_url)) if (performance.now() - killed_ms > 1_000) break
  while (!(await isReady(server.base_url))) {
    if (performance.now() - killed_ms > 60_000)
      throw new Error(`The database did not come back:\n${server.tail()}`)
    await sleep(25)
  }
  return performance.now() - killed_ms
}

/** Both kinds of kill, mixed evenly. */
function spread({ server_kills, database_kills }: KillOptions): ("server" | "database")[] {
  const kinds = [
    ...Array.from({ length: server_kills }, (_, index) => ({
      kind: "server" as const,
      at: (index + 0.5) / server_kills,
    })),
    ...Array.from({ length: database_kills }, (_, index) => ({
      kind: "database" as const,
      at: (index + 0.5) / database_kills,
    })),
  ]
  return kinds.toSorted((one, other) => one.at - other.at).map(({ kind }) => kind)
}

function median(values: readonly number[]): number {
  return Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0)
}

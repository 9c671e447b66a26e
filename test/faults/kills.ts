// Kills the server like a power cut, and its database the same way, while eight writers write.
import { rmSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { postmasterOf } from "../harness/paused-postgres.ts"
import { startWebhookReceiver } from "../harness/webhook-receiver.ts"
import { prepareInstallation, subscribe } from "./installation.ts"
import { type Ledger, newLedger } from "./ledger.ts"
import type { Outcome } from "./outcome.ts"
import { newFolder } from "./own-postgres.ts"
import { isReady, newServerProcess, type ServerProcess } from "./server-process.ts"
import { verify } from "./verify.ts"
import { write } from "./writers.ts"

export interface KillOptions {
  server_kills: number
  database_kills: number
  /** The minimum number of acknowledged writes; the kills are spread over them. */
  least_writes: number
}

const budget_ms = 5_000

/** Kills and counts losses, of which there must be none. */
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
  const ending = new AbortController()
  const times: Record<"start" | "database", number[]> = { start: [], database: [] }
  try {
    await server.start()
    const installation = await prepareInstallation(settings)
    await subscribe(server.base_url, installation.token, receiver.url)
    const ledger = newLedger()
    const writing = write({ installation, ledger, base_url: () => server.base_url, signal: ending.signal })
    const plan = spread(options)
    for (const [index, kill] of plan.entries()) {
      // Kills at a random time, not at the end of a batch of writes.
      const share = (options.least_writes * (index + 0.5)) / plan.length
      await writeUntil(ledger, () => ledger.acknowledged >= share)
      await sleep(Math.random() * 500)
      if (index > 0 && index % 10 === 0)
        console.error(`${index} of ${plan.length} kills, ${ledger.acknowledged} writes acknowledged`)
      if (kill === "server") {
        await server.kill()
        times.start.push(await server.start())
      } else times.database.push(await killDatabase(server, data_dir))
    }
    const { uploaded, submitted } = ledger
    const isEnough = () =>
      ledger.acknowledged >= options.least_writes && uploaded.size > 0 && submitted.size > 0
    await writeUntil(ledger, isEnough)
    ending.abort()
    await writing
    const verdict = await verify(server.base_url, installation, ledger, receiver)
    if (!server.isRunning()) verdict.wrong.push("the server ended by itself")
    const slow = [
      ...late("ready again", times.start),
      ...late("back after the database was killed", times.database),
    ]
    return {
      ...verdict,
      slow,
      kills: plan.length,
      figures: {
        "server kills": options.server_kills,
        "database kills": options.database_kills,
        ...verdict.figures,
        "ready again, ms (median)": median(times.start),
        "ready again, ms (slowest)": Math.round(Math.max(...times.start)),
        "back after the database was killed, ms (median)": median(times.database),
        "back after the database was killed, ms (slowest)": Math.round(Math.max(...times.database)),
      },
    }
  } finally {
    ending.abort()
    await server.end()
    await receiver.close()
    rmSync(data_dir, { recursive: true, force: true })
  }
}

/** Waits until enough writes are acknowledged; throws once none is acknowledged anymore. */
async function writeUntil(ledger: Ledger, isEnough: () => boolean): Promise<void> {
  let latest = { acknowledged: ledger.acknowledged, at_ms: performance.now() }
  while (!isEnough()) {
    await sleep(50)
    if (ledger.acknowledged > latest.acknowledged)
      latest = { acknowledged: ledger.acknowledged, at_ms: performance.now() }
    else if (performance.now() - latest.at_ms > 60_000)
      throw new Error(`Nothing was acknowledged for a minute, after ${ledger.acknowledged} writes.`)
  }
}

/** Kills PostgreSQL and waits until it serves again by itself; returns how long that took. */
async function killDatabase(server: ServerProcess, data_dir: string): Promise<number> {
  const pid = postmasterOf(data_dir)
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

/** Both kinds of kill, evenly mixed. */
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

function late(what: string, times_ms: readonly number[]): string[] {
  const ms = median(times_ms)
  return ms > budget_ms ? [`${what} after ${ms} ms (median)`] : []
}

function median(values: readonly number[]): number {
  return Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0)
}

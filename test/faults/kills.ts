// Kills the server like a power cut, and its database the same way, while eight writers write. A worker of its own, which
// nobody kills, has to do its jobs again as soon as the database is back, and no job may lose a try meanwhile.
import { rmSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { application } from "../../server/database-connections.ts"
import { findEmbeddedPostgres } from "../../server/platform/embedded-postgres/embedded.ts"
import { findFreePort } from "../../server/platform/http/free-port.ts"
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
  const settings: Record<string, string> = {
    NODE_ENV: "test",
    FOYER_DATA: data_dir,
    FOYER_API_RATE_LIMIT: "0",
    DATABASE_URL: "",
  }
  const server = await newServerProcess(settings, ["serve", "--no-work"])
  const metrics_port = await findFreePort("127.0.0.1")
  const worker = await newServerProcess(
    { ...settings, FOYER_METRICS_PORT: String(metrics_port), PORT: String(metrics_port) },
    ["work"],
  )
  const ending = new AbortController()
  const times: Record<"start" | "database" | "jobs", number[]> = { start: [], database: [], jobs: [] }
  try {
    await server.start()
    const installation = await prepareInstallation(settings)
    await worker.start()
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
      } else {
        times.database.push(await killDatabase(server, data_dir))
        times.jobs.push(await untilJobIsDone(settings))
      }
    }
    const { uploaded, submitted } = ledger
    const isEnough = () =>
      ledger.acknowledged >= options.least_writes && uploaded.size > 0 && submitted.size > 0
    await writeUntil(ledger, isEnough)
    ending.abort()
    await writing
    const verdict = await verify(server.base_url, installation, ledger, receiver)
    if (!server.isRunning()) verdict.wrong.push("the server ended by itself")
    if (!worker.isRunning()) verdict.wrong.push(`the worker ended by itself:\n${worker.tail()}`)
    const attempts = await countAttempts(settings)
    // A kill may cut the answer that says which jobs were taken: one answer for each of the worker's four connections.
    if (attempts.again > 4 * plan.length || attempts.max > 1)
      verdict.wrong.push(`outages took tries from ${attempts.again} jobs, ${attempts.max} from one`)
    const code = await worker.end()
    if (code !== 0) verdict.wrong.push(`the worker ended with ${code}:\n${worker.tail()}`)
    const slow = [
      ...late("ready again", times.start),
      ...late("back after the database was killed", times.database),
      ...late("first job after the database was back", times.jobs),
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
        "first job after the database was back, ms (median)": median(times.jobs),
        "first job after the database was back, ms (slowest)": Math.round(Math.max(...times.jobs)),
        "jobs that lost a try": attempts.again,
      },
    }
  } finally {
    ending.abort()
    await worker.end()
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

/** Waits until the worker has done a job since now; returns how long that took. Writers keep adding jobs. */
async function untilJobIsDone(settings: Record<string, string>): Promise<number> {
  const began_ms = performance.now()
  return withOwner(settings, async (client) => {
    const { rows } = await client.query<{ now: Date }>("select clock_timestamp() as now")
    for (;;) {
      const done = await client.query("select from pgboss.job where completed_on > $1 limit 1", [
        rows[0]?.now,
      ])
      const waited_ms = performance.now() - began_ms
      if (done.rows.length > 0) return waited_ms
      if (waited_ms > 60_000)
        throw new Error("The worker did no job for a minute after the database was back.")
      await sleep(25)
    }
  })
}

/** How many jobs were tried again, and the most tries one of them took. */
async function countAttempts(settings: Record<string, string>): Promise<{ again: number; max: number }> {
  const { rows } = await withOwner(settings, (client) =>
    client.query(
      "select count(*)::int as again, coalesce(max(retry_count), 0) as max from pgboss.job where retry_count > 0",
    ),
  )
  return rows[0]
}

/** The owner of the running database. */
async function withOwner<T>(
  { FOYER_DATA = "" }: Record<string, string>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const connection = await findEmbeddedPostgres({ data_dir: FOYER_DATA, application })
  if (!connection) throw new Error("The database does not run.")
  const client = new pg.Client(connection)
  await client.connect()
  return work(client).finally(() => client.end())
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

// Measures what requests, an event, and an idle firm cost a server and its PostgreSQL.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { loadDemo } from "../../demo/load.ts"
import { withCore } from "../../server/commands/with-core.ts"
import { readConfig } from "../../server/config.ts"
import { staffLifetime } from "../../server/firm/access/console.ts"
import { createSession } from "../../server/firm/access/sessions.ts"
import { createFirm } from "../../server/firm/firms/firms.ts"
import { sql } from "../../server/platform/db/sql.ts"
import { enqueue, type JobQueue } from "../../server/platform/jobs/queue.ts"
import type { Core } from "../../server/service.ts"
import { prepareInstallation, subscribe } from "../../test/faults/installation.ts"
import { postmasterOf } from "../../test/harness/paused-postgres.ts"
import { waitUntil } from "../../test/harness/wait-until.ts"
import { startWebhookReceiver } from "../../test/harness/webhook-receiver.ts"
import { newClient } from "../cluster/client.ts"
import { addManyMatters } from "../matters.ts"
import { type Server, startServer } from "../servers.ts"
import { type Filled, type Measure, measureRequests } from "./requests.ts"
import { type Cost, less, per, spentBy } from "./spent.ts"

/** Repetitions of each, after a fifth of that to warm up, four at a time. */
const times = 200
const at_once = 4
export const matters_of_firm = 500
const idle_firms = 1_000
const timeout_ms = 300_000

/** Scheduled jobs per hour (server/jobs.ts). */
const by_the_clock: readonly JobQueue[] = ["notify-changes", "remind-clients", "retention", "clean-up"]

export interface Costs {
  requests: Record<string, Cost>
  /** One event delivered to one endpoint. */
  event: Cost
  /** All scheduled jobs, once, for one idle firm. */
  idle_firm: Cost
  /** Database size of one client's intake, in kB. */
  intake_kB: number
}

/** Starts a Foyer on a separate folder, and measures; takes some minutes. */
export async function measureCosts(): Promise<Costs> {
  const folder = mkdtempSync(join(tmpdir(), "foyer-far-"))
  const settings = {
    NODE_ENV: "development",
    FOYER_DATA: folder,
    DATABASE_URL: "",
    FOYER_LOG_LEVEL: "error",
    FOYER_API_RATE_LIMIT: "0",
    PORT: "0",
  }
  const environment = { ...process.env, ...settings }
  const inCore = <T>(work: (core: Core) => Promise<T>) => withCore(work, readConfig(environment))
  const withServer = async <T>(words: string[], work: (server: Server, spent: () => Cost) => Promise<T>) => {
    const server = await startServer(process.execPath, ["bin/foyer", ...words], { env: environment })
    try {
      return await work(server, () => spentBy(server.child.pid ?? 0, postmasterOf(folder)))
    } finally {
      await server.stop()
    }
  }
  const receiver = await startWebhookReceiver()
  try {
    const filled = await inCore(fill)
    const installation = await inCore(() => prepareInstallation(settings))
    const measured = await withServer(["serve", "--no-work"], async ({ url }, spent) => {
      const before = await inCore(sizeOf)
      const found = await measureRequests(url, filled, installation, measureWith(spent))
      return { ...found, bytes: (await inCore(sizeOf)) - before }
    })
    const { requests, intakes, bytes } = measured
    const worked = await withServer(["serve"], async ({ url }, spent) => {
      await inCore(untilIdle)
      await subscribe(url, installation.token, receiver.url)
      const before = spent()
      for (let number = 0; number < times; number += 1) await newClient(url, installation, `Told ${number}`)
      await receiver.waitFor(({ length }) => length >= times, timeout_ms)
      const delivery = per(before, spent(), times)
      const few = await measureClock(spent, inCore)
      await inCore(addIdleFirms)
      const many = await measureClock(spent, inCore)
      return { delivery, idle_firm: per(few, many, idle_firms) }
    })
    return {
      requests,
      event: less(worked.delivery, requests["interface: create a matter"]),
      idle_firm: worked.idle_firm,
      intake_kB: bytes / intakes / 1024,
    }
  } finally {
    await receiver.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(core: Core): Promise<Filled> {
  const { firm_id, questionnaires, api_token: token, matters } = await loadDemo(core)
  const session = await core.db.forFirm(firm_id, async (tx) => {
    await addManyMatters(tx, questionnaires.planning, matters_of_firm)
    const { id } = await tx.one<{ id: string }>(
      sql`select id from users where is_firm_staff and role = 'admin' order by id limit 1`,
    )
    return createSession(tx, { user_id: id, device: "Bench", lifetime: staffLifetime })
  })
  // As autovacuum would within a minute.
  await asOwner(core, (client) => client.query("analyze"))
  return { cookie: `foyer_staff=${session.token}`, token, matter_id: matters.couple }
}

async function addIdleFirms({ db }: Core): Promise<void> {
  await db.forPlatform(async (tx) => {
    for (let number = 0; number < idle_firms; number += 1) await createFirm(tx, { name: `Idle ${number}` })
  })
}

function measureWith(spent: () => Cost): Measure {
  return async (act) => {
    const run = async (from: number, until: number) => {
      let next = from
      const line = async () => {
        while (next < until) await act(next++)
      }
      await Promise.all(Array.from({ length: at_once }, line))
    }
    await run(0, times / 5)
    const before = spent()
    await run(times / 5, times / 5 + times)
    return per(before, spent(), times)
  }
}

/** Runs all scheduled jobs once, after one warm-up run. */
async function measureClock(
  spent: () => Cost,
  inCore: <T>(work: (core: Core) => Promise<T>) => Promise<T>,
): Promise<Cost> {
  const begin = () =>
    inCore(async (core) => {
      await core.db.forPlatform(async (tx) => {
        for (const queue of by_the_clock) await enqueue(tx, queue, {})
      })
      await untilIdle(core)
    })
  await begin()
  const before = spent()
  await begin()
  return per(before, spent(), 1)
}

async function untilIdle(core: Core): Promise<void> {
  const waiting =
    "select from pgboss.job where state in ('created', 'active') and start_after <= now() limit 1"
  await asOwner(core, (client) =>
    waitUntil(async () => (await client.query(waiting)).rowCount === 0, "jobs wait", timeout_ms),
  )
}

function sizeOf(core: Core): Promise<number> {
  return asOwner(core, async (client) => {
    const { rows } = await client.query("select pg_database_size(current_database()) as size")
    return Number(rows[0]?.size)
  })
}

async function asOwner<T>({ connection }: Core, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

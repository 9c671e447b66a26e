import type pg from "pg"
import { type Job, PgBoss } from "pg-boss"
import { newClient } from "../db/connections/primary.ts"
import type { Database } from "../db/database.ts"
import { isAway } from "../db/database-faults.ts"
import { sql } from "../db/sql.ts"
import type { Outage } from "./outage.ts"
import { type JobQueue, jobQueues, type QueueSettings } from "./queue.ts"

export interface BossOptions {
  /** Also runs the schedule and maintains the queues. */
  worker: boolean
  /** Called with what fails between statements. */
  onError: (error: Error) => void
  /** Statements wait while the database is away. */
  outage?: Outage
}

/** Opens the pg-boss client and brings its tables up to date. If that fails, nothing of it is left running. */
export async function openBoss(
  connection: pg.PoolConfig,
  { worker, onError, outage }: BossOptions,
): Promise<PgBoss> {
  const boss = new PgBoss({
    ...connection,
    max: 4,
    // Without a timeout, a database that hangs would block the worker forever.
    keepAlive: true,
    query_timeout: 60_000,
    schedule: worker,
    supervise: worker,
    // With the job's own expiry, determines how soon the jobs of a killed process are retried.
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
  } as ConstructorParameters<typeof PgBoss>[0])
  boss.on("error", onError)
  followAddress(boss, connection)
  if (outage) waitForDatabase(boss, outage)
  try {
    await boss.start()
    for (const queue of Object.keys(jobQueues) as JobQueue[]) await prepareQueue(boss, queue)
    return boss
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }
}

/** pg-boss settles a job by its attempt, so doing a statement a second time changes nothing. */
function waitForDatabase(boss: PgBoss, outage: Outage): void {
  const db = boss.getDb()
  const executeSql = db.executeSql.bind(db)
  db.executeSql = (text, values) => outage.persist(() => executeSql(text, values))
}

/** pg-boss's listener creates its own clients; makes each one connect to the current primary, if there are several servers. */
function followAddress(boss: PgBoss, connection: pg.PoolConfig): void {
  const { config } = boss.getDb() as unknown as { config: pg.PoolConfig }
  Object.defineProperty(config, "connectionString", {
    enumerable: true,
    get: () => connection.connectionString,
  })
}

/** Creates the queue, or updates its settings and keeps its jobs. */
async function prepareQueue(boss: PgBoss, queue: JobQueue): Promise<void> {
  const { expire_s, retries, heartbeat_s }: QueueSettings = jobQueues[queue]
  const options = {
    retryLimit: retries,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: expire_s,
    ...(heartbeat_s && { heartbeatSeconds: heartbeat_s }),
  }
  const known = await boss.getQueue(queue)
  if (!known) await boss.createQueue(queue, options)
  else if (Object.entries(options).some(([name, value]) => known[name as keyof typeof options] !== value))
    await boss.updateQueue(queue, options)
}

export interface Worker {
  boss: PgBoss
  outage: Outage
  connection: pg.PoolConfig
  db: Database
}

export interface WorkOptions {
  /** Maximum number of jobs per batch. */
  batch?: number
  /** Polling interval, for jobs whose notification was lost. */
  poll_s?: number
  /** How many firms' jobs run in parallel in this process, one at a time per firm. */
  firms_at_once?: number
  /** What the jobs need besides the database. */
  needs?: Need
}

/** While it is away, jobs wait and lose no try. */
export interface Need {
  isAway(error: unknown): boolean
  isThere(): Promise<boolean>
}

/**
 * The tries of a job that outages interrupt for nothing: beyond that, the job may be what brings the database down, or what
 * seems to be away is there for everything else.
 */
const max_interruptions = 3
/** How soon the jobs of a firm go on after its suspension. */
const suspended_s = 300

/**
 * Processes `queue` until the boss stops, and retries jobs whose `handle` throws. Jobs of suspended firms wait until these
 * are resumed. Returns a function that wakes the worker.
 */
export async function workOn<Data extends object>(
  worker: Worker,
  queue: JobQueue,
  { batch = 1, poll_s = 5, firms_at_once, needs }: WorkOptions,
  handle: (jobs: Data[]) => Promise<void>,
): Promise<() => void> {
  const options = {
    batchSize: batch,
    pollingIntervalSeconds: poll_s,
    burstWhenBatchFull: true,
    ...(firms_at_once && { localConcurrency: firms_at_once, localGroupConcurrency: 1 }),
  }
  const interruptions = new Map<string, number>()
  const id: string = await worker.boss.work<Data>(queue, options, async (jobs): Promise<void> => {
    const before = Math.max(...jobs.map((job) => interruptions.get(job.id) ?? 0))
    for (const job of jobs) interruptions.delete(job.id)
    try {
      const due = await putOffSuspended(worker, queue, jobs)
      if (due.length > 0) await handle(due.map((job) => job.data))
    } catch (error) {
      const isNeedAway = needs?.isAway(error) ?? false
      if (!(isNeedAway || isAway(error)) || before === max_interruptions) throw error
      // What is still away after this wait has not been there for the job at all.
      const isBack = !(needs && isNeedAway) || (await worker.outage.waitFor(needs.isThere))
      for (const job of jobs) interruptions.set(job.id, before + (isBack ? 1 : 0))
      await giveBack(worker, queue, jobs)
      if (isNeedAway) worker.boss.notifyWorker(id)
    }
  })
  return () => worker.boss.notifyWorker(id)
}

/** Returns the other jobs. */
async function putOffSuspended<Data extends object>(worker: Worker, queue: JobQueue, jobs: Job<Data>[]) {
  // Scheduled jobs have no data.
  const firmOf = ({ data }: Job) => (data as { firm_id?: string | null } | null)?.firm_id ?? ""
  const firm_ids = [...new Set(jobs.map(firmOf))].filter((firm_id) => firm_id !== "")
  if (firm_ids.length === 0) return jobs
  const suspended = await worker.db.forPlatform((tx) =>
    tx.all<{ id: string }>(
      sql`select id from firms where id = any(${firm_ids}::text[]) and suspended_at is not null`,
    ),
  )
  if (suspended.length === 0) return jobs
  const isWaiting = (job: Job) => suspended.some(({ id }) => id === firmOf(job))
  await giveBack(worker, queue, jobs.filter(isWaiting), suspended_s)
  return jobs.filter((job) => !isWaiting(job))
}

/** An attempt that no job ever has. */
const no_attempt = 2 ** 31 - 1

/** Once the database is back, lets the jobs wait again as if no one had taken them, for at least `seconds`. */
async function giveBack(
  { outage, connection }: Worker,
  queue: JobQueue,
  jobs: Job[],
  seconds = 0,
): Promise<void> {
  const values = [queue, jobs.map((job) => job.id), jobs.map((job) => job.retryCount), seconds]
  // pg-boss now settles nothing: meanwhile, another worker may have the same attempt.
  for (const job of jobs) job.retryCount = no_attempt
  await outage.whenOver(async () => {
    const client = newClient(connection)
    try {
      await client.connect()
      // Another worker may have given up on them already.
      await client.query(
        `
        update pgboss.job j
           set state = 'created', started_on = null, heartbeat_on = null, completed_on = null,
               start_after = now() + $4 * interval '1 second',
               keep_until = keep_until + (now() + $4 * interval '1 second' - start_after)
          from unnest($2::uuid[], $3::integer[]) as taken (id, retry_count)
         where j.name = $1 and j.id = taken.id and j.retry_count = taken.retry_count
           and j.state in ('active', 'retry', 'failed')`,
        values,
      )
    } finally {
      await client.end().catch(() => undefined)
    }
  })
}

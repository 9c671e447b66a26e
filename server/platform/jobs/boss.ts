import type pg from "pg"
import { type Job, PgBoss } from "pg-boss"
import { newClient } from "../db/connections/primary.ts"
import { isAway } from "../db/database-faults.ts"
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

/** The tries of a job that outages interrupt for nothing: beyond that, the job may be what brings the database down. */
const max_interruptions = 3

/** Processes `queue` until the boss stops, and retries jobs whose `handle` throws. Returns a function that wakes the worker. */
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
      await handle(jobs.map((job) => job.data))
    } catch (error) {
      if (needs?.isAway(error)) {
        await worker.outage.waitFor(needs.isThere)
        await giveBack(worker, queue, jobs)
        worker.boss.notifyWorker(id)
        return
      }
      if (!isAway(error) || before === max_interruptions) throw error
      for (const job of jobs) interruptions.set(job.id, before + 1)
      await giveBack(worker, queue, jobs)
    }
  })
  return () => worker.boss.notifyWorker(id)
}

/** An attempt that no job ever has. */
const no_attempt = 2 ** 31 - 1

/** Once the database is back, lets the jobs wait again as if no one had taken them. */
async function giveBack({ outage, connection }: Worker, queue: JobQueue, jobs: Job[]): Promise<void> {
  const values = [queue, jobs.map((job) => job.id), jobs.map((job) => job.retryCount)]
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
           set state = 'created', started_on = null, heartbeat_on = null, completed_on = null, start_after = now()
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

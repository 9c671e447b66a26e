import type pg from "pg"
import { PgBoss } from "pg-boss"
import { type JobQueue, jobQueues, type QueueSettings } from "./queue.ts"

/**
 * Opens the pg-boss client and brings its tables up to date. With `worker`, it also runs the schedule and maintains the
 * queues.
 */
export async function openBoss(connection: pg.PoolConfig, { worker }: { worker: boolean }): Promise<PgBoss> {
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
  followAddress(boss, connection)
  await boss.start()
  for (const queue of Object.keys(jobQueues) as JobQueue[]) await prepareQueue(boss, queue)
  return boss
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

export interface WorkOptions {
  /** Maximum number of jobs per batch. */
  batch?: number
  /** Polling interval, for jobs whose notification was lost. */
  poll_s?: number
  /** How many firms' jobs run in parallel in this process, one at a time per firm. */
  firms_at_once?: number
}

/** Processes `queue` until the boss stops, and retries jobs whose `handle` throws. Returns a function that wakes the worker. */
export async function workOn<Data extends object>(
  boss: PgBoss,
  queue: JobQueue,
  { batch = 1, poll_s = 5, firms_at_once }: WorkOptions,
  handle: (jobs: Data[]) => Promise<void>,
): Promise<() => void> {
  const options = {
    batchSize: batch,
    pollingIntervalSeconds: poll_s,
    burstWhenBatchFull: true,
    ...(firms_at_once && { localConcurrency: firms_at_once, localGroupConcurrency: 1 }),
  }
  const id = await boss.work<Data>(queue, options, (jobs) => handle(jobs.map((job) => job.data)))
  return () => boss.notifyWorker(id)
}

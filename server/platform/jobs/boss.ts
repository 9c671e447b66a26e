import type pg from "pg"
import { PgBoss } from "pg-boss"
import { type Queue, type QueueSettings, queues } from "./queue.ts"

/**
 * The queue's own client. `worker` also keeps its schedule and cleans up after itself; without it the tables are
 * only brought up to date.
 */
export async function openBoss(connection: pg.PoolConfig, { worker }: { worker: boolean }): Promise<PgBoss> {
  const boss = new PgBoss({
    ...connection,
    max: 4,
    // A database that hangs or is gone without a word costs a minute, not the worker.
    keepAlive: true,
    query_timeout: 60_000,
    schedule: worker,
    supervise: worker,
    // Together with a job's own time, how soon the work of a killed process is handed out again.
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
  } as ConstructorParameters<typeof PgBoss>[0])
  followAddress(boss, connection)
  await boss.start()
  for (const queue of Object.keys(queues) as Queue[]) await prepareQueue(boss, queue)
  return boss
}

/** The boss's listener makes clients of its own, each time anew: where there are several servers, for the primary of that moment. */
function followAddress(boss: PgBoss, connection: pg.PoolConfig): void {
  const { config } = boss.getDb() as unknown as { config: pg.PoolConfig }
  Object.defineProperty(config, "connectionString", {
    enumerable: true,
    get: () => connection.connectionString,
  })
}

/** A queue that is there keeps its jobs, and takes over what has changed. */
async function prepareQueue(boss: PgBoss, queue: Queue): Promise<void> {
  const { expire_s, retries, heartbeat_s }: QueueSettings = queues[queue]
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
  /** How many jobs are handed over at once, at most. */
  batch?: number
  /** How long a job waits when nobody was told of it. */
  poll_s?: number
  /** So many firms' jobs at once in this process, each firm's own one after the other. */
  firms_at_once?: number
}

/** Works on `queue` until the boss stops; jobs whose `handle` throws are tried again later. Returns a way to wake it. */
export async function workOn<Data extends object>(
  boss: PgBoss,
  queue: Queue,
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

// Prometheus metrics of the installation. They come from the database at scrape time, so every process reports the same
// values, and are cached for a few seconds, so frequent scrapes cost nothing.
import { Gauge, Registry } from "prom-client"
import type { Parts } from "../parts.ts"
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { isReachable } from "../platform/files/store-faults.ts"
import { readVersion } from "./base.ts"
import { cache } from "./cache.ts"

const cache_ms = 5_000
/** Summing the sizes of all files costs more than all other metrics together. */
const storage_cache_ms = 5 * 60_000

/** The samples of each metric, by its name. */
type Samples = Record<string, { labels: Record<string, string>; value: number }[]>

/**
 * Returns a registry of the installation's metrics. While the database is down, `foyer_database_up` is 0 and the other
 * metrics are absent.
 */
export function watchSystem({ db, files }: Pick<Parts, "db" | "files">): Registry {
  const registry = new Registry()
  new Gauge({
    name: "foyer_file_store_up",
    help: "1 while the file store responds within three seconds.",
    registers: [registry],
    async collect() {
      this.set((await isReachable(files, 3_000)) ? 1 : 0)
    },
  })
  const read = cache(cache_ms, () => db.forPlatform(readSamples))
  const readStorage = cache(storage_cache_ms, () => db.forPlatform(readStorageSamples))
  for (const [name, { help, labelNames, isStorage }] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const samples = await (isStorage ? readStorage() : read())
        this.reset()
        // `reset` leaves a gauge without labels at 0, but a metric that could not be read must be absent.
        if (labelNames.length === 0) this.remove()
        if (name === "foyer_database_up") this.set(samples ? 1 : 0)
        else for (const { labels, value } of samples?.[name] ?? []) this.set(labels, value)
      },
    })
  }
  return registry
}

const gauges: Record<string, { help: string; labelNames: string[]; isStorage?: boolean }> = {
  foyer_build_info: {
    help: "Always 1; the labels are the versions of Foyer and Node, and the latest migration.",
    labelNames: ["version", "node", "schema"],
  },
  foyer_database_up: { help: "1 while the database responds.", labelNames: [] },
  foyer_queue_jobs: { help: "Jobs by queue and state.", labelNames: ["queue", "state"] },
  foyer_queue_oldest_seconds: { help: "Age of the oldest due job, by queue.", labelNames: ["queue"] },
  foyer_worker_idle_seconds: {
    help: "Seconds since any worker last maintained the queues; every worker does so twice a minute.",
    labelNames: [],
  },
  foyer_webhook_deliveries: {
    help: "Webhook deliveries that are waiting or being sent, and those that failed permanently in the last day.",
    labelNames: ["state"],
  },
  foyer_webhook_oldest_seconds: {
    help: "Seconds by which the oldest due delivery is overdue.",
    labelNames: [],
  },
  foyer_webhook_endpoints: { help: "Webhook endpoints by state.", labelNames: ["state"] },
  foyer_mails: {
    help: "Emails of the last week that are waiting for their first attempt, and those whose last attempt failed.",
    labelNames: ["state"],
  },
  foyer_backup_timestamp_seconds: {
    help: "Unix time at which the last completed backup started; absent if there is none.",
    labelNames: [],
  },
  foyer_firms: { help: "Firms in this installation.", labelNames: [] },
  foyer_stored_files: { help: "Clients' files in the store.", labelNames: [], isStorage: true },
  foyer_stored_bytes: {
    help: "Total size of client files before encryption.",
    labelNames: [],
    isStorage: true,
  },
  foyer_database_bytes: { help: "Size of the database.", labelNames: [], isStorage: true },
}

async function readSamples(tx: Tx): Promise<Samples> {
  const queues = await tx.all<{ queue: string; waiting: number; failed: number; oldest: Date | null }>(
    sql`select * from queue_figures(null, ${tx.now})`,
  )
  const facts = await tx.one<Facts>(sql`
    select (select max(name) from applied_migrations()) as schema,
           extract(epoch from now() - last_work())::float8 as worker_idle_s,
           (select extract(epoch from max(started_at))::float8 from backups where finished_at is not null) as backup_s,
           (select count(*) from firms) as firms`)
  const deliveries = await tx.one<Deliveries>(sql`
    select count(*) filter (where state = 'waiting') as waiting,
           count(*) filter (where state = 'sending') as sending,
           (select count(*) from deliveries
             where finished_at > ${tx.now}::timestamptz - interval '1 day' and state = 'failed') as failed,
           coalesce(extract(epoch from ${tx.now}::timestamptz
             - min(next_try_at) filter (where state = 'waiting' and next_try_at <= ${tx.now})), 0)::float8 as oldest_s
      from deliveries where state in ('waiting', 'sending')`)
  const endpoints = await tx.all<{ state: string; count: number }>(sql`
    select case when disabled_at is not null then 'disabled'
                when paused_at is not null then 'paused'
                when first_failure_at is not null then 'failing'
                else 'active' end as state, count(*) as count
      from webhook_endpoints where removed_at is null group by 1`)
  const mails = await tx.one<{ waiting: number; failed: number }>(sql`
    select count(*) filter (where fault is null) as waiting, count(*) filter (where fault is not null) as failed
      from mails where sent_at is null and created_at > ${tx.now}::timestamptz - interval '7 days'`)
  const seconds = (since: Date | null) => (since ? (tx.now.getTime() - since.getTime()) / 1000 : 0)
  return {
    foyer_build_info: [
      {
        labels: { version: await readVersion(), node: process.versions.node, schema: facts.schema ?? "" },
        value: 1,
      },
    ],
    foyer_queue_jobs: queues.flatMap(({ queue, waiting, failed }) => [
      { labels: { queue, state: "waiting" }, value: waiting },
      { labels: { queue, state: "failed" }, value: failed },
    ]),
    foyer_queue_oldest_seconds: queues.map(({ queue, oldest }) => ({
      labels: { queue },
      value: seconds(oldest),
    })),
    foyer_worker_idle_seconds: facts.worker_idle_s === null ? [] : [one(facts.worker_idle_s)],
    foyer_webhook_deliveries: [
      { labels: { state: "waiting" }, value: deliveries.waiting },
      { labels: { state: "sending" }, value: deliveries.sending },
      { labels: { state: "failed" }, value: deliveries.failed },
    ],
    foyer_webhook_oldest_seconds: [one(deliveries.oldest_s)],
    foyer_webhook_endpoints: endpoints.map(({ state, count }) => ({ labels: { state }, value: count })),
    foyer_mails: [
      { labels: { state: "waiting" }, value: mails.waiting },
      { labels: { state: "failed" }, value: mails.failed },
    ],
    foyer_backup_timestamp_seconds: facts.backup_s === null ? [] : [one(facts.backup_s)],
    foyer_firms: [one(facts.firms)],
  }
}

interface Facts {
  schema: string | null
  worker_idle_s: number | null
  backup_s: number | null
  firms: number
}

interface Deliveries {
  waiting: number
  sending: number
  failed: number
  oldest_s: number
}

async function readStorageSamples(tx: Tx): Promise<Samples> {
  const { files, bytes, database_bytes } = await tx.one<{
    files: number
    bytes: number
    database_bytes: number
  }>(sql`
    select count(*) as files, coalesce(sum(size), 0)::bigint as bytes,
           pg_database_size(current_database()) as database_bytes
      from documents`)
  return {
    foyer_stored_files: [one(files)],
    foyer_stored_bytes: [one(bytes)],
    foyer_database_bytes: [one(database_bytes)],
  }
}

function one(value: number) {
  return { labels: {}, value }
}

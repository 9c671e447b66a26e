// The installation's metrics, from the database. Only processes that do background work export them: what all firms
// share is then counted once, and its absence means that no one does the work.
import { sql, type Tx } from "../../platform/db/sql.ts"
import { hasFailed } from "../../platform/mail/mail-filters.ts"
import type { Gauges, Samples } from "./gauges.ts"

/** Failures count in metrics for a day, or until the operator acknowledges them. */
const lately = "1 day"

export const installationGauges: Gauges = {
  foyer_queue_jobs: {
    help: "Jobs by queue and state; `failed` counts those of the last day that no one has acknowledged.",
    labelNames: ["queue", "state"],
  },
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
  foyer_webhook_endpoints_disabled_lately: {
    help: "Webhook endpoints disabled in the last day that no one has acknowledged.",
    labelNames: [],
  },
  foyer_mails: {
    help: "Emails that wait for their first attempt, that failed and will be tried again, and those given up or sent in the last hour.",
    labelNames: ["state"],
  },
  foyer_client_mails_given_up: {
    help: "Emails to clients, such as invitations, that were given up in the last day and that no one has acknowledged.",
    labelNames: [],
  },
  foyer_backup_timestamp_seconds: {
    help: "Unix time at which the last completed backup started; absent if there is none.",
    labelNames: [],
  },
  foyer_backup_faults: {
    help: "What is wrong with the last backup: 1 if it failed, otherwise the missing files and what its check found.",
    labelNames: [],
  },
  foyer_audit_logs_broken: {
    help: "Audit logs in which the last verification found a changed, removed, or inserted entry.",
    labelNames: [],
  },
  foyer_firms: { help: "Firms in this installation.", labelNames: [] },
}

export async function readSamples(tx: Tx): Promise<Samples> {
  const since = sql`${tx.now}::timestamptz - ${lately}::interval`
  const queues = await tx.all<{ queue: string; waiting: number; failed: number; oldest: Date | null }>(
    sql`select * from queue_figures(null, ${tx.now}, ${since})`,
  )
  const facts = await tx.one<Facts>(sql`
    select extract(epoch from now() - last_work())::float8 as worker_idle_s,
           (select extract(epoch from max(started_at))::float8 from backups where finished_at is not null) as backup_s,
           (select case when fault is not null then 1 else missing_files + coalesce(check_faults, 0) end
              from backups order by started_at desc limit 1) as backup_faults,
           (select count(*) from audit_heads where break is not null) as audit_logs_broken,
           (select count(*) from firms) as firms`)
  const deliveries = await tx.one<Deliveries>(sql`
    select count(*) filter (where state = 'waiting') as waiting,
           count(*) filter (where state = 'sending') as sending,
           (select count(*) from deliveries where finished_at > ${since} and state = 'failed') as failed,
           coalesce(extract(epoch from ${tx.now}::timestamptz
             - min(next_try_at) filter (where state = 'waiting' and next_try_at <= ${tx.now})), 0)::float8 as oldest_s
      from deliveries where state in ('waiting', 'sending')`)
  const endpoints = await tx.all<{ state: string; count: number; disabled_lately: number }>(sql`
    select case when disabled_at is not null then 'disabled'
                when paused_at is not null then 'paused'
                when first_failure_at is not null then 'failing'
                else 'active' end as state, count(*) as count,
           count(*) filter (where disabled_at > greatest(${since}, failures_acknowledged_at())) as disabled_lately
      from webhook_endpoints where removed_at is null group by 1`)
  const { clients_given_up, ...mails } = await tx.one<
    Record<"waiting" | "failing" | "given_up" | "sent" | "clients_given_up", number>
  >(sql`
    select count(*) filter (where sent_at is null and fault is null) as waiting,
           count(*) filter (where sent_at is null and fault is not null and gave_up_at is null) as failing,
           count(*) filter (where ${hasFailed} and gave_up_at > ${tx.now}::timestamptz - interval '1 hour') as given_up,
           count(*) filter (where sent_at > ${tx.now}::timestamptz - interval '1 hour') as sent,
           count(*) filter (where ${hasFailed} and purpose is not null and matter_id is not null
                              and gave_up_at > greatest(${since}, failures_acknowledged_at())) as clients_given_up
      from mails where created_at > ${tx.now}::timestamptz - interval '7 days'`)
  const seconds = (since: Date | null) => (since ? (tx.now.getTime() - since.getTime()) / 1000 : 0)
  return {
    foyer_queue_jobs: queues.flatMap(({ queue, waiting, failed }) => [
      { labels: { queue, state: "waiting" }, value: waiting },
      { labels: { queue, state: "failed" }, value: failed },
    ]),
    foyer_queue_oldest_seconds: queues.map(({ queue, oldest }) => ({
      labels: { queue },
      value: seconds(oldest),
    })),
    foyer_worker_idle_seconds: optional(facts.worker_idle_s),
    foyer_webhook_deliveries: byState({
      waiting: deliveries.waiting,
      sending: deliveries.sending,
      failed: deliveries.failed,
    }),
    foyer_webhook_oldest_seconds: [one(deliveries.oldest_s)],
    foyer_webhook_endpoints: endpoints.map(({ state, count }) => ({ labels: { state }, value: count })),
    foyer_webhook_endpoints_disabled_lately: [
      one(endpoints.reduce((sum, { disabled_lately }) => sum + disabled_lately, 0)),
    ],
    foyer_mails: byState(mails),
    foyer_client_mails_given_up: [one(clients_given_up)],
    foyer_backup_timestamp_seconds: optional(facts.backup_s),
    foyer_backup_faults: optional(facts.backup_faults),
    foyer_audit_logs_broken: [one(facts.audit_logs_broken)],
    foyer_firms: [one(facts.firms)],
  }
}

interface Facts {
  worker_idle_s: number | null
  backup_s: number | null
  backup_faults: number | null
  audit_logs_broken: number
  firms: number
}

interface Deliveries {
  waiting: number
  sending: number
  failed: number
  oldest_s: number
}

export const storageGauges: Gauges = {
  foyer_stored_files: { help: "Clients' files in the store.", labelNames: [] },
  foyer_stored_bytes: { help: "Total size of client files before encryption.", labelNames: [] },
  foyer_damaged_files: { help: "Files that foyer verify found missing or damaged.", labelNames: [] },
  foyer_database_bytes: { help: "Size of the database.", labelNames: [] },
}

/** Summing the sizes of all files costs more than all other metrics together. */
export async function readStorageSamples(tx: Tx): Promise<Samples> {
  const { files, bytes, damaged, database_bytes } = await tx.one<
    Record<"files" | "bytes" | "damaged" | "database_bytes", number>
  >(sql`
    select count(*) as files, coalesce(sum(size), 0)::bigint as bytes,
           (select count(*) from stored_files where fault is not null and trashed_at is null) as damaged,
           pg_database_size(current_database()) as database_bytes
      from documents`)
  return {
    foyer_stored_files: [one(files)],
    foyer_stored_bytes: [one(bytes)],
    foyer_damaged_files: [one(damaged)],
    foyer_database_bytes: [one(database_bytes)],
  }
}

function byState(counts: Record<string, number>) {
  return Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }))
}

function optional(value: number | null) {
  return value === null ? [] : [one(value)]
}

function one(value: number) {
  return { labels: {}, value }
}

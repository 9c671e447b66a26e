import { ownValue } from "../../definition/own-value.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import type { JobQueue } from "../../platform/jobs/queue.ts"
import { countText } from "../../platform/text/count-text.ts"
import { agoText, spanText } from "../../platform/text/sizes-and-ages.ts"
import { brokenUnless, type CheckInput, type Finding, todoUnless } from "./finding.ts"

/** Every worker maintains the queues twice a minute. */
const quiet_ms = 3 * 60_000
/** Longer than any job waits while a worker is running. */
const late_ms = 15 * 60_000

export async function checkWorkers({ parts: { db } }: CheckInput): Promise<Finding[]> {
  const { at } = await db.forPlatform((tx) => tx.one<{ at: Date | null }>(sql`select last_work() as at`))
  // The database's clock wrote it, so compare with the real time and not with a test's clock.
  const now = new Date()
  const ok = at !== null && now.getTime() - at.getTime() < quiet_ms
  const remedy = "start foyer serve, or foyer work"
  return [
    {
      topic: "Background work",
      // A new installation has not served yet.
      ...(at ? brokenUnless(ok) : todoUnless(ok)),
      sentence: at
        ? `A worker last ran ${agoText(at, now)}${ok ? "" : `: ${remedy}`}`
        : `No worker has run yet: ${remedy}`,
    },
  ]
}

interface QueueRow {
  queue: string
  waiting: number
  failed: number
  oldest: Date | null
}

export async function checkQueues({ parts: { db }, scope }: CheckInput): Promise<Finding[]> {
  const [rows, now] = await db.forPlatform(
    async (tx: Tx) =>
      [
        await tx.all<QueueRow>(
          sql`select * from queue_figures(${scope.firm_id ?? null}, ${tx.now}, '-infinity')`,
        ),
        tx.now,
      ] as const,
  )
  // Queues that differ only for an upgrade do the same work.
  return [...Map.groupBy(rows, ({ queue }) => wordsOf(queue))].map(([work, queues]) => {
    const waiting = sumOf(queues, "waiting")
    const failed = sumOf(queues, "failed")
    const [oldest] = queues.flatMap((queue) => queue.oldest ?? []).sort((a, b) => a.getTime() - b.getTime())
    const isLate = oldest !== undefined && now.getTime() - oldest.getTime() > late_ms
    const parts = [
      waiting === 0 ? "Nothing is waiting" : countText(waiting, "job is waiting", "jobs are waiting"),
    ]
    if (oldest) parts.push(`the oldest for ${spanText(oldest, now)}`)
    if (failed > 0) parts.push(`${countText(failed, "job")} failed permanently in the last week`)
    return { topic: `Jobs: ${work}`, ok: !isLate && failed === 0, sentence: parts.join(", ") }
  })
}

const sumOf = (queues: readonly QueueRow[], figure: "waiting" | "failed") =>
  queues.reduce((sum, queue) => sum + queue[figure], 0)

/** Returns the work's name for people. Metrics use the queue's own name. */
function wordsOf(queue: string): string {
  return ownValue(queueWords, queue) ?? queue
}

const queueWords: Record<JobQueue, string> = {
  "deliver-event": "creating webhook deliveries",
  "send-mail": "sending email",
  "notify-staff": "notifying colleagues",
  "notify-changes": "notifying colleagues of later changes",
  "notify-stalled": "notifying colleagues of stalled matters",
  "send-digests": "sending daily summaries",
  "send-planned": "sending planned messages",
  "remind-clients": "reminding clients by schedule",
  "mail-returns": "telling clients of returned documents",
  "mail-requests": "telling clients of requested documents",
  "mail-missed": "telling clients what they missed while sharing was paused",
  "announce-arrivals": "telling staff and clients of what has arrived",
  "sweep-files": "deleting unused files",
  "prepare-export": "preparing exports",
  "prepare-firm-export": "preparing exports of everything",
  "bulk-action": "changing many matters",
  "bulk-action-2": "changing many matters",
  "read-import": "reading imported tables",
  "delete-test-firm": "deleting test firms",
  retention: "deleting and purging matters when due",
  "clean-up": "deleting expired records",
  "seal-subjects": "sealing subjects of an earlier release",
  "mail-week": "telling the operator of the week",
  "note-audit": "logging the heads of audit logs",
  "verify-audit": "verifying audit logs",
}

import { SpanKind } from "@opentelemetry/api"
import type { FastifyBaseLogger } from "fastify"
import { causedBy } from "../causes.ts"
import { isAway } from "../db/database-faults.ts"
import { inSpan } from "../tracing.ts"
import type { JobQueue } from "./queue.ts"

/**
 * Wraps a queue's handler to record a span and a log line with the ids of the causing requests. Logs only the kind of a
 * failure: a mail server's message may name people.
 */
export function watched<Job extends object>(
  log: FastifyBaseLogger,
  queue: JobQueue,
  handle: (jobs: Job[]) => Promise<void>,
): (jobs: Job[]) => Promise<void> {
  const work = async (jobs: Job[], causes: readonly (string | undefined)[]) => {
    const started_ms = performance.now()
    const about = () => ({ queue, jobs: jobs.length, ms: Math.round(performance.now() - started_ms) })
    try {
      await inSpan(
        `job ${queue}`,
        { "messaging.batch.message_count": jobs.length },
        () => handle(jobs),
        SpanKind.CONSUMER,
      )
      // Scheduled jobs are routine and would drown out the other lines, so log them at debug.
      log[causes.some((cause) => cause !== undefined) ? "info" : "debug"](about(), "job done")
    } catch (error) {
      const { code, name } = error as { code?: unknown; name?: string }
      const message = isAway(error) ? "job interrupted: the database is away" : "job failed"
      log.warn({ ...about(), error: String(code ?? name ?? "error") }, message)
      throw error
    }
  }
  return (jobs) => {
    // Scheduled jobs have no data.
    const causes = jobs.map((job: { request_id?: string } | null) => job?.request_id)
    return causedBy(causes, () => work(jobs, causes))
  }
}

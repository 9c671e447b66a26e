import { SpanKind } from "@opentelemetry/api"
import type { FastifyBaseLogger } from "fastify"
import { causedBy } from "../causes.ts"
import { inSpan } from "../tracing.ts"
import type { Queue } from "./queue.ts"

/**
 * Work on jobs of a queue that leaves a step in the trace and a line in the log, under the ids of the requests that
 * caused them. A failure is told by its kind only: what a mail server says may name people.
 */
export function watched<Job extends object>(
  log: FastifyBaseLogger,
  queue: Queue,
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
      // What no request caused is routine: it would bury the lines that someone looks for.
      log[causes.some((cause) => cause !== undefined) ? "info" : "debug"](about(), "job done")
    } catch (error) {
      const { code, name } = error as { code?: unknown; name?: string }
      log.warn({ ...about(), error: String(code ?? name ?? "error") }, "job failed")
      throw error
    }
  }
  return (jobs) => {
    // What is done by the clock carries nothing.
    const causes = jobs.map((job: { request_id?: string } | null) => job?.request_id)
    return causedBy(causes, () => work(jobs, causes))
  }
}

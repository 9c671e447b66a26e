import { trace } from "@opentelemetry/api"
import { type DestinationStream, type Logger, pino } from "pino"
import { causeFields } from "./causes.ts"
import { errorFields } from "./error-fields.ts"

export type { Logger }

/**
 * Structured logs on standard output. Nothing secret is ever logged: addresses are cut before their query, and errors
 * are told without what they are about.
 */
export function openLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => errorFields(error) },
    mixin: () => {
      const span = trace.getActiveSpan()
      return { ...causeFields(), ...(span && { trace_id: span.spanContext().traceId }) }
    },
  }
  return pino(options, destination)
}

/**
 * A path that is safe to log: no query, and nothing that could be a key of an invitation, a setup link or a download,
 * however it is spelled and wherever it stands.
 */
export function withoutSecrets(url: string): string {
  const path = decoded(url.split("?")[0] ?? "")
  return path
    .replace(/^(\/+)(invite|console\/+setup|download)\/.*/is, "$1$2/…")
    .replace(/[A-Za-z0-9_-]{24,}/g, (word) => (isRecordId.test(word) ? word : "…"))
}

const isRecordId = /^[a-z]+_[PF]?[0-9A-F]{32}$/

function decoded(path: string): string {
  if (!path.includes("%")) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

import { trace } from "@opentelemetry/api"
import { type DestinationStream, type Logger, pino } from "pino"
import { causeFields } from "./causes.ts"
import { errorFields } from "./error-fields.ts"

export type { Logger }

/**
 * Opens structured logs on standard output. They hold nothing secret or personal: URLs lose their query, and errors the
 * data they quote.
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
 * Returns a path that is safe to log: without the query, and without anything that could be the key of an invitation,
 * setup link or download, however it is spelled and wherever it appears.
 */
export function withoutSecrets(url: string): string {
  const path = decoded(url.split("?")[0] ?? "")
  return path
    .replace(/^(\/+)(invite|portal\/+code|console\/+setup|download)\/.*/is, "$1$2/…")
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

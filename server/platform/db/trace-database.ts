import { SpanKind } from "@opentelemetry/api"
import { inSpan } from "../tracing.ts"
import type { Database } from "./database.ts"

/** Wraps a database so that each transaction is a span. */
export function traceDatabase(db: Database): Database {
  const span = <T>(name: string, work: () => Promise<T>) =>
    inSpan(name, { "db.system.name": "postgresql" }, work, SpanKind.CLIENT)
  return {
    ...db,
    forFirm: (...words) => span("transaction of a firm", () => db.forFirm(...words)),
    forPlatform: (...words) => span("transaction of the platform", () => db.forPlatform(...words)),
    forBearer: (...words) => span("transaction of a bearer", () => db.forBearer(...words)),
    withTimeout: (statement_timeout_ms) => traceDatabase(db.withTimeout(statement_timeout_ms)),
    readOnce: (statement) => span("statement", () => db.readOnce(statement)),
  }
}

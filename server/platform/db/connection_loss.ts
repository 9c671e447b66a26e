import { Failure } from "../errors.ts"

/** What a caller hears while the database is away: 503, and to try again shortly. */
export function unavailable(cause: unknown): Failure {
  const failure = new Failure(
    "unavailable",
    "database_unavailable",
    "The database is away for a moment. Try again shortly.",
    undefined,
    2,
  )
  failure.cause = cause
  return failure
}

/** Whether the connection is gone: PostgreSQL's class 57P (shutting down) and 08 (connection exceptions), and the driver's own losses. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Failure) return false
  const code = (error as Error & { code?: string }).code ?? ""
  return (
    /^(57P|08)/.test(code) ||
    /^(ECONN|EPIPE|ENOENT|ETIMEDOUT)/.test(code) ||
    /Connection terminated|not queryable/.test(error.message)
  )
}

import { Failure } from "../errors.ts"

/** What a caller hears while the database cannot be used: 503, and to try again soon. */
export function unavailable(
  cause: unknown,
  detail = "The database is temporarily unavailable. Try again in a minute.",
): Failure {
  const failure = new Failure("unavailable", "database_unavailable", detail, undefined, 2)
  failure.cause = cause
  return failure
}

/** Whether a caller was told so because the firm is leaving the server that was asked, or has left it. */
export function hasMoved(error: unknown): boolean {
  return ((error as Error | undefined)?.cause as { code?: string } | undefined)?.code === "FY001"
}

/** What a caller is told of a database's error; every other error as it is. */
export function failureOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Failure) return error
  const { code = "", constraint } = error as Error & { code?: string; constraint?: string }
  if (constraint === "audit_entries_firm_id_position_key") return auditLogDamaged(error)
  if (isContended(code)) return unavailable(error, contended)
  return isUnavailable(code, error.message) ? unavailable(error) : error
}

/**
 * Two transactions waited for each other, and PostgreSQL ended this one. It is not begun again here: what it was given
 * to do may have done more than write rows.
 */
const isContended = (code: string) => code === "40P01" || code === "40001"
const contended = "Somebody else was changing the same records. Nothing was saved. Try again."

/** The recorded end of a firm's audit log lies before entries that are there: somebody changed one or the other. */
function auditLogDamaged(cause: unknown): Failure {
  const failure = new Failure(
    "damaged",
    "audit_log_damaged",
    "The firm's audit log does not fit together, so nothing that it has to record can be done. Nothing was changed. The administrator of this installation finds the place with: foyer audit verify",
  )
  failure.cause = cause
  return failure
}

/** Where the transaction could not be opened, every statement behind fails with less to say than the opening. */
export async function throwFirst(begun: Promise<unknown>, error: unknown): Promise<never> {
  await begun
  throw error
}

/**
 * PostgreSQL's classes 57P (shutting down), 08 (connection exceptions) and 53 (no resources; a full disk, which
 * waiting does not mend, is told apart by the HTTP server), a replica that only reads, a statement that took too
 * long, a firm that is on its way to another server; and the driver's own losses.
 */
function isUnavailable(code: string, message: string): boolean {
  return (
    /^(57P..|08...|532..|533..|25006|57014|FY001)$/.test(code) ||
    /^(ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/.test(code) ||
    /Connection terminated|not queryable|Query read timeout/.test(message)
  )
}

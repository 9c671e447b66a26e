import { Failure, unavailable } from "../errors.ts"
import { type DatabaseError, isDisconnected } from "./connections/disconnected.ts"

/** The failure while the database cannot be used: a 503 that asks the caller to retry soon. */
export function databaseUnavailable(
  cause: unknown,
  detail = "The database is temporarily unavailable. Try again in a minute.",
): Failure {
  return unavailable("database_unavailable", detail, 2).because(cause)
}

/** Whether `error` says that the database is away, and not what is wrong with a statement. */
export function isAway(error: unknown): boolean {
  if (error instanceof Failure) return error.code === "database_unavailable" && isAway(error.cause)
  return (
    error instanceof Error && (isDisconnected(error) || isReplica(error) || error instanceof NoConnection)
  )
}

/** Whether `error` says that other transactions were in the way of this one, which may go through the next time. */
export function isDeadlock(error: unknown): boolean {
  if (error instanceof Failure) return isDeadlock(error.cause)
  return error instanceof Error && ["40P01", "40001"].includes((error as DatabaseError).code ?? "")
}

/** No connection came free in time: the database hangs, or is only busy. */
export class NoConnection extends Error {}

/** Maps a database error to the failure its caller sees; returns other errors unchanged. */
export function failureOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Failure) return error
  const { code = "", constraint } = error as Error & { code?: string; constraint?: string }
  if (constraint === "audit_entries_firm_id_position_key") return auditLogDamaged(error)
  if (isContended(code)) return databaseUnavailable(error, contended)
  if (isTooSlow(code)) return tookTooLong(error)
  return isUnavailable(error) ? databaseUnavailable(error) : error
}

/**
 * Two transactions deadlocked, conflicted, or stored at once what may be there only once, and PostgreSQL aborted this one:
 * what it had checked was no longer so. It is not retried here, because its work may have had side effects beyond the
 * database.
 */
const isContended = (code: string) => ["40P01", "40001", "23505"].includes(code)
const contended = "Somebody else was changing the same records. Nothing was saved. Try again."

/** A statement or transaction past its timeout, which PostgreSQL undid. The database itself is well. */
const isTooSlow = (code: string) => ["57014", "25P04"].includes(code)

/** The same again takes as long, so the caller waits longer than for a database that is back in a second. */
function tookTooLong(cause: unknown): Failure {
  return unavailable(
    "took_too_long",
    "This took too long and was stopped. Nothing was changed. Try again in a minute; if it happens again, do less at once, such as fewer records or a narrower search.",
    30,
  ).because(cause)
}

/** The recorded end of a firm's audit log precedes existing entries: one or the other was tampered with. */
function auditLogDamaged(cause: unknown): Failure {
  return new Failure(
    "damaged",
    "audit_log_damaged",
    "The firm's audit log does not fit together, so nothing that it has to record can be done. Nothing was changed. The administrator of this installation finds the place with: foyer audit verify",
  ).because(cause)
}

/** Throws the error of the transaction's `begin` if it failed, because the errors of later statements say less. */
export async function throwFirst(begun: Promise<unknown>, error: unknown): Promise<never> {
  await begun
  throw error
}

/**
 * No connection; resources are short (except a full disk, which waiting does not fix and the HTTP server handles); a
 * replica, or a server that is becoming the primary; or a transaction that waited too long for Foyer.
 */
function isUnavailable(error: DatabaseError): boolean {
  return isDisconnected(error) || isReplica(error) || /^(532..|533..|25P03)$/.test(error.code ?? "")
}

/** A replica, or a server that is becoming the primary. */
const isReplica = ({ code, message }: DatabaseError) =>
  code === "25006" || /recovery is in progress|during recovery/.test(message)

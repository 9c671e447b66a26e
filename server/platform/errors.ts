import type { FaultCode } from "./fault-codes.ts"

/**
 * The failures that the product's functions throw. Only `platform/http` maps them to statuses, so a function does not
 * need to know whether the API, the portal or the console called it.
 */
export class Failure extends Error {
  readonly kind: FailureKind
  /** Stable and machine-readable; one code always has one status. */
  readonly code: string
  readonly errors: readonly Fault[] | undefined
  readonly retry_after_s: number | undefined
  // Without parameter properties, which Node's own TypeScript support cannot load (platform/files/foreign).
  constructor(
    kind: FailureKind,
    code: string,
    detail: string,
    errors?: readonly Fault[],
    retry_after_s?: number,
  ) {
    super(detail)
    this.name = "Failure"
    this.kind = kind
    this.code = code
    this.errors = errors
    this.retry_after_s = retry_after_s
  }

  /** The same failure, whose cause only the log shows. */
  because(cause: unknown): this {
    this.cause = cause
    return this
  }
}

export type FailureKind =
  | "bad_request"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "precondition"
  | "too_large"
  | "unsupported_media"
  | "unprocessable"
  | "too_many"
  | "unavailable"
  /** Our own fault; retrying does not help. */
  | "damaged"

/** One fault in the input: its parameter, its code, and a sentence with the fault and the remedy. */
export interface Fault {
  param: string
  code: string
  message: string
}

/** A fault that API clients get. Forms have more kinds, which only their pages read. */
export interface ApiFault extends Fault {
  code: FaultCode
}

/** Returns the fault of a text with more than `at_most` characters. */
export function tooLong(param: string, length: number, at_most: number): ApiFault {
  const [max, there] = [at_most, length].map((count) => count.toLocaleString("en-US"))
  return { param, code: "too_long", message: `Use at most ${max} characters. There are ${there}.` }
}

/** Thrown for a record that does not exist or belongs to another firm: the two must look the same. */
export function notFound(detail = "There is no such record."): Failure {
  return new Failure("not_found", "not_found", detail)
}

/** Returns the row. Throws "not found" if there is none. */
export function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound()
  return row
}

/** How many faults one response lists: more than a person corrects in one go. */
export const max_faults = 100

/** Thrown with every fault of the input at once, up to a hundred. */
export function badRequest(errors: readonly Fault[]): Failure {
  const listed = errors.slice(0, max_faults)
  const detail = listed.map((fault) => fault.message).join(" ")
  return new Failure("bad_request", "bad_request", detail, listed)
}

/** Thrown for one faulty parameter or field. */
export function badField(param: string, code: string, message: string): Failure {
  return badRequest([{ param, code, message }])
}

export function forbidden(code: string, detail: string): Failure {
  return new Failure("forbidden", code, detail)
}

/** What a caller may try again, as soon as they can be told when. */
export function unavailable(code: string, detail: string, retry_after_s?: number): Failure {
  return new Failure("unavailable", code, detail, undefined, retry_after_s)
}

export function tooMany(code: string, detail: string, retry_after_s?: number): Failure {
  return new Failure("too_many", code, detail, undefined, retry_after_s)
}

/** Thrown when the record's state does not allow the change. */
export function conflict(code: string, detail: string): Failure {
  return new Failure("conflict", code, detail)
}

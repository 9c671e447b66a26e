/**
 * The few kinds of failure the product's verbs throw. Only `platform/http` turns them into statuses, so a verb
 * never needs to know through which door it was called.
 */
export class Failure extends Error {
  constructor(
    readonly kind: FailureKind,
    /** Stable and machine-readable; one code always has one status. */
    readonly code: string,
    detail: string,
    readonly errors?: readonly Fault[],
    readonly retry_after_s?: number,
  ) {
    super(detail)
    this.name = "Failure"
  }
}

export type FailureKind =
  | "bad_request"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "too_large"
  | "unprocessable"
  | "too_many"
  | "unavailable"
  /** Our own fault, and trying again does not help. */
  | "damaged"

/** One fault of the input: where it is, what it is called, and a sentence that names fault and remedy. */
export interface Fault {
  param: string
  code: string
  message: string
}

/** The fault of a text that has more characters than are taken. */
export function tooLong(param: string, length: number, at_most: number): Fault {
  const [max, there] = [at_most, length].map((count) => count.toLocaleString("en-US"))
  return { param, code: "too_long", message: `Use at most ${max} characters. There are ${there}.` }
}

/** Thrown for a record that does not exist or belongs to another firm: the two must look the same. */
export function notFound(detail = "There is no such record."): Failure {
  return new Failure("not_found", "not_found", detail)
}

/** The row, or the "not found" failure when there is none. */
export function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound()
  return row
}

/** Thrown with every fault of the input at once. */
export function badRequest(errors: readonly Fault[]): Failure {
  const detail = errors.map((fault) => fault.message).join(" ")
  return new Failure("bad_request", "bad_request", detail, errors)
}

/** Thrown when a change cannot be made in the state the record is in. */
export function conflict(code: string, detail: string): Failure {
  return new Failure("conflict", code, detail)
}

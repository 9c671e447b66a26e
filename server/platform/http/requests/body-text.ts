import type { ApiFault } from "../../errors.ts"
import type { FaultCode } from "../../fault-codes.ts"

/**
 * Faults of a JSON body that parsing hides: text the database cannot store (NUL, unpaired surrogates), whole numbers that
 * JavaScript has rounded and would store as a different number, and numbers so large that it has made them infinite.
 */
export function findTextFaults(text: string): ApiFault[] {
  // Nearly every body passes these tests; only the others are parsed again, number by number.
  const isSuspect =
    /\\u(?:0000|d[89a-f])/i.test(text) ||
    /\d{16}|[:,[\s]-?[\d.]+e\+?\d{3}/i.test(text) ||
    !text.isWellFormed()
  return isSuspect ? faultsIn(JSON.parse(text, markRounded), "") : []
}

function faultsIn(value: unknown, path: string): ApiFault[] {
  if (value === rounded)
    return [fault(path, "too_large", "is too large to be kept exactly. Send it as a string.")]
  if (typeof value === "string" && !isStorable(value)) return [fault(path, "unreadable", unreadable)]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    isStorable(key)
      ? faultsIn(part, `${path && `${path}.`}${key.slice(0, 80)}`)
      : [fault(path || "body", "unreadable", unreadable)],
  )
}

const unreadable = "holds a character that cannot be stored: NUL, or half of a surrogate pair. Remove it."

function fault(param: string, code: FaultCode, sentence: string): ApiFault {
  return { param, code, message: `"${param}" ${sentence}` }
}

/** PostgreSQL stores neither NUL nor unpaired surrogates. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0")
}

const rounded = Symbol("rounded")

/** `context.source` is the number as it was written. */
function markRounded(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number") return value
  if (!Number.isFinite(value)) return rounded
  const source = context?.source ?? ""
  if (!/^-?\d{16,}$/.test(source)) return value
  return BigInt(source) === BigInt(value) ? value : rounded
}

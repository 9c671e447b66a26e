// What the server has acknowledged, and so must never lose.

export interface Saved {
  acknowledged: string
  possible: Set<string>
  attempted: string[]
}

export interface Ledger {
  /** Matters by id, with the name they were created under. */
  created: Map<string, string>
  /** By matter: the text that was acknowledged last, those sent since without an answer, and all in order. */
  saved: Map<string, Saved>
  /** Files by name: the matter and the SHA-256 of what was acknowledged. */
  uploaded: Map<string, { matter_id: string; sha256: string }>
  submitted: Set<string>
  /** Writes that were answered with success. */
  acknowledged: number
  /** Attempts that ended in a broken connection, a timeout or a 5xx. */
  broken: number
  /** Answers that no fault explains, such as a 4xx or a 500. */
  wrong: string[]
}

export function newLedger(): Ledger {
  return {
    created: new Map(),
    saved: new Map(),
    uploaded: new Map(),
    submitted: new Set(),
    acknowledged: 0,
    broken: 0,
    wrong: [],
  }
}

// Everything the server has acknowledged and therefore must never lose.

export interface Saved {
  acknowledged: string
  possible: Set<string>
  attempted: string[]
}

export interface Ledger {
  /** Matters by id, with the name they were created with. */
  created: Map<string, string>
  /** By matter: the last acknowledged text, texts sent since without a response, and all texts in order. */
  saved: Map<string, Saved>
  /** Files by name: the matter and the SHA-256 of the acknowledged content. */
  uploaded: Map<string, { matter_id: string; sha256: string }>
  submitted: Set<string>
  /** Writes with a successful response. */
  acknowledged: number
  /** Attempts that ended in a broken connection, a timeout, or a 5xx. */
  broken: number
  /** Responses that no injected fault explains, such as a 4xx or a 500. */
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

/** The result of one run of `npm run faults`. */
export interface Outcome {
  /** Writes with a successful response. */
  acknowledged: number
  /** Number of processes killed. */
  kills: number
  /** One line for each acknowledged record that is missing, duplicated, or changed. */
  lost: string[]
  /** One line for anything else unexpected, such as a response that no injected fault explains. */
  wrong: string[]
  /** One line for every duration longer than promised, which says little on a busy machine. */
  slow: string[]
  figures: Record<string, number | string>
  /** Why it was skipped. */
  left_out?: string
}

/** The outcome of a run that this machine can't do. */
export function leftOut(left_out: string): Outcome {
  return { acknowledged: 0, kills: 0, lost: [], wrong: [], slow: [], figures: {}, left_out }
}

/** What a run of `npm run faults` saw. */
export interface Outcome {
  /** Writes that were answered with success. */
  acknowledged: number
  /** Processes that were killed. */
  kills: number
  /** One line for each acknowledged thing that is gone, doubled or changed. */
  lost: string[]
  /** One line for everything else that should not have been, such as an answer that no fault explains. */
  wrong: string[]
  /** One line for every time that was longer than promised; on a busy machine that says little. */
  slow: string[]
  figures: Record<string, number | string>
  /** Why it could not run here. */
  left_out?: string
}

/** The outcome of a run that this machine cannot do. */
export function leftOut(left_out: string): Outcome {
  return { acknowledged: 0, kills: 0, lost: [], wrong: [], slow: [], figures: {}, left_out }
}

import { type CorrectionRow, listCorrections } from "../../../corrections/corrections.ts"
import { listTouched } from "../../../corrections/touching.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { readWords } from "../activity/activity.ts"
import { inWords } from "../activity/change-words.ts"

/** A field that a client changed in answer to a correction, in words; a sensitive value stays hidden. */
export interface TouchedInWords {
  what: string
  before: string | null
  after: string | null
}

export interface CorrectionInWords extends CorrectionRow {
  touched: TouchedInWords[]
}

/** Everything asked about a matter or collected, with what clients changed of it. */
export async function readCorrections(tx: Tx, matter_id: string): Promise<CorrectionInWords[]> {
  const [corrections, touched, words] = await Promise.all([
    listCorrections(tx, matter_id),
    listTouched(tx, matter_id),
    readWords(tx, matter_id),
  ])
  return corrections.map((correction) => ({
    ...correction,
    touched: touched
      .filter(({ correction_id }) => correction_id === correction.id)
      .map(({ record_id, field, before, after }) => {
        const { what, value } = inWords({ record_id, field, value: after }, words)
        return { what, before: inWords({ record_id, field, value: before }, words).value, after: value }
      }),
  }))
}

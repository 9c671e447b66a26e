// Made-up choices that are the same whenever the seed is.
import { createHash } from "node:crypto"

export interface Sample {
  /** One of the options; undefined if there are none. */
  pick<Option>(options: readonly Option[]): Option | undefined
  /** A whole number from `least` to `greatest`. */
  number(least: number, greatest: number): number
}

export function sampleOf(seed: string): Sample {
  let count = 0
  const next = () => createHash("sha256").update(`${seed}\n${count++}`).digest().readUInt32BE()
  return {
    pick: (options) => (options.length > 0 ? options[next() % options.length] : undefined),
    number: (least, greatest) => least + (next() % (greatest - least + 1)),
  }
}

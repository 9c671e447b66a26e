// Made-up choices that are the same whenever the seed is.

import { createHash } from "node:crypto"
import type { Sample } from "../../definition/kinds/kind.ts"

export function sampleOf(seed: string): Sample {
  let count = 0
  const next = () => createHash("sha256").update(`${seed}\n${count++}`).digest().readUInt32BE()
  return {
    pick: (options) => (options.length > 0 ? options[next() % options.length] : undefined),
    number: (least, greatest) => least + (next() % (greatest - least + 1)),
  }
}

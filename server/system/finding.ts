import type { Parts } from "../parts.ts"
import type { Tx } from "../platform/db/database.ts"

export interface CheckInput {
  parts: Pick<Parts, "config" | "db" | "files" | "ring" | "scanner">
  scope: Scope
  /** Runs `work` where it sees the rows of the firm that asks, or of all. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface Finding {
  topic: string
  /** False: somebody should look at this. */
  ok: boolean
  sentence: string
}

/** Who asks. */
export interface Scope {
  /** Figures of this firm alone; of all of them where left out. */
  firm_id?: string | undefined
  /** Whether places are named: hosts, folders, buckets. */
  shows_paths: boolean
}

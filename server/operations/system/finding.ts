import type { Parts } from "../../parts.ts"
import type { Tx } from "../../platform/db/database.ts"

export interface CheckInput {
  parts: Pick<Parts, "config" | "db" | "files" | "ring" | "scanner">
  scope: CheckScope
  /** Runs `work` where it sees the rows of the requesting firm, or of all firms. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface Finding {
  topic: string
  /** False if this needs attention. */
  ok: boolean
  /** Absent for what needs attention soon. `todo`: not set up yet. `broken`: something does not work, or is lost. */
  severity?: "todo" | "broken"
  sentence: string
  /** Present if the check itself failed, so that nothing is known. */
  could_not_run?: true
}

/** The finding's outcome when something that fails the check is broken. */
export function brokenUnless(ok: boolean): Pick<Finding, "ok" | "severity"> {
  return ok ? { ok } : { ok, severity: "broken" }
}

/** The finding's outcome when what is missing has yet to be set up. */
export function todoUnless(ok: boolean): Pick<Finding, "ok" | "severity"> {
  return ok ? { ok } : { ok, severity: "todo" }
}

/** What the report covers. */
export interface CheckScope {
  /** Report on this firm only; on all firms if omitted. */
  firm_id?: string | undefined
  /** Whether to show locations: hosts, folders, buckets. */
  shows_paths: boolean
}

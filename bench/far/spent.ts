// Processor time used by processes, which other programs on the machine affect little.
import { readdirSync, readFileSync } from "node:fs"

/** The cost of one operation, in ms of processor time. */
export interface Cost {
  foyer_ms: number
  database_ms: number
}

const tick_ms = 10

/** Processor time of the process `foyer` and of PostgreSQL with the process `postmaster` since they started, in ms. */
export function spentBy(foyer: number, postmaster: number): Cost {
  return {
    foyer_ms: own(foyer) * tick_ms,
    // The parent accounts for children that have exited.
    database_ms: (own(postmaster) + ended(postmaster) + sum(childrenOf(postmaster).map(own))) * tick_ms,
  }
}

/** The cost per operation of `count`, between two measurements. */
export function per(before: Cost, after: Cost, count: number): Cost {
  return {
    foyer_ms: (after.foyer_ms - before.foyer_ms) / count,
    database_ms: (after.database_ms - before.database_ms) / count,
  }
}

/** Subtracts `part` from `whole`. */
export function less(whole: Cost, part: Cost | undefined): Cost {
  return {
    foyer_ms: Math.max(0, whole.foyer_ms - (part?.foyer_ms ?? 0)),
    database_ms: Math.max(0, whole.database_ms - (part?.database_ms ?? 0)),
  }
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** The fields of /proc/…/stat from the third on, since the process's name may contain spaces. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? []
  } catch {
    return []
  }
}

const own = (pid: number) => sum(statOf(pid).slice(11, 13).map(Number))
const ended = (pid: number) => sum(statOf(pid).slice(13, 15).map(Number))

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && Number(statOf(pid)[1]) === parent)
}

// Moves a firm from one server to another while it is in use. PostgreSQL's logical replication copies it and streams
// changes, and the rows are compared. Then the firm is briefly suspended while the latest changes are compared, one
// commit switches servers, and the old copy is removed.
import { compareAll, waitUntilSame } from "./comparing.ts"
import { cutOver, removeLeft } from "./cutting-over.ts"
import { type Move, type Places, withPlaces } from "./places.ts"
import { endReplication, startReplication } from "./replicating.ts"
import { noteCopying, resumeStaying, suspendLeaving } from "./suspending.ts"
import { removeRows } from "./tables.ts"

/** The step just completed; "changing" and "removing" come just before their commit. */
export const steps = [
  "noted",
  "copied",
  "compared",
  "suspended",
  "same",
  "changing",
  "changed",
  "removing",
] as const
export type Step = (typeof steps)[number]

export interface MoveOptions extends Move {
  onStep?: (step: Step) => void | Promise<void>
  /** How long replicated rows may lag, in ms. */
  timeout_ms?: number
  /** Undoes nothing on failure, like a killed process; for tests. */
  leaves_fragments?: boolean
}

export interface Moved {
  rows: number
  /** How long the firm was suspended. */
  suspended_ms: number
}

/**
 * Moves the firm. If anything fails before the switch, the firm stays active on its server and nothing of the attempt
 * remains. The next move resumes a killed one. Throws an error with the reason.
 */
export function moveFirm(options: MoveOptions): Promise<Moved> {
  return withPlaces(options, async (places) => {
    const { firm_id, onStep } = options
    // If it is already there, only the last steps are left.
    if (await hasChanged(places, firm_id)) {
      await endReplication(places)
      await removeLeft(places.source.administrator, places.tables, firm_id, () => onStep?.("removing"))
      return { rows: 0, suspended_ms: 0 }
    }
    await takeBack(places, firm_id)
    try {
      return await copyAndChange(places, options)
    } catch (error) {
      if (!options.leaves_fragments) await recover(places, options, error as Error)
      throw error
    }
  })
}

async function copyAndChange(
  places: Places,
  { firm_id, to, onStep, timeout_ms = 30_000 }: MoveOptions,
): Promise<Moved> {
  const { source, target, tables } = places
  await noteCopying(source.administrator, firm_id, to)
  await onStep?.("noted")
  await startReplication({ ...places, firm_id })
  await onStep?.("copied")
  const servers = { source: source.server.db, target: target.server.db, tables, firm_id, timeout_ms }
  const since = await compareAll(servers)
  await onStep?.("compared")
  const begun_ms = performance.now()
  await suspendLeaving(source.administrator, firm_id)
  await onStep?.("suspended")
  const rows = await waitUntilSame(servers, since)
  await endReplication(places)
  await onStep?.("same")
  await cutOver(places, firm_id, () => onStep?.("changing"))
  const suspended_ms = performance.now() - begun_ms
  await onStep?.("changed")
  await removeLeft(source.administrator, tables, firm_id, () => onStep?.("removing"))
  return { rows, suspended_ms }
}

/** Undoes a failed attempt, or throws an error that says why it cannot. */
async function recover(places: Places, { firm_id, to }: MoveOptions, error: Error): Promise<void> {
  const refuse = (sentence: string) => {
    throw new Error(`${error.message} ${sentence}`, { cause: error })
  }
  // After losing the connection, we cannot know whether the commit went through.
  const has_changed = await hasChanged(places, firm_id).catch(() =>
    refuse(
      `The server ${to} no longer responds. Run the command again when it does; until then, the firm may stay suspended.`,
    ),
  )
  if (has_changed)
    refuse(`The firm is at ${to}. Run the command again to remove what is left at the old server.`)
  await takeBack(places, firm_id).catch((fault: Error) =>
    refuse(`Not everything could be undone: ${fault.message} Run the command again.`),
  )
}

/** Whether it is active on the new server. */
async function hasChanged({ target }: Places, firm_id: string): Promise<boolean> {
  const { rowCount } = await target.administrator.query("select from firms where id = $1", [firm_id])
  return rowCount === 1
}

/** Reactivates the firm on its server and removes the remains of an attempt. */
async function takeBack(places: Places, firm_id: string): Promise<void> {
  await resumeStaying(places.source.administrator, firm_id)
  await endReplication(places)
  await removeRows(places.target.administrator, places.tables, firm_id)
}

// Moves a firm from one server to another while it works. It is copied and followed by PostgreSQL's logical replication;
// then it stands still for a moment, is compared, changes servers in one commit, and is removed where it was.
import { waitUntilSame } from "./comparing.ts"
import { changeLock, cutOver, removeLeft } from "./cutting-over.ts"
import { holds, type Move, type Places, withPlaces } from "./places.ts"
import { endReplication, startReplication } from "./replicating.ts"
import { noteCopying, resumeStaying, suspendLeaving } from "./suspending.ts"
import { removeRows } from "./tables.ts"

export type Step = "copied" | "suspended" | "compared" | "changed"

export interface MoveOptions extends Move {
  onStep?: (step: Step) => void
  /** Takes nothing back where it fails, as a process that is killed does: for tests. */
  leaves_fragments?: boolean
}

export interface Moved {
  rows: number
  /** How long the firm stood still. */
  suspended_ms: number
}

/**
 * Moves the firm. Where anything goes wrong before it has changed servers, it works where it was, and nothing of the
 * attempt is left; one that was killed is taken up by the next. Throws a sentence.
 */
export function moveFirm(options: MoveOptions): Promise<Moved> {
  return withPlaces(options, async (places) => {
    const { source, tables } = places
    const { firm_id } = options
    // Where it is there already, all but the end was done before.
    if (await hasChanged(places, firm_id)) {
      await removeLeft(source.server.db, source.administrator, tables, firm_id)
      return { rows: 0, suspended_ms: 0 }
    }
    await takeBack(places, firm_id)
    try {
      return await copyAndChange(places, options)
    } catch (error) {
      if (options.leaves_fragments) throw error
      if (await hasChanged(places, firm_id))
        throw new Error(
          `${(error as Error).message} The firm works at ${options.to}. Run the command again: it removes what is left where it was.`,
          { cause: error },
        )
      await takeBack(places, firm_id)
      throw error
    }
  })
}

async function copyAndChange(places: Places, { firm_id, to, onStep }: MoveOptions): Promise<Moved> {
  const { source, target, tables } = places
  await noteCopying(source.server.db, firm_id, to)
  await startReplication({ ...places, firm_id })
  onStep?.("copied")
  const begun_ms = performance.now()
  await suspendLeaving(source.server.db, source.owner, firm_id)
  onStep?.("suspended")
  const rows = await waitUntilSame(source.server.db, target.server.db, tables, firm_id)
  await endReplication(places)
  onStep?.("compared")
  await cutOver(source.server.db, source.owner, target.server.db, firm_id)
  const suspended_ms = performance.now() - begun_ms
  onStep?.("changed")
  await removeLeft(source.server.db, source.administrator, tables, firm_id)
  return { rows, suspended_ms }
}

/** Whether it works at the other server by now; waits for a change that nobody heard the end of. */
async function hasChanged({ target }: Places, firm_id: string): Promise<boolean> {
  await target.administrator.query("select pg_advisory_xact_lock($1, hashtext($2))", [changeLock, firm_id])
  return holds(target.server, firm_id)
}

/** Lets the firm work where it was, and removes what there is of an attempt. */
async function takeBack(places: Places, firm_id: string): Promise<void> {
  await resumeStaying(places.source.server.db, firm_id)
  await endReplication(places)
  await removeRows(places.target.administrator, places.tables, firm_id)
}

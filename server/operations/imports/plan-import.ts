// Reads the file of an import into its lines: a short one in the request that uploads it, a long one in the background.
import type { Database } from "../../platform/db/database.ts"
import { isAway, isDeadlock } from "../../platform/db/database-faults.ts"
import { json, sql, type Tx } from "../../platform/db/sql.ts"
import { findPlannedDuplicates } from "./duplicates.ts"
import { getImport, type ImportRow, max_lines_at_once, requestPlan } from "./imports.ts"
import { storeLines } from "./lines.ts"
import { type ImportPlan, startPlan } from "./plan.ts"
import { contextOf, listColleagues, readImport, readToday } from "./read-import.ts"

/** Reads the file now, or has it read if it is long. */
export async function planSoon(tx: Tx, id: string): Promise<void> {
  const opened = await openPlan(tx, await getImport(tx, id))
  if (opened.rows.length > max_lines_at_once) return requestPlan(tx, id)
  for (const row of opened.rows) opened.planning.add(row)
  await store(tx, id, opened.planning.end())
}

export interface RequestedPlan {
  firm_id: string
  import_id: string
}

/**
 * Reads the file with the access of whoever uploaded it. What was chosen meanwhile has a job of its own. If reading fails,
 * the import is open with a finding that says so, and the error is thrown for the log; a database that is away,
 * or a deadlock, only delays it.
 */
export async function planInBackground(
  { db }: { db: Database },
  { firm_id, import_id }: RequestedPlan,
): Promise<void> {
  const requested = await db.forFirm(firm_id, (tx) =>
    tx.maybe<Requested>(sql`
      select created_by, choices, mapping from imports where id = ${import_id} and state = 'planning'`),
  )
  if (!requested) return
  const actor = { user_id: requested.created_by, is_viewer: true }
  const inFirm: InFirm = (work) => db.forFirm(firm_id, work, actor)
  const ifStillWanted = (work: (tx: Tx) => Promise<void>) =>
    inFirm(async (tx) => {
      await tx.run(sql`select from imports where id = ${import_id} for update`)
      const now = await tx.maybe<Requested>(
        sql`select choices, mapping from imports where id = ${import_id} and state = 'planning'`,
      )
      if (now && json([now.choices, now.mapping]) === json([requested.choices, requested.mapping]))
        await work(tx)
    })
  try {
    const plan = await planSlowly(inFirm, import_id)
    await ifStillWanted((tx) => store(tx, import_id, plan))
  } catch (error) {
    if (!isAway(error) && !isDeadlock(error)) await ifStillWanted((tx) => store(tx, import_id, failed))
    throw error
  }
}

type Requested = Pick<ImportRow, "created_by" | "choices" | "mapping">
type InFirm = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** What is shown in place of a plan. */
const failed: ImportPlan = {
  matters: [],
  faults: [
    {
      line: 1,
      column: "",
      message:
        "This program failed to read the file. Choose “Read the file again” below. If that fails too, divide the file and upload its parts.",
    },
  ],
  questions: [],
  left_out: [],
}

async function planSlowly(inFirm: InFirm, import_id: string): Promise<ImportPlan> {
  const opened = await inFirm(async (tx) => openPlan(tx, await getImport(tx, import_id)))
  let added = 0
  for (const line of opened.rows) {
    opened.planning.add(line)
    added += 1
    // Other requests of this process take their turn.
    if (added % 100 === 0) await new Promise(setImmediate)
  }
  return opened.planning.end()
}

async function openPlan(tx: Tx, row: ImportRow) {
  const today = await readToday(tx)
  const read = readImport(row, today)
  const context = contextOf(read, today, await listColleagues(tx))
  return { rows: read.table.rows, planning: startPlan(read.table, read.mapping, context) }
}

async function store(tx: Tx, id: string, plan: ImportPlan): Promise<void> {
  const duplicates = await findPlannedDuplicates(tx, plan.matters)
  const findings = await storeLines(tx, id, plan, duplicates)
  await tx.run(sql`
    update imports set state = 'open', findings = ${json(findings)} where id = ${id} and state = 'planning'`)
}

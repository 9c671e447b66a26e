// Reads the file of an import into its lines: a short one in the request that uploads it, a long one in the background.
import type { Database } from "../../platform/db/database.ts"
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

/** Reads the file with the access of whoever uploaded it. What was chosen meanwhile has a job of its own. */
export async function planInBackground(
  { db }: { db: Database },
  { firm_id, import_id }: RequestedPlan,
): Promise<void> {
  const find = (tx: Tx) =>
    tx.maybe<{ created_by: string }>(
      sql`select created_by from imports where id = ${import_id} and state = 'planning'`,
    )
  const found = await db.forFirm(firm_id, find)
  if (!found) return
  const actor = { user_id: found.created_by, is_viewer: true }
  const { row, opened } = await db.forFirm(
    firm_id,
    async (tx) => {
      const row = await getImport(tx, import_id)
      return { row, opened: await openPlan(tx, row) }
    },
    actor,
  )
  let added = 0
  for (const line of opened.rows) {
    opened.planning.add(line)
    added += 1
    // Other requests of this process take their turn.
    if (added % 100 === 0) await new Promise(setImmediate)
  }
  await db.forFirm(
    firm_id,
    async (tx) => {
      await tx.run(sql`select from imports where id = ${import_id} for update`)
      const now = await tx.maybe<Pick<ImportRow, "choices" | "mapping">>(
        sql`select choices, mapping from imports where id = ${import_id} and state = 'planning'`,
      )
      if (now && json([now.choices, now.mapping]) === json([row.choices, row.mapping]))
        await store(tx, import_id, opened.planning.end())
    },
    actor,
  )
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

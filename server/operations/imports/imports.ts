// Imports matters and people from another program's table: uploaded, mapped, checked, created, and undone as long as no
// one has worked on the matters. A long file is read and created in the background, in portions; what became of each line
// is its report. The uploaded file is deleted once its lines are decided, or after a day.

import type { DateOrder } from "../../definition/values/spreadsheet-dates.ts"
import { json, sql, type Tx, userName } from "../../platform/db/sql.ts"
import { conflict } from "../../platform/errors.ts"
import { type Listing, listCounted, type Page } from "../../platform/http/responses/paging.ts"
import { newId } from "../../platform/ids.ts"
import { enqueue } from "../../platform/jobs/queue.ts"
import { countText } from "../../platform/text/count-text.ts"
import { requestBulkAction } from "../bulk-actions/bulk-actions.ts"
import { listImportedMatters } from "../bulk-actions/untouched.ts"
import type { DaysOfTimes } from "./dates.ts"
import type { Mapping } from "./fields.ts"
import type { FindingGroup } from "./findings.ts"
import type { Encoding } from "./table/encodings.ts"
import type { UploadedTable } from "./table/uploaded-table.ts"

export interface ImportRow {
  id: string
  filename: string
  /** The uploaded file, a workbook as CSV; empty once the lines are decided. */
  content: Uint8Array
  choices: FileChoices
  mapping: Mapping
  state: "planning" | "open" | "creating" | "created" | "undone"
  findings: FindingGroup[]
  bulk_action_id: string | null
  matter_ids: string[]
  /** Existing matters that were given what was missing. */
  joined_ids: string[]
  skipped: number
  created_by: string
  created_by_name: string
  created_at: Date
  done_at: Date | null
}

/** How staff want the file read; what is left out follows from the file. */
export interface FileChoices {
  encoding?: Encoding | undefined
  date_order?: DateOrder | undefined
  days_of_times?: DaysOfTimes | undefined
  /** The country of addresses without one. */
  country_iso?: string | undefined
}

const columns = sql`
  i.id, i.filename, i.choices, i.mapping, i.state, i.findings, i.bulk_action_id, i.matter_ids, i.joined_ids, i.skipped,
  i.created_by, i.created_at, i.done_at, ${userName(sql`u`)} as created_by_name`

/** The firm's imports, latest first. */
export function listImports(tx: Tx, page: Page): Promise<Listing<Omit<ImportRow, "content">>> {
  const from = sql`imports i join users u on u.id = i.created_by`
  return listCounted(tx, { columns, from, where: sql``, order: sql`order by i.id desc` }, page)
}

/** One import; throws "not found". */
export function getImport(tx: Tx, id: string): Promise<ImportRow> {
  return tx.one(sql`
    select ${columns}, i.content from imports i join users u on u.id = i.created_by where i.id = ${id}`)
}

/** A file of more lines than this is read and created in the background. */
export const max_lines_at_once = 200

/** Saves an uploaded table with guessed columns, to be read; returns the id. */
export async function createImport(
  tx: Tx,
  filename: string,
  { csv, sheet, hidden, mapping }: UploadedTable,
): Promise<string> {
  const id = newId("import")
  const label = [
    filename,
    sheet && `sheet “${sheet}”`,
    hidden > 0 && `with ${countText(hidden, "hidden line", "hidden lines")}`,
  ]
    .filter(Boolean)
    .join(", ")
  await tx.run(sql`
    insert into imports (id, filename, content, mapping, state, created_at)
    values (${id}, ${label}, ${Buffer.from(csv)}, ${json(mapping)}, 'planning', ${tx.now})`)
  return id
}

/** Saves how the file is read, and the meaning of its columns: it is to be read again. */
export async function changeMapping(
  tx: Tx,
  id: string,
  { mapping, choices }: Pick<ImportRow, "mapping" | "choices">,
): Promise<void> {
  await tx.run(sql`
    update imports set mapping = ${json(mapping)}, choices = ${json(choices)}, state = 'planning'
     where id = ${id} and state in ('planning', 'open')`)
}

/** Has the file read in the background. */
export async function requestPlan(tx: Tx, import_id: string): Promise<void> {
  await enqueue(tx, "read-import", { import_id })
}

/** Locks an import for the rest of the transaction: one of two presses comes after the other. */
export async function lockImport(tx: Tx, id: string): Promise<ImportRow> {
  await tx.one(sql`select id from imports where id = ${id} for update`)
  return getImport(tx, id)
}

/** Has the lines created in the background; returns the id of the bulk action. */
export async function requestCreating(
  tx: Tx,
  { id, filename }: Pick<ImportRow, "id" | "filename">,
  questionnaire_id: string,
  lines: readonly string[],
): Promise<void> {
  const bulk_action_id = await requestBulkAction(tx, {
    action: { kind: "import", import_id: id, questionnaire_id },
    label: `Import ${filename}`,
    matter_ids: lines,
  })
  await tx.run(sql`
    update imports set state = 'creating', bulk_action_id = ${bulk_action_id}, content = '' where id = ${id}`)
}

/** All lines have had their turn. */
export async function markCreated(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
    update imports set state = 'created', content = '', done_at = ${tx.now}
     where id = ${id} and state in ('open', 'creating')`)
}

/** The matters that an import created, by name, as far as the viewer may see them; at most `limit`. */
export function listImported(
  tx: Tx,
  { matter_ids }: Pick<ImportRow, "matter_ids">,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  return tx.all(sql`
    select id, name from matters where id = any(${matter_ids}::text[]) order by name, id limit ${limit}`)
}

export interface Undoable {
  /** Ids of the matters no one has worked on since. */
  untouched: string[]
  /** The other matters, which stay. */
  touched: { id: string; name: string }[]
}

/** Which matters undoing an import would delete, and which it would leave. Throws "not found". */
export async function findUndoable(tx: Tx, { matter_ids }: Pick<ImportRow, "matter_ids">): Promise<Undoable> {
  const rows = await listImportedMatters(tx, matter_ids)
  return {
    untouched: rows.filter(({ is_touched }) => !is_touched).map(({ id }) => id),
    touched: rows.filter(({ is_touched }) => is_touched),
  }
}

/** Whether its matters are there: all, or those created before it was stopped. */
export async function isUndoable(tx: Tx, { state, bulk_action_id }: ImportRow): Promise<boolean> {
  if (state !== "creating") return state === "created"
  const running = await tx.maybe(
    sql`select from bulk_actions where id = ${bulk_action_id} and finished_at is null`,
  )
  return !running
}

/**
 * Deletes the matters no one has worked on, in the background, restorable for thirty days; returns the id of the bulk
 * action and the number of matters. Throws "conflict" if it was undone before.
 */
export async function undoImport(tx: Tx, id: string): Promise<{ bulk_action_id: string; matters: number }> {
  await tx.one(sql`select id from imports where id = ${id} for update`)
  const imported = await getImport(tx, id)
  if (!(await isUndoable(tx, imported))) throw conflict("import_over", "There is nothing to undo.")
  const { untouched } = await findUndoable(tx, imported)
  await tx.run(sql`update imports set state = 'undone' where id = ${id}`)
  const bulk_action_id = await requestBulkAction(tx, {
    action: { kind: "undo_import" },
    label: `Undo the import of ${imported.filename}`,
    matter_ids: untouched,
  })
  return { bulk_action_id, matters: untouched.length }
}

/** Deletes uploads that were never created, and the reports of imports of more than 30 days ago. */
export async function removeOldImports(tx: Tx): Promise<void> {
  await tx.run(sql`
    delete from imports
     where state in ('open', 'planning') and created_at < ${tx.now}::timestamptz - interval '1 day'`)
  await tx.run(sql`
    delete from import_lines l using imports i
     where i.firm_id = l.firm_id and i.id = l.import_id and i.created_at < ${tx.now}::timestamptz - interval '30 days'`)
}

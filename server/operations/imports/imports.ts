// Imports matters and people from another program's table: uploaded, mapped, checked, created all at once, and undone
// as long as no one has worked on the matters. The uploaded file is deleted once they are created, or after a day.

import type { DateOrder } from "../../definition/values/spreadsheet-dates.ts"
import { recordEvents } from "../../firm/events/events.ts"
import { takeAdvisoryLock } from "../../platform/db/advisory-lock.ts"
import { json, sql, type Tx, userName } from "../../platform/db/sql.ts"
import { conflict } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import { requestBulkAction } from "../bulk-actions/bulk-actions.ts"
import { listImportedMatters } from "../bulk-actions/untouched.ts"
import { createPlanned } from "./creating.ts"
import type { Duplicate } from "./duplicates.ts"
import type { Mapping } from "./fields.ts"
import { joinPlanned } from "./joining.ts"
import { guessMapping } from "./mapping.ts"
import type { PlannedMatter } from "./plan.ts"
import type { Encoding } from "./table/encoding.ts"
import type { UploadedTable } from "./table/uploaded-table.ts"

export interface ImportRow {
  id: string
  filename: string
  /** The uploaded file, a workbook as CSV; empty once the matters are created. */
  content: Uint8Array
  choices: FileChoices
  mapping: Mapping
  state: "open" | "created" | "undone"
  matter_ids: string[]
  /** Existing matters that were given what was missing. */
  joined_ids: string[]
  skipped: number
  created_by_name: string
  created_at: Date
  done_at: Date | null
}

/** How staff want the file read; what is left out follows from the file. */
export interface FileChoices {
  encoding?: Encoding | undefined
  date_order?: DateOrder | undefined
  /** The country of addresses without one. */
  country_iso?: string | undefined
}

const columns = sql`
  i.id, i.filename, i.choices, i.mapping, i.state, i.matter_ids, i.joined_ids, i.skipped, i.created_at, i.done_at,
  ${userName(sql`u`)} as created_by_name`

/** The firm's imports, latest first. */
export function listImports(tx: Tx): Promise<Omit<ImportRow, "content">[]> {
  return tx.all(sql`
    select ${columns} from imports i join users u on u.id = i.created_by order by i.id desc limit 100`)
}

/** One import; throws "not found". */
export function getImport(tx: Tx, id: string): Promise<ImportRow> {
  return tx.one(sql`
    select ${columns}, i.content from imports i join users u on u.id = i.created_by where i.id = ${id}`)
}

/** Saves an uploaded table with guessed columns; returns the id. */
export async function createImport(
  tx: Tx,
  filename: string,
  { csv, sheet, header }: UploadedTable,
): Promise<string> {
  const id = newId("import")
  const label = sheet ? `${filename}, sheet “${sheet}”` : filename
  await tx.run(sql`
    insert into imports (id, filename, content, mapping, created_at)
    values (${id}, ${label}, ${Buffer.from(csv)}, ${json(guessMapping(header))}, ${tx.now})`)
  return id
}

/** Saves how the file is read, and the meaning of its columns. */
export async function changeMapping(
  tx: Tx,
  id: string,
  { mapping, choices }: Pick<ImportRow, "mapping" | "choices">,
): Promise<void> {
  await tx.run(sql`
    update imports set mapping = ${json(mapping)}, choices = ${json(choices)} where id = ${id} and state = 'open'`)
}

/** What becomes of a planned matter that may be a duplicate. */
export type Choice = "skip" | "join" | "create"

export interface Decision {
  planned: PlannedMatter
  choice: Choice
  existing?: Duplicate["existing"]
}

/** Locks an open import for the rest of the transaction, and all imports of the firm: two may hold the same clients. */
export async function lockOpenImport(tx: Tx, id: string): Promise<ImportRow | undefined> {
  await takeAdvisoryLock(tx, "imports")
  const row = await getImport(tx, id)
  return row.state === "open" ? row : undefined
}

/** Creates or joins the planned matters of a locked import, all or none. */
export async function createImported(
  tx: Tx,
  id: string,
  questionnaire_id: string,
  decisions: readonly Decision[],
): Promise<void> {
  const created: { id: string; planned: PlannedMatter }[] = []
  const joins: { matter_id: string; planned: PlannedMatter }[] = []
  // What each line became: lines of the same file may be duplicates of one another.
  const matterOf = new Map<number, string>()
  for (const { planned, choice, existing } of decisions) {
    const existing_id =
      existing && ("matter_id" in existing ? existing.matter_id : matterOf.get(existing.line))
    const isNew = choice === "create" || !existing_id
    const matter_id = isNew ? newId("matter") : existing_id
    matterOf.set(planned.line, matter_id)
    if (isNew) created.push({ id: matter_id, planned })
    else if (choice === "join") joins.push({ matter_id, planned })
  }
  const subjects = await createPlanned(tx, questionnaire_id, created)
  await joinPlanned(tx, joins)
  const matter_ids = created.map((one) => one.id)
  const own = new Set(matter_ids)
  const joined_ids = new Set(joins.flatMap(({ matter_id }) => (own.has(matter_id) ? [] : matter_id)))
  const skipped = decisions.filter(({ choice }) => choice === "skip").length
  await tx.run(sql`
    update imports set state = 'created', matter_ids = ${json(matter_ids)}, joined_ids = ${json([...joined_ids])},
           skipped = ${skipped}, content = '', done_at = ${tx.now}
     where id = ${id}`)
  await recordEvents(
    tx,
    subjects.map((matter) => ({ event_type: "intakeform.created", matter })),
  )
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
export async function findUndoable(
  tx: Tx,
  { matter_ids, done_at }: Pick<ImportRow, "matter_ids" | "done_at">,
): Promise<Undoable> {
  const rows = await listImportedMatters(tx, matter_ids, done_at)
  return {
    untouched: rows.filter(({ is_touched }) => !is_touched).map(({ id }) => id),
    touched: rows.filter(({ is_touched }) => is_touched),
  }
}

/**
 * Deletes the matters no one has worked on, in the background, restorable for thirty days; returns the id of the bulk
 * action and the number of matters. Throws "conflict" if it was undone before.
 */
export async function undoImport(tx: Tx, id: string): Promise<{ bulk_action_id: string; matters: number }> {
  await tx.one(sql`select id from imports where id = ${id} for update`)
  const imported = await getImport(tx, id)
  if (imported.state !== "created") throw conflict("import_over", "There is nothing to undo.")
  const { untouched } = await findUndoable(tx, imported)
  await tx.run(sql`update imports set state = 'undone' where id = ${id}`)
  const bulk_action_id = await requestBulkAction(tx, {
    action: { kind: "undo_import", created_at: imported.done_at?.toISOString() ?? "" },
    label: `Undo the import of ${imported.filename}`,
    matter_ids: untouched,
  })
  return { bulk_action_id, matters: untouched.length }
}

/** Deletes uploads that were never created. */
export async function removeOldImports(tx: Tx): Promise<void> {
  await tx.run(sql`
    delete from imports where state = 'open' and created_at < ${tx.now}::timestamptz - interval '1 day'`)
}

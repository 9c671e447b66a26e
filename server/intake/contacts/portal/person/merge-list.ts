import type { Tx } from "../../../../platform/db/database.ts"
import { type Conflict, isSameValue, type Json, type SaveResult } from "../../../matters/changes/changes.ts"
import { listFieldValues } from "../../../matters/progress/field-values.ts"
import type { FieldEdit } from "../../../portal/fields/field.ts"

/**
 * An edit of a list, such as phone numbers. The list has one revision, but a form shows each entry as a field. Two
 * people who change different entries must not conflict, so each entry is merged against the revision its editor saw.
 */
export interface ListEdit<Row> {
  /** The list's name in the record. */
  field: string
  rows: readonly Row[]
  edits: readonly FieldEdit[]
  read(rows: readonly Row[], name: string): string
  write(rows: readonly Row[], name: string, value: string): readonly Row[]
  store(rows: readonly Row[]): Promise<SaveResult>
}

/** Saves the edits; returns a conflict for each entry that another editor changed in the meantime. */
export async function mergeList<Row>(tx: Tx, record_id: string, list: ListEdit<Row>): Promise<SaveResult> {
  if (list.edits.length === 0) return { saved: {}, conflicts: [] }
  const history = await readHistory(tx, record_id, list)
  const conflicts: Conflict[] = []
  let rows = list.rows
  for (const { field, value, seen } of list.edits) {
    const [yours, theirs] = [String(value ?? ""), list.read(list.rows, field)]
    const isStale = history !== undefined && seen !== undefined && seen < history.revision
    if (!isStale || isSameValue(yours, theirs)) {
      rows = list.write(rows, field, yours)
      continue
    }
    const seenValue = list.read(history.seenRows(seen) as Row[], field)
    if (isSameValue(yours, seenValue)) continue
    if (isSameValue(theirs, seenValue)) rows = list.write(rows, field, yours)
    else {
      const { revision, changed_by, is_by_staff, is_own, changed_at } = history
      conflicts.push({ field, yours, theirs, revision, changed_by, is_by_staff, is_own, changed_at })
    }
  }
  const { saved } = await list.store(rows)
  const revision = saved[list.field] ?? history?.revision ?? 0
  const savedEdits = list.edits.filter(({ field }) => !conflicts.some((conflict) => conflict.field === field))
  return { saved: Object.fromEntries(savedEdits.map(({ field }) => [field, revision])), conflicts }
}

async function readHistory<Row>(tx: Tx, record_id: string, { field, edits }: ListEdit<Row>) {
  const oldest = Math.min(...edits.map(({ seen }) => seen ?? 0))
  const rows = await listFieldValues(tx, record_id, field, oldest)
  const last = rows[0]
  if (!last) return undefined
  return {
    ...last,
    seenRows: (seen: number): readonly Json[] => {
      const row = rows.find(({ revision }) => revision === Math.max(seen, 1))
      const value = seen === 0 ? row?.previous : row?.value
      return Array.isArray(value) ? value : []
    },
  }
}

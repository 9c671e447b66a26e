import type { SaveResult } from "../../../intake/matters/changes/changes.ts"
import type { PageRequest } from "../page-request.ts"
import { recordLater } from "../sections/later.tsx"
import type { Field, FieldEdit, ParsedForm } from "./field.ts"
import { recordUnfinished } from "./unfinished-dates.ts"

/** Saves each edit in its field's store; fields without a store are skipped. */
export async function saveFields(
  req: PageRequest,
  fields: readonly Field[],
  edits: readonly FieldEdit[],
): Promise<SaveResult> {
  const storeOf = ({ field }: FieldEdit) => fields.find(({ name }) => name === field)?.store
  const result: SaveResult = { saved: {}, conflicts: [] }
  for (const [store, own] of Map.groupBy(edits, storeOf)) {
    const { saved, conflicts } = (await store?.save(req, own)) ?? { saved: {}, conflicts: [] }
    Object.assign(result.saved, saved)
    result.conflicts.push(...conflicts)
  }
  await recordUnfinished(req, fields, edits, result)
  await recordLater(req, fields, edits)
  return result
}

/** Drops edits and faults of fields that the form's other answers hide. */
export function withoutHidden(fields: readonly Field[], { edits, faults }: ParsedForm): ParsedForm {
  const stores = new Set(fields.map(({ store }) => store))
  const names = new Map([...stores].map((store) => [store, store?.visible?.(edits)]))
  const isVisible = (field: Field | undefined) => names.get(field?.store)?.has(field?.name ?? "") ?? true
  return {
    edits: edits.filter((edit) => isVisible(fields.find(({ name }) => name === edit.field))),
    faults: faults.filter(({ field }) => isVisible(field)),
  }
}

/** A sentence for each edit that its store refuses because it does not fit the others, by field. */
export function refusedOf(
  req: PageRequest,
  fields: readonly Field[],
  edits: readonly FieldEdit[],
): Readonly<Record<string, string>> {
  const stores = new Set(fields.map(({ store }) => store))
  return Object.assign({}, ...[...stores].map((store) => store?.refuse?.(req, edits)))
}

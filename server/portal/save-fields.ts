import type { SaveResult } from "../matters/changes.ts"
import type { Field, FieldEdit, ParsedForm } from "./field.ts"
import { recordLater, recordUnfinished } from "./left-open.ts"
import type { PageRequest } from "./page-request.ts"

/** Saves edits of `fields`, each where its field is saved; fields without a store are left alone. */
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

/** What counts of a form: answers to questions that the others on it hide do not. */
export function countedOf(fields: readonly Field[], { edits, faults }: ParsedForm): ParsedForm {
  const stores = new Set(fields.map(({ store }) => store))
  const names = new Map([...stores].map((store) => [store, store?.counted?.(edits)]))
  const counts = (field: Field | undefined) => names.get(field?.store)?.has(field?.name ?? "") ?? true
  return {
    edits: edits.filter((edit) => counts(fields.find(({ name }) => name === edit.field))),
    faults: faults.filter(({ field }) => counts(field)),
  }
}

/** Sentences, by field, about edits that are not saved now, because they do not go together with the others. */
export function refusedOf(
  req: PageRequest,
  fields: readonly Field[],
  edits: readonly FieldEdit[],
): Readonly<Record<string, string>> {
  const stores = new Set(fields.map(({ store }) => store))
  return Object.assign({}, ...[...stores].map((store) => store?.refuse?.(req, edits)))
}

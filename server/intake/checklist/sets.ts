// Sets of documents that staff request together, such as those of a tax return.
import { sql, type Tx } from "../../platform/db/sql.ts"
import { badRequest, conflict, type Fault, found, tooLong } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import { max_in_set, max_label_characters, max_set_name_characters, max_sets } from "./schema.ts"

export interface DocumentSet {
  id: string
  name: string
  /** What each document is called. */
  labels: string[]
}

/** The firm's sets, by name. */
export function listDocumentSets(tx: Tx): Promise<DocumentSet[]> {
  return tx.all(sql`select id, name, labels from document_sets order by lower(name), id`)
}

/**
 * Saves a set; one with the same name gets these documents. Throws "bad request", and "conflict" for a set too many.
 */
export async function saveDocumentSet(tx: Tx, name: string, labels: readonly string[]): Promise<DocumentSet> {
  const set = { name: name.trim(), labels: labels.map((label) => label.trim()).filter(Boolean) }
  const faults = faultsOf(set)
  if (faults.length > 0) throw badRequest(faults)
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) from document_sets where lower(name) <> lower(${set.name})`)
  if (count >= max_sets) throw conflict("too_many_sets", `A firm keeps at most ${max_sets} document sets.`)
  return tx.one<DocumentSet>(sql`
    insert into document_sets (id, name, labels, changed_at)
    values (${newId("document_set")}, ${set.name}, ${set.labels}::text[], ${tx.now})
        on conflict (firm_id, lower(name)) do update
       set name = excluded.name, labels = excluded.labels, changed_by = excluded.changed_by, changed_at = excluded.changed_at
    returning id, name, labels`)
}

function faultsOf({ name, labels }: Pick<DocumentSet, "name" | "labels">): Fault[] {
  const long = labels.find((label) => label.length > max_label_characters)
  return [
    ...(name === "" ? [{ param: "name", code: "required", message: "Give the set a name." }] : []),
    ...(name.length > max_set_name_characters ? [tooLong("name", name.length, max_set_name_characters)] : []),
    ...(labels.length === 0 || labels.length > max_in_set
      ? [{ param: "labels", code: "out_of_range", message: `A set lists 1 to ${max_in_set} documents.` }]
      : []),
    ...(long === undefined ? [] : [tooLong("labels", long.length, max_label_characters)]),
  ]
}

/** Removes a set; what was requested with it stays. Throws "not found". */
export async function removeDocumentSet(tx: Tx, id: string): Promise<DocumentSet> {
  return found(
    await tx.maybe<DocumentSet>(sql`delete from document_sets where id = ${id} returning id, name, labels`),
  )
}

// Adds and changes people by the hundred, as editing.ts does one: in a few statements for all of them. The caller holds
// the locks of their matters.
import { json, rawSql, sql, type Tx } from "../../platform/db/sql.ts"
import { type Edit, isSameValue, type Json } from "../matters/changes/changes.ts"
import { type NewValue, recordMany } from "../matters/many/changes.ts"
import type { MatterPerson } from "../matters/many/matters.ts"
import type { MatterRow } from "../matters/matter-row.ts"
import { requireRelationship } from "./editing.ts"
import { type ContactField, checkedEdits, contactFields, nullableFields } from "./fields.ts"
import { checkedLists, type Lists, readLists, replaceLists, type StoredLists } from "./many-details.ts"

/** Adds the people of matters that were just created, in one statement for all. */
export async function addPeople(tx: Tx, people: readonly MatterPerson[]): Promise<void> {
  await tx.run(sql`
    insert into contacts (id, matter_id, position, relationship_type, is_client, created_at)
    select p.id, p.matter_id, p.position, p.relationship_type, p.is_client, ${tx.now}
      from jsonb_to_recordset(${json(people)})
             as p (id text, matter_id text, position integer, relationship_type text, is_client boolean)`)
}

type Facts = { [Field in ContactField]?: string | null }
export type NewFacts = { contact_id: string } & Facts

/** Stores the facts of people who were just added, in one statement for all; throws "bad request" with every fault. */
export async function storeNewFacts(tx: Tx, people: readonly NewFacts[]): Promise<void> {
  const rows = people.map(({ contact_id, ...fields }) => {
    const edits = Object.entries(fields).map(([field, value]) => ({ field, value: value ?? null }))
    return {
      id: contact_id,
      ...Object.fromEntries(checkedEdits(edits).map(({ field, value }) => [field, value])),
    }
  })
  await storeFacts(tx, rows)
}

const typeOf = (field: ContactField) => (field.startsWith("date_of_") ? "date" : "text")
const columns = rawSql(contactFields.map((field) => `${field} ${typeOf(field)}`).join(", "))
const assignments = rawSql(
  contactFields
    .map((field) => {
      const none = field === "relationship_type" ? "c.relationship_type" : "''"
      return `${field} = ${nullableFields.includes(field) ? `f.${field}` : `coalesce(f.${field}, ${none})`}`
    })
    .join(", "),
)

/** Stores all fields of people; what is left out is empty then, but for the relationship. */
async function storeFacts(tx: Tx, rows: readonly ({ id: string } & Facts)[]): Promise<void> {
  if (rows.length === 0) return
  await tx.run(sql`
    update contacts c set ${assignments}
      from jsonb_to_recordset(${json(rows)}) as f (id text, ${columns}) where c.id = f.id`)
}

export interface FilledField {
  matter_id: string
  contact_id: string
  field: ContactField
  value: string
}

/** Fills fields that are empty, in a few statements for all. */
export async function fillFields(tx: Tx, filled: readonly FilledField[]): Promise<void> {
  const checked = filled.flatMap(({ field, value, ...ids }) =>
    checkedEdits([{ field, value }]).map((edit) => ({ ...ids, field, value: edit.value })),
  )
  await recordMany(
    tx,
    checked.map(({ contact_id, ...row }) => ({ ...row, record_id: contact_id, previous: null })),
  )
  for (const [field, rows] of Map.groupBy(checked, (row) => row.field))
    await tx.run(sql`
      update contacts c set ${rawSql(field)} = f.value
        from jsonb_to_recordset(${json(rows)}) as f (contact_id text, value ${rawSql(typeOf(field))})
       where c.id = f.contact_id`)
}

/** A person of a matter as stored; of one who is only being added, nothing is. */
export interface StoredPerson {
  facts: Facts
  lists: StoredLists
}

/** The people of a matter among these ids, as stored. */
export async function readPeople(
  tx: Tx,
  matter_id: string,
  ids: readonly string[],
): Promise<Map<string, StoredPerson>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.all<{ id: string } & Facts>(sql`
    select id, ${rawSql(contactFields.join(", "))} from contacts
     where matter_id = ${matter_id} and id = any(${[...ids]}::text[])`)
  const lists = await readLists(
    tx,
    rows.map(({ id }) => id),
  )
  return new Map(rows.map(({ id, ...facts }) => [id, { facts, lists: lists.get(id) ?? {} }]))
}

/** What is to be saved of a person, checked. */
export interface CheckedPerson {
  contact_id: string
  /** As stored; undefined for a person to add, with a relationship among the edits. */
  stored: StoredPerson | undefined
  edits: Edit[]
  lists: StoredLists
}

/** Throws "bad request" with what is wrong. */
export function checkPerson(
  matter: MatterRow,
  { contact_id, stored, edits, lists }: Omit<CheckedPerson, "lists"> & { lists: Partial<Lists> },
): CheckedPerson {
  const checked = checkedEdits(edits)
  requireRelationship(matter, stored && contact_id, checked, stored?.facts ?? {})
  return { contact_id, stored, edits: checked, lists: checkedLists(lists) }
}

/** Adds and changes people of one matter. Of two entries about the same person, the later one counts. */
export async function savePeople(tx: Tx, matter_id: string, people: readonly CheckedPerson[]): Promise<void> {
  const saved = new Map<string, Omit<CheckedPerson, "edits"> & { facts: Record<string, Json> }>()
  for (const { edits, ...person } of people) {
    const earlier = saved.get(person.contact_id)
    const facts = Object.fromEntries(edits.map(({ field, value }) => [field, value]))
    saved.set(person.contact_id, {
      ...person,
      facts: { ...earlier?.facts, ...facts },
      lists: { ...earlier?.lists, ...person.lists },
    })
  }
  const all = [...saved.values()]
  const added = all.filter(({ stored }) => !stored)
  if (added.length > 0) {
    const { last } = await tx.one<{ last: number }>(sql`
      select coalesce(max(position), 0) as last from contacts where matter_id = ${matter_id}`)
    await addPeople(
      tx,
      added.map(({ contact_id, facts }, at) => ({
        ...{ id: contact_id, matter_id, position: last + at + 1, is_client: false },
        relationship_type: String(facts.relationship_type),
      })),
    )
  }
  const changes = all.flatMap(({ contact_id, stored, facts, lists }): NewValue[] =>
    Object.entries({ ...facts, ...lists }).flatMap(([field, value]) => {
      const previous = { ...stored?.facts, ...stored?.lists }[field as ContactField] ?? null
      return isSameValue(value, previous) ? [] : { matter_id, record_id: contact_id, field, value, previous }
    }),
  )
  await recordMany(tx, changes)
  const changed = new Set(changes.map(({ record_id, field }) => `${record_id} ${field}`))
  await storeFacts(
    tx,
    all.flatMap(({ contact_id, stored, facts }) =>
      contactFields.some((field) => changed.has(`${contact_id} ${field}`))
        ? { ...stored?.facts, ...(facts as Facts), id: contact_id }
        : [],
    ),
  )
  await replaceLists(
    tx,
    matter_id,
    all.map(({ contact_id, lists }) => ({
      contact_id,
      lists: Object.fromEntries(
        Object.entries(lists).filter(([field]) => changed.has(`${contact_id} ${field}`)),
      ),
    })),
  )
}

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

/** A person as stored; of one who is only being added, nothing is. */
export interface StoredPerson {
  matter_id: string
  facts: Facts
  lists: StoredLists
}

export async function readPeople(tx: Tx, ids: readonly string[]): Promise<Map<string, StoredPerson>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.all<{ id: string; matter_id: string } & Facts>(sql`
    select id, matter_id, ${rawSql(contactFields.join(", "))} from contacts where id = any(${[...ids]}::text[])`)
  const lists = await readLists(tx, ids)
  return new Map(
    rows.map(({ id, matter_id, ...facts }) => [id, { matter_id, facts, lists: lists.get(id) ?? {} }]),
  )
}

/** What is to be saved of a person, in stored form. */
export interface CheckedPerson {
  matter_id: string
  contact_id: string
  /** As stored; undefined for a person to add, with a relationship among the edits. */
  stored: StoredPerson | undefined
  edits: readonly Edit[]
  lists: StoredLists
}

/** Throws "bad request" with what is wrong. */
export function checkPerson(
  matter: MatterRow,
  { contact_id, stored, edits }: Pick<CheckedPerson, "contact_id" | "stored" | "edits">,
  lists: Partial<Lists>,
): CheckedPerson {
  const checked = checkedEdits(edits)
  requireRelationship(matter, stored && contact_id, checked, stored?.facts ?? {})
  return { matter_id: matter.id, contact_id, stored, edits: checked, lists: checkedLists(lists) }
}

/** Adds people to one matter, or changes people of any. Of two entries about the same person, the later one counts. */
export async function savePeople(tx: Tx, people: readonly CheckedPerson[]): Promise<void> {
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
  await addAtTheEnd(
    tx,
    all.filter(({ stored }) => !stored),
  )
  const changes = all.flatMap(({ matter_id, contact_id, stored, facts, lists }): NewValue[] =>
    Object.entries({ ...facts, ...lists }).flatMap(([field, value]) => {
      const previous = { ...stored?.facts, ...stored?.lists }[field as ContactField] ?? null
      return isSameValue(value, previous) ? [] : { matter_id, record_id: contact_id, field, value, previous }
    }),
  )
  await recordMany(tx, changes)
  const changed = new Set(changes.map(({ record_id, field }) => `${record_id} ${field}`))
  const hasChanged = (contact_id: string, field: string) => changed.has(`${contact_id} ${field}`)
  await storeFacts(
    tx,
    all.flatMap(({ contact_id, stored, facts }) =>
      contactFields.some((field) => hasChanged(contact_id, field))
        ? { ...stored?.facts, ...(facts as Facts), id: contact_id }
        : [],
    ),
  )
  await replaceLists(
    tx,
    all.map(({ matter_id, contact_id, stored, lists }) => ({
      ...{ matter_id, contact_id, before: stored?.lists ?? {} },
      lists: Object.fromEntries(Object.entries(lists).filter(([field]) => hasChanged(contact_id, field))),
    })),
  )
}

async function addAtTheEnd(
  tx: Tx,
  added: readonly { matter_id: string; contact_id: string; facts: Record<string, Json> }[],
): Promise<void> {
  if (added.length === 0) return
  const { last } = await tx.one<{ last: number }>(sql`
    select coalesce(max(position), 0) as last from contacts where matter_id = ${added[0]?.matter_id ?? null}`)
  await addPeople(
    tx,
    added.map(({ matter_id, contact_id, facts }, at) => ({
      ...{ id: contact_id, matter_id, position: last + at + 1, is_client: false },
      relationship_type: String(facts.relationship_type),
    })),
  )
}

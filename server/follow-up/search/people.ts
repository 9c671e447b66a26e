// One person across matters. Every matter has a record of its own of each of its people, a contact; staff say which
// records are of one person. What a viewer may not see of her is left out by row security, as everywhere.
import type { MatterState } from "../../intake/matters/list/filters.ts"
import { contextOf } from "../../intake/messages/messages.ts"
import { takeAdvisoryLock } from "../../platform/db/advisory-lock.ts"
import { type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { found, notFound } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { shortenText } from "../../platform/text/shorten-text.ts"
import type { Decision } from "./conflict-checks.ts"

/** A person's record in one matter. */
export interface PersonRecord {
  contact_id: string
  matter_id: string
  matter_name: string
  matter_state: MatterState
  is_restricted: boolean
  questionnaire_id: string
  open_date: string
  full_name: string
  relationship_type: string
  date_of_birth: string | null
  /** A client of the matter, or the person it is about. */
  is_party: boolean
  /** The same for all records of a person. */
  person_id: string
}

/** All records of a person, newest matter first; throws "not found" unless the viewer sees the one named. */
export async function listRecords(
  tx: Tx,
  contact_id: string,
  assignee_id: string | null,
): Promise<PersonRecord[]> {
  const records = await readRecords(
    tx,
    sql`c.id = any(${togetherWith([contact_id])} || ${contact_id}::text)`,
    assignee_id,
  )
  if (!records.some((record) => record.contact_id === contact_id)) throw notFound()
  return records
}

/** The other records of the people who have these, which a search for one of their names need not find. */
export function listOtherRecords(
  tx: Tx,
  contact_ids: readonly string[],
  assignee_id: string | null,
): Promise<PersonRecord[]> {
  return readRecords(tx, sql`c.id = any(${togetherWith(contact_ids)})`, assignee_id)
}

/** The ids of all records of the people who have these, as far as staff joined them. */
function togetherWith(contact_ids: readonly string[]): Sql {
  return sql`array(
    select o.contact_id from people p join people o on o.person_ids[1] = p.person_ids[1]
     where p.contact_id = any(${[...contact_ids]}::text[]))`
}

/** The records that a condition chooses, newest matter first, without those that a member limited to some may not see. */
export function readRecords(tx: Tx, where: Sql, assignee_id: string | null): Promise<PersonRecord[]> {
  return tx.all(sql`
    select c.id as contact_id, m.id as matter_id, m.name as matter_name, m.state as matter_state,
           m.is_restricted, m.questionnaire_id, m.open_date,
           c.full_name, c.relationship_type, c.date_of_birth,
           c.is_client or c.id = m.contact_main_id as is_party,
           coalesce((select p.person_ids[1] from people p where p.contact_id = c.id), c.id) as person_id
      from contacts c join matters m on m.id = c.matter_id
     where ${where} and (${assignee_id}::text is null or m.assignee_id = ${assignee_id})
     order by m.open_date desc, m.id desc`)
}

interface FileOfPerson {
  id: string
  matter_id: string
  matter_name: string
  filename: string
  uploaded_at: Date
}

interface CheckOfPerson {
  id: string
  name: string
  decision: Decision
  checked_at: Date
  /** How many there are; from `max_counted_checks` on, there may be more. */
  total: number
}

/** What the firm has of a person beside the records: the newest message of each matter, the newest files and checks. */
export async function readTraces(tx: Tx, ring: KeyRing, records: readonly PersonRecord[]) {
  const parties = records.filter(({ is_party }) => is_party).map(({ matter_id }) => matter_id)
  const of_matters = sql`unnest(${parties}::text[]) as of_matter (id)`
  const messages = await tx.all<{ id: string; matter_id: string; text_sealed: string; written_at: Date }>(sql`
    select w.* from ${of_matters} cross join lateral (
      select id, matter_id, text_sealed, written_at from messages
       where matter_id = of_matter.id order by written_at desc, id desc limit 1) w`)
  const files = await tx.all<FileOfPerson>(sql`
    select d.*, m.name as matter_name from ${of_matters} join matters m on m.id = of_matter.id cross join lateral (
      select id, matter_id, filename, uploaded_at from documents
       where matter_id = of_matter.id and removed_at is null and not is_unsent
       order by uploaded_at desc, id desc limit ${max_files}) d
     order by d.uploaded_at desc, d.id desc limit ${max_files}`)
  const checks = await tx.all<CheckOfPerson>(sql`
    select k.id, k.name, k.decision, k.checked_at, f.total from (
      select f.check_id, count(*) over ()::int as total
        from unnest(${records.map(({ contact_id }) => contact_id)}::text[]) as record (id) cross join lateral (
          select distinct check_id from conflict_check_matters
           where contact_id = record.id order by check_id desc limit ${max_counted_checks}) f
       group by f.check_id order by f.check_id desc limit ${max_checks}) f
      join conflict_checks k on k.id = f.check_id
     order by k.id desc`)
  const newest = messages.map(({ text_sealed, ...message }) => {
    const text = shortenText(ring.open(text_sealed, contextOf(message.id)), max_characters)
    return [message.matter_id, { ...message, text }] as const
  })
  return { messages: new Map(newest), files, checks }
}

const max_files = 10
const max_checks = 10
export const max_counted_checks = 100
/** Of a message, the ellipsis included. */
const max_characters = 81

/** The record that says most of a person: the newest as a client. */
export function mainOf(records: readonly PersonRecord[]): PersonRecord {
  return found([...records.filter(({ is_party }) => is_party), ...records][0])
}

/**
 * Records that two contacts are the same person, with all who are one with either. Returns what undoes it; undefined if
 * they are one already, or a matter has both, even one the viewer may not see. Throws "not found".
 */
export async function joinPeople(tx: Tx, contact_id: string, other_id: string): Promise<string | undefined> {
  const ids = [contact_id, other_id]
  await takeAdvisoryLock(tx, "people")
  await tx.run(sql`
    insert into people (matter_id, contact_id, person_ids)
    select c.matter_id, c.id, array[n.person_id]
      from unnest(${ids}::text[], ${ids.map(() => newId("person"))}::text[]) as n (contact_id, person_id)
      join contacts c on c.id = n.contact_id
    on conflict do nothing`)
  const rows = await tx.all<{ contact_id: string; person_id: string }>(sql`
    select contact_id, person_ids[1] as person_id from people where contact_id = any(${ids}::text[])`)
  const [person, other] = ids.map((id) => rows.find((row) => row.contact_id === id)?.person_id)
  if (!person || !other) throw notFound()
  const { merged } = await tx.one<{ merged: boolean }>(
    sql`select merge_people(${person}, ${other}) as merged`,
  )
  return merged ? other : undefined
}

/** Makes `person` a person again, as before a merge; `contact_id` is one of the records. Returns whether it was one. */
export async function undoJoin(tx: Tx, contact_id: string, person: string): Promise<boolean> {
  await takeAdvisoryLock(tx, "people")
  const merged = await tx.maybe(sql`
    select from people where contact_id = ${contact_id} and ${person} = any(person_ids[2:])`)
  if (merged) await tx.run(sql`select part_people(${person})`)
  return merged !== undefined
}

/** Lets the people of a restored matter be those whom others of theirs were found to be in the meantime. */
export async function followMerges(tx: Tx, matter_id: string): Promise<void> {
  await takeAdvisoryLock(tx, "people")
  await tx.run(sql`select follow_merges(${matter_id})`)
}

/** Makes one record a person of its own; returns whether it was another's. */
export async function leavePerson(tx: Tx, contact_id: string): Promise<boolean> {
  await takeAdvisoryLock(tx, "people")
  return (await tx.run(sql`delete from people where contact_id = ${contact_id}`)) > 0
}

// Imports matters and people from another program's table: uploaded, mapped, checked, created all at once, and undone
// as long as no one has worked on the matters. The uploaded rows are deleted once created, or after a day.
import { changeAddresses, changeEmails, changePhones } from "../contacts/contact-details.ts"
import { addContact, changeContact } from "../contacts/editing.ts"
import { deleteMatter } from "../deletions/deletions.ts"
import { createMatter } from "../matters/matters.ts"
import { addPartnerTo, isPartnerType } from "../matters/parties.ts"
import type { Tx } from "../platform/db/database.ts"
import { json, sql } from "../platform/db/sql.ts"
import { conflict } from "../platform/errors.ts"
import { newId } from "../platform/ids.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"
import { guessMapping, type Mapping } from "./mapping.ts"
import type { PlannedMatter, PlannedPerson } from "./plan.ts"
import type { ImportTable } from "./table.ts"

export interface ImportRow extends ImportTable {
  id: string
  filename: string
  mapping: Mapping
  questionnaire_id: string | null
  state: "open" | "created" | "undone"
  matter_ids: string[]
  created_by_name: string
  created_at: Date
  done_at: Date | null
}

const columns = sql`
  select i.id, i.filename, i.header, i.rows, i.mapping, i.questionnaire_id, i.state, i.matter_ids, i.created_at,
         i.done_at, coalesce(nullif(u.name, ''), u.email) as created_by_name
    from imports i join users u on u.id = i.created_by`

/** The firm's imports, latest first. */
export function listImports(tx: Tx): Promise<ImportRow[]> {
  return tx.all(sql`${columns} order by i.id desc limit 100`)
}

/** One import; throws "not found". */
export function getImport(tx: Tx, id: string): Promise<ImportRow> {
  return tx.one(sql`${columns} where i.id = ${id}`)
}

/** Saves an uploaded table with guessed columns; returns the id. */
export async function createImport(tx: Tx, filename: string, { header, rows }: ImportTable): Promise<string> {
  const id = newId("import")
  await tx.run(sql`
    insert into imports (id, filename, header, rows, mapping, created_at)
    values (${id}, ${filename}, ${json(header)}, ${json(rows)}, ${json(guessMapping(header))}, ${tx.now})`)
  return id
}

/** Saves the meaning of the columns and the questionnaire of the matters. */
export async function changeMapping(
  tx: Tx,
  id: string,
  { mapping, questionnaire_id }: Pick<ImportRow, "mapping" | "questionnaire_id">,
): Promise<void> {
  await tx.run(sql`
    update imports set mapping = ${json(mapping)}, questionnaire_id = ${questionnaire_id}
     where id = ${id} and state = 'open'`)
}

/** Creates the planned matters, all or none; throws "conflict" if they were already created. */
export async function createImported(
  tx: Tx,
  { id, questionnaire_id }: Pick<ImportRow, "id" | "questionnaire_id">,
  matters: readonly PlannedMatter[],
): Promise<void> {
  const open = await tx.maybe(sql`select id from imports where id = ${id} and state = 'open' for update`)
  if (!open || questionnaire_id === null)
    throw conflict("import_over", "These matters have already been created, or the upload has expired.")
  const matter_ids: string[] = []
  for (const matter of matters) matter_ids.push(await createOne(tx, questionnaire_id, matter))
  await tx.run(sql`
    update imports set state = 'created', matter_ids = ${json(matter_ids)}, rows = '[]', done_at = ${tx.now}
     where id = ${id}`)
}

async function createOne(
  tx: Tx,
  questionnaire_id: string,
  { name, reference, people }: PlannedMatter,
): Promise<string> {
  const context = reference ? { reference } : undefined
  const matter = await createMatter(tx, { questionnaire_id, matter_name: name, ...(context && { context }) })
  for (const [index, person] of people.entries()) {
    const { relationship_type } = person
    if (index === 0) await setDetails(tx, matter.contact_main_id, person)
    else if (isPartnerType(relationship_type)) {
      const partner_id = await addPartnerTo(tx, matter)
      await setDetails(tx, partner_id, person, [{ field: "relationship_type", value: relationship_type }])
    } else await setDetails(tx, await addContact(tx, matter.id, { relationship_type }), person)
  }
  return matter.id
}

async function setDetails(
  tx: Tx,
  contact_id: string,
  { fields, email, phone, address }: PlannedPerson,
  more: readonly { field: string; value: string }[] = [],
): Promise<void> {
  const given = Object.entries(fields).flatMap(([field, value]) => (value ? [{ field, value }] : []))
  await changeContact(tx, contact_id, [...more, ...given])
  if (email) await changeEmails(tx, contact_id, [{ type: "home", email }])
  if (phone) await changePhones(tx, contact_id, [{ type: "mobile", number: phone }])
  if (Object.values(address).some(Boolean))
    await changeAddresses(tx, contact_id, [{ type: "home", ...address }])
}

export interface Undoable {
  /** Ids of the matters no one has worked on since. */
  untouched: string[]
  /** The other matters, which stay. */
  touched: { id: string; name: string }[]
}

/** Which matters undoing an import would delete, and which it would leave. Throws "not found". */
export async function findUndoable(tx: Tx, { matter_ids, done_at }: ImportRow): Promise<Undoable> {
  const rows = await tx.all<{ id: string; name: string; is_touched: boolean }>(sql`
    select m.id, m.name, m.started_at is not null or m.close_date is not null or m.last_activity_at > ${done_at}
                 or m.is_restricted
                 or exists (select from invitations i where i.matter_id = m.id)
                 -- An import creates none of these.
                 or exists (select from notes n where n.matter_id = m.id)
                 or exists (select from documents d where d.matter_id = m.id)
                 or exists (select from message_topics t where t.matter_id = m.id)
                 or exists (select from matter_holds h where h.matter_id = m.id)
                 or exists (select from changes c where c.matter_id = m.id and c.changed_at > ${done_at}) as is_touched
      from matters m where m.id = any(${matter_ids}::text[]) order by m.id`)
  return {
    untouched: rows.filter(({ is_touched }) => !is_touched).map(({ id }) => id),
    touched: rows.filter(({ is_touched }) => is_touched),
  }
}

/** Deletes the matters no one has worked on, restorable for thirty days; returns how many. */
export async function undoImport(tx: Tx, ring: KeyRing, id: string): Promise<number> {
  await tx.one(sql`select id from imports where id = ${id} for update`)
  const imported = await getImport(tx, id)
  if (imported.state !== "created") throw conflict("import_over", "There is nothing to undo.")
  const { untouched } = await findUndoable(tx, imported)
  for (const matter_id of untouched) await deleteMatter(tx, ring, { matter_id, reason: "Import undone" })
  await tx.run(sql`update imports set state = 'undone' where id = ${id}`)
  return untouched.length
}

/** Deletes uploads that were never created. */
export async function removeOldImports(tx: Tx): Promise<void> {
  await tx.run(sql`
    delete from imports where state = 'open' and created_at < ${tx.now}::timestamptz - interval '1 day'`)
}

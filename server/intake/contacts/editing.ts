// Adds, changes and removes people. Every edit goes through the revisions of intake/matters/changes/changes.ts, under the matter's
// lock.

import { classOf } from "../../definition/people/relationships.ts"
import { requireFreeId } from "../../platform/db/schema/id-conflicts.ts"
import { joinSql, rawSql, sql, type Tx } from "../../platform/db/sql.ts"
import { badField } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import { type Edit, type RecordedAs, recordChanges, type SaveResult } from "../matters/changes/changes.ts"
import { lockForEditing } from "../matters/editing.ts"
import type { MatterRow } from "../matters/matter-row.ts"
import { addPerson } from "../matters/parties/parties.ts"
import type { AddressEdit, EmailEdit, PhoneEdit } from "./contact-detail-fields.ts"
import { changeAddresses, changeEmails, changePhones } from "./contact-details.ts"
import { type ContactField, checkedEdits } from "./fields.ts"
import { lockMatterOf } from "./lock.ts"

export type NewContact = { relationship_type: string } & { [Field in ContactField]?: string | null } & {
  phones?: readonly PhoneEdit[]
  emails?: readonly EmailEdit[]
  addresses?: readonly AddressEdit[]
}

/**
 * Adds a person to a matter and returns the id; if `known_id` already exists in the matter, changes that person. Throws "bad
 * request" with every fault, and "conflict" when read-only.
 */
export async function addContact(
  tx: Tx,
  matter_id: string,
  person: NewContact,
  known_id?: string,
): Promise<string> {
  const id = known_id ?? newId("contact")
  const { phones, emails, addresses, ...fields } = person
  const edits = checkedEdits(
    Object.entries(fields).map(([field, value]) => ({ field, value: value ?? null })),
  )
  requireFreeRelationship(person.relationship_type)
  await lockForEditing(tx, matter_id)
  if (known_id && (await tx.maybe(sql`select from contacts where id = ${id} and matter_id = ${matter_id}`))) {
    await changeContact(tx, id, edits)
    return id
  }
  const { relationship_type } = person
  await requireFreeId("contacts", addPerson(tx, matter_id, id, { relationship_type, is_client: false }))
  await storeEdits(tx, matter_id, id, {}, edits, { is_new: known_id === undefined })
  if (phones) await changePhones(tx, id, phones)
  if (emails) await changeEmails(tx, id, emails)
  if (addresses) await changeAddresses(tx, id, addresses)
  return id
}

/** Changes fields of a person. Throws "not found", "bad request" with every fault, and "conflict" when read-only. */
export async function changeContact(tx: Tx, contact_id: string, edits: readonly Edit[]): Promise<SaveResult> {
  const checked = checkedEdits(edits)
  const matter = await lockMatterOf(tx, contact_id)
  const current = await tx.one<Record<ContactField, string | null>>(sql`
    select first_name, middle_name, last_name, suffix, also_known_as, preferred_name, gender_binary, date_of_birth,
           date_of_death, relationship_type, partner_relationship_type, marital_status
      from contacts where id = ${contact_id}`)
  requireRelationship(matter, contact_id, checked, current)
  return storeEdits(tx, matter.id, contact_id, current, checked)
}

/** Records validated edits and stores those that apply. The caller holds the matter's lock. */
export async function storeEdits(
  tx: Tx,
  matter_id: string,
  contact_id: string,
  current: Record<string, string | null>,
  edits: readonly Edit[],
  recorded: RecordedAs = {},
): Promise<SaveResult> {
  const changes = await recordChanges(tx, matter_id, contact_id, current, edits, recorded)
  const { accepted, saved, conflicts } = changes
  const assignments = Object.entries(accepted).map(([field, value]) => sql`${rawSql(field)} = ${value}`)
  if (assignments.length > 0) {
    await tx.run(sql`update contacts set ${joinSql(assignments)} where id = ${contact_id}`)
  }
  return { saved, conflicts }
}

/** Throws "bad request" if the edits give a person a relationship that is another's, or that theirs can't become. */
export function requireRelationship(
  matter: MatterRow,
  contact_id: string | undefined,
  edits: readonly Edit[],
  current: { relationship_type?: string | null },
): void {
  const edit = edits.find(({ field }) => field === "relationship_type")
  if (!edit || edit.value === current.relationship_type) return
  const type = String(edit.value)
  if (contact_id !== undefined && contact_id === matter.contact_spouse_id) requirePartnerRelationship(type)
  else if (contact_id !== undefined && isParty(matter, contact_id)) throw fixedRelationship()
  else requireFreeRelationship(type)
}

function isParty(matter: MatterRow, contact_id: string): boolean {
  return contact_id === matter.contact_main_id || contact_id === matter.contact_representative_id
}

function requireFreeRelationship(type: string): void {
  if (type === "0CLNT" || type === "1MAIN") throw fixedRelationship()
}

function requirePartnerRelationship(type: string): void {
  if (classOf(type) !== 1 || type === "1MAIN") throw fixedRelationship()
}

function fixedRelationship() {
  const message =
    '"relationship_type" is fixed for the clients of a matter, and no one else can have theirs. Choose another.'
  return badField("relationship_type", "fixed_relationship", message)
}

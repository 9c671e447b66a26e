// The people a matter starts with, and their part in it. In a representative's intake, the client is the
// representative; the person the matter concerns is an ordinary contact.
import { queueStaffNotice } from "../../../firm/events/staff-notices.ts"
import { joinSql, json, rawSql, type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
import { conflict } from "../../../platform/errors.ts"
import { newId } from "../../../platform/ids.ts"
import { enqueue } from "../../../platform/jobs/queue.ts"
import type { Json } from "../changes/changes.ts"

export const parties = ["main", "partner", "representative", "helper"] as const
export type Party = (typeof parties)[number]

export interface Person {
  first_name?: string
  last_name?: string
  email?: string
}

/** The contact that a party is; null for a helper. */
export function contactOf(
  matter: Record<"contact_main_id" | "contact_spouse_id" | "contact_representative_id", string | null>,
  party: Party,
): string | null {
  if (party === "main") return matter.contact_main_id
  if (party === "partner") return matter.contact_spouse_id
  return party === "representative" ? matter.contact_representative_id : null
}

/** SQL: the same for invitation `i` of matter `m`. */
export const contactOfInvitation: Sql = sql`
  case i.party when 'main' then m.contact_main_id when 'partner' then m.contact_spouse_id
               when 'representative' then m.contact_representative_id end`

/** Appends a person to a matter's contacts; `relationship_type` is a code of definition/people/relationships.ts. */
export async function addPerson(
  tx: Tx,
  matter_id: string,
  contact_id: string,
  { relationship_type, is_client }: { relationship_type: string; is_client: boolean },
  { first_name = "", last_name = "", email = "" }: Person = {},
): Promise<void> {
  await tx.run(sql`
    select add_contact(${contact_id}, ${matter_id}, ${relationship_type}, ${is_client}, ${first_name}, ${last_name},
                       ${newId("email")}, ${email}, ${tx.now})`)
}

export interface Couple {
  id: string
  client_type: "self" | "representative"
  contact_main_marital_status: string
}

/** Creates the spouse or partner of a matter that has none: a second client unless a representative fills it in. */
export async function addPartnerTo(tx: Tx, matter: Couple, person?: Person): Promise<string> {
  const id = newId("contact")
  await addPerson(
    tx,
    matter.id,
    id,
    {
      relationship_type: partnerTypeFor(matter.contact_main_marital_status),
      is_client: matter.client_type === "self",
    },
    person,
  )
  await tx.run(sql`update matters set contact_spouse_id = ${id} where id = ${matter.id}`)
  return id
}

/** What adding people to a matter depends on. */
export interface PartnerState extends Couple {
  contact_spouse_id: string | null
  /** The position of the last person. */
  people: number
}

/** The states of many matters, which it locks for the rest of the transaction as `lockForEditing` does. */
export async function readPartnerStates(
  tx: Tx,
  matter_ids: readonly string[],
): Promise<ReadonlyMap<string, PartnerState>> {
  // A statement of its own: one that waits for a lock counts what was there before.
  await tx.run(sql`select from matters where id = any(${matter_ids}::text[]) order by id for no key update`)
  const rows = await tx.all<PartnerState>(sql`
    select m.id, m.client_type, m.contact_main_marital_status, m.contact_spouse_id,
           (select coalesce(max(c.position), 0) from contacts c where c.matter_id = m.id) as people
      from matters m where m.id = any(${matter_ids}::text[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Makes contacts the spouse or partner of matters that have none. */
export async function linkPartners(
  tx: Tx,
  partners: readonly { matter_id: string; contact_id: string }[],
): Promise<void> {
  await tx.run(sql`
    update matters m set contact_spouse_id = p.contact_id
      from jsonb_to_recordset(${json(partners)}) as p (matter_id text, contact_id text)
     where m.id = p.matter_id`)
}

/** Unlinks the partner from the matter's main people; throws "conflict" while the partner has an invitation. */
export async function unlinkPartner(tx: Tx, matter_id: string): Promise<void> {
  const invited = await tx.maybe(sql`
    select id from invitations where matter_id = ${matter_id} and party = 'partner' and revoked_at is null`)
  if (invited) {
    throw conflict(
      "partner_invited",
      "The partner has an invitation to this matter. Ask the firm to revoke it first.",
    )
  }
  await tx.run(sql`
    update matters set contact_spouse_id = null, sharing_paused_at = null where id = ${matter_id}`)
}

/** Revokes the partner's links, which ends their sessions, and unlinks the partner. */
export async function endPartnership(tx: Tx, matter_id: string): Promise<void> {
  await tx.run(sql`
    update invitations set revoked_at = ${tx.now}
     where matter_id = ${matter_id} and party = 'partner' and revoked_at is null`)
  await unlinkPartner(tx, matter_id)
}

/** Pauses what two clients share, and notifies staff. */
export async function pauseSharing(tx: Tx, matter_id: string): Promise<void> {
  await tx.run(sql`update matters set sharing_paused_at = ${tx.now} where id = ${matter_id}`)
  await queueStaffNotice(tx, { kind: "sharing_paused", matter_id, about: tx.now.toISOString() })
}

/** When sharing was paused and resumed, as a job has it. */
export interface Pause {
  since: string
  until: string
}

/** Shares again what was paused since then, and emails the partner what came meanwhile. */
export async function resumeSharing(tx: Tx, matter_id: string, since: Date): Promise<void> {
  await tx.run(sql`update matters set sharing_paused_at = null where id = ${matter_id}`)
  await enqueue(tx, "mail-missed", { matter_id, since, until: tx.now })
}

/** Stores facts of the matter by column; intake/contacts/facts.ts has validated them. */
export async function storeFacts(
  tx: Tx,
  matter_id: string,
  facts: Readonly<Record<string, Json>>,
): Promise<void> {
  const assignments = Object.entries(facts).map(([column, value]) => sql`${rawSql(column)} = ${value}`)
  if (assignments.length === 0) return
  await tx.run(sql`update matters set ${joinSql(assignments)} where id = ${matter_id}`)
}

/** The partner's relationship code for the main client's marital status; `before` is the one until now. */
export function partnerTypeFor(marital_status: string, before?: string): string {
  if (marital_status === "single" && before) return before === "1LIFP" ? "1EXPA" : "1DIVO"
  return partnerTypes[marital_status] ?? "1MARR"
}

/** Whether a relationship code follows from the marital status. */
export function isPartnerType(relationship_type: string): boolean {
  return (
    ["1MARR", "1EXPA"].includes(relationship_type) || Object.values(partnerTypes).includes(relationship_type)
  )
}

const partnerTypes: Record<string, string> = {
  life_partner: "1LIFP",
  divorced: "1DIVO",
  widowed: "1DECS",
  separated: "1SEPA",
}

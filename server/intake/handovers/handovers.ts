// Sections that a client asked another person to fill in: the other client, who sees them anyway, or a helper, who sees
// nothing else. Both the client and that person may fill in the section until it is given back or taken back, or until
// the helper's time expires.

import type { Language } from "../../definition/text.ts"
import { recordAudit } from "../../firm/audit/audit.ts"
import { readFirmDay, type Sql, sql, startOfFirmDay, type Tx } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"
import { lockForEditing } from "../matters/editing.ts"
import type { InvitationParts } from "../matters/invitations/invitations.ts"
import { revokeIfNoPartLeft } from "../matters/parties/helper-access.ts"
import { contactOfInvitation, type Party } from "../matters/parties/parties.ts"
import { mailHandover, mailHelper } from "./mails.ts"

export interface Handover {
  id: string
  section_id: string
  invitation_id: string
  party: Party
  /** The person who was asked, once they have signed in. */
  user_id: string | null
  /** The name of the person who was asked. */
  name: string
  given_by: string
  given_by_name: string
  given_at: Date
  expires_at: Date | null
  state: "open" | "given_back" | "taken_back" | "expired"
  ended_at: Date | null
  /** The client who asked has seen that it ended. */
  is_seen: boolean
}

/** A matter's handovers, oldest first, including those that ended. */
export function listHandovers(tx: Tx, matter_id: string): Promise<Handover[]> {
  return tx.all(sql`
    select h.id, h.section_id, h.invitation_id, i.party, i.user_id, ${nameOf(sql`h.invitation_id`)} as name, h.given_by,
           coalesce(${nameOf(givenFrom)}, requester_name(h.given_by), '') as given_by_name, h.given_at, h.expires_at, ${stateAt(tx)} as state,
           least(h.ended_at, h.expires_at) as ended_at, h.seen_at is not null as is_seen
      from handovers h join invitations i on i.id = h.invitation_id
     where h.matter_id = ${matter_id} order by h.id`)
}

export interface NewHandover {
  matter_id: string
  section_ids: readonly string[]
  /** The invitation of the person to ask. */
  invitation_id: string
  /** The sections' titles, for the audit log. */
  label: string
  /** Set if that person is a helper. */
  helper?: { days: number; line: string }
  /** The requester's, for a person who has not chosen one. */
  language?: Language
}

/**
 * Asks a person by email to fill in sections, skipping those already handed over; false if no address is known. Throws
 * "conflict" if clients may not edit the matter.
 */
export async function handOver(
  tx: Tx,
  parts: InvitationParts,
  { matter_id, section_ids, invitation_id, label, helper, language }: NewHandover,
): Promise<boolean> {
  await lockForEditing(tx, matter_id)
  const expires_at = helper ? await readEndOf(tx, helper.days) : null
  // Ends expired handovers, so that their sections can be handed over again.
  await tx.run(sql`
    update handovers set ended_at = expires_at
     where matter_id = ${matter_id} and ended_at is null and expires_at <= ${tx.now}`)
  const ids = section_ids.map(() => newId("handover"))
  const given = await tx.all<{ id: string }>(sql`
    insert into handovers (id, matter_id, section_id, invitation_id, given_at, expires_at)
    select id, ${matter_id}, section_id, ${invitation_id}, ${tx.now}, ${expires_at}::timestamptz
      from unnest(${ids}::text[], ${[...section_ids]}::text[]) as part (id, section_id)
        on conflict (firm_id, matter_id, section_id) where ended_at is null do nothing
    returning id`)
  if (given.length === 0) return true
  await recordAudit(tx, "part_handed", { matter_id, record_id: invitation_id, label })
  const { by } = await tx.one<{ by: string | null }>(sql`
    select ${nameOf(givenFrom)} as by from handovers h where h.id = ${given[0]?.id ?? ""}`)
  if (helper && expires_at)
    await mailHelper(tx, parts, invitation_id, { by: by ?? "", line: helper.line, expires_at, language })
  else return mailHandover(tx, parts, "handover_request", { invitation_id, by: by ?? "", language })
  return true
}

/** The end of the day that comes so many days after today, in the firm's time zone: emails name the day alone. */
async function readEndOf(tx: Tx, days: number): Promise<Date> {
  const { at } = await tx.one<{ at: Date }>(sql`
    select ${startOfFirmDay(await readFirmDay(tx), days + 1)} - interval '1 second' as at`)
  return at
}

/** Limits a matter's requests per day, because each one emails an address that the client chose. */
const max_a_day = 20

/** Whether the matter has reached the limit. Locks the matter, so concurrent requests count too. */
export async function haveRequestedOften(tx: Tx, matter_id: string): Promise<boolean> {
  await lockForEditing(tx, matter_id)
  const { count } = await tx.one<{ count: number }>(sql`
    select count(distinct (invitation_id, given_at))::int as count from handovers
     where matter_id = ${matter_id} and given_at > ${tx.now}::timestamptz - interval '1 day'`)
  return count >= max_a_day
}

/**
 * Ends a handover and returns how: given back by the person who was asked, which emails the client, or taken back by a
 * client. Idempotent. Throws "not found".
 */
export async function endHandover(
  tx: Tx,
  parts: InvitationParts,
  { matter_id, id, label }: { matter_id: string; id: string; label: string },
): Promise<"given_back" | "taken_back"> {
  const { invitation_id, name, is_open, is_own } = await tx.one<HandoverToEnd>(sql`
    select h.invitation_id, ${nameOf(sql`h.invitation_id`)} as name, h.ended_at is null as is_open, coalesce(i.user_id = current_actor(), false) as is_own
      from handovers h join invitations i on i.id = h.invitation_id
     where h.id = ${id} and h.matter_id = ${matter_id} for no key update of h`)
  const how = is_own ? "given_back" : "taken_back"
  if (!is_open) return how
  await tx.run(sql`
    update handovers
       set ended_at = ${tx.now}, ended_by = current_actor(), seen_at = ${is_own ? null : tx.now}::timestamptz
     where id = ${id}`)
  await recordAudit(tx, `part_${how}`, { matter_id, record_id: invitation_id, label })
  await revokeIfNoPartLeft(tx, invitation_id)
  if (is_own) await withMatterVisible(tx, matter_id, () => emailRequester(tx, parts, id, name))
  return how
}

interface HandoverToEnd {
  invitation_id: string
  name: string
  is_open: boolean
  is_own: boolean
}

async function emailRequester(tx: Tx, parts: InvitationParts, id: string, name: string): Promise<void> {
  const { invitation_id } = await tx.one<{ invitation_id: string | null }>(
    sql`select ${givenFrom} as invitation_id from handovers h where h.id = ${id}`,
  )
  if (invitation_id) await mailHandover(tx, parts, "handover_returned", { invitation_id, by: name })
}

/** Runs `work` with the clients' access to the matter even if a helper is signed in. Never use it for anything shown. */
async function withMatterVisible(tx: Tx, matter_id: string, work: () => Promise<void>): Promise<void> {
  const see = (matter: string) => tx.one(sql`select set_config('foyer.matter_id', ${matter}, true) as matter`)
  const { before } = await tx.one<{ before: string }>(
    sql`select coalesce(current_setting('foyer.matter_id', true), '') as before`,
  )
  await see(matter_id)
  await work()
  await see(before)
}

/** Records that the client who handed over a section has seen that the handover ended. */
export async function markBackSeen(tx: Tx, matter_id: string, section_id: string): Promise<void> {
  await tx.run(sql`
    update handovers set seen_at = ${tx.now}
     where matter_id = ${matter_id} and section_id = ${section_id} and given_by = current_actor() and seen_at is null
       and least(ended_at, expires_at) <= ${tx.now}`)
}

/** The latest invitation of the client who asked. */
const givenFrom = sql`
  (select g.id from invitations g where g.matter_id = h.matter_id and g.user_id = h.given_by order by g.id desc limit 1)`

/** An invitee's name: their contact's, also once the matter has another spouse, or else the invitation's, or their email address. */
function nameOf(invitation_id: Sql): Sql {
  return sql`
    (select coalesce(nullif(c.preferred_name, ''), nullif(c.first_name, ''), nullif(i.first_name, ''), i.email)
       from invitations i join matters m on m.id = i.matter_id
       left join contacts c on c.id = coalesce(i.contact_id, ${contactOfInvitation})
      where i.id = ${invitation_id})`
}

function stateAt(tx: Tx): Sql {
  return sql`
    case when h.ended_at is null then case when h.expires_at <= ${tx.now} then 'expired' else 'open' end
         when h.ended_by is null then 'expired' when h.ended_by = i.user_id then 'given_back' else 'taken_back' end`
}

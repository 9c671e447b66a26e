// Links into one matter, each bound to one party, so that spouses cannot be swapped by opening theirs in another order.
// A link works until it is revoked, renewed or expired. Its hash finds it; the sealed key lets staff see it again.

import { type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
import { badField, conflict, found } from "../../../platform/errors.ts"
import { newId } from "../../../platform/ids.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { hashToken, newLinkKey, readFirmPlace } from "../../../platform/secrets/tokens.ts"
import { lockForEditing } from "../editing.ts"
import { requirePartLeft } from "../parties/helper-access.ts"
import { addPartnerTo, type Party, type Person } from "../parties/parties.ts"
import { findPartyFault } from "../parties/party-rules.ts"
import { expiryOfNewLink, isExpired } from "./invitation-expiry.ts"
import { mailAddress } from "./invited.ts"
import { isPaused, paused } from "./paused-invitations.ts"
import { isFormer, noLongerParty, revoked } from "./revoked-invitations.ts"
import { mailRequestsLater } from "./waiting-emails.ts"

/** What invitations need of the application's `Parts`. */
export interface InvitationParts {
  ring: KeyRing
  base_url: string
}

export interface NewInvitation extends Person {
  matter_id: string
  party: Party
  is_for_parts?: boolean
}

export interface IssuedInvitation {
  id: string
  invite_key: string
  invite_url: string
}

/**
 * Invites one party and returns the link. Inviting a partner creates the partner's contact if there is none. Throws
 * "bad request" for a party the matter cannot have, and "conflict" when that party has a live invitation.
 */
export async function createInvitation(
  tx: Tx,
  { ring, base_url }: InvitationParts,
  { matter_id, party, email = "", first_name = "", last_name = "", is_for_parts = false }: NewInvitation,
): Promise<IssuedInvitation> {
  const matter = await lockForEditing(tx, matter_id)
  const fault = findPartyFault(matter.client_type, party)
  if (fault) throw badField("party", "unfit_party", fault)
  if (party !== "helper") await requireUninvited(tx, matter_id, party)
  if (party === "partner" && !matter.contact_spouse_id) {
    await addPartnerTo(tx, matter, { first_name, last_name, email })
  }
  const id = newId("invitation")
  const invite_key = newLinkKey(await readFirmPlace(tx))
  await tx.run(sql`
    insert into invitations (id, matter_id, party, email, first_name, last_name, key_hash, key_sealed, created_at,
                             expires_at, is_for_parts)
    values (${id}, ${matter_id}, ${party}, ${email}, ${first_name}, ${last_name}, ${hashToken(invite_key)},
            ${ring.seal(invite_key, contextOf(id))}, ${tx.now}, ${expiryOfNewLink(tx)}, ${is_for_parts})`)
  if (matter.started_at && email !== "") await mailRequestsLater(tx, matter_id)
  return { id, invite_key, invite_url: urlOf(base_url, invite_key) }
}

async function requireUninvited(tx: Tx, matter_id: string, party: Party): Promise<void> {
  const live = await tx.maybe(sql`
    select id from invitations where matter_id = ${matter_id} and party = ${party} and revoked_at is null`)
  if (!live) return
  throw conflict(
    "already_invited",
    "This person already has an invitation. Send it again, change its address, or renew it.",
  )
}

export interface InvitationRow {
  id: string
  matter_id: string
  party: Party
  /** Where emails go: the address the invitee gave, else the one the firm invited; empty for none. */
  email: string
  first_name: string
  last_name: string
  /** The client user, once the client pressed Start. */
  user_id: string | null
  created_at: Date
  sent_at: Date | null
  started_at: Date | null
  revoked_at: Date | null
  /** When an unused link stops working; null for never. */
  expires_at: Date | null
  is_expired: boolean
  is_for_parts: boolean
  /** Its link opens nothing, because what two clients share is paused. */
  is_paused: boolean
  /** It was revoked, and its party is someone else by now, or no one. */
  is_former: boolean
  last_reminded_at: Date | null
}

function columnsOf(tx: Tx): Sql {
  return sql`i.id, i.matter_id, i.party, ${mailAddress} as email, i.first_name, i.last_name, i.user_id, i.created_at, i.sent_at,
             i.started_at, i.revoked_at, i.expires_at, ${isExpired(tx)} as is_expired, i.is_for_parts, ${isPaused} as is_paused,
             ${isFormer} as is_former, (select max(r.reminded_at) from reminders r where r.invitation_id = i.id) as last_reminded_at`
}

/** All invitations of a matter in order of creation, revoked ones included. */
export function listInvitations(tx: Tx, matter_id: string): Promise<InvitationRow[]> {
  return tx.all(sql`select ${columnsOf(tx)} from invitations i where matter_id = ${matter_id} order by id`)
}

/** The working invitation of a helper for some parts, by the address they were invited at or have given since. */
export function findHelperInvitation(
  tx: Tx,
  matter_id: string,
  email: string,
): Promise<InvitationRow | undefined> {
  return tx.maybe(sql`
    select ${columnsOf(tx)} from invitations i
     where matter_id = ${matter_id} and is_for_parts and revoked_at is null
       and lower(${email}) in (lower(i.email), lower(${mailAddress})) order by id limit 1`)
}

/** One invitation; throws "not found". */
export function getInvitation(tx: Tx, id: string): Promise<InvitationRow> {
  return tx.one(sql`select ${columnsOf(tx)} from invitations i where id = ${id}`)
}

/**
 * One invitation, locked until the transaction ends; undefined if it is gone. A revocation then waits, sees the session
 * opened meanwhile, and ends it.
 */
export function lockInvitation(tx: Tx, id: string): Promise<InvitationRow | undefined> {
  return tx.maybe(sql`select ${columnsOf(tx)} from invitations i where id = ${id} for no key update`)
}

/**
 * Locks the invitation's matter. Whoever locks both locks the matter first: what emails its invitees holds it already, and
 * then locks each invitation.
 */
export async function lockMatterOf(tx: Tx, id: string): Promise<void> {
  await tx.maybe(sql`
    select from matters where id = (select matter_id from invitations where id = ${id}) for no key update`)
}

/** The link of a live invitation, to show or send again; throws "not found", and "conflict" when revoked. */
export async function getInvitationLink(
  tx: Tx,
  { ring, base_url }: InvitationParts,
  id: string,
): Promise<{ invite_key: string; invite_url: string }> {
  const { key_sealed, revoked_at } = await tx.one<{ key_sealed: string; revoked_at: Date | null }>(sql`
    select key_sealed, revoked_at from invitations where id = ${id}`)
  if (revoked_at) throw revoked()
  const invite_key = ring.open(key_sealed, contextOf(id))
  return { invite_key, invite_url: urlOf(base_url, invite_key) }
}

/**
 * The link of a live invitation for an email about to be sent. Restarts the link's lifetime; replaces an expired link,
 * which stays dead. Throws as `getInvitationLink` does, and "conflict" while the link opens nothing.
 */
export async function issueLink(tx: Tx, parts: InvitationParts, id: string) {
  const { is_expired, revoked_at, is_paused } = found(await lockInvitation(tx, id))
  if (is_paused && !revoked_at) throw paused()
  if (is_expired && !revoked_at) return replaceLink(tx, parts, id)
  await tx.run(sql`update invitations set expires_at = ${expiryOfNewLink(tx)} where id = ${id}`)
  return getInvitationLink(tx, parts, id)
}

/** Revokes a link and ends the sessions it opened; false when it was revoked before. Throws "not found". */
export async function revokeInvitation(tx: Tx, id: string): Promise<boolean> {
  await getInvitation(tx, id)
  const revocation = sql`update invitations set revoked_at = ${tx.now} where id = ${id} and revoked_at is null`
  return (await tx.run(revocation)) === 1
}

/** Replaces an invitation's link, revoked or not. The old link stops working and its sessions end. Throws "conflict" for a client who left. */
export async function renewInvitation(tx: Tx, parts: InvitationParts, id: string): Promise<IssuedInvitation> {
  // Under the lock: the invitee may be about to leave.
  await lockMatterOf(tx, id)
  const { matter_id, party, revoked_at, is_former } = await getInvitation(tx, id)
  const { started_at } = await lockForEditing(tx, matter_id)
  if (is_former) throw noLongerParty()
  if (started_at) await mailRequestsLater(tx, matter_id)
  if (revoked_at && party !== "helper") await requireUninvited(tx, matter_id, party)
  return replaceLink(tx, parts, id)
}

async function replaceLink(
  tx: Tx,
  { ring, base_url }: InvitationParts,
  id: string,
): Promise<IssuedInvitation> {
  await requirePartLeft(tx, id)
  const invite_key = newLinkKey(await readFirmPlace(tx))
  await tx.run(sql`
    update invitations
       set key_hash = ${hashToken(invite_key)}, key_sealed = ${ring.seal(invite_key, contextOf(id))}, revoked_at = null,
           claimed_at = null, expires_at = ${expiryOfNewLink(tx)}
     where id = ${id}`)
  return { id, invite_key, invite_url: urlOf(base_url, invite_key) }
}

/** The context an invitation's key is sealed with. */
export function contextOf(id: string): string {
  return `invitations:${id}`
}

function urlOf(base_url: string, invite_key: string): string {
  return `${base_url}/invite/${invite_key}`
}

// Invitees: an invitation joined with its user and, once known, its contact.
import type { Language } from "../../../definition/text.ts"
import { type Firm, ownFirm } from "../../../firm/firms/firms.ts"
import { type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
import { contactOfInvitation, type Party } from "../parties/parties.ts"
import { isExpired } from "./invitation-expiry.ts"

/** How a client can sign in again. */
export interface ClientSignIn {
  /** Where codes go: the address the client gave, else the one the firm invited; empty for none. */
  email: string
  has_password: boolean
}

/** How the signed-in client can come back. */
export interface OwnSignIn extends ClientSignIn {
  passkeys: number
}

/** Someone with an invitation, before they sign in. */
export interface Invited extends ClientSignIn {
  party: Party
  first_name: string
  last_name: string
  /** The language the client chose before, on any device. */
  language: Language | null
  /** Name of the member of staff who invited them, or of the client who asks for help; empty when unknown. */
  inviter: string
  started_at: Date | null
  /** This very link has signed a browser in; false for a renewed link until it is used. */
  is_claimed: boolean
  /** The link expired unused. */
  is_expired: boolean
  /** A client asked this helper for some parts, so the helper sees nothing else. */
  is_for_parts: boolean
  /** This client saved, wrote or signed something. From then on, the link alone opens nothing. */
  has_given: boolean
}

/** SQL: where emails for invitation `i` go: the address the invitee gave, else the one the firm invited. */
export const mailAddress: Sql = sql`
  coalesce(nullif((select u.email from users u where u.id = i.user_id), ''), i.email)`

/** SQL: the same where user `u` of invitation `i` is joined. */
export const joinedMailAddress: Sql = sql`coalesce(nullif(u.email, ''), i.email)`

const signInColumns = sql`${mailAddress} as email, u.password_hash is not null as has_password`

/** The invitee of an invitation; throws "not found". */
export function readInvited(tx: Tx, invitation_id: string): Promise<Invited> {
  return tx.one(sql`
    select i.party, i.first_name, i.last_name, i.started_at, i.claimed_at is not null as is_claimed,
           ${isExpired(tx)} as is_expired, i.is_for_parts, ${signInColumns},
           u.preferences ->> 'language' as language, 
           coalesce(s.name, (select requester_name(h.given_by) from handovers h
                              where h.invitation_id = i.id order by h.id desc limit 1), '') as inviter,
           exists (select from changes c where c.matter_id = i.matter_id and c.changed_by = i.user_id)
             or exists (select from documents d where d.matter_id = i.matter_id and d.uploaded_by = i.user_id)
             or exists (select from unfinished_fields f where f.matter_id = i.matter_id and f.typed_by = i.user_id)
             or exists (select from messages w where w.matter_id = i.matter_id and w.written_by = i.user_id)
             or exists (select from signatures g where g.matter_id = i.matter_id and g.signed_by = i.user_id)
             as has_given
      from invitations i
      left join users u on u.id = i.user_id
      left join users s on s.id = i.created_by and s.is_firm_staff
     where i.id = ${invitation_id}`)
}

/** A fingerprint of an invitation's link, which opens nothing; throws "not found". */
export async function readLinkFingerprint(tx: Tx, id: string): Promise<string> {
  const { fingerprint } = await tx.one<{ fingerprint: string }>(sql`
    select encode(key_hash, 'hex') as fingerprint from invitations where id = ${id}`)
  return fingerprint
}

/** A client user in one matter. */
export interface ClientOfMatter {
  user_id: string
  matter_id: string
}

/** How a client who has started can come back, with the number of passkeys; throws "not found". */
export function readClientSignIn(tx: Tx, { user_id, matter_id }: ClientOfMatter): Promise<OwnSignIn> {
  return tx.one(sql`
    select ${signInColumns}, (select count(*) from passkeys p where p.user_id = u.id) as passkeys
      from users u join invitations i on i.user_id = u.id and i.matter_id = ${matter_id}
     where u.id = ${user_id} order by i.id desc limit 1`)
}

/** The latest invitation of a client. `first_name` is the contact's where there is one. */
export interface ClientInvitation {
  id: string
  party: Party
  first_name: string
  language: Language | null
  firm: Firm
}

/** The invitation a client started with, and the firm it is from; throws "not found". */
export function readClientInvitation(
  tx: Tx,
  { user_id, matter_id }: ClientOfMatter,
): Promise<ClientInvitation> {
  return tx.one(sql`
    select i.id, i.party, u.preferences ->> 'language' as language, ${ownFirm} as firm,
           coalesce(nullif(c.preferred_name, ''), nullif(c.first_name, ''), i.first_name) as first_name
      from users u
      join invitations i on i.user_id = u.id and i.matter_id = ${matter_id}
      join matters m on m.id = i.matter_id
      left join contacts c on c.id = ${contactOfInvitation}
     where u.id = ${user_id} order by i.id desc limit 1`)
}

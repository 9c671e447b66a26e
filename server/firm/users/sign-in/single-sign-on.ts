// Signing in through an identity provider. The first time, the provider's verified address finds the member of staff;
// from then on, the provider's stable identifier does, so that a reassigned address opens nothing.

import type { Database } from "../../../platform/db/database.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { type Failure, forbidden } from "../../../platform/errors.ts"
import type { ProvenIdentity } from "../../../platform/oidc/provider.ts"
import { recordAudit } from "../../audit/audit.ts"
import { maySignIn, type SignedIn, signedInColumns } from "./sign-in.ts"

interface LinkedUser extends SignedIn {
  /** The provider's identifier for this member of staff; null until their first sign-in. */
  subject: string | null
}

/**
 * Returns the members of staff, of one firm or several, this identity may sign in as, and links them to it. Throws 403
 * `unknown_identity` if there is none, or only one linked to another identity.
 */
export async function signInByIdentity(db: Database, identity: ProvenIdentity): Promise<SignedIn[]> {
  const known = await db.forPlatform((tx) => listLinkedUsers(tx, identity))
  const linked = known.filter(({ subject }) => subject === identity.subject)
  const found = linked.length > 0 ? linked : known.filter(({ subject }) => subject === null)
  if (found.length === 0) throw unknownIdentity()
  for (const account of found) await db.forFirm(account.firm_id, (tx) => link(tx, account, identity), account)
  return found.map(({ subject: _, ...account }) => account)
}

/** Unlinks the identity, so that another one can be linked next time. Returns whether there was one. */
export async function unlinkIdentity(tx: Tx, user_id: string): Promise<boolean> {
  return (await tx.run(sql`delete from sign_in_identities where user_id = ${user_id}`)) > 0
}

/** Returns when a member of staff last used single sign-on, and from where; undefined if never. */
export function findIdentity(
  tx: Tx,
  user_id: string,
): Promise<{ issuer: string; last_used_at: Date } | undefined> {
  return tx.maybe(sql`select issuer, last_used_at from sign_in_identities where user_id = ${user_id}`)
}

function listLinkedUsers(tx: Tx, { issuer, subject, verified_email }: ProvenIdentity): Promise<LinkedUser[]> {
  return tx.all(sql`
    select ${signedInColumns}, i.subject
      from users u join firms f on f.id = u.firm_id
      left join sign_in_identities i on i.firm_id = u.firm_id and i.user_id = u.id and i.issuer = ${issuer}
     where ${maySignIn}
       and (i.subject = ${subject} or (${verified_email} <> '' and lower(u.email) = lower(${verified_email})))
     order by u.firm_id limit 8`)
}

async function link(tx: Tx, { user_id, subject }: LinkedUser, identity: ProvenIdentity): Promise<void> {
  const linked = await tx.run(sql`
    insert into sign_in_identities (user_id, issuer, subject, created_at, last_used_at)
    values (${user_id}, ${identity.issuer}, ${identity.subject}, ${tx.now}, ${tx.now})
    on conflict (firm_id, user_id, issuer) do update set last_used_at = ${tx.now}
     where sign_in_identities.subject = ${identity.subject}`)
  // Another identity with the same address was faster.
  if (linked === 0) throw unknownIdentity()
  if (subject === null)
    await recordAudit(tx, "identity_linked", { record_id: user_id, label: identity.issuer })
}

function unknownIdentity(): Failure {
  return forbidden(
    "unknown_identity",
    "No one here has this account’s verified email address. Ask an admin of your firm to invite that address.",
  )
}

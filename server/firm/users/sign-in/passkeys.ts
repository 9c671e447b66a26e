// Passkeys: the device proves who the person is, and that they are present, so they sign in without a password or a
// code.
import type { Database } from "../../../platform/db/database.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { newId } from "../../../platform/ids.ts"
import {
  credentialIdOf,
  type NewPasskey,
  type StoredPasskey,
  verifyPasskey,
} from "../../../platform/passkeys.ts"
import { type AttemptParts, requireAttempt } from "./attempts.ts"
import { maySignIn, type SignedIn, signedInColumns } from "./sign-in.ts"

/** More devices than anyone has; bounds the list. */
const max_passkeys = 20

export interface Passkey {
  id: string
  name: string
  is_backed_up: boolean
  created_at: Date
  last_used_at: Date | null
}

/** Returns a user's passkeys, newest first. */
export function listPasskeys(tx: Tx, user_id: string): Promise<Passkey[]> {
  return tx.all(sql`
    select id, name, is_backed_up, created_at, last_used_at from passkeys
     where user_id = ${user_id} order by id desc`)
}

/** Counts a user's passkeys. */
export async function countPasskeys(tx: Tx, user_id: string): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) from passkeys where user_id = ${user_id}`)
  return count
}

/** Returns the passkeys to offer when the user is already known. */
export function listStoredPasskeys(tx: Tx, user_id: string): Promise<StoredPasskey[]> {
  return tx.all(sql`
    select credential_id, public_key, counter, transports from passkeys where user_id = ${user_id} order by id`)
}

/** The owner of a passkey; a client's also has a matter. */
export interface PasskeyOwner {
  user_id: string
  matter_id?: string
}

/** Adds a passkey to a user. Returns false if they have too many, or it is already known. */
export async function addPasskey(
  tx: Tx,
  { user_id, matter_id }: PasskeyOwner,
  name: string,
  { credential_id, public_key, counter, transports, is_backed_up }: NewPasskey,
): Promise<boolean> {
  // Of two at the same time, the second counts the first one's.
  await tx.one(sql`select from users where id = ${user_id} for no key update`)
  const added = await tx.run(sql`
    insert into passkeys
           (id, user_id, matter_id, credential_id, public_key, counter, transports, is_backed_up, name, created_at)
    select ${newId("passkey")}, ${user_id}, ${matter_id ?? null}, ${credential_id}, ${public_key}, ${counter}, ${transports}, ${is_backed_up},
           ${name}, ${tx.now}
     where (select count(*) from passkeys where user_id = ${user_id}) < ${max_passkeys}
    on conflict (firm_id, credential_id) do nothing`)
  return added === 1
}

/** Removes a user's passkey. Throws "not found" for another user's. */
export async function removePasskey(tx: Tx, user_id: string, passkey_id: string): Promise<void> {
  await tx.one(sql`delete from passkeys where id = ${passkey_id} and user_id = ${user_id} returning id`)
}

/** Removes all passkeys of a user and returns how many. */
export function removePasskeys(tx: Tx, user_id: string): Promise<number> {
  return tx.run(sql`delete from passkeys where user_id = ${user_id}`)
}

export interface PasskeyParts extends AttemptParts {
  base_url: string
}

/**
 * Returns the member of staff, of any firm, who signed in with a passkey; undefined if the response does not verify. A
 * challenge works once: throws "too many" if it was used before.
 */
export function signInByPasskey(
  parts: PasskeyParts,
  challenge: string,
  answer: string,
): Promise<SignedIn | undefined> {
  return findOwner(parts, challenge, answer, (tx, credential_id) =>
    tx.all<SignedIn & StoredPasskey>(sql`
      select ${signedInColumns}, p.credential_id, p.public_key, p.counter, p.transports
        from passkeys p join users u on u.firm_id = p.firm_id and u.id = p.user_id join firms f on f.id = u.firm_id
       where p.credential_id = ${credential_id} and ${maySignIn}`),
  )
}

/** A client who signed in with a passkey. */
export interface ClientOfPasskey {
  firm_id: string
  user_id: string
  matter_id: string
}

/** Returns the client, of any firm and matter, who signed in with a passkey. Like `signInByPasskey`. */
export function findClientByPasskey(
  parts: PasskeyParts,
  challenge: string,
  answer: string,
): Promise<ClientOfPasskey | undefined> {
  return findOwner(parts, challenge, answer, (tx, credential_id) =>
    tx.all<ClientOfPasskey & StoredPasskey>(sql`
      select p.firm_id, p.user_id, p.matter_id, p.credential_id, p.public_key, p.counter, p.transports
        from passkeys p join users u on u.firm_id = p.firm_id and u.id = p.user_id
       where p.credential_id = ${credential_id} and p.matter_id is not null and u.is_client_user`),
  )
}

/** Finds the owner of this credential whose public key verifies the response, and records the use. */
async function findOwner<Owner extends { firm_id: string }>(
  parts: PasskeyParts,
  challenge: string,
  answer: string,
  list: (tx: Tx, credential_id: Buffer) => Promise<(Owner & StoredPasskey)[]>,
): Promise<Owner | undefined> {
  const credential_id = credentialIdOf(answer)
  if (!credential_id) return undefined
  await requireFreshChallenge(parts, challenge)
  for (const owner of await parts.db.forPlatform((tx) => list(tx, credential_id)))
    if (await provePasskey(parts, owner.firm_id, challenge, answer, owner)) return owner
  return undefined
}

/** Whether the response verifies for this passkey. Records the use. */
export async function provePasskey(
  { db, base_url }: { db: Database; base_url: string },
  firm_id: string,
  challenge: string,
  answer: string,
  passkey: StoredPasskey,
): Promise<boolean> {
  const counter = await verifyPasskey(base_url, challenge, answer, passkey)
  if (counter === undefined) return false
  await db.forFirm(firm_id, (tx) =>
    tx.run(sql`
      update passkeys set counter = ${counter}, last_used_at = ${tx.now}
       where credential_id = ${passkey.credential_id}`),
  )
  return true
}

/** Throws "too many" if the challenge was used before, so that an intercepted response cannot be replayed. */
export function requireFreshChallenge(parts: AttemptParts, challenge: string): Promise<void> {
  return requireAttempt(parts, [
    { key: `passkey ${challenge}`, free: 1, wait_s: challenge_s, max_wait_s: challenge_s },
  ])
}

/** How long a challenge is valid. */
export const challenge_s = 10 * 60

/** Whether the user has signed in at least twice, has no passkey, and has not declined one. */
export async function isPasskeyWorthOffering(
  tx: Tx,
  { user_id, session_id }: { user_id: string; session_id: string },
): Promise<boolean> {
  const { is_worth } = await tx.one<{ is_worth: boolean }>(sql`
    select coalesce(u.preferences ->> 'passkey_offer', 'on') <> 'off'
           and not exists (select from passkeys p where p.user_id = u.id)
           and exists (select from sessions s join sessions own on own.id = ${session_id}
                        where s.user_id = u.id and s.matter_id = own.matter_id and s.id <> own.id
                          and s.created_at < own.created_at) as is_worth
      from users u where u.id = ${user_id}`)
  return is_worth
}

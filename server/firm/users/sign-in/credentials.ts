// A sign-in in several steps may take minutes. Between them, only this fingerprint travels: the last step compares it
// with how the user signs in by then.
import { sql, type Tx } from "../../../platform/db/sql.ts"

/** Fingerprint of a user's password, two-factor authentication, and email address, for a row of `users u`. */
export const credentialsOf = sql`
  encode(sha256(convert_to(concat_ws('|', coalesce(u.password_hash, '-'), coalesce(u.second_factor_sealed, '-'),
                                     lower(u.email)), 'UTF8')), 'hex')`

/** Reads the fingerprint of how a user signs in now; throws "not found". */
export async function readCredentials(tx: Tx, user_id: string): Promise<string> {
  const { credentials } = await tx.one<{ credentials: string }>(sql`
    select ${credentialsOf} as credentials from users u where u.id = ${user_id}`)
  return credentials
}

/**
 * Whether a user still signs in as they did at the time of the fingerprint. Locks their row until the transaction ends: a
 * change of the password then waits, and ends the session opened meanwhile.
 */
export async function isUnchanged(
  tx: Tx,
  { user_id, credentials }: { user_id: string; credentials: string },
): Promise<boolean> {
  await tx.run(sql`select id from users where id = ${user_id} for no key update`)
  return (await readCredentials(tx, user_id)) === credentials
}

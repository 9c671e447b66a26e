// One-time links for staff to set a password: their first one, or a new one if they forgot it.
import type { Database } from "../../../platform/db/database.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { hashToken, placeOf } from "../../../platform/secrets/tokens.ts"
import { maySignIn, type SignedIn, signedInColumns } from "../sign-in/sign-in.ts"

/** The person a setup link belongs to. */
export interface Setup extends SignedIn {
  email: string
  name: string
  has_password: boolean
  /** Works even if single sign-on is required. */
  is_emergency: boolean
}

/** Returns the person a valid link belongs to, or undefined. Changes nothing. */
export function findSetup(db: Database, token: string): Promise<Setup | undefined> {
  return db.forPlatform((tx) =>
    tx.maybe<Setup>(sql`
      select ${signedInColumns}, u.email, u.name, u.password_hash is not null as has_password, l.is_emergency
        from setup_links l
        join users u on u.firm_id = l.firm_id and u.id = l.user_id
        join firms f on f.id = u.firm_id
       where f.place = ${placeOf(token)} and l.token_hash = ${hashToken(token)} and l.expires_at > ${tx.now}
         and ${maySignIn}`),
  )
}

/** Uses up a setup link and sets name and password. Returns false if the link was used in the meantime. */
export async function finishSetup(
  tx: Tx,
  { token, name, password_hash }: { token: string; name: string; password_hash: string },
): Promise<boolean> {
  const done = await tx.run(sql`
    with used as (
      delete from setup_links where token_hash = ${hashToken(token)} and expires_at > ${tx.now} returning user_id)
    update users set name = ${name}, password_hash = ${password_hash}
     where id = (select user_id from used) and deactivated_at is null`)
  return done === 1
}

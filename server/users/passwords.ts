import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { hashPassword, needsRehash, verifyPassword } from "../platform/secrets/passwords.ts"

const most_tries = 5
const block_minutes = 15

interface PasswordRow {
  password_hash: string | null
  is_blocked: boolean
}

/**
 * Whether a user's password is right. Five wrong ones in a row block the user's passwords for a quarter of an hour;
 * the tries are counted in the caller's transaction, which therefore must not be rolled back.
 */
export async function tryPassword(
  tx: Tx,
  user_id: string | null,
  password: string,
): Promise<"right" | "wrong" | "blocked"> {
  const user = await tx.maybe<PasswordRow>(sql`
    select password_hash, coalesce(sign_in_blocked_until > ${tx.now}, false) as is_blocked
      from users where id = ${user_id} for no key update`)
  if (user?.is_blocked) return "blocked"
  const isRight = await verifyPassword(password, user?.password_hash)
  if (isRight) {
    await tx.run(sql`
      update users set failed_sign_ins = 0, sign_in_blocked_until = null where id = ${user_id}`)
    if (user_id && needsRehash(user?.password_hash ?? "")) await changePassword(tx, user_id, password)
    return "right"
  }
  const blocked_until = new Date(tx.now.getTime() + block_minutes * 60_000)
  await tx.run(sql`
    update users
       set failed_sign_ins = (failed_sign_ins + 1) % ${most_tries},
           sign_in_blocked_until = case when failed_sign_ins + 1 >= ${most_tries} then ${blocked_until}::timestamptz end
     where id = ${user_id}`)
  return "wrong"
}

/** Sets a user's password; the caller has checked that it is long enough. */
export async function changePassword(tx: Tx, user_id: string, password: string): Promise<void> {
  const hash = await hashPassword(password)
  await tx.run(sql`
    update users set password_hash = ${hash}, failed_sign_ins = 0, sign_in_blocked_until = null where id = ${user_id}`)
}

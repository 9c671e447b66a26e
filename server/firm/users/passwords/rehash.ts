import type { Database } from "../../../platform/db/database.ts"
import { sql } from "../../../platform/db/sql.ts"
import { hashPassword, needsRehash } from "../../../platform/secrets/passwords.ts"

/** Rehashes a correct password if its hash uses outdated cost parameters. Returns the stored hash. */
export async function rehash(
  db: Database,
  { firm_id, user_id }: { firm_id: string; user_id: string },
  { password, password_hash }: { password: string; password_hash: string },
): Promise<string> {
  if (!needsRehash(password_hash)) return password_hash
  const fresh = await hashPassword(password)
  const stored = await db.forFirm(firm_id, (tx) =>
    tx.run(sql`
      update users set password_hash = ${fresh} where id = ${user_id} and password_hash = ${password_hash}`),
  )
  return stored === 1 ? fresh : password_hash
}

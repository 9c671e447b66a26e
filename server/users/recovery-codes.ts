// Codes on paper in place of the authenticator app's, each good once.
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { hashToken, newRecoveryCode } from "../platform/secrets/tokens.ts"

const number_of_codes = 10

/** Makes all earlier recovery codes worthless and returns fresh ones, in clear only now. */
export async function renewRecoveryCodes(tx: Tx, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: number_of_codes }, newRecoveryCode)
  await tx.one(sql`
    update users set recovery_code_hashes = ${codes.map(hashOf)}
     where id = ${user_id} and second_factor_sealed is not null returning id`)
  return codes
}

/** Whether this is one of the user's recovery codes; it is then used up. */
export async function useRecoveryCode(tx: Tx, user_id: string, typed: string): Promise<boolean> {
  const hash = hashOf(typed)
  return (
    (await tx.run(sql`
      update users set recovery_code_hashes = array_remove(recovery_code_hashes, ${hash}::bytea)
       where id = ${user_id} and ${hash}::bytea = any(recovery_code_hashes)`)) === 1
  )
}

/** How many of a user's recovery codes are left. */
export async function countRecoveryCodes(tx: Tx, user_id: string): Promise<number> {
  const { left } = await tx.one<{ left: number }>(sql`
    select cardinality(recovery_code_hashes) as left from users where id = ${user_id}`)
  return left
}

/** ASVS 5.0 §6.5.2: 112 random bits and more may be stored as a plain hash. */
function hashOf(code: string): Buffer {
  return hashToken(code.replace(/[\s-]/g, "").toLowerCase())
}

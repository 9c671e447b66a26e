// Codes to print or write down as a backup for the authenticator app. Each works once.
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { hashToken, newRecoveryCode } from "../../../platform/secrets/tokens.ts"

const number_of_codes = 10

/** Replaces all recovery codes and returns the new ones in plain text, the only time they are readable. */
export async function renewRecoveryCodes(tx: Tx, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: number_of_codes }, newRecoveryCode)
  await tx.one(sql`
    update users set recovery_code_hashes = ${codes.map(hashOf)}
     where id = ${user_id} and second_factor_sealed is not null returning id`)
  return codes
}

/** Whether this is one of the user's recovery codes. Uses it up. */
export async function useRecoveryCode(tx: Tx, user_id: string, typed: string): Promise<boolean> {
  const hash = hashOf(typed)
  return (
    (await tx.run(sql`
      update users set recovery_code_hashes = array_remove(recovery_code_hashes, ${hash}::bytea)
       where id = ${user_id} and ${hash}::bytea = any(recovery_code_hashes)`)) === 1
  )
}

/** Counts a user's remaining recovery codes. */
export async function countRecoveryCodes(tx: Tx, user_id: string): Promise<number> {
  const { left } = await tx.one<{ left: number }>(sql`
    select cardinality(recovery_code_hashes) as left from users where id = ${user_id}`)
  return left
}

/** ASVS 5.0 §6.5.2: secrets of at least 112 random bits may be stored as a plain hash. */
function hashOf(code: string): Buffer {
  return hashToken(code.replace(/[\s-]/g, "").toLowerCase())
}

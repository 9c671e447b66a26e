// To change how they sign in, users prove again who they are: someone else may be using their open session. Passwords
// are verified before the transaction of the change, which then checks that nothing changed in between.
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { conflict } from "../../../platform/errors.ts"
import { verifyPassword } from "../../../platform/secrets/passwords.ts"
import { rehash } from "../passwords/rehash.ts"
import { type AttemptParts, forgiveAttempt, type Limit, requireAttempt } from "./attempts.ts"
import { useSecondFactor } from "./second-factor.ts"

/** The state of a user's sign-in at the time of the proof. */
export interface Proof {
  user_id: string
  password_hash: string | null
  has_second_factor: boolean
}

export interface Someone {
  firm_id: string
  user_id: string
}

/** Reads how a user currently signs in. */
export async function readSignIn(tx: Tx, user_id: string): Promise<Proof> {
  return tx.one<Proof>(sql`
    select id as user_id, password_hash, second_factor_sealed is not null as has_second_factor
      from users where id = ${user_id}`)
}

/**
 * Returns a proof that the password is the user's, or undefined if it is wrong. Throws "too many" after five wrong
 * ones, or if a `shared` limit requires a wait.
 */
export async function provePassword(
  parts: AttemptParts,
  { firm_id, user_id }: Someone,
  password: string,
  shared: readonly Limit[] = [],
): Promise<Proof | undefined> {
  const own = { key: `password ${user_id}`, free: 5, wait_s: 15 * 60, max_wait_s: 15 * 60 }
  await requireAttempt(parts, [...shared, own])
  const proof = await parts.db.forFirm(firm_id, (tx) => readSignIn(tx, user_id))
  const isRight = await verifyPassword(password, proof.password_hash)
  if (!isRight || !proof.password_hash) return undefined
  await forgiveAttempt(parts, { own, shared })
  const password_hash = await rehash(
    parts.db,
    { firm_id, user_id },
    { password, password_hash: proof.password_hash },
  )
  return { ...proof, password_hash }
}

export type MissingProof = "password" | "code"

/** Returns a proof by password, and by code if two-factor authentication is on; otherwise, which of them was wrong. */
export async function proveStaff(
  parts: AttemptParts,
  who: Someone,
  { password, code }: { password: string; code: string },
): Promise<Proof | MissingProof> {
  const proof = await provePassword(parts, who, password)
  if (!proof) return "password"
  if (
    proof.has_second_factor &&
    !(await useSecondFactor(parts, { firm_id: who.firm_id, user_id: who.user_id }, code))
  )
    return "code"
  return proof
}

/** Throws "conflict" if the sign-in has changed since the proof. Locks the user's row until the transaction ends. */
export async function requireUnchanged(tx: Tx, proof: Proof): Promise<void> {
  await tx.run(sql`select id from users where id = ${proof.user_id} for no key update`)
  const now = await readSignIn(tx, proof.user_id)
  if (now.password_hash !== proof.password_hash || now.has_second_factor !== proof.has_second_factor)
    throw conflict("sign_in_changed", "How you sign in was changed in the meantime. Load this page again.")
}

/** Replaces the proven password. Throws "conflict" if it has changed since. */
export async function changePassword(tx: Tx, proof: Proof, password_hash: string): Promise<void> {
  await requireUnchanged(tx, proof)
  await tx.run(sql`update users set password_hash = ${password_hash} where id = ${proof.user_id}`)
}

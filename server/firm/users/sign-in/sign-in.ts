// Signing in with a password. One email address may belong to staff of several firms, each with a separate password.

import type { Database } from "../../../platform/db/database.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { verifyPassword } from "../../../platform/secrets/passwords.ts"
import { recordAudit } from "../../audit/audit.ts"
import { rehash } from "../passwords/rehash.ts"
import { type AttemptParts, tooManyAttempts } from "./attempts.ts"
import { credentialsOf, isUnchanged } from "./credentials.ts"
import { type Candidate, claimAttempts, forgiveAttempts, type SignInAttempt } from "./sign-in-limits.ts"

/** A member of staff who has proved who they are. */
export interface SignedIn {
  firm_id: string
  firm_name: string
  user_id: string
  has_second_factor: boolean
  /** How they signed in at the time of the proof: see `credentialsOf`. */
  credentials: string
}

/** Selects a `SignedIn` from `users u join firms f`. */
export const signedInColumns = sql`u.firm_id, f.name as firm_name, u.id as user_id,
  u.second_factor_sealed is not null as has_second_factor, ${credentialsOf} as credentials`

/** Whether a row of `users u join firms f` is a member of staff who may sign in. */
export const maySignIn = sql`u.is_firm_staff and u.deactivated_at is null and f.suspended_at is null`

/** Whether the member may still sign in, in the same way as at the time of the proof. Locks their row like `isUnchanged`. */
export async function isStillProven(tx: Tx, account: SignedIn): Promise<boolean> {
  if (!(await isUnchanged(tx, account))) return false
  const found = await tx.maybe(sql`
    select u.id from users u join firms f on f.id = u.firm_id where u.id = ${account.user_id} and ${maySignIn}`)
  return found !== undefined
}

/** A member of staff whose password is still to be verified. */
interface Account extends SignedIn {
  password_hash: string | null
}

/** Nobody works in this many firms of one installation; bounds the cost of one attempt. */
const max_firms = 8

interface Judged {
  /** The members of staff, of any firm, with this password. */
  signed_in: SignedIn[]
  /** The members of staff with this address but another password; filled only if nobody matches. */
  refused: SignedIn[]
}

/**
 * Returns the members of staff with this password; none if it is wrong or the address is unknown. Neither the response
 * nor its timing reveals which, or whether the address belongs to one firm or two. Throws "too many" if the source has
 * to wait, also for unknown addresses.
 */
export async function checkPassword(parts: AttemptParts, attempt: SignInAttempt): Promise<Judged> {
  const { db, ring } = parts
  const { judged, wait_s } = await db.forPlatform(async (tx) =>
    claimAttempts(tx, ring, attempt, await listAccounts(tx, attempt.email.trim())),
  )
  // Only now: thrown in the transaction, it would undo the counts.
  if (judged.length === 0) throw tooManyAttempts(wait_s)
  const signed_in: SignedIn[] = []
  const others: Candidate<Account>[] = []
  const right: Candidate<Account>[] = []
  // At least two, so that the time is the same for an address unknown, known to one firm, or known to two.
  for (let index = 0; index < Math.max(2, judged.length); index++) {
    const candidate = judged[index]
    const isRight = await verifyPassword(attempt.password, candidate?.account?.password_hash)
    const account =
      isRight && candidate?.account ? await withFreshHash(db, candidate.account, attempt.password) : undefined
    if (account) signed_in.push(account)
    if (candidate) (account ? right : others).push(candidate)
  }
  if (signed_in.length === 0) return { signed_in, refused: others.flatMap(({ account }) => account ?? []) }
  // A password that matches one firm's account is not a failed attempt at the others for their owner's browser. Any other
  // browser may be that of someone who sets passwords in one firm to guess those of another.
  await forgiveAttempts(parts, attempt, { right, others })
  return { signed_in, refused: [] }
}

/** Adds failed attempts to the audit log of each firm. Call it after sending the response. */
export async function recordFailures(
  db: Database,
  refused: readonly SignedIn[],
  email: string,
): Promise<void> {
  for (const { firm_id, user_id } of refused) {
    await db.forFirm(firm_id, (tx) => recordAudit(tx, "sign_in_failed", { record_id: user_id, label: email }))
  }
}

function listAccounts(tx: Tx, email: string): Promise<Account[]> {
  return tx.all(sql`
    select ${signedInColumns}, u.password_hash
      from users u join firms f on f.id = u.firm_id
     where lower(u.email) = lower(${email}) and ${maySignIn} and u.email <> ''
     order by u.firm_id limit ${max_firms}`)
}

/** The account of a correct password, whose outdated hash is replaced; undefined if it changed meanwhile. */
async function withFreshHash(
  db: Database,
  { password_hash, ...account }: Account,
  password: string,
): Promise<SignedIn | undefined> {
  if (password_hash === null) return undefined
  const stored = await rehash(db, account, { password, password_hash })
  if (stored === password_hash) return account
  return db.forFirm(account.firm_id, (tx) =>
    tx.maybe<SignedIn>(sql`
      select ${signedInColumns} from users u join firms f on f.id = u.firm_id
       where u.id = ${account.user_id} and u.password_hash = ${stored}`),
  )
}

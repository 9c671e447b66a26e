// Signing in by password. One e-mail address may belong to staff of several firms, each with a password of its own.
import { recordAudit } from "../audit/audit.ts"
import type { Database, Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { hashPassword, needsRehash, verifyPassword } from "../platform/secrets/passwords.ts"
import { claimTry, forgiveTries, type Limit } from "./tries.ts"

/** Somebody whose password was right. */
export interface SignedIn {
  firm_id: string
  firm_name: string
  user_id: string
  has_second_factor: boolean
}

export interface SignInTry {
  email: string
  password: string
  /** Where the try comes from, as a hash: this browser, if it has signed in as that user before, or the network. */
  sourceOf: (user_id: string) => { source: string; is_known: boolean }
}

/** Nobody works in so many firms of one installation; it bounds what one try costs. */
const most_firms = 8

/**
 * The members of staff, in whatever firm, whose password this is; nobody when it is wrong, the address unknown, or
 * the source has to wait. Which of these, the answer does not tell.
 */
export async function checkPassword(
  db: Database,
  { email, password, sourceOf }: SignInTry,
): Promise<SignedIn[]> {
  const accounts = await db.forPlatform((tx) => listAccounts(tx, email.trim()))
  if (accounts.length === 0) await verifyPassword(password, null)
  const signedIn: SignedIn[] = []
  const refused: SignedIn[] = []
  for (const { password_hash, ...account } of accounts) {
    const { firm_id, user_id } = account
    const { source, is_known } = sourceOf(user_id)
    const limits = is_known ? [ownLimit(source)] : [ownLimit(source), everybodysLimit]
    const mayTry = await db.forFirm(firm_id, (tx) => claimTry(tx, user_id, limits))
    if (!(await verifyPassword(password, mayTry ? password_hash : null))) {
      // Tries that were not even judged stay out: a stranger must not be able to fill the log.
      if (mayTry) refused.push(account)
      continue
    }
    await db.forFirm(firm_id, async (tx) => {
      await forgiveTries(tx, user_id, limits, source)
      if (password_hash && needsRehash(password_hash))
        await storePassword(tx, user_id, await hashPassword(password))
    })
    signedIn.push(account)
  }
  // A password that fits one firm's account is no failure at the others.
  if (signedIn.length === 0) await recordFailures(db, refused, email.trim())
  return signedIn
}

async function recordFailures(db: Database, refused: readonly SignedIn[], email: string): Promise<void> {
  for (const { firm_id, user_id } of refused) {
    await db.forFirm(firm_id, (tx) => recordAudit(tx, "sign_in_failed", { record_id: user_id, label: email }))
  }
}

interface Account extends SignedIn {
  password_hash: string | null
}

function listAccounts(tx: Tx, email: string): Promise<Account[]> {
  return tx.all(sql`
    select u.firm_id, f.name as firm_name, u.id as user_id, u.password_hash,
           u.second_factor_sealed is not null as has_second_factor
      from users u join firms f on f.id = u.firm_id
     where lower(u.email) = lower(${email}) and u.is_firm_staff and u.deactivated_at is null
       and f.suspended_at is null and u.email <> ''
     order by u.firm_id limit ${most_firms}`)
}

const ownLimit = (source: string): Limit => ({ source, free: 6, wait_s: 30, most_wait_s: 15 * 60 })

/** Against guessing from many places at once: all browsers not seen before share it. */
const everybodysLimit: Limit = { source: "anywhere", free: 60, wait_s: 20, most_wait_s: 60 }

/** Stores a password that was hashed before the transaction. */
export async function storePassword(tx: Tx, user_id: string, password_hash: string): Promise<void> {
  await tx.one(sql`
    update users set password_hash = ${password_hash} where id = ${user_id} and is_firm_staff returning id`)
}

/**
 * Whether this is the member's own password, asked before something that a passer-by must not do. Tries are counted
 * in the caller's transaction, which therefore must not be rolled back when the answer is no.
 */
export async function isOwnPassword(tx: Tx, user_id: string, password: string): Promise<boolean> {
  const limit: Limit = { source: "own_password", free: 10, wait_s: 30, most_wait_s: 15 * 60 }
  const mayTry = await claimTry(tx, user_id, [limit])
  const { password_hash } = await tx.one<{ password_hash: string | null }>(
    sql`select password_hash from users where id = ${user_id}`,
  )
  const isRight = await verifyPassword(password, mayTry ? password_hash : null)
  if (isRight) await forgiveTries(tx, user_id, [limit], limit.source)
  return isRight
}

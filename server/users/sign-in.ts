// Signing in with a password. One email address may belong to staff of several firms, each with a separate password.
import { recordAudit } from "../audit/audit.ts"
import type { Database, Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { verifyPassword } from "../platform/secrets/passwords.ts"
import { type AttemptParts, forgiveAttempt, type Limit, networkLimit, requireAttempt } from "./attempts.ts"
import { rehash } from "./rehash.ts"

/** A member of staff whose password was correct. */
export interface SignedIn {
  firm_id: string
  firm_name: string
  user_id: string
  has_second_factor: boolean
}

export interface SignInAttempt {
  email: string
  password: string
  /** The network of the request: see `networkOf`. */
  network: string
  /** This browser, if one of these users has signed in on it before. */
  browserOf: (user_ids: readonly string[]) => string | undefined
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
 * nor its timing reveals which. Throws "too many" if the source has to wait, also for unknown addresses.
 */
export async function checkPassword(parts: AttemptParts, attempt: SignInAttempt): Promise<Judged> {
  const { db } = parts
  const email = attempt.email.trim()
  const { answers, fault } = await db.askEach((tx) => listAccounts(tx, email))
  const accounts = answers.flat().slice(0, max_firms)
  const limits = limitsOf(attempt, accounts)
  await requireAttempt(parts, [...limits.shared, limits.own])
  if (accounts.length === 0) await verifyPassword(attempt.password, null)
  const signed_in: SignedIn[] = []
  const refused: SignedIn[] = []
  for (const { password_hash, ...account } of accounts) {
    const isRight = await verifyPassword(attempt.password, password_hash)
    if (isRight && password_hash) await rehash(db, account, { password: attempt.password, password_hash })
    ;(isRight ? signed_in : refused).push(account)
  }
  // A password that matches one firm's account is not a failed attempt at the others.
  if (signed_in.length === 0) {
    if (fault) throw fault
    return { signed_in, refused }
  }
  await forgiveAttempt(parts, limits)
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

/** A known browser is counted separately, so that strangers cannot lock out the owner of an account. */
function limitsOf(
  { email, network, browserOf }: SignInAttempt,
  accounts: readonly SignedIn[],
): { own: Limit; shared: Limit[] } {
  const address = email.trim().toLowerCase()
  const browser = browserOf(accounts.map(({ user_id }) => user_id))
  const own = { key: `address ${address} ${browser ?? network}`, free: 6, wait_s: 30, max_wait_s: 15 * 60 }
  // Shared by all unknown browsers, against guessing from many networks at once.
  const anywhere = { key: `address ${address}`, free: 60, wait_s: 20, max_wait_s: 60 }
  return { own, shared: browser ? [] : [networkLimit(network), anywhere] }
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
     order by u.firm_id limit ${max_firms}`)
}

// Signing in by password. One email address may belong to staff of several firms, each with a password of its own.
import { recordAudit } from "../audit/audit.ts"
import type { Database, Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { verifyPassword } from "../platform/secrets/passwords.ts"
import { type AttemptParts, forgiveAttempt, type Limit, networkLimit, requireAttempt } from "./attempts.ts"
import { rehash } from "./rehash.ts"

/** Somebody whose password was right. */
export interface SignedIn {
  firm_id: string
  firm_name: string
  user_id: string
  has_second_factor: boolean
}

export interface SignInAttempt {
  email: string
  password: string
  /** The network it comes from: see `networkOf`. */
  network: string
  /** This browser, where one of these has signed in on it before. */
  browserOf: (user_ids: readonly string[]) => string | undefined
}

/** Nobody works in so many firms of one installation; it bounds what one attempt costs. */
const max_firms = 8

interface Judged {
  /** In whatever firm, whose password this is. */
  signed_in: SignedIn[]
  /** Whose it is not; filled only where nobody's it is. */
  refused: SignedIn[]
}

/**
 * The members of staff whose password this is; nobody when it is wrong or the address unknown. Which of these, neither
 * the answer nor its time tells. Throws "too many" where the source has to wait, for unknown addresses alike.
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
  // A password that fits one firm's account is no failure at the others.
  if (signed_in.length === 0) {
    if (fault) throw fault
    return { signed_in, refused }
  }
  await forgiveAttempt(parts, limits)
  return { signed_in, refused: [] }
}

/** Writes failed attempts into the audit log of each firm. Call it once the answer is on its way. */
export async function recordFailures(
  db: Database,
  refused: readonly SignedIn[],
  email: string,
): Promise<void> {
  for (const { firm_id, user_id } of refused) {
    await db.forFirm(firm_id, (tx) => recordAudit(tx, "sign_in_failed", { record_id: user_id, label: email }))
  }
}

/** A browser known from before is counted by itself, so that no stranger keeps the owner of an account out. */
function limitsOf(
  { email, network, browserOf }: SignInAttempt,
  accounts: readonly SignedIn[],
): { own: Limit; shared: Limit[] } {
  const address = email.trim().toLowerCase()
  const browser = browserOf(accounts.map(({ user_id }) => user_id))
  const own = { key: `address ${address} ${browser ?? network}`, free: 6, wait_s: 30, max_wait_s: 15 * 60 }
  // Against guessing from many places at once: all browsers not seen before share it.
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

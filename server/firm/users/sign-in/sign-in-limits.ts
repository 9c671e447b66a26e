// How attempts at staff passwords are limited: by account, by address, and by network. An address may belong to staff of
// several firms; what someone knows or may do in one firm gains them nothing at another.
import type { Tx } from "../../../platform/db/database.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { type AttemptParts, claimAttempt, forgiveAttempt, type Limit, networkLimit } from "./attempts.ts"

export interface SignInAttempt {
  email: string
  password: string
  /** The network of the request: see `networkOf`. */
  network: string
  /** This browser, if this user has signed in on it before. */
  browserOf: (user_id: string) => string | undefined
}

/** An account that the typed address may mean; one without an account stands for an unknown address. */
export interface Candidate<Account extends { user_id: string }> {
  account: Account | undefined
  /** Counts this account's failures from this browser or network. */
  own: Limit
  /** Counts those of all unknown browsers, against guessing from many networks at once; none for a known browser. */
  anywhere: Limit[]
}

/** A known browser is counted separately, so that strangers cannot lock out the owner of an account. */
function candidateOf<Account extends { user_id: string }>(
  { email, network, browserOf }: SignInAttempt,
  account: Account | undefined,
): Candidate<Account> {
  const key = account ? `account ${account.user_id}` : `unknown ${email.trim().toLowerCase()}`
  const browser = account && browserOf(account.user_id)
  const own = { key: `${key} ${browser ?? network}`, free: 6, wait_s: 30, max_wait_s: 15 * 60 }
  return { account, own, anywhere: browser ? [] : [{ key, free: 60, wait_s: 20, max_wait_s: 60 }] }
}

/** The limits that all accounts of an address share, for browsers that at least one of them does not know. */
function sharedLimits({ email, network }: SignInAttempt): Limit[] {
  const address = { key: `address ${email.trim().toLowerCase()}`, free: 60, wait_s: 20, max_wait_s: 60 }
  return [networkLimit(network), address]
}

const isUnknownBrowser = ({ anywhere }: { anywhere: readonly Limit[] }): boolean => anywhere.length > 0

/** Counts the attempt against each account. Returns those it may be judged against, and how long the others have to wait. */
export async function claimAttempts<Account extends { user_id: string }>(
  tx: Tx,
  ring: KeyRing,
  attempt: SignInAttempt,
  accounts: readonly Account[],
): Promise<{ judged: Candidate<Account>[]; wait_s: number }> {
  const candidates =
    accounts.length > 0
      ? accounts.map((each) => candidateOf(attempt, each))
      : [candidateOf<Account>(attempt, undefined)]
  const shared_s = candidates.some(isUnknownBrowser) ? await claimAttempt(tx, ring, sharedLimits(attempt)) : 0
  const judged: Candidate<Account>[] = []
  const waits: number[] = []
  for (const candidate of candidates) {
    const wait_s =
      (isUnknownBrowser(candidate) && shared_s) ||
      (await claimAttempt(tx, ring, [...candidate.anywhere, candidate.own]))
    if (wait_s === 0) judged.push(candidate)
    else waits.push(wait_s)
  }
  return { judged, wait_s: Math.min(...waits) }
}

type Counted = Pick<Candidate<{ user_id: string }>, "own" | "anywhere">

/** Takes the attempt back for the accounts it was right for, and for the others' known browsers. */
export async function forgiveAttempts(
  parts: AttemptParts,
  attempt: SignInAttempt,
  { right, others }: { right: readonly Counted[]; others: readonly Counted[] },
): Promise<void> {
  const known = others.filter((each) => !isUnknownBrowser(each)).map(({ own }) => own)
  const shared = [...right, ...others].some(isUnknownBrowser) ? sharedLimits(attempt) : []
  await forgiveAttempt(parts, {
    own: right.map(({ own }) => own),
    shared: [...shared, ...right.flatMap(({ anywhere }) => anywhere), ...known],
  })
}

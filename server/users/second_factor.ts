// The second step of signing in: a code of an authenticator app (TOTP, RFC 6238), or a recovery code, each good once.
import { Secret, TOTP } from "otpauth"
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import type { KeyRing } from "../platform/secrets/key_ring.ts"
import { hashToken, newToken } from "../platform/secrets/tokens.ts"
import { claimTry, forgiveTries, type Limit } from "./tries.ts"

const period_s = 30
const number_of_recovery_codes = 10

/** A fresh secret in base32, not yet anybody's: it counts once a code made with it was typed in. */
export function newSecondFactor(): string {
  return new Secret({ size: 20 }).base32
}

/** What an authenticator app reads from a QR code. */
export function secondFactorUri(
  secret: string,
  { email, firm_name }: { email: string; firm_name: string },
): string {
  return totp(secret, firm_name, email).toString()
}

/** Whether `code` belongs to `secret` now, give or take one step of half a minute. */
export function isCodeOf(secret: string, code: string, now: Date): boolean {
  return stepOf(secret, code, now) !== undefined
}

/** Turns the second step on, or moves it to another app, and returns fresh recovery codes, in clear only now. */
export async function enableSecondFactor(
  tx: Tx,
  ring: KeyRing,
  user_id: string,
  secret: string,
): Promise<string[]> {
  const codes = newRecoveryCodes()
  await tx.one(sql`
    update users set second_factor_sealed = ${ring.seal(secret, `second_factor:${user_id}`)}, second_factor_step = null,
                     recovery_code_hashes = ${codes.map(hashOf)}
     where id = ${user_id} and is_firm_staff returning id`)
  return codes
}

/** Makes all earlier recovery codes worthless and returns fresh ones. */
export async function renewRecoveryCodes(tx: Tx, user_id: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await tx.one(sql`
    update users set recovery_code_hashes = ${codes.map(hashOf)}
     where id = ${user_id} and second_factor_sealed is not null returning id`)
  return codes
}

/** Turns the second step off. */
export async function removeSecondFactor(tx: Tx, user_id: string): Promise<void> {
  await tx.one(sql`
    update users set second_factor_sealed = null, second_factor_step = null, recovery_code_hashes = '{}'
     where id = ${user_id} returning id`)
}

const limit: Limit = { source: "second_factor", free: 8, wait_s: 30, most_wait_s: 15 * 60 }

/** Whether the code, of the app or a recovery code, is right; it is then used up. Wrong ones slow further tries. */
export async function useSecondFactor(
  tx: Tx,
  ring: KeyRing,
  user_id: string,
  typed: string,
): Promise<boolean> {
  if (!(await claimTry(tx, user_id, [limit]))) return false
  const code = typed.replace(/[\s-]/g, "").toLowerCase()
  const isRight = /^\d{6}$/.test(code)
    ? await useCode(tx, ring, user_id, code)
    : await useRecoveryCode(tx, user_id, code)
  if (isRight) await forgiveTries(tx, user_id, [limit], limit.source)
  return isRight
}

async function useCode(tx: Tx, ring: KeyRing, user_id: string, code: string): Promise<boolean> {
  const user = await tx.maybe<{ sealed: string | null }>(
    sql`select second_factor_sealed as sealed from users where id = ${user_id}`,
  )
  if (!user?.sealed) return false
  const step = stepOf(ring.open(user.sealed, `second_factor:${user_id}`), code, tx.now)
  if (step === undefined) return false
  // RFC 6238 §5.2: a code that was accepted once must not be accepted again.
  return (
    (await tx.run(sql`
      update users set second_factor_step = ${step}
       where id = ${user_id} and coalesce(second_factor_step, 0) < ${step}`)) === 1
  )
}

async function useRecoveryCode(tx: Tx, user_id: string, code: string): Promise<boolean> {
  return (
    (await tx.run(sql`
      update users set recovery_code_hashes = array_remove(recovery_code_hashes, ${hashOf(code)}::bytea)
       where id = ${user_id} and ${hashOf(code)}::bytea = any(recovery_code_hashes)`)) === 1
  )
}

function stepOf(secret: string, code: string, now: Date): number | undefined {
  const delta = totp(secret).validate({ token: code, window: 1, timestamp: now.getTime() })
  return delta === null ? undefined : Math.floor(now.getTime() / 1_000 / period_s) + delta
}

function totp(secret: string, issuer = "Foyer", label = ""): TOTP {
  return new TOTP({
    secret: Secret.fromBase32(secret),
    issuer,
    label,
    digits: 6,
    period: period_s,
    algorithm: "SHA1",
  })
}

/** Twelve letters and digits in threes of four; 62 random bits behind a limit of tries. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: number_of_recovery_codes }, () => {
    const text = newToken().slice(0, 12).toLowerCase()
    return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`
  })
}

function hashOf(code: string): Buffer {
  return hashToken(code.replace(/-/g, ""))
}

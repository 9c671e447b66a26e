// Two-factor authentication of staff: a code from an authenticator app (TOTP, RFC 6238) or a recovery code. Each code works
// once.

import { Secret, TOTP } from "otpauth"
import { codeDigits } from "../../../definition/values/digits.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { recordAudit } from "../../audit/audit.ts"
import { tellOfChange } from "../notices.ts"
import { type AttemptParts, forgiveAttempt, requireAttempt } from "./attempts.ts"
import { useRecoveryCode } from "./recovery-codes.ts"

const period_s = 30

/** Returns a new secret in base32. It takes effect once the user enters a code made with it. */
export function newSecondFactor(): string {
  return new Secret({ size: 20 }).base32
}

/** The content of the QR code for an authenticator app. */
export function secondFactorUri(
  secret: string,
  { email, firm_name }: { email: string; firm_name: string },
): string {
  return totp(secret, firm_name, email).toString()
}

/** Whether `code` matches `secret` now, allowing one 30-second step either way. */
export function isCodeOf(secret: string, code: string, now: Date): boolean {
  return stepOf(secret, code, now) !== undefined
}

/**
 * Turns on two-factor authentication, or moves it to another app, with a code of the new secret; that code is then used
 * up (RFC 6238 §5.2). Returns false if the code is wrong.
 */
export async function enableSecondFactor(
  tx: Tx,
  ring: KeyRing,
  user_id: string,
  { secret, code }: { secret: string; code: string },
): Promise<boolean> {
  const step = stepOf(secret, code, tx.now)
  if (step === undefined) return false
  await tx.one(sql`
    update users set second_factor_sealed = ${ring.seal(secret, contextOf(user_id))}, second_factor_step = ${step}
     where id = ${user_id} returning id`)
  return true
}

/** Turns two-factor authentication off. */
export async function removeSecondFactor(tx: Tx, user_id: string): Promise<void> {
  await tx.one(sql`
    update users set second_factor_sealed = null, second_factor_step = null, recovery_code_hashes = '{}'
     where id = ${user_id} returning id`)
}

/** What was used: a code of the app, or a recovery code. */
export type UsedFactor = "app" | "recovery_code"

/**
 * Whether the code is correct. Uses it up. Throws "too many" after wrong codes. Using a recovery code adds an audit
 * entry and emails the user.
 */
export async function useSecondFactor(
  parts: AttemptParts,
  { firm_id, user_id }: { firm_id: string; user_id: string },
  typed: string,
): Promise<UsedFactor | undefined> {
  const own = { key: `second_factor ${user_id}`, free: 8, wait_s: 30, max_wait_s: 15 * 60 }
  await requireAttempt(parts, [own])
  const code = /\p{L}/u.test(typed) ? typed : codeDigits(typed)
  const used = await parts.db.forFirm(firm_id, async (tx): Promise<UsedFactor | undefined> => {
    if (/^\d{6}$/.test(code)) return (await useCode(tx, parts.ring, user_id, code)) ? "app" : undefined
    if (!(await useRecoveryCode(tx, user_id, code))) return undefined
    await recordAudit(tx, "recovery_code_used", { record_id: user_id })
    await tellOfChange(tx, parts, user_id, "recovery_code_used")
    return "recovery_code"
  })
  if (used) await forgiveAttempt(parts, { own })
  return used
}

async function useCode(tx: Tx, ring: KeyRing, user_id: string, code: string): Promise<boolean> {
  const user = await tx.maybe<{ sealed: string | null }>(
    sql`select second_factor_sealed as sealed from users where id = ${user_id}`,
  )
  if (!user?.sealed) return false
  const step = stepOf(ring.open(user.sealed, contextOf(user_id)), code, tx.now)
  if (step === undefined) return false
  // RFC 6238 §5.2: the verifier must not accept the same code twice.
  return (
    (await tx.run(sql`
      update users set second_factor_step = ${step}
       where id = ${user_id} and coalesce(second_factor_step, 0) < ${step}`)) === 1
  )
}

/** The encryption context of an authenticator app's secret. */
export function contextOf(user_id: string): string {
  return `second_factor:${user_id}`
}

function stepOf(secret: string, code: string, now: Date): number | undefined {
  const token = codeDigits(code)
  const delta = totp(secret).validate({ token, window: 1, timestamp: now.getTime() })
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

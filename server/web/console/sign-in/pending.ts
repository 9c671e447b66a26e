import type { FastifyReply, FastifyRequest } from "fastify"
import { dropCookie, readCookie, setCookie } from "../../../firm/access/cookies.ts"
import type { SignedIn } from "../../../firm/users/sign-in/sign-in.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"

/** A sign-in that still needs a second factor or the choice of a firm. The browser stores it in a sealed cookie. */
export interface Pending {
  accounts: SignedIn[]
  /** The console page to open afterward. */
  next: string
  /** The completed steps count as two factors. */
  is_strong?: boolean
}

const cookie = "foyer_pending"
const lifetime_s = 10 * 60
const context = "console_pending:sign-in"

export function setPending(
  request: FastifyRequest,
  reply: FastifyReply,
  ring: KeyRing,
  pending: Pending,
  now: Date,
): void {
  const until = now.getTime() + lifetime_s * 1_000
  setCookie(request, reply, cookie, ring.seal(JSON.stringify({ ...pending, until }), context), lifetime_s)
}

/** This browser's pending sign-in; undefined if there is none or it has expired. */
export function readPending(request: FastifyRequest, ring: KeyRing, now: Date): Pending | undefined {
  const sealed = readCookie(request, cookie)
  if (!sealed) return undefined
  try {
    const pending = JSON.parse(ring.open(sealed, context)) as Pending & { until: number }
    return pending.until > now.getTime() ? pending : undefined
  } catch {
    return undefined
  }
}

export function dropPending(request: FastifyRequest, reply: FastifyReply): void {
  dropCookie(request, reply, cookie)
}

// Browsers on which somebody has signed in before are told apart from strangers, so that a stranger's failed tries
// never keep the owner out (OWASP Authentication Cheat Sheet, device cookies).
import { createHash } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"
import { readCookie, setCookie } from "../../access/cookies.ts"
import { networkOf } from "../../platform/http/network.ts"
import type { KeyRing } from "../../platform/secrets/key_ring.ts"
import { newToken } from "../../platform/secrets/tokens.ts"

const cookie = "foyer_browser"
const lifetime_s = 365 * 24 * 3_600
const purpose = "console_browser"
/** People who share one browser. */
const most_users = 6

/** Where a try to sign in as `user_id` comes from: this very browser if it is known, else the network it is in. */
export function sourceOf(request: FastifyRequest, ring: KeyRing) {
  const [browser = "", ...signatures] = readCookie(request, cookie)?.split(".") ?? []
  return (user_id: string): { source: string; is_known: boolean } => {
    const is_known = signatures.some((signature) =>
      ring.isSigned(`${browser}:${user_id}`, signature, purpose),
    )
    return { source: digest(is_known ? `browser ${browser}` : `network ${networkOf(request.ip)}`), is_known }
  }
}

/** Remembers that `user_id` signed in here. */
export function rememberBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  ring: KeyRing,
  user_id: string,
): void {
  const [known, ...signatures] = readCookie(request, cookie)?.split(".") ?? []
  const browser = known && /^[A-Za-z0-9]{32}$/.test(known) ? known : newToken()
  const own = ring.sign(`${browser}:${user_id}`, purpose)
  const others = signatures.filter((signature) => signature !== own).slice(0, most_users - 1)
  setCookie(request, reply, cookie, [browser, own, ...others].join("."), lifetime_s)
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url")
}

// Recognizes browsers on which a member has signed in before, so that a stranger's failed attempts never lock the owner
// out (device cookies in the OWASP Authentication Cheat Sheet).
import type { FastifyReply, FastifyRequest } from "fastify"
import { readCookie, setCookie } from "../../../firm/access/cookies.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { newToken } from "../../../platform/secrets/tokens.ts"

const cookie = "foyer_browser"
const lifetime_s = 365 * 24 * 3_600
const purpose = "console_browser"
/** How many people may share one browser. */
const max_users = 6

/** Returns a function that identifies this browser if the given member has signed in on it before. */
export function browserOf(request: FastifyRequest, ring: KeyRing) {
  const [browser = "", ...signatures] = readCookie(request, cookie)?.split(".") ?? []
  return (user_id: string): string | undefined => {
    const isKnown = signatures.some((each) => ring.isSigned(`${browser}:${user_id}`, each, purpose))
    return isKnown ? `browser ${browser}` : undefined
  }
}

/** Records in a signed cookie that `user_id` has signed in on this browser. */
export function rememberBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  ring: KeyRing,
  user_id: string,
): void {
  const [known, ...signatures] = readCookie(request, cookie)?.split(".") ?? []
  const browser = known && /^[A-Za-z0-9]{32}$/.test(known) ? known : newToken()
  const own = ring.sign(`${browser}:${user_id}`, purpose)
  const others = signatures.filter((signature) => signature !== own).slice(0, max_users - 1)
  setCookie(request, reply, cookie, [browser, own, ...others].join("."), lifetime_s)
}

// The matter list this session opened last. Breadcrumbs link back to it, and "previous" and "next" of a matter follow its
// order. It is sealed in a cookie because its filters may name clients.
import type { FastifyReply, FastifyRequest } from "fastify"
import { openCookie, setCookie } from "../../firm/access/cookies.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"

const cookie = "foyer_list"
const lifetime_s = 12 * 3_600
const max_characters = 1_500

export function rememberList(
  request: FastifyRequest,
  reply: FastifyReply,
  ring: KeyRing,
  session_id: string,
  query: string,
): void {
  if (query.length <= max_characters)
    setCookie(request, reply, cookie, ring.seal(JSON.stringify(query), contextOf(session_id)), lifetime_s)
}

/** The list's query string; undefined if this session opened none. */
export function rememberedList(
  request: FastifyRequest,
  ring: KeyRing,
  session_id: string,
): string | undefined {
  return openCookie(request, cookie, ring, contextOf(session_id))
}

function contextOf(session_id: string): string {
  return `console_list:${session_id}`
}

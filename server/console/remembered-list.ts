// The list of matters somebody looked at last: where the way back from a matter leads, and whose next matter is the next.
// It travels sealed in a cookie, for filters may name clients.
import type { FastifyReply, FastifyRequest } from "fastify"
import { readCookie, setCookie } from "../access/cookies.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"

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
    setCookie(request, reply, cookie, ring.seal(query, contextOf(session_id)), lifetime_s)
}

/** Parameters of the list's address; undefined where none was looked at in this session. */
export function rememberedList(
  request: FastifyRequest,
  ring: KeyRing,
  session_id: string,
): string | undefined {
  const sealed = readCookie(request, cookie)
  if (!sealed) return undefined
  try {
    return ring.open(sealed, contextOf(session_id))
  } catch {
    // Another session's, or sealed with a key that is gone.
    return undefined
  }
}

function contextOf(session_id: string): string {
  return `console_list:${session_id}`
}

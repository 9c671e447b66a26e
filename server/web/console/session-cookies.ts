// What the pages of a session pass on to its next pages, sealed in cookies.

import type { FastifyReply, FastifyRequest } from "fastify"
import { isNameIn } from "../../definition/own-value.ts"
import { readCookie, type SealedCookie, sealCookie, takeCookie } from "../../firm/access/cookies.ts"
import { useOnce } from "../../firm/users/sign-in/attempts.ts"
import type { Parts } from "../../parts.ts"
import type { Flash } from "./forms/flash.ts"
import { outcomes } from "./outcomes.ts"

/**
 * The query string of the matter list this session opened last: breadcrumbs link back to it, and "previous" and "next" of a
 * matter follow its order. It is sealed because its filters may name clients.
 */
export function listCookie(session_id: string): SealedCookie {
  return { name: "foyer_list", purpose: `console_list:${session_id}`, lifetime_s: 12 * 3_600 }
}

/** The message about the form that was sent last. It is sealed so that no link can put a message on a page. */
function flashCookie(session_id: string): SealedCookie {
  return { name: "foyer_flash", purpose: `console_flash:${session_id}`, lifetime_s: 120 }
}

export function setFlash(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
  session_id: string,
  { undo_of, ...flash }: Flash,
): void {
  const set = (one: Flash) => sealCookie(request, reply, parts, flashCookie(session_id), one)
  if (!set(flash)) set({ ...flash, undo: undefined, undo_of })
}

/** Whether the flash is shown for the first time: what is handed over once is not shown to a copy of the cookie. */
export function isFreshFlash(request: FastifyRequest, parts: Parts): Promise<boolean> {
  return useOnce(parts, readCookie(request, flashCookie("").name) ?? "")
}

/** Reads the flash and deletes its cookie, to show a page. */
export function takeFlash(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
  session_id: string,
): Flash | undefined {
  if (request.method !== "GET") return undefined
  const flash = takeCookie<Flash>(request, reply, parts, flashCookie(session_id))
  return flash?.done === undefined || isNameIn(outcomes, flash.done) ? flash : undefined
}

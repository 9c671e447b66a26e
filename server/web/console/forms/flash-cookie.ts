// A flash travels sealed in a cookie, so that no link can put a message on a page.
import type { FastifyReply, FastifyRequest } from "fastify"
import { dropCookie, openCookie, readCookie, setCookie } from "../../../firm/access/cookies.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { outcomes } from "../outcomes.ts"
import type { Flash } from "./flash.ts"

const cookie = "foyer_flash"
const lifetime_s = 120
/** Browsers drop larger cookies. */
const max_characters = 3_800

export function setFlash(
  request: FastifyRequest,
  reply: FastifyReply,
  ring: KeyRing,
  session_id: string,
  flash: Flash,
): void {
  const seal = (one: Flash) => ring.seal(JSON.stringify(one), contextOf(session_id))
  const sealed = seal(flash)
  // Better without "Undo" than no message at all.
  const fitting = sealed.length > max_characters ? seal({ ...flash, undo: undefined }) : sealed
  setCookie(request, reply, cookie, fitting, lifetime_s)
}

/** Reads the flash and deletes its cookie. */
export function takeFlash(
  request: FastifyRequest,
  reply: FastifyReply,
  ring: KeyRing,
  session_id: string,
): Flash | undefined {
  const flash = openCookie<Flash>(request, cookie, ring, contextOf(session_id))
  if (readCookie(request, cookie)) dropCookie(request, reply, cookie)
  return flash?.done === undefined || Object.hasOwn(outcomes, flash.done) ? flash : undefined
}

function contextOf(session_id: string): string {
  return `console_flash:${session_id}`
}

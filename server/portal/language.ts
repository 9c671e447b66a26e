import type { FastifyReply, FastifyRequest } from "fastify"
import { readCookie, setCookie } from "../access/cookies.ts"
import { impersonatedMatterOf } from "../access/impersonation.ts"
import { findLanguage, type Language } from "../definition/text.ts"

/** Staff who act for a client choose for themselves, not for a client who uses the same browser. */
function cookieOf(request: FastifyRequest): string {
  return impersonatedMatterOf(request) ? "foyer_impersonation_language" : "foyer_language"
}

/** The language somebody chose in this browser: now, by the link, or before. */
export function languageOf(request: FastifyRequest): Language | undefined {
  const { lang } = request.query as { lang?: string }
  return findLanguage(lang) ?? findLanguage(readCookie(request, cookieOf(request)))
}

/** Keeps the language that the page's address asks for; without one, nothing is kept. */
export function rememberLanguage(request: FastifyRequest, reply: FastifyReply, language?: Language): void {
  const { lang } = request.query as { lang?: string }
  const chosen = language ?? findLanguage(lang)
  if (chosen) setCookie(request, reply, cookieOf(request), chosen, 365 * 24 * 3_600)
}

/** The language a browser prefers, for whoever has not chosen yet. */
export function preferredLanguage(request: FastifyRequest): Language | undefined {
  const wanted = request.headers["accept-language"] ?? ""
  return wanted
    .split(",")
    .map((part) => findLanguage(part.trim().slice(0, 2).toLowerCase()))
    .find((language) => language !== undefined)
}

import type { FastifyReply, FastifyRequest } from "fastify"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"

/** Cookies of the console and the portal: host-only, unreadable to script, never sent with other sites' forms. */

/** The value of a cookie, or undefined. Over https its name has the `__Host-` prefix (RFC 6265bis §4.1.3.2). */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const wanted = `${cookieName(request, name)}=`
  const pair = request.headers.cookie?.split(/; */).find((part) => part.startsWith(wanted))
  return pair?.slice(wanted.length) || undefined
}

/** A cookie that only this service can read and write: sealed for one purpose, and for a time. */
export interface SealedCookie {
  name: string
  purpose: string
  lifetime_s: number
}

interface Sealer {
  ring: KeyRing
  db: { clock: () => Date }
}

/** Browsers drop larger cookies. */
const max_sealed_characters = 3_800

/** Sets the cookie; false if the value is too long for one. */
export function sealCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { ring, db }: Sealer,
  { name, purpose, lifetime_s }: SealedCookie,
  value: unknown,
): boolean {
  const until = db.clock().getTime() + lifetime_s * 1_000
  const sealed = ring.seal(JSON.stringify([value, until]), purpose)
  if (sealed.length > max_sealed_characters) return false
  setCookie(request, reply, name, sealed, lifetime_s)
  return true
}

/** What `sealCookie` put into it; undefined if there is nothing, its time is over, or its key has been removed. */
export function openCookie<Value>(
  request: FastifyRequest,
  { ring, db }: Sealer,
  { name, purpose }: Pick<SealedCookie, "name" | "purpose">,
): Value | undefined {
  const sealed = readCookie(request, name)
  try {
    const [value, until] = JSON.parse(ring.open(sealed ?? "", purpose)) as [Value, number]
    return until > db.clock().getTime() ? value : undefined
  } catch {
    return undefined
  }
}

/** Reads the cookie and deletes it. */
export function takeCookie<Value>(
  request: FastifyRequest,
  reply: FastifyReply,
  sealer: Sealer,
  cookie: SealedCookie,
): Value | undefined {
  if (readCookie(request, cookie.name)) dropCookie(request, reply, cookie.name)
  return openCookie<Value>(request, sealer, cookie)
}

/** Sets a cookie whose value needs no escaping, such as a token or a language. */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  max_age_s: number,
): void {
  const secure = isHttps(request) ? "; Secure" : ""
  reply.header(
    "Set-Cookie",
    `${cookieName(request, name)}=${value}; Path=/; Max-Age=${max_age_s}; HttpOnly; SameSite=Lax${secure}`,
  )
}

export function dropCookie(request: FastifyRequest, reply: FastifyReply, name: string): void {
  setCookie(request, reply, name, "", 0)
}

/**
 * Tells the browser to clear its cache and storage of our pages on sign-out. Not its cookies: a person who signs out of
 * the console may be signed in to the portal.
 */
export function clearSiteData(reply: FastifyReply): void {
  reply.header("Clear-Site-Data", '"cache", "storage"')
}

/** Behind a proxy that terminates TLS, only the public address says so. */
function isHttps(request: FastifyRequest): boolean {
  return request.protocol === "https" || request.server.base_url.startsWith("https:")
}

function cookieName(request: FastifyRequest, name: string): string {
  return isHttps(request) ? `__Host-${name}` : name
}

import type { FastifyReply, FastifyRequest } from "fastify"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"

/** Cookies of the console and the portal: host-only, unreadable to script, never sent with other sites' forms. */

/** The value of a cookie, or undefined. Over https its name has the `__Host-` prefix (RFC 6265bis §4.1.3.2). */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const wanted = `${cookieName(request, name)}=`
  const pair = request.headers.cookie?.split(/; */).find((part) => part.startsWith(wanted))
  return pair?.slice(wanted.length) || undefined
}

/** What `sealed` put into a cookie for this purpose; undefined if there is none, or its key has been removed. */
export function openCookie<Value>(
  request: FastifyRequest,
  name: string,
  ring: KeyRing,
  purpose: string,
): Value | undefined {
  const value = readCookie(request, name)
  try {
    return value && JSON.parse(ring.open(value, purpose))
  } catch {
    return undefined
  }
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

import type { FastifyReply, FastifyRequest } from "fastify"

/** Cookies of the two doors for people: host-only, out of reach of script, never sent along by other sites' forms. */

/** The value of a cookie, or undefined. Over https its name carries the `__Host-` prefix (RFC 6265bis §4.1.3.2). */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const wanted = `${cookieName(request, name)}=`
  const pair = request.headers.cookie?.split(/; */).find((part) => part.startsWith(wanted))
  return pair?.slice(wanted.length) || undefined
}

/** Sets a cookie whose value needs no escaping: a token, a language. */
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
 * Has the browser forget what it keeps of our pages, for signing out. Cookies stay out of it: whoever signs out at one
 * door may be signed in at the other.
 */
export function clearSiteData(reply: FastifyReply): void {
  reply.header("Clear-Site-Data", '"cache", "storage"')
}

/** Behind a proxy that ends TLS, the public address says what the connection does not. */
function isHttps(request: FastifyRequest): boolean {
  return request.protocol === "https" || request.server.base_url.startsWith("https:")
}

function cookieName(request: FastifyRequest, name: string): string {
  return isHttps(request) ? `__Host-${name}` : name
}

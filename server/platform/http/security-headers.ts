import type { App } from "./app.ts"

const year_s = 365 * 24 * 3_600

/** The security headers of every response; pages and files add their own (`pages.ts`, `documents/download.ts`). */
export function securityHeaders(base_url: string): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    // RFC 6797, without `includeSubDomains`: other names of the domain are not ours to bind.
    ...(base_url.startsWith("https:") ? { "strict-transport-security": `max-age=${year_s}` } : {}),
  }
}

export function sendSecurityHeaders(app: App, base_url: string): void {
  const headers = securityHeaders(base_url)
  app.addHook("onRequest", (_, reply, done) => {
    reply.headers(headers)
    done()
  })
}

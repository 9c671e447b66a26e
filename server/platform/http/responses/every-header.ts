import type { App } from "../app.ts"

const year_s = 365 * 24 * 3_600

/** The headers of every response, early ones included; pages and files add their own (`pages.ts`, `intake/documents/downloads/download.ts`). */
export function everyHeader(base_url: string, request_id: string): Record<string, string> {
  const headers: Record<string, string> = {
    "request-id": request_id,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
  }
  // RFC 6797, without `includeSubDomains`: other names of the domain are not ours to bind.
  if (base_url.startsWith("https:")) headers["strict-transport-security"] = `max-age=${year_s}`
  return headers
}

export function sendEveryHeader(app: App): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(everyHeader(app.base_url, request.id))
    done()
  })
}

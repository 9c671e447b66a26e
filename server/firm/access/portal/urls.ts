import type { App } from "../../../platform/http/app.ts"
import { impersonatedMatterOf, impersonationUrl } from "../impersonation.ts"

/**
 * Staff open the portal at a separate URL for each matter (firm/access/impersonation.ts). Pages know only the client's URLs;
 * this hook rewrites every link, form and redirect in the responses to staff.
 */
export function rewriteImpersonationUrls(app: App): void {
  app.addHook("onSend", async (request, reply, payload) => {
    const matter_id = impersonatedMatterOf(request)
    if (matter_id === undefined) return payload
    const location = reply.getHeader("location")
    if (typeof location === "string")
      reply.header("location", location.replace(portalPrefix, impersonationUrl(matter_id)))
    const isPage = String(reply.getHeader("content-type")).startsWith("text/html")
    return isPage && typeof payload === "string" ? rewriteHtml(payload, matter_id) : payload
  })
}

/** The console page where staff start impersonating, and restart once it has ended. */
export function impersonationStartUrl(matter_id: string): string {
  return `/console/matters/${matter_id}/impersonation`
}

const portalPrefix = /^\/portal(?=[/?#]|$)/

/** A regular expression is safe here: quotes in user input are escaped, so only real attributes match. */
function rewriteHtml(html: string, matter_id: string): string {
  return html.replace(
    / (href|action|formaction|data-[a-z]+)="\/portal(?=[/?#"])/g,
    (_, name: string) => ` ${name}="${impersonationUrl(matter_id)}`,
  )
}

import { impersonatedMatterOf, impersonationUrl } from "../../access/impersonation.ts"
import type { App } from "../../platform/http/app.ts"

/**
 * Staff reach the portal under another address for each matter (access/impersonation.ts). Its pages know one address only;
 * on the way out every link, form and redirect is given the one that was asked for.
 */
export function answerUnderOwnAddress(app: App): void {
  app.addHook("onSend", async (request, reply, payload) => {
    const matter_id = impersonatedMatterOf(request)
    if (matter_id === undefined) return payload
    const location = reply.getHeader("location")
    if (typeof location === "string")
      reply.header("location", location.replace(ownAddress, impersonationUrl(matter_id)))
    const isPage = String(reply.getHeader("content-type")).startsWith("text/html")
    return isPage && typeof payload === "string" ? withAddress(payload, matter_id) : payload
  })
}

/** Where staff begin, and begin again. */
export function impersonationStartUrl(matter_id: string): string {
  return `/console/matters/${matter_id}/impersonation`
}

const ownAddress = /^\/portal(?=[/?#]|$)/

/** Quotes in what people typed are escaped, so that nothing but the page's own markup can look like an attribute. */
function withAddress(html: string, matter_id: string): string {
  return html.replace(
    / (href|action|formaction|data-[a-z]+)="\/portal(?=[/?#"])/g,
    (_, name: string) => ` ${name}="${impersonationUrl(matter_id)}`,
  )
}

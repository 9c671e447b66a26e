// Headers that name the addressee or the caller. Of several, a proxy may have used one and the program the other, so a
// request has each of them once (RFC 9110 §5.3, RFC 9112 §3.2).
import type { IncomingMessage } from "node:http"
import type { ApiFault } from "../../errors.ts"

const once = new Map(["Host", "Authorization", "Content-Type"].map((name) => [name.toLowerCase(), name]))
const hostname = /^(\[[0-9a-f:.]+\]|[\w.~%-]*)(:\d*)?$/i

/** What makes a request's headers ambiguous; undefined for nearly every request. */
export function findHeaderFault({ rawHeaders, headers, httpVersion }: IncomingMessage): ApiFault | undefined {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const param = once.get(rawHeaders[at]?.toLowerCase() ?? "")
    if (param === undefined) continue
    if (seen.has(param))
      return {
        param,
        code: "repeated",
        message: `The request has several "${param}" headers. Send one.`,
      }
    seen.add(param)
  }
  // Node's own refusal of a request without the header would lack ours.
  if (headers.host === undefined && httpVersion === "1.1")
    return { param: "Host", code: "required", message: 'The header "Host" is required.' }
  if (headers.host !== undefined && !hostname.test(headers.host))
    return { param: "Host", code: "wrong_format", message: 'The header "Host" must be one name, and a port.' }
  return undefined
}

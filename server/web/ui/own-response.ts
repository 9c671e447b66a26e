// Whether a response is ours. A proxy, a firewall or a hotel's network may answer for us with any status, so browser code
// never decides by the status alone.

/** What our server says about a request it did not carry out. */
export interface OwnProblem {
  /** Stable; one of the documented error codes. */
  code: string
  detail: string
  /** The faults of a form, by field. */
  errors: readonly { param: string; message: string }[]
}

/** The problem document (RFC 9457) that our server sent; undefined for any other response. */
export function findProblem(response: {
  status: number
  content_type: string | null | undefined
  text: string
}): OwnProblem | undefined {
  if (!response.content_type?.startsWith("application/json")) return undefined
  try {
    const { status, code, detail, request_id, errors = [] } = JSON.parse(response.text)
    const isOurs = status === response.status && [code, detail, request_id].every(isText)
    return isOurs ? { code, detail, errors } : undefined
  } catch {
    return undefined
  }
}

/**
 * The body of a fetched page. Its head is left out: it has a style with that response's nonce, which this page's policy
 * would report as a violation.
 */
export function parseBody(html: string): Document {
  return new DOMParser().parseFromString(html.slice(Math.max(0, html.indexOf("<body"))), "text/html")
}

/** Whether a page comes from our server: one for clients or one for staff. */
export function isOwnPage(page: Document): boolean {
  return page.querySelector("body.portal, body.console") !== null
}

function isText(value: unknown): value is string {
  return typeof value === "string"
}

import type { FastifyRequest } from "fastify"
import { type Staff, staffToken } from "../../../firm/access/console.ts"
import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import { responseTo } from "../../../platform/http/responses/problem.ts"
import { LinkButton } from "../../ui/components/button.tsx"
import { isInPlace, sendProblem } from "../in-place/response.tsx"
import { sendView } from "../view.tsx"
import { saveLate } from "./late-forms.tsx"

/** Renders errors of the console as pages with a link onward, never as JSON. */
export function respondToFailures(app: App, parts: Parts): void {
  app.setErrorHandler(async (error, request, reply) => {
    const { status, code, detail, retry_after_s } = responseTo(error)
    if (retry_after_s !== undefined) reply.header("Retry-After", String(retry_after_s))
    if (status >= 500) request.log.error({ err: error }, "console page failed")
    if (isInPlace(request)) return sendProblem(request, reply, responseTo(error), parts.base_url)
    const moved = formerPages[request.url.split("?", 1)[0] ?? ""]
    if (moved && status === 404) return reply.redirect(moved, 303)
    const leadOn = signInSteps[code]
    if (leadOn) return reply.redirect(leadOn(await pageAfterSignIn(request, parts)), 303)
    const staff =
      status === 503 || status === 507 || code === "cross_site" ? undefined : await findStaff(request)
    // Where no one could tell who is signed in, the next page can, and asks those who are not.
    const isSignedOut = !staff && staffToken(request) === undefined
    const [title, text = detail] = messages[code] ?? messages[status] ?? other_message
    const matter = /^\/console\/matters\/matter_[0-9A-F]{32}/.exec(request.url)?.[0]
    const isInMatter = matter !== undefined && status !== 404 && status !== 403
    const home = isSignedOut ? "/console/sign-in" : isInMatter ? matter : "/console/matters"
    const body = (
      <>
        <p>
          <LinkButton href={home} variant="secondary">
            {isSignedOut ? "Go to the sign-in page" : isInMatter ? "Go to the matter" : "Go to matters"}
          </LinkButton>
        </p>
        {status >= 500 && <p class="hint">Request {request.id}</p>}
      </>
    )
    return sendView(reply, { parts, staff, url: request.url }, { title, status, body, lede: text })
  })
}

/** What stands in place of pages that people may have bookmarked, or come back to after signing in again. */
const formerPages: Readonly<Record<string, string>> = {
  "/console/imports/new": "/console/imports",
  "/console/matters/selection": "/console/matters",
}

async function findStaff(request: FastifyRequest): Promise<Staff | undefined> {
  try {
    return await request.inConsole(async (_, staff) => staff, { without_second_factor: true })
  } catch {
    return undefined
  }
}

const messages: Readonly<Record<number | string, readonly [title: string, text?: string]>> = {
  400: ["This could not be done"],
  422: ["This could not be done"],
  403: ["You do not have access"],
  404: [
    "Not found",
    "There is nothing at this address. It may have been removed, or the link may be incomplete.",
  ],
  409: ["That has changed in the meantime"],
  413: ["Too large", "What was sent is larger than this page accepts."],
  429: ["Too many attempts"],
  503: ["Temporarily unavailable"],
  507: ["No room left"],
  took_too_long: ["This took too long"],
}

const other_message = [
  "Something went wrong",
  "Nothing was changed. Try again. If it keeps happening, tell the administrator of this service.",
] as const

/** What has to happen before the form can be sent again; the page at `path` then redirects to `next`. */
export const signInSteps: Partial<Record<string, (next: string) => string>> = {
  no_session: stepAt("/console/sign-in"),
  second_factor_required: stepAt("/console/account/second-step"),
}

function stepAt(path: string): (next: string) => string {
  return (next) => (next && next !== "/console" ? `${path}?${new URLSearchParams({ next })}` : path)
}

/** The page to return to, with what was typed there. */
async function pageAfterSignIn(request: FastifyRequest, parts: Parts): Promise<string> {
  return request.method === "GET" ? request.url : saveLate(request, parts, pageOf(request))
}

/** The page the browser was on: a form's own address may have no page to return to. */
function pageOf(request: FastifyRequest): string {
  const from = URL.parse(request.headers.referer ?? "")
  return from ? from.pathname + from.search : ""
}

import type { FastifyRequest } from "fastify"
import type { Staff } from "../access/console.ts"
import type { App } from "../platform/http/app.ts"
import { answerTo } from "../platform/http/problem.ts"
import { LinkButton } from "../ui/components/link-button.tsx"
import { PageHeading } from "../ui/components/page-heading.tsx"
import type { ConsoleParts } from "./page-request.ts"
import { sendView } from "./view.tsx"

/** What the console shows when a page cannot be shown: never JSON, never a dead end. */
export function respondToFailures(app: App, parts: ConsoleParts): void {
  app.setErrorHandler(async (error, request, reply) => {
    const { status, code, detail, retry_after_s } = answerTo(error)
    if (retry_after_s !== undefined) reply.header("Retry-After", String(retry_after_s))
    if (status >= 500) request.log.error({ err: error }, "console page failed")
    if (code === "no_session") return reply.redirect(signInUrl(pageOf(request)), 303)
    if (code === "second_factor_required") return reply.redirect(secondFactorUrl(pageOf(request)), 303)
    const staff = status === 503 || status === 507 || code === "cross_site" ? undefined : await whoIs(request)
    const { title, text } = sentences(status, detail)
    const matter = /^\/console\/matters\/matter_[0-9A-F]{32}/.exec(request.url)?.[0]
    const isThere = matter !== undefined && status !== 404 && status !== 403
    const home = !staff ? "/console/sign-in" : isThere ? matter : "/console/matters"
    const way = (
      <p>
        <LinkButton href={home} look="secondary">
          {!staff ? "To the sign-in page" : isThere ? "To the matter" : "To the matters"}
        </LinkButton>
      </p>
    )
    const quoted = status >= 500 && <p class="hint">Request {request.id}</p>
    // The plain frame has no heading of its own.
    const body = staff ? (
      <>
        {way}
        {quoted}
      </>
    ) : (
      <>
        <PageHeading title={title} lede={text} />
        {way}
        {quoted}
      </>
    )
    return sendView(
      reply,
      { parts, staff, url: request.url },
      { title, status, body, heading: { lede: text } },
    )
  })
}

async function whoIs(request: FastifyRequest): Promise<Staff | undefined> {
  try {
    return await request.inConsole(async (_, staff) => staff, { without_second_factor: true })
  } catch {
    return undefined
  }
}

function sentences(status: number, detail: string): { title: string; text: string } {
  switch (status) {
    case 400:
    case 422:
      return { title: "This could not be done", text: detail }
    case 403:
      return { title: "You do not have access", text: detail }
    case 404:
      return {
        title: "Not found",
        text: "There is nothing at this address. It may have been removed, or the link may be incomplete.",
      }
    case 409:
      return { title: "That has changed in the meantime", text: detail }
    case 413:
      return { title: "Too large", text: "What was sent is larger than this page accepts." }
    case 429:
      return { title: "Too many attempts", text: detail }
    case 503:
      return { title: "Temporarily unavailable", text: detail }
    case 507:
      return { title: "No room left", text: detail }
    default:
      return {
        title: "Something went wrong",
        text: "Nothing was changed. Try again. If it keeps happening, tell the administrator of this service.",
      }
  }
}

/** The page of signing in, from which `next` is gone on to. */
export function signInUrl(next: string): string {
  return next && next !== "/console"
    ? `/console/sign-in?${new URLSearchParams({ next })}`
    : "/console/sign-in"
}

/** The page of setting up two-factor authentication, from which `next` is gone on to. */
export function secondFactorUrl(next: string): string {
  return next && next !== "/console"
    ? `/console/account/second-step?${new URLSearchParams({ next })}`
    : "/console/account/second-step"
}

/** The page that was looked at: a button has no address of its own to come back to. */
function pageOf(request: FastifyRequest): string {
  if (request.method === "GET") return request.url
  const from = URL.parse(request.headers.referer ?? "")
  return from ? from.pathname + from.search : ""
}

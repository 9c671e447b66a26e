import type { FastifyReply, FastifyRequest } from "fastify"
import { impersonatedMatterOf } from "../../firm/access/impersonation.ts"
import { encodeForm } from "../../firm/access/page-owner.ts"
import type { ClientIdentity } from "../../firm/access/portal.ts"
import { takingPartUrl } from "../../intake/contacts/portal/clients/taking-part.tsx"
import { respondToEndedImpersonation } from "../../intake/portal/ended.tsx"
import {
  languageOf,
  openPageRequest,
  type PageRequest,
  preferredLanguage,
} from "../../intake/portal/page-request.ts"
import { readOnlyReason } from "../../intake/portal/sections/read-only.tsx"
import { frameOf, sendView } from "../../intake/portal/view.tsx"
import type { Parts } from "../../parts.ts"
import type { Tx } from "../../platform/db/database.ts"
import type { App } from "../../platform/http/app.ts"
import { sendProblem } from "../../platform/http/responses/error-responses.ts"
import type { Form } from "../../platform/http/responses/pages.ts"
import { responseTo } from "../../platform/http/responses/problem.ts"
import type { Words } from "../../web/portal/words/en.ts"
import { wordsIn } from "../../web/portal/words/words.ts"
import { PageHeading } from "../../web/ui/components/page-heading.tsx"
import { showSignIn } from "./entry/routes.ts"

/** Shows an error page with a link home; only scripts get JSON. */
export function respondToFailures(app: App, parts: Parts): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = responseTo(error)
    const { status, code, retry_after_s } = problem
    if (retry_after_s !== undefined) reply.header("Retry-After", String(retry_after_s))
    if (status >= 500) request.log.error({ err: error }, "portal page failed")
    if (isScript(request)) return sendProblem(request, reply, problem, parts.base_url)
    if (code === "no_session") return askToSignIn(request, reply, parts)
    if (code === "partner_unconfirmed") return reply.redirect(takingPartUrl, 303)
    if (code === "matter_read_only" || code === "sharing_paused")
      return sendInFrame(request, reply, parts, { status, code })
    return sendFailure(request, reply, parts, status, code)
  })
}

/** Whether an island sent the request; it shows its own message for the problem's code. */
function isScript(request: FastifyRequest): boolean {
  return request.headers["content-type"]?.startsWith("application/json") ?? false
}

function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
  status: number,
  code: string,
): FastifyReply {
  const lang = languageOf(request) ?? preferredLanguage(request) ?? "en"
  const words = wordsIn(lang)
  const { title, text } = sentence(words, status, code)
  const body = <FailureBody title={title} text={text} words={words} code={code} />
  const frame = { firm: undefined, lang, words, assets: parts.assets, url: request.url }
  return sendView(reply, frame, { title, status, body })
}

/** Explains in the firm's frame that a read-only matter refused a form, or that the page is closed for now. */
async function sendInFrame(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
  { status, code }: { status: number; code: "matter_read_only" | "sharing_paused" },
): Promise<FastifyReply> {
  const show = async (tx: Tx, client: ClientIdentity) => {
    const req = await openPageRequest(tx, client, parts, languageOf(request))
    const { title, text } = code === "sharing_paused" ? sentence(req.words, status, code) : readOnlyText(req)
    const body = <FailureBody title={title} text={text} words={req.words} code={code} />
    return sendView(reply, frameOf(req, request.url), { title, status, body })
  }
  try {
    return await request.inPortal(show, { while_paused: "all" })
  } catch {
    return sendFailure(request, reply, parts, status, code)
  }
}

function readOnlyText(req: PageRequest): { title: string; text: string } {
  const reason = readOnlyReason(req)
  return { title: req.words.read_only.title, text: `${reason.title}. ${reason.text}` }
}

/** The whole portal is closed to the client, so the list would show the same page again. */
const closed_codes: readonly string[] = ["sharing_paused", "firm_suspended"]

function FailureBody(props: { title: string; text: string; words: Words; code: string }) {
  const { title, text, words, code } = props
  return (
    <>
      <PageHeading title={title} lede={text} />
      {!closed_codes.includes(code) && (
        <p>
          <a href="/portal">{words.failures.home}</a>
        </p>
      )}
    </>
  )
}

function sentence(
  { failures, read_only, autosave }: Words,
  status: number,
  code: string,
): { title: string; text: string } {
  if (code === "matter_read_only") return { title: read_only.title, text: autosave.read_only }
  if (code === "sharing_paused") return { title: failures.paused_title, text: failures.paused }
  if (code === "partner_invited") return { title: failures.conflict_title, text: failures.partner_invited }
  if (code === "cross_site") return { title: failures.forbidden_title, text: failures.cross_site }
  if (code === "firm_suspended") return { title: failures.forbidden_title, text: failures.suspended }
  if (code === "link_expired") return { title: failures.forbidden_title, text: failures.expired }
  if (code === "id_taken") return { title: failures.conflict_title, text: failures.add_again }
  if (status === 404) return { title: failures.not_found_title, text: failures.not_found }
  if (status === 429) return { title: failures.too_many_title, text: failures.too_many }
  if (status === 413) return { title: failures.too_large_title, text: failures.too_large }
  if (status === 409) return { title: failures.conflict_title, text: failures.unavailable }
  if (code === "took_too_long") return { title: failures.too_slow_title, text: failures.unavailable }
  if (status === 503 || status === 507)
    return { title: failures.unavailable_title, text: failures.unavailable }
  return { title: failures.broken_title, text: failures.broken }
}

/** Signs the user in and then returns to the page; a form posted after the session expired travels with the sign-in page. */
function askToSignIn(request: FastifyRequest, reply: FastifyReply, parts: Parts) {
  const matter_id = impersonatedMatterOf(request)
  if (matter_id) return respondToEndedImpersonation(request, reply, parts, matter_id)
  if (request.method === "GET" || request.method === "HEAD")
    return reply.redirect(`/portal/sign-in?${new URLSearchParams({ back: request.url })}`, 303)
  const form = encodeForm((request.body ?? {}) as Form)
  return showSignIn(request, reply, parts, { url: request.url, form })
}

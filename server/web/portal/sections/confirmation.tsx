// A message on the page that follows an action, shown once. It travels sealed in a cookie, not in the URL: URLs must not
// contain names, and a crafted link must not be able to put a message on a page.
import type { FastifyReply, FastifyRequest } from "fastify"
import { dropCookie, openCookie, readCookie, setCookie } from "../../../firm/access/cookies.ts"
import { Banner } from "../../ui/components/banner.tsx"
import type { PageRequest } from "../page-request.ts"
import { type Confirmation, frameOf, isRedirect, type Redirect, sendView, type View } from "../view.tsx"

/** The id of the message: a redirect to this fragment focuses it. */
export const confirmationId = "done"

const cookie = "foyer_done"
const lifetime_s = 120
// Browsers limit a cookie to 4 kB.
const max_name = 300

/** Sends a page's result: a view shows the message of the action before it, a redirect saves its own. */
export function sendResult(
  request: FastifyRequest,
  reply: FastifyReply,
  req: PageRequest,
  url: string,
  result: View | Redirect,
): FastifyReply {
  if (isRedirect(result)) {
    if (!result.done) return sendView(reply, frameOf(req, url), result)
    saveConfirmation(request, reply, req, result.done)
    return reply.redirect(`${result.to.replace(/#.*$/s, "")}#${confirmationId}`, 303)
  }
  const done = takeConfirmation(request, reply, req)
  if (!done) return sendView(reply, frameOf(req, url), result)
  const banner = (
    <>
      <Banner tone="success" role="status" id={confirmationId} focusable>
        <p>{req.words.done[done.key](done.name)}</p>
      </Banner>
      {result.banner}
    </>
  )
  return sendView(reply, frameOf(req, url), { ...result, banner })
}

function saveConfirmation(
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, client }: PageRequest,
  { key, name }: Confirmation,
): void {
  const sealed = parts.ring.seal(JSON.stringify({ key, name: name.slice(0, max_name) }), purposeOf(client))
  setCookie(request, reply, cookie, sealed, lifetime_s)
}

function takeConfirmation(
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, client, words }: PageRequest,
): Confirmation | undefined {
  const done = openCookie<Confirmation>(request, cookie, parts.ring, purposeOf(client))
  if (readCookie(request, cookie)) dropCookie(request, reply, cookie)
  return done && Object.hasOwn(words.done, done.key) ? done : undefined
}

function purposeOf({ session_id }: PageRequest["client"]): string {
  return `portal_confirmation:${session_id}`
}

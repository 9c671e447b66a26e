// A message on the page that follows an action, shown once. It travels sealed in a cookie, not in the URL: URLs must not
// contain names, and a crafted link must not be able to put a message on a page.

import type { FastifyReply, FastifyRequest } from "fastify"
import { isNameIn } from "../../../definition/own-value.ts"
import { type SealedCookie, sealCookie, takeCookie } from "../../../firm/access/cookies.ts"
import { Banner } from "../../../web/ui/components/banner.tsx"
import type { PageRequest } from "../page-request.ts"
import { type Confirmation, frameOf, isRedirect, type Redirect, sendView, type View } from "../view.tsx"

/** The id of the message: a redirect to this fragment focuses it. */
export const confirmationId = "done"

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
    const { key, name } = result.done
    sealCookie(request, reply, req.parts, cookieOf(req), { key, name: name.slice(0, max_name) })
    return reply.redirect(`${result.to.replace(/#.*$/s, "")}#${confirmationId}`, 303)
  }
  const done = takeCookie<Confirmation>(request, reply, req.parts, cookieOf(req))
  if (!done || !isNameIn(req.words.done, done.key)) return sendView(reply, frameOf(req, url), result)
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

function cookieOf({ client }: PageRequest): SealedCookie {
  return { name: "foyer_done", purpose: `portal_confirmation:${client.session_id}`, lifetime_s: 120 }
}

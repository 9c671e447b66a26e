// What was just done, told once on the page that follows. It travels sealed in a cookie: names of people have no
// business in an address, and no address can make a page say something.
import type { FastifyReply, FastifyRequest } from "fastify"
import { dropCookie, readCookie, setCookie } from "../access/cookies.ts"
import { Banner } from "../ui/components/banner.tsx"
import type { PageRequest } from "./page-request.ts"
import { type Confirmation, frameOf, isRedirect, type Redirect, sendView, type View } from "./view.tsx"

/** The id of the message; an address that ends in it puts the focus there. */
export const confirmationId = "done"

const cookie = "foyer_done"
const lifetime_s = 120
// A cookie holds 4 kB.
const max_name = 300

/** Sends what a page answers, together with what the page before it did. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  req: PageRequest,
  url: string,
  answer: View | Redirect,
): FastifyReply {
  if (isRedirect(answer)) {
    if (!answer.done) return sendView(reply, frameOf(req, url), answer)
    saveConfirmation(request, reply, req, answer.done)
    return reply.redirect(`${answer.to.replace(/#.*$/, "")}#${confirmationId}`, 303)
  }
  const done = takeConfirmation(request, reply, req)
  if (!done) return sendView(reply, frameOf(req, url), answer)
  const banner = (
    <>
      <Banner tone="success" role="status" id={confirmationId} focusable>
        <p>{req.words.done[done.key](done.name)}</p>
      </Banner>
      {answer.banner}
    </>
  )
  return sendView(reply, frameOf(req, url), { ...answer, banner })
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
  const sealed = readCookie(request, cookie)
  if (!sealed) return undefined
  dropCookie(request, reply, cookie)
  try {
    const done = JSON.parse(parts.ring.open(sealed, purposeOf(client))) as Confirmation
    return Object.hasOwn(words.done, done.key) ? done : undefined
  } catch {
    // Another session's, or no longer ours to open: it says nothing.
    return undefined
  }
}

function purposeOf({ session_id }: PageRequest["client"]): string {
  return `portal_confirmation:${session_id}`
}

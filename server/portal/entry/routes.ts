// The way in. Opening an invitation changes nothing, however often and by whomever; pressing Start does. Coming back
// takes a code by mail, or a password: from the first answer on, having the link is not enough.

import type { FastifyReply, FastifyRequest } from "fastify"
import { proofOfPageOwner } from "../../access/entry-proofs.ts"
import { type ClientIdentity, clientToken, findClient, signOutClient } from "../../access/portal.ts"
import type { Parts } from "../../parts.ts"
import type { App } from "../../platform/http/app.ts"
import { networkOf } from "../../platform/http/network.ts"
import { placeOf } from "../../platform/secrets/tokens.ts"
import { codeMailLimit, requireAttempt } from "../../users/attempts.ts"
import { wordsIn } from "../words/words.ts"
import { judgeStep } from "./app-code.ts"
import { noWayView } from "./closed-entries.tsx"
import { pressCodeLink, showCodeLink } from "./code-link.tsx"
import { answerAt, codeLinkOf, endedSessionOf, keyOf, linkOf } from "./entry-pages.ts"
import type { Invitee } from "./invitee.ts"
import { linkRoutes } from "./link-routes.tsx"
import { sealLateForm } from "./page-owner.ts"
import { judgePasskey } from "./passkey.ts"
import { judgePassword } from "./password.ts"
import { shownMark } from "./pressing.ts"
import { codeView, comeBackView } from "./sign-in.tsx"
import { checkAppCode, isFresh, isReachable, letIn, sendCode, signIn, start } from "./signing-in.ts"
import { safeBack, showStranger } from "./stranger-pages.ts"
import { welcomeView } from "./welcome.tsx"

const options = { config: { guard: "portal" as const }, schema: { hide: true } }
const linkOptions = { ...options, config: { ...options.config, takes_secret: true } }

export function entryRoutes(app: App, parts: Parts): void {
  app.get("/invite/:key", linkOptions, async (request, reply) => {
    const client = await findClient(request, parts.db)
    return answerAt(linkOf(request), request, reply, parts, async (tx, invitee, at) => {
      if (isSame(client, invitee)) return { to: "/portal" }
      if (isFresh(invitee)) {
        const shown = shownMark(parts.ring, invitee, tx.now)
        return welcomeView(invitee, { key: keyOf(request), shown }, at.words, at.lang)
      }
      return isReachable(invitee) ? comeBackView(invitee, at) : noWayView(invitee, at)
    })
  })
  app.post("/invite/:key/start", linkOptions, (request, reply) =>
    answerAt(linkOf(request), request, reply, parts, (tx, invitee, at) =>
      start(tx, invitee, at, parts, request, reply),
    ),
  )
  const endedOf = (request: FastifyRequest) => endedSessionOf(request, parts)
  app.get("/portal/code/:key", linkOptions, async (request, reply) => {
    const client = await findClient(request, parts.db)
    return answerAt(codeLinkOf(request), request, reply, parts, async (tx, invitee, at) =>
      isSame(client, invitee) ? { to: at.place.back } : showCodeLink(tx, invitee, at, request),
    )
  })
  app.post("/portal/code/:key", linkOptions, (request, reply) =>
    answerAt(codeLinkOf(request), request, reply, parts, (tx, invitee, at) =>
      pressCodeLink(tx, invitee, at, parts, request, reply),
    ),
  )
  for (const [base, entryOf, baseOptions] of [
    ["/invite/:key", linkOf, linkOptions],
    ["/portal/code/:key", codeLinkOf, linkOptions],
    ["/portal/sign-in", endedOf, options],
  ] as const) {
    app.post(`${base}/code`, baseOptions, async (request, reply) => {
      await requireAttempt(parts, [codeMailLimit(networkOf(request.ip))])
      return answerAt(entryOf(request), request, reply, parts, (tx, invitee, at) =>
        sendCode(tx, invitee, at, parts),
      )
    })
    app.get(`${base}/code`, baseOptions, (request, reply) =>
      answerAt(entryOf(request), request, reply, parts, async (_, invitee, at) =>
        isReachable(invitee) ? codeView(invitee, at.words, at.place) : { to: at.place.base },
      ),
    )
    app.post(`${base}/session`, baseOptions, async (request, reply) => {
      const entry_state = entryOf(request)
      const password = await judgePassword(entry_state, request, parts)
      return answerAt(entry_state, request, reply, parts, (tx, invitee, at) =>
        signIn(tx, invitee, at, parts, request, reply, password),
      )
    })
    app.post(`${base}/second-step`, baseOptions, async (request, reply) => {
      const judged = await judgeStep(request, parts)
      return answerAt(entryOf(request), request, reply, parts, (tx, invitee, at) =>
        checkAppCode(tx, invitee, at, parts, request, reply, judged),
      )
    })
    app.post(`${base}/passkey`, baseOptions, async (request, reply) => {
      const client = await judgePasskey(request, parts)
      if (!client)
        return answerAt(entryOf(request), request, reply, parts, async (_, invitee, at) =>
          comeBackView(invitee, at, { at: "#main", text: wordsIn(at.lang).passkeys.not_known }),
        )
      // Whose passkey it is decides, whoever was expected here.
      const entry_state = { proof: proofOfPageOwner(client), base: "/portal/sign-in", ended: true }
      return answerAt(entry_state, request, reply, parts, (tx, invitee, at) =>
        letIn(tx, invitee, client.user_id, at, parts.ring, request, reply, { is_strong: true }),
      )
    })
  }
  app.get("/portal/sign-in", options, async (request, reply) => {
    const { back } = request.query as { back?: string }
    if (await findClient(request, parts.db)) return reply.redirect(safeBack(back), 303)
    return showSignIn(request, reply, parts)
  })
  app.post("/portal/sign-out", options, async (request, reply) => {
    const place = placeOf(clientToken(request) ?? "")
    await signOutClient(request, reply)
    return reply.redirect(place ? `/portal/signed-out?at=${place}` : "/portal/signed-out", 303)
  })
  app.get("/portal/signed-out", options, (request, reply) => {
    const { at = "" } = request.query as { at?: string }
    return showStranger(request, reply, parts, placeOf(at), ({ entry }) => ({
      status: 200,
      title: entry.signed_out_title,
      text: entry.signed_out,
    }))
  })
  linkRoutes(app, parts)
}

/** Whether whoever is signed in here is the one who is expected. */
function isSame(client: ClientIdentity | undefined, invitee: Invitee): boolean {
  return client?.user_id === invitee.user_id && client.matter_id === invitee.matter_id
}

/** A form that came after the session had ended, urlencoded, and where it was posted. */
export interface LateForm {
  url: string
  form: string
}

/** Asks whoever was signed in here to sign in again; a form that came too late is kept in the page, under seal. */
export function showSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
  late?: LateForm,
): Promise<FastifyReply> {
  return answerAt(endedSessionOf(request, parts), request, reply, parts, async (_, invitee, at) => {
    if (!isReachable(invitee)) return noWayView(invitee, at)
    const { matter_id, user_id } = invitee
    const cookies =
      late && user_id
        ? { url: late.url, form: sealLateForm(parts.ring, { matter_id, user_id }, late.form) }
        : undefined
    const view = comeBackView(invitee, { ...at, place: { ...at.place, resume: cookies ?? at.place.resume } })
    return { ...view, status: late ? 401 : 200 }
  })
}

// Sign-in for clients. Opening an invitation changes nothing, because mail scanners open links too; pressing Start does.
// To return, a client needs a code by email, a password or a passkey: after Start, the link is not enough. `mayStart` knows
// the exceptions.

import type { FastifyReply, FastifyRequest } from "fastify"
import { proofOfPageOwner } from "../../../firm/access/entry-proofs.ts"
import { type ClientIdentity, clientToken, findClient, signOutClient } from "../../../firm/access/portal.ts"
import { claimAttempt, codeMailLimit, wrongPasskeyLimit } from "../../../firm/users/sign-in/attempts.ts"
import { sealLateForm } from "../../../intake/portal/page-owner.ts"
import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import { networkOf } from "../../../platform/http/requests/network.ts"
import { placeOf } from "../../../platform/secrets/tokens.ts"
import { wordsIn } from "../../../web/portal/words/words.ts"
import { otherDeviceView } from "./closed-entries.tsx"
import { codeLinkOf, endedSessionOf, keyOf, linkOf, withEntry } from "./entry-pages.ts"
import type { Invitee } from "./invitee.ts"
import { linkRoutes } from "./link-routes.tsx"
import { showCodeLink, signInWithCodeLink } from "./sign-in/code-link.tsx"
import { verifyPasskey } from "./sign-in/passkey.ts"
import { verifyPassword } from "./sign-in/password.ts"
import { recordFailure } from "./sign-in/recording.ts"
import { canSignIn, mayStart, openClientSession, sendCode, signIn, start } from "./sign-in/sign-in.ts"
import { codeView, signInView } from "./sign-in/sign-in-pages.tsx"
import { signShownTime } from "./start-form.ts"
import { safeBack, showStranger } from "./stranger-pages.ts"
import { waysInRoutes } from "./ways-in.tsx"
import { welcomeView } from "./welcome.tsx"

const options = { config: { guard: "portal" as const }, schema: { hide: true } }
const linkOptions = { ...options, config: { ...options.config, takes_secret: true } }

export function entryRoutes(app: App, parts: Parts): void {
  app.get("/invite/:key", linkOptions, async (request, reply) => {
    const client = await findClient(request, parts.db)
    return withEntry(linkOf(request), request, reply, parts, async (tx, invitee, context) => {
      if (isSignedInAs(client, invitee)) return { to: "/portal" }
      if (mayStart(invitee)) {
        const shown = signShownTime(parts.ring, invitee, tx.now)
        return welcomeView(invitee, { key: keyOf(request), shown }, context.words, context.lang)
      }
      return canSignIn(invitee) ? signInView(invitee, context) : otherDeviceView(invitee, context)
    })
  })
  app.post("/invite/:key/start", linkOptions, (request, reply) =>
    withEntry(linkOf(request), request, reply, parts, (tx, invitee, context) =>
      start(tx, invitee, context, parts, request, reply),
    ),
  )
  const endedOf = (request: FastifyRequest) => endedSessionOf(request, parts)
  app.get("/portal/code/:key", linkOptions, async (request, reply) => {
    const client = await findClient(request, parts.db)
    return withEntry(codeLinkOf(request), request, reply, parts, async (tx, invitee, context) =>
      isSignedInAs(client, invitee)
        ? { to: context.sign_in.back }
        : showCodeLink(tx, invitee, context, request),
    )
  })
  app.post("/portal/code/:key", linkOptions, (request, reply) =>
    withEntry(codeLinkOf(request), request, reply, parts, (tx, invitee, context) =>
      signInWithCodeLink(tx, invitee, context, parts, request, reply),
    ),
  )
  for (const [base, entryOf, baseOptions] of [
    ["/invite/:key", linkOf, linkOptions],
    ["/portal/code/:key", codeLinkOf, linkOptions],
    ["/portal/sign-in", endedOf, options],
  ] as const) {
    app.post(`${base}/code`, baseOptions, async (request, reply) => {
      const limits = [codeMailLimit(networkOf(request.ip))]
      const wait_s = await parts.db.forPlatform((tx) => claimAttempt(tx, parts.ring, limits))
      return withEntry(entryOf(request), request, reply, parts, async (tx, invitee, context) => {
        if (wait_s === 0) return sendCode(tx, invitee, context, parts)
        reply.header("retry-after", Math.ceil(wait_s))
        // Not the bare page of a failure: a saved form travels in this one.
        const fault = { at: "#main", text: context.words.failures.too_many } as const
        return { ...signInView(invitee, context, fault), status: 429 }
      })
    })
    app.get(`${base}/code`, baseOptions, (request, reply) =>
      withEntry(entryOf(request), request, reply, parts, async (_, invitee, context) =>
        canSignIn(invitee) ? codeView(invitee, context.words, context.sign_in) : { to: context.sign_in.base },
      ),
    )
    app.post(`${base}/session`, baseOptions, async (request, reply) => {
      const entry_state = entryOf(request)
      const password = await verifyPassword(entry_state, request, parts)
      return withEntry(entry_state, request, reply, parts, (tx, invitee, context) =>
        signIn(tx, invitee, context, parts, request, reply, password),
      )
    })
    app.post(`${base}/passkey`, baseOptions, async (request, reply) => {
      const client = await verifyPasskey(request, parts)
      if (!client) {
        const limits = [wrongPasskeyLimit(networkOf(request.ip))]
        const wait_s = await parts.db.forPlatform((tx) => claimAttempt(tx, parts.ring, limits))
        return withEntry(entryOf(request), request, reply, parts, async (tx, invitee, context) => {
          if (wait_s === 0) await recordFailure(tx, invitee, request, "Wrong passkey")
          return signInView(invitee, context, { at: "#main", text: wordsIn(context.lang).passkeys.not_known })
        })
      }
      // Signs in the passkey's owner, even if the page was for another client.
      const entry_state = { proof: proofOfPageOwner(client), base: "/portal/sign-in", ended: true }
      return withEntry(entry_state, request, reply, parts, (tx, invitee, context) =>
        openClientSession(tx, invitee, client.user_id, context, parts.ring, request, reply, {
          by: "With a passkey",
        }),
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
  waysInRoutes(app, parts)
}

function isSignedInAs(client: ClientIdentity | undefined, invitee: Invitee): boolean {
  return client?.user_id === invitee.user_id && client.matter_id === invitee.matter_id
}

/** A form submitted after its session had ended, urlencoded, with the URL it was posted to. */
export interface LateForm {
  url: string
  form: string
}

/** Asks the client to sign in again. Embeds a late form in the page, sealed for its owner. */
export function showSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
  late?: LateForm,
): Promise<FastifyReply> {
  return withEntry(endedSessionOf(request, parts), request, reply, parts, async (_, invitee, context) => {
    if (!canSignIn(invitee)) return otherDeviceView(invitee, context)
    const { matter_id, user_id } = invitee
    const resume =
      late && user_id
        ? { url: late.url, form: sealLateForm(parts.ring, { matter_id, user_id }, late.form) }
        : undefined
    const view = signInView(invitee, {
      ...context,
      sign_in: { ...context.sign_in, resume: resume ?? context.sign_in.resume },
    })
    return { ...view, status: late ? 401 : 200 }
  })
}

import type { FastifyReply, FastifyRequest } from "fastify"
import { sealCookie, takeCookie } from "../../../firm/access/cookies.ts"
import { signInByIdentity } from "../../../firm/users/sign-in/single-sign-on.ts"
import type { Parts } from "../../../parts.ts"
import { Failure } from "../../../platform/errors.ts"
import type { App } from "../../../platform/http/app.ts"
import { openProvider, type PendingSignIn } from "../../../platform/oidc/provider.ts"
import { localPath } from "../../../web/console/page-request.ts"
import { sendSignInAgain } from "./passkey.ts"
import { auditedOptions, continueSignIn, options } from "./session.ts"

const cookie = { name: "foyer_sso", purpose: "single_sign_on:sign-in", lifetime_s: 10 * 60 }
const callback = "/console/single-sign-on/callback"

/**
 * Sign-in through the identity provider, if the settings name one. It replaces only the password: members with
 * two-factor authentication still enter a code.
 */
export function singleSignOnRoutes(app: App, parts: Parts): void {
  const { config, db, base_url } = parts
  const {
    oidc_issuer: issuer,
    oidc_client_id: client_id = "",
    oidc_client_secret: client_secret = "",
  } = config
  if (!issuer) return
  const provider = openProvider({ issuer, client_id, client_secret, redirect_uri: `${base_url}${callback}` })

  const showFailure = async (request: FastifyRequest, reply: FastifyReply, next: string, error: unknown) => {
    if (!(error instanceof Failure)) throw error
    if (error.cause) request.log.warn({ reason: String((error.cause as Error).message) }, "single sign-on")
    const status = error.kind === "unavailable" ? 503 : 403
    if (error.retry_after_s) reply.header("Retry-After", String(error.retry_after_s))
    return sendSignInAgain(parts, reply, { next, problem: error.message, status })
  }

  // A link, not a form: our Content-Security-Policy forbids forms that end up on another site, even by redirect.
  app.get("/console/single-sign-on", options, async (request, reply) => {
    const next = localPath(String((request.query as { next?: unknown }).next ?? ""))
    try {
      const { url, pending } = await provider.begin()
      sealCookie(request, reply, parts, cookie, { ...pending, next })
      return await reply.redirect(url, 303)
    } catch (error) {
      return showFailure(request, reply, next, error)
    }
  })

  app.get(callback, auditedOptions, async (request, reply) => {
    const pending = takeCookie<PendingSignIn & { next: string }>(request, reply, parts, cookie)
    if (!pending) return reply.redirect("/console/sign-in", 303)
    try {
      const identity = await provider.finish(new URL(request.url, base_url), pending)
      const accounts = await signInByIdentity(db, identity)
      // With single sign-on only, the provider enforces as many factors as the firm wants.
      const strength = { is_strong: config.oidc_only }
      const to = await continueSignIn(parts, request, reply, accounts, pending.next, strength)
      return await reply.redirect(to, 303)
    } catch (error) {
      return showFailure(request, reply, pending.next, error)
    }
  })
}

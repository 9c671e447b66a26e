import type { FastifyReply, FastifyRequest } from "fastify"
import { openCookie } from "../../../firm/access/cookies.ts"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { wrongCode } from "../../../firm/users/console/account/proof.tsx"
import { findSetup } from "../../../firm/users/passwords/setup.ts"
import { useSecondFactor } from "../../../firm/users/sign-in/second-factor.ts"
import { checkPassword, recordFailures } from "../../../firm/users/sign-in/sign-in.ts"
import type { Parts } from "../../../parts.ts"
import { badField, Failure } from "../../../platform/errors.ts"
import type { App } from "../../../platform/http/app.ts"
import { networkOf } from "../../../platform/http/requests/network.ts"
import { openAfterwards } from "../../../platform/http/responses/afterwards.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { valuesIn } from "../../../web/console/forms/field.ts"
import {
  home,
  localPath,
  nextOf,
  type RefusedForm,
  trimmedTextOf,
} from "../../../web/console/page-request.ts"
import { sendView, type View } from "../../../web/console/view.tsx"
import { codeFields, signInFields } from "./fields.ts"
import { passkeyRoutes, requirePasswordsAllowed, signInOptions, singleSignOnLabel } from "./passkey.ts"
import { completeSetup, forgottenPassword } from "./password-links.ts"
import {
  auditedOptions,
  browserOf,
  continueSignIn,
  openSession,
  options,
  type Pending,
  pendingCookie,
  signOutRoutes,
} from "./session.ts"
import { deadLinkPage, noPasswordPage, setupPage } from "./setup-pages.tsx"
import { appCodePage, firmChoicePage, signInPage } from "./sign-in-pages.tsx"
import { singleSignOnRoutes } from "./single-sign-on.ts"

/** The pages that work without a session. Their GETs change nothing. */
export function signInRoutes(app: App, parts: Parts): void {
  const { db, ring } = parts
  const afterwards = openAfterwards(app, parts.log)

  /** Registers a form's GET and POST; a refused form is shown again with what was typed. */
  function registerForm(
    url: string,
    show: (request: FastifyRequest, refused?: RefusedForm) => Promise<View | undefined>,
    act: (request: FastifyRequest, reply: FastifyReply, form: Form) => Promise<string>,
  ): void {
    const send = async (
      request: FastifyRequest,
      reply: FastifyReply,
      refused?: RefusedForm,
      status?: number,
    ) => {
      const view = await show(request, refused)
      if (!view) return reply.redirect("/console/sign-in", 303)
      const shown = status ? { ...view, status } : view
      return sendView(reply, { parts, staff: undefined, url: request.url }, shown)
    }
    const secret = { takes_secret: url.includes(":token") }
    const sent = { ...auditedOptions, config: { ...auditedOptions.config, ...secret } }
    app.get(url, { ...options, config: { ...options.config, ...secret } }, (request, reply) =>
      send(request, reply),
    )
    app.post(url, sent, async (request, reply) => {
      const form = (request.body ?? {}) as Form
      try {
        return reply.redirect(await act(request, reply, form), 303)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        if (error.kind === "bad_request")
          return send(request, reply, { form, faults: error.errors ?? [] }, 400)
        if (error.kind !== "too_many") throw error
        reply.header("Retry-After", String(error.retry_after_s))
        // The message says how long to wait.
        const fault = { param: "main", code: "too_many_attempts", message: error.message }
        return send(request, reply, { form, faults: [fault] }, 429)
      }
    })
  }

  registerForm(
    "/console/sign-in",
    async (request, refused) => {
      const query = request.query as { next?: unknown; changed?: unknown; used?: unknown }
      // Between two steps of signing in.
      const changed =
        query.changed !== undefined && "How you sign in was changed in the meantime. Sign in again."
      const used = query.used !== undefined && "This sign-in was completed already. Sign in again."
      const problem = changed || used || undefined
      return signInPage(
        { next: nextOf(query.next, refused), problem, ...(await signInOptions(parts)) },
        refused,
      )
    },
    async (request, reply, form) => {
      requirePasswordsAllowed(parts)
      const { email, password } = valuesIn(signInFields, form)
      const source = { network: networkOf(request.ip), browserOf: browserOf(request, ring) }
      const { signed_in, refused } = await checkPassword(parts, { email, password, ...source })
      // Otherwise the response time would reveal whether the address exists.
      if (refused.length > 0) afterwards("failed sign-in not noted", () => recordFailures(db, refused, email))
      return continueSignIn(parts, request, reply, signed_in, localPath(trimmedTextOf(form, "next")))
    },
  )

  registerForm(
    "/console/firm-choice",
    async (request, refused) => {
      const pending = openCookie<Pending>(request, parts, pendingCookie)
      return pending && firmChoicePage(pending.accounts, refused)
    },
    async (request, reply, form) => {
      const pending = openCookie<Pending>(request, parts, pendingCookie)
      if (!pending) return "/console/sign-in"
      const account = pending.accounts.find(({ user_id }) => user_id === trimmedTextOf(form, "user_id"))
      if (!account) throw badField("user_id", "required", "Choose a firm.")
      return continueSignIn(parts, request, reply, [account], pending.next, pending)
    },
  )

  registerForm(
    "/console/second-step",
    async (request, refused) => {
      const pending = openCookie<Pending>(request, parts, pendingCookie)
      return pending?.accounts.length === 1 ? appCodePage(refused) : undefined
    },
    async (request, reply, form) => {
      const pending = openCookie<Pending>(request, parts, pendingCookie)
      const account = pending?.accounts[0]
      if (!pending || !account || pending.accounts.length > 1) return "/console/sign-in"
      const { code } = valuesIn(codeFields, form)
      const { firm_id, user_id } = account
      if (!(await useSecondFactor(parts, { firm_id, user_id }, code))) {
        const failed = { record_id: account.user_id, label: "Wrong code of two-factor authentication" }
        await db.forFirm(account.firm_id, (tx) => recordAudit(tx, "sign_in_failed", failed))
        throw badField("code", "not_matching", wrongCode)
      }
      return openSession(parts, request, reply, account, pending.next, { nonce: pending.nonce })
    },
  )

  registerForm(
    "/console/setup/:token",
    async ({ params }, refused) => {
      const setup = await findSetup(db, (params as { token: string }).token)
      if (!setup) return deadLinkPage()
      const label = parts.config.oidc_only && !setup.is_emergency ? singleSignOnLabel(parts) : undefined
      return label ? noPasswordPage(setup, label) : setupPage(setup, refused)
    },
    async (request, reply, form) => {
      const setup = await completeSetup(parts, (request.params as { token: string }).token, form)
      return continueSignIn(parts, request, reply, [setup], home)
    },
  )

  const forgotten = forgottenPassword(parts, afterwards)
  registerForm("/console/forgotten-password", forgotten.show, forgotten.act)

  singleSignOnRoutes(app, parts)
  passkeyRoutes(app, parts)
  signOutRoutes(app, parts)
}

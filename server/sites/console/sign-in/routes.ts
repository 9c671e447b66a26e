import type { FastifyReply, FastifyRequest } from "fastify"
import { openCookie } from "../../../firm/access/cookies.ts"
import { endSessionsOf } from "../../../firm/access/sessions.ts"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { passwordFaults, wrongCode } from "../../../firm/users/console/account/proof.tsx"
import { tellOfChange } from "../../../firm/users/notices.ts"
import {
  mailNewPasswordLinks,
  requirePasswordLinkAttempt,
} from "../../../firm/users/passwords/forgotten-password.ts"
import { findSetup, finishSetup, type Setup } from "../../../firm/users/passwords/setup.ts"
import { readCredentials } from "../../../firm/users/sign-in/credentials.ts"
import { useSecondFactor } from "../../../firm/users/sign-in/second-factor.ts"
import { checkPassword, recordFailures } from "../../../firm/users/sign-in/sign-in.ts"
import type { Parts } from "../../../parts.ts"
import { badField, badRequest, Failure } from "../../../platform/errors.ts"
import type { App } from "../../../platform/http/app.ts"
import { networkOf } from "../../../platform/http/requests/network.ts"
import { openAfterwards } from "../../../platform/http/responses/afterwards.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { hashPassword } from "../../../platform/secrets/passwords.ts"
import { parseFields, valuesIn } from "../../../web/console/forms/field.ts"
import {
  home,
  localPath,
  nextOf,
  type RefusedForm,
  trimmedTextOf,
} from "../../../web/console/page-request.ts"
import { sendView, type View } from "../../../web/console/view.tsx"
import { passkeyRoutes, requirePasswordsAllowed, signInOptions, singleSignOnLabel } from "./passkey.ts"
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
import { deadLinkPage, forgottenPage, noMailPage, noPasswordPage, setupPage } from "./setup-pages.tsx"
import {
  addressFields,
  appCodePage,
  codeFields,
  firmChoicePage,
  nameFields,
  newPasswordFields,
  signInFields,
  signInPage,
} from "./sign-in-pages.tsx"
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

/** Saves the name and password sent from a setup link and uses up the link; throws "bad request" for faults. */
async function completeSetup(parts: Parts, token: string, form: Form): Promise<Setup> {
  const { db } = parts
  const setup = await findSetup(db, token)
  if (!setup) throw badRequest([])
  if (!setup.is_emergency) requirePasswordsAllowed(parts)
  const { values, faults } = parseFields({ ...nameFields(setup), ...newPasswordFields }, form)
  const { name = "", password } = values
  faults.push(...(await passwordFaults(password, [name, setup.email, setup.firm_name])))
  if (faults.length > 0) throw badRequest(faults)
  const password_hash = await hashPassword(password)
  return db.forFirm(setup.firm_id, async (tx) => {
    if (!(await finishSetup(tx, { token, name, password_hash }))) throw badRequest([])
    // Someone who knew the old password may be signed in elsewhere.
    await endSessionsOf(tx, setup.user_id)
    await recordAudit(tx, "password_set", { record_id: setup.user_id, label: setup.email })
    await tellOfChange(tx, parts, setup.user_id, setup.has_password ? "password_changed" : "password_set")
    return { ...setup, credentials: await readCredentials(tx, setup.user_id) }
  })
}

/** The page that requests a link to set a new password; redirects to sign-in if staff use single sign-on only. */
function forgottenPassword(parts: Parts, afterwards: ReturnType<typeof openAfterwards>) {
  return {
    show: async ({ query }: FastifyRequest, refused?: RefusedForm): Promise<View | undefined> => {
      if (parts.config.oidc_only) return undefined
      if (!parts.config.smtp_url) return noMailPage()
      return forgottenPage((query as { sent?: string }).sent === "yes", refused)
    },
    act: async (request: FastifyRequest, _: FastifyReply, form: Form): Promise<string> => {
      requirePasswordsAllowed(parts)
      const { email } = valuesIn(addressFields, form)
      await requirePasswordLinkAttempt(parts, networkOf(request.ip))
      // Otherwise the response time would reveal whether the address exists.
      afterwards("password link not sent", () =>
        mailNewPasswordLinks(parts, { email, base_url: parts.base_url }),
      )
      return "/console/forgotten-password?sent=yes"
    },
  }
}

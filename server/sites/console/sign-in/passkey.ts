import type { FastifyReply } from "fastify"
import { openOffer, sealOffer } from "../../../firm/access/passkey-offers.ts"
import { signInByPasskey } from "../../../firm/users/sign-in/passkeys.ts"
import type { Parts } from "../../../parts.ts"
import { forbidden } from "../../../platform/errors.ts"
import type { App } from "../../../platform/http/app.ts"
import { createAuthenticationOptions } from "../../../platform/passkeys.ts"
import { localPath, trimmedTextOf } from "../../../web/console/page-request.ts"
import { sendView } from "../../../web/console/view.tsx"
import { auditedOptions, openSession } from "./session.ts"
import { type SignInPage, signInPage } from "./sign-in-pages.tsx"

const about = "console"

export async function signInOptions(parts: Parts): Promise<Pick<SignInPage, "passkey" | "single_sign_on">> {
  if (parts.config.oidc_only) return { single_sign_on: singleSignOnLabel(parts), passkey: undefined }
  const options = await createAuthenticationOptions(parts.base_url)
  const offer = sealOffer(parts.ring, options.challenge, about, parts.db.clock())
  return { passkey: { options, offer }, single_sign_on: singleSignOnLabel(parts) }
}

/** Throws "forbidden" if staff sign in only through their identity provider. */
export function requirePasswordsAllowed({ config }: Parts): void {
  if (config.oidc_only)
    throw forbidden(
      "single_sign_on_required",
      `Only ${config.oidc_name} signs staff in here. Go to the sign-in page.`,
    )
}

/** The label of the single sign-on button; undefined if there is no provider. */
export function singleSignOnLabel({ config }: Parts): string | undefined {
  return config.oidc_issuer ? `Sign in with ${config.oidc_name}` : undefined
}

/** Signs in with a passkey. It counts as both factors, because the device has verified its user. */
export function passkeyRoutes(app: App, parts: Parts): void {
  app.post("/console/passkey", auditedOptions, async (request, reply) => {
    requirePasswordsAllowed(parts)
    const form = (request.body ?? {}) as Record<string, string[]>
    const next = localPath(trimmedTextOf(form, "next"))
    const challenge = openOffer(parts.ring, trimmedTextOf(form, "offer"), about, parts.db.clock())
    const account = challenge && (await signInByPasskey(parts, challenge, trimmedTextOf(form, "credential")))
    if (account)
      return reply.redirect(await openSession(parts, request, reply, account, next, { is_strong: true }), 303)
    const problem = "This passkey does not work here. Try again, or sign in with your password."
    return sendSignInAgain(parts, reply, { next, problem, status: 403 })
  })
}

/** The sign-in page after an attempt without a form of its own. */
export async function sendSignInAgain(
  parts: Parts,
  reply: FastifyReply,
  { status, ...why }: { next: string; problem: string; status: number },
): Promise<FastifyReply> {
  const page = signInPage({ ...why, ...(await signInOptions(parts)) })
  return sendView(reply, { parts, staff: undefined, url: "/console/sign-in" }, { ...page, status })
}

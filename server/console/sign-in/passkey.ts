import type { FastifyReply, FastifyRequest } from "fastify"
import { openOffer, sealOffer } from "../../access/passkey-offers.ts"
import { Failure } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import { askForPasskey } from "../../platform/passkeys.ts"
import { signInByPasskey } from "../../users/passkeys.ts"
import type { SignedIn } from "../../users/sign-in.ts"
import { localPath } from "../next.ts"
import { type ConsoleParts, textOf } from "../page-request.ts"
import { sendView } from "../view.tsx"
import type { SignInPage } from "./sign-in-pages.tsx"
import { signInPage } from "./sign-in-pages.tsx"

const about = "console"

/** What every sign-in page offers besides the password, or in its place. */
export async function otherWays(
  parts: ConsoleParts,
): Promise<Pick<SignInPage, "passkey" | "single_sign_on">> {
  if (parts.config.oidc_only) return { single_sign_on: singleSignOnLabel(parts), passkey: undefined }
  const options = await askForPasskey(parts.base_url)
  const offer = sealOffer(parts.ring, options.challenge, about, parts.db.clock())
  return { passkey: { options, offer }, single_sign_on: singleSignOnLabel(parts) }
}

/** Throws "forbidden" where staff sign in through their identity provider alone. */
export function requireOtherWays({ config }: ConsoleParts): void {
  if (config.oidc_only)
    throw new Failure(
      "forbidden",
      "single_sign_on_required",
      `Only ${config.oidc_name} signs staff in here. Go to the sign-in page.`,
    )
}

/** What the identity provider's button says; undefined where there is no provider. */
export function singleSignOnLabel({ config }: ConsoleParts): string | undefined {
  return config.oidc_issuer ? `Sign in with ${config.oidc_name}` : undefined
}

type Enter = (
  request: FastifyRequest,
  reply: FastifyReply,
  account: SignedIn,
  next: string,
) => Promise<string>

/** Signs in by passkey: no password, and no code besides, because the device has verified the person. */
export function passkeyRoutes(app: App, parts: ConsoleParts, enter: Enter): void {
  const options = { config: { guard: "console", audited: true }, schema: { hide: true } } as const
  app.post("/console/passkey", options, async (request, reply) => {
    requireOtherWays(parts)
    const form = (request.body ?? {}) as Record<string, string[]>
    const next = localPath(textOf(form, "next"))
    const challenge = openOffer(parts.ring, textOf(form, "offer"), about, parts.db.clock())
    const account = challenge && (await signInByPasskey(parts, challenge, textOf(form, "credential")))
    if (account) return reply.redirect(await enter(request, reply, account, next), 303)
    const problem = "This passkey does not sign anyone in here. Try again, or sign in with your password."
    const page = signInPage({ next, problem, ...(await otherWays(parts)) })
    return sendView(reply, { parts, staff: undefined, url: "/console/sign-in" }, { ...page, status: 403 })
  })
}

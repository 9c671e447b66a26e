import type { FastifyReply, FastifyRequest } from "fastify"
import {
  mailNewPasswordLinks,
  requirePasswordLinkAttempt,
} from "../../../firm/users/passwords/forgotten-password.ts"
import type { Parts } from "../../../parts.ts"
import { networkOf } from "../../../platform/http/requests/network.ts"
import type { openAfterwards } from "../../../platform/http/responses/afterwards.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { valuesIn } from "../forms/field.ts"
import type { RefusedForm } from "../page-request.ts"
import type { View } from "../view.tsx"
import { addressFields } from "./fields.ts"
import { requirePasswordsAllowed } from "./passkey.ts"
import { forgottenPage, noMailPage } from "./setup-pages.tsx"

/** The page that requests a link to set a new password; redirects to sign-in if staff use single sign-on only. */
export function forgottenPassword(parts: Parts, afterwards: ReturnType<typeof openAfterwards>) {
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

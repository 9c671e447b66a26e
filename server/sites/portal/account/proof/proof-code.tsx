import { createCode } from "../../../../firm/users/sign-in/mailed-codes.ts"
import { readClientSignIn } from "../../../../intake/matters/invitations/invited.ts"
import type { PageRequest } from "../../../../intake/portal/page-request.ts"
import type { RoutedRequest } from "../../../../intake/portal/sections/section.tsx"
import type { Redirect, View } from "../../../../intake/portal/view.tsx"
import { textOf } from "../../../../web/portal/form.ts"
import { mailOwnCode } from "../../entry/sign-in/code-mail.ts"
import { accountPageUrl } from "../account-url.ts"
import { proofCodeOf, requiredProofOf } from "./proof.ts"
import { noProofView } from "./proof-fields.tsx"

/** Emails a code that proves the client's identity, and returns to the page that requires it. */
export async function sendProofCode(req: PageRequest, request: RoutedRequest): Promise<View | Redirect> {
  const { tx, client, parts, words } = req
  const back = accountPageUrl(textOf(request.form, "to"))
  const sign_in = await readClientSignIn(tx, client)
  if (requiredProofOf(sign_in) !== "proof_code") return { to: back }
  const sent = await createCode(tx, parts.ring, { ...proofCodeOf(client), email: sign_in.email })
  if (sent.kind === "new") await mailOwnCode(req, "proof_code", sign_in.email, sent.code)
  if (sent.kind !== "too_many") return { to: back }
  return noProofView(back, 429, words.account.proof_mail_heading, words.entry.too_many_codes[sent.wait])
}

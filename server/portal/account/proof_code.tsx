import { createCode } from "../../users/mailed_codes.ts"
import { mailProofCode } from "../entry/code_mail.ts"
import { textOf } from "../form.ts"
import type { RoutedRequest } from "../section.tsx"
import type { Redirect, View } from "../view.tsx"
import type { Visit } from "../visit.ts"
import { showEmail } from "./email.tsx"
import { showPassword } from "./password.tsx"
import { proofCodeOf, proofKindOf, readClientSignIn } from "./sign_in.ts"

/** Mails the code that shows who is here, and goes back to the page that asks for it. */
export async function sendProofCode(visit: Visit, request: RoutedRequest): Promise<View | Redirect> {
  const { tx, client, parts, words } = visit
  const [to, show] =
    textOf(request.form, "to") === "email"
      ? (["email", showEmail] as const)
      : (["password", showPassword] as const)
  const sign_in = await readClientSignIn(tx, client)
  if (proofKindOf(sign_in) === "code") {
    const sent = await createCode(tx, parts.ring, { ...proofCodeOf(client), email: sign_in.email })
    if (sent.kind === "new") await mailProofCode(visit, sign_in.email, sent.code)
    if (sent.kind === "too_many") {
      const faults = [{ href: "#main", text: words.entry.too_many_codes }]
      return { ...(await show(visit, request, faults)), status: 429 }
    }
  }
  return { to: `/portal/account/${to}` }
}

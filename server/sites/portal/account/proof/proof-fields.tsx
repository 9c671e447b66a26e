import type { ClientSignIn, OwnSignIn } from "../../../../intake/matters/invitations/invited.ts"
import type { RoutedRequest } from "../../../../intake/portal/sections/section.tsx"
import type { View } from "../../../../intake/portal/view.tsx"
import { maskedEmail } from "../../../../platform/mail/masked-email.ts"
import { textOf } from "../../../../web/portal/form.ts"
import type { Words } from "../../../../web/portal/words/en.ts"
import { Actions, Button } from "../../../../web/ui/components/button.tsx"
import type { SummaryError } from "../../../../web/ui/components/error-summary.tsx"
import { PageHeading } from "../../../../web/ui/components/page-heading.tsx"
import { CodeField, TextField } from "../../../../web/ui/components/text-field.tsx"
import { requiredProofOf } from "./proof.ts"

export type AccountFault = SummaryError & { text: string }

export function faultAt(faults: readonly AccountFault[], field: string): string | undefined {
  return faults.find(({ href }) => href === field)?.text
}

/** The field in which the client proves their identity; none for a passkey, which is used before the form. */
export function ProofField(props: {
  sign_in: OwnSignIn
  words: Words
  request: RoutedRequest
  faults: readonly AccountFault[]
}) {
  const { sign_in, words, request, faults } = props
  const field = requiredProofOf(sign_in)
  if (field === "current_password")
    return (
      <TextField
        id={field}
        type="password"
        autocomplete="current-password"
        label={words.account.current_label}
        error={faultAt(faults, field)}
      />
    )
  if (field === "proof_code")
    return (
      <CodeField
        id={field}
        label={words.account.proof_label(maskedEmail(sign_in.email))}
        value={textOf(request.form, field)}
        error={faultAt(faults, field)}
      />
    )
  return null
}

/** The page that says why the proof failed, with the way back. */
export function noProofView(back: string, status: number, title: string, text: string): View {
  const errors = [{ href: "#main", text }]
  return { title, status, errors, back: { href: back }, body: <PageHeading title={title} /> }
}

/** The button that sends a code, shown before the form. */
export function SendProofCode(props: { to: string; sign_in: ClientSignIn; words: Words }) {
  const { account, entry } = props.words
  return (
    <form method="post" action="/portal/account/code">
      <input type="hidden" name="to" value={props.to} />
      <p>{account.proof_lede}</p>
      <Actions>
        <Button wide icon="mail">
          {entry.send_code(maskedEmail(props.sign_in.email))}
        </Button>
      </Actions>
    </form>
  )
}

/** Sends another code, for a client whose code expired or whose email did not arrive. */
export function ResendProofCode({ to, words }: { to: string; words: Words }) {
  return (
    <form method="post" action="/portal/account/code">
      <input type="hidden" name="to" value={to} />
      <Button variant="quiet">{words.entry.code_again}</Button>
    </form>
  )
}

import type { Language } from "../../../../definition/text.ts"
import type { ClientSignIn, OwnSignIn } from "../../../../intake/matters/invitations/invited.ts"
import { Actions, Button } from "../../../ui/components/button.tsx"
import type { SummaryError } from "../../../ui/components/error-summary.tsx"
import { CodeField, TextField } from "../../../ui/components/text-field.tsx"
import { maskedEmail } from "../../entry/invitee.ts"
import { textOf } from "../../form.ts"
import type { RoutedRequest } from "../../sections/section.tsx"
import type { Words } from "../../words/en.ts"
import { wordsIn } from "../../words/words.ts"
import { requiredProofsOf } from "./proof.ts"

export type AccountFault = SummaryError & { text: string }

export function faultAt(faults: readonly AccountFault[], field: string): string | undefined {
  return faults.find(({ href }) => href === field)?.text
}

/** The fields in which the client proves their identity. */
export function ProofFields(props: {
  sign_in: OwnSignIn
  words: Words
  lang: Language
  request: RoutedRequest
  faults: readonly AccountFault[]
}) {
  const { sign_in, words, lang, request, faults } = props
  return (
    <>
      {requiredProofsOf(sign_in).map((field) => {
        // A passkey is used before the form.
        if (field === "passkey") return null
        const error = faultAt(faults, field)
        if (field === "current_password")
          return (
            <TextField
              key={field}
              id={field}
              type="password"
              autocomplete="current-password"
              label={words.account.current_label}
              error={error}
            />
          )
        if (field === "app_code")
          return (
            <AppCodeField
              key={field}
              id={field}
              lang={lang}
              value={textOf(request.form, field)}
              error={error}
            />
          )
        return (
          <CodeField
            key={field}
            id={field}
            label={words.account.proof_label(maskedEmail(sign_in.email))}
            value={textOf(request.form, field)}
            error={error}
          />
        )
      })}
    </>
  )
}

/** Takes a code of the authenticator app, or a recovery code, which has letters. */
export function AppCodeField(props: {
  id: string
  lang: Language
  value?: string | undefined
  error?: string | undefined
}) {
  const app = wordsIn(props.lang).app
  return (
    <TextField
      id={props.id}
      label={app.code_label}
      hint={app.code_hint}
      autocomplete="one-time-code"
      spellcheck={false}
      maxlength={40}
      width={20}
      value={props.value}
      error={props.error}
    />
  )
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

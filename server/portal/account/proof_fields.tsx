import { Actions } from "../../ui/components/actions.tsx"
import { Button } from "../../ui/components/button.tsx"
import type { SummaryError } from "../../ui/components/error-summary.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { maskedEmail } from "../entry/doorway.ts"
import { textOf } from "../form.ts"
import type { RoutedRequest } from "../section.tsx"
import type { Words } from "../words/en.ts"
import type { ClientSignIn, ProofKind } from "./sign_in.ts"

export type AccountFault = SummaryError & { text: string }

export function faultAt(faults: readonly AccountFault[], field: string): string | undefined {
  return faults.find(({ href }) => href === field)?.text
}

/** The field in which somebody shows who they are. */
export function ProofField(props: {
  kind: ProofKind
  sign_in: ClientSignIn
  words: Words
  request: RoutedRequest
  faults: readonly AccountFault[]
}) {
  const { kind, words, faults, sign_in } = props
  if (kind === "none") return null
  if (kind === "password")
    return (
      <TextField
        id="current_password"
        type="password"
        autocomplete="current-password"
        label={words.account.current_label}
        error={faultAt(faults, "current_password")}
      />
    )
  return (
    <TextField
      id="proof_code"
      inputmode="numeric"
      autocomplete="one-time-code"
      spellcheck={false}
      maxlength={12}
      width={10}
      label={words.account.proof_label(maskedEmail(sign_in.email))}
      value={textOf(props.request.form, "proof_code")}
      error={faultAt(faults, "proof_code")}
    />
  )
}

/** The button that has the code sent, before there is anything to type. */
export function SendProofCode(props: { to: "email" | "password"; sign_in: ClientSignIn; words: Words }) {
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

/** For whoever has no code that works, or whose mail did not come. */
export function SendAgain({ kind, to, words }: { kind: ProofKind; to: "email" | "password"; words: Words }) {
  if (kind !== "code") return null
  return (
    <form method="post" action="/portal/account/code">
      <input type="hidden" name="to" value={to} />
      <Button look="quiet">{words.entry.code_again}</Button>
    </form>
  )
}

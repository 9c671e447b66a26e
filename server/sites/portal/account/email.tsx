import { faultSentence } from "../../../definition/faults/fault-sentences.ts"
import { parseEmail } from "../../../definition/values/email-and-phone.ts"
import { createCode } from "../../../firm/users/sign-in/mailed-codes.ts"
import { textOf } from "../../../web/portal/form.ts"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import { mailOwnCode } from "../entry/sign-in/code-mail.ts"
import type { AccountChange } from "./account-change.tsx"
import { accountUrl } from "./account-url.ts"
import { newEmailOf } from "./email-confirmation.tsx"
import { faultAt } from "./proof/proof-fields.tsx"

/** Changes the email address. The current one stays until the client enters the code sent to the new one. */
export const email: AccountChange<string> = {
  show: async ({ words: { account, entry } }, { form }, { faults }) => ({
    title: entry.email_label,
    lede: account.email_lede,
    submit: account.email_submit,
    fields: (
      <TextField
        id="email"
        type="email"
        inputmode="email"
        autocomplete="email"
        label={account.new_email_label}
        hint={account.email_hint}
        value={textOf(form, "email")}
        error={faultAt(faults, "email")}
      />
    ),
  }),
  prepare: async (_request, _parts, { form }) => {
    const typed = parseEmail(textOf(form, "email"))
    if (typed.kind === "value") return { ready: typed.value }
    return {
      refused: ({ words: { account }, lang }) => ({
        href: "email",
        text:
          typed.kind === "fault"
            ? faultSentence(typed.fault, account.new_email_label, lang)
            : account.email_missing,
      }),
    }
  },
  change: async (req, _proof, address) => {
    const { tx, client, parts, words } = req
    const sent = await createCode(tx, parts.ring, { ...newEmailOf(client), email: address })
    if (sent.kind === "too_many") return { href: "email", text: words.entry.too_many_codes[sent.wait] }
    if (sent.kind === "new") await mailOwnCode(req, "new_address_code", address, sent.code)
    return { to: `${accountUrl}/email/confirmation` }
  },
}

import { endSessionsOf } from "../../../firm/access/sessions.ts"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { getFirm } from "../../../firm/firms/firms.ts"
import { tellOfChange } from "../../../firm/users/notices.ts"
import { findPasswordFault } from "../../../firm/users/passwords/password-rules.ts"
import { passwordHints, passwordSentence } from "../../../firm/users/passwords/password-sentences.ts"
import { changePassword } from "../../../firm/users/sign-in/proof.ts"
import { readClientSignIn } from "../../../intake/matters/invitations/invited.ts"
import { listClientNames } from "../../../intake/matters/parties/client-names.ts"
import { hashPassword } from "../../../platform/secrets/passwords.ts"
import { textOf } from "../../../web/portal/form.ts"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import type { AccountChange } from "./account-change.tsx"
import { accountUrl } from "./account-url.ts"
import { faultAt } from "./proof/proof-fields.tsx"

interface NewPassword {
  typed: string
  password_hash?: string
}

/** Sets or changes the password, and signs out all other devices. */
export const password: AccountChange<NewPassword> = {
  show: async ({ words: { account }, lang }, _request, { sign_in: { has_password }, faults }) => ({
    title: has_password ? account.password_change_title : account.password_set_title,
    lede: account.others_signed_out,
    submit: account.submit,
    fields: (
      <TextField
        id="password"
        type="password"
        autocomplete="new-password"
        label={has_password ? account.new_password_label : account.password_label}
        hint={passwordHints[lang]}
        error={faultAt(faults, "password")}
      />
    ),
  }),
  prepare: async (request, _parts, { form }) => {
    const about = await request.inPortal(async (tx, client) => {
      const [firm, names] = await Promise.all([getFirm(tx), listClientNames(tx, client.matter_id)])
      return [client.email, client.name, firm.name, ...names]
    })
    const typed = textOf(form, "password") ?? ""
    const fault = await findPasswordFault(typed, about)
    return fault
      ? { refused: ({ lang }) => ({ href: "password", text: passwordSentence(fault, lang) }) }
      : { ready: { typed } }
  },
  complete: async ({ typed }) => ({ typed, password_hash: await hashPassword(typed) }),
  change: async ({ tx, client, parts }, proof, { password_hash }) => {
    if (!password_hash) return { to: `${accountUrl}/password` }
    const { matter_id, user_id } = client
    const { email, has_password } = await readClientSignIn(tx, client)
    await changePassword(tx, proof, password_hash)
    await endSessionsOf(tx, user_id, client.session_id)
    await recordAudit(tx, "client_password_changed", { matter_id, record_id: user_id })
    const change = has_password ? "password_changed" : "password_set"
    await tellOfChange(tx, parts, user_id, change, { email, matter_id })
    return { to: `${accountUrl}?saved=yes` }
  },
}

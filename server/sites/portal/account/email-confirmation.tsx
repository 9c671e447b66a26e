import type { ClientIdentity } from "../../../firm/access/portal.ts"
import { endSessionsOf } from "../../../firm/access/sessions.ts"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { tellOfChange } from "../../../firm/users/notices.ts"
import {
  type CodeFor,
  code_minutes,
  endCodes,
  findOpenCode,
  useCode,
} from "../../../firm/users/sign-in/mailed-codes.ts"
import { changeOwnAddress } from "../../../intake/matters/invitations/invitation-address.ts"
import { readClientSignIn } from "../../../intake/matters/invitations/invited.ts"
import type { PageRequest } from "../../../intake/portal/page-request.ts"
import type { RoutedRequest } from "../../../intake/portal/sections/section.tsx"
import type { Redirect, View } from "../../../intake/portal/view.tsx"
import { textOf } from "../../../web/portal/form.ts"
import { PageForm } from "../../../web/portal/page-form.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { CodeField } from "../../../web/ui/components/text-field.tsx"

/** The page for the code sent to the new address. */
export async function showEmailConfirmation(
  req: PageRequest,
  request: RoutedRequest,
  fault?: string,
): Promise<View> {
  const { words, tx, client } = req
  const { account, entry } = words
  const open = await findOpenCode(tx, newEmailOf(client))
  const title = account.confirm_title
  const back = { href: "/portal/account/email" }
  if (!open && !fault) return { title, back, body: <PageHeading title={title} lede={account.confirm_none} /> }
  return {
    title,
    back,
    status: fault ? 422 : 200,
    errors: fault ? [{ href: "code", text: fault }] : [],
    body: (
      <>
        <PageHeading title={title} lede={open && entry.code_lede(open.email, code_minutes)} />
        <PageForm
          action="/portal/account/email/confirmation"
          words={words}
          submit={account.confirm_submit}
          more={<a href="/portal/account/email">{account.confirm_again}</a>}
        >
          <CodeField
            id="code"
            label={entry.code_label}
            hint={account.others_signed_out}
            value={textOf(request.form, "code")}
            error={fault}
          />
        </PageForm>
      </>
    ),
  }
}

/** Checks the code and changes the address. Signs out all other devices. */
export async function confirmEmail(req: PageRequest, request: RoutedRequest): Promise<View | Redirect> {
  const { tx, client, parts, words } = req
  const { entry } = words
  const typed = textOf(request.form, "code") ?? ""
  if (typed.trim() === "") return showEmailConfirmation(req, request, entry.code_missing)
  const used = await useCode(tx, parts.ring, newEmailOf(client), typed)
  if (used.kind !== "right") return showEmailConfirmation(req, request, entry.code_faults[used.kind])
  const { user_id, matter_id } = client
  const { email: before } = await readClientSignIn(tx, client)
  await changeOwnAddress(tx, client, used.email)
  await endCodes(tx, user_id)
  await endSessionsOf(tx, user_id, client.session_id)
  await recordAudit(tx, "client_email_changed", { matter_id, record_id: user_id })
  await tellOfChange(tx, parts, user_id, "email_changed", { email: before, matter_id })
  return { to: "/portal/account?saved=yes" }
}

export function newEmailOf({ user_id, matter_id }: ClientIdentity): CodeFor {
  return { user_id, matter_id, purpose: "new_email" }
}

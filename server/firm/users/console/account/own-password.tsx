import { badRequest } from "../../../../platform/errors.ts"
import { hashPassword } from "../../../../platform/secrets/passwords.ts"
import { CancelableForm } from "../../../../web/console/forms/submit-or-cancel.tsx"
import type { PageRequest, RefusedForm } from "../../../../web/console/page-request.ts"
import type { ConsoleForm } from "../../../../web/console/routing.ts"
import type { View } from "../../../../web/console/view.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { endSessionsOf } from "../../../access/sessions.ts"
import { tellOfChange } from "../../notices.ts"
import { changePassword, type Proof } from "../../sign-in/proof.ts"
import { accountCrumb } from "./crumb.ts"

import { NewPasswordField, ProofFields, passwordFaults } from "./password-fields.tsx"
import { formOf, receiveProof } from "./proof.ts"

/** Changes the password and signs out every other browser. */
export const ownPassword: ConsoleForm<{ proof: Proof; password_hash: string }> = {
  show: async (req, refused) => passwordPage(req, refused),
  receive: async (request, staff, parts) => {
    const password = formOf(request).password?.at(-1) ?? ""
    const faults = await passwordFaults(password, [staff.name, staff.email, staff.firm.name])
    if (faults.length > 0) throw badRequest(faults)
    const proof = await receiveProof(request, staff, parts)
    return { proof, password_hash: await hashPassword(password) }
  },
  act: async ({ tx, staff, parts }, received) => {
    if (!received) throw badRequest([])
    await changePassword(tx, received.proof, received.password_hash)
    await endSessionsOf(tx, staff.user_id, staff.session_id)
    await tellOfChange(tx, parts, staff.user_id, "password_changed")
    return { to: "/console/account", flash: { done: "password_changed" } }
  },
}

function passwordPage({ staff }: PageRequest, refused?: RefusedForm): View {
  return {
    title: "Change your password",
    breadcrumbs: [accountCrumb],
    heading: { lede: "Your other browsers will be signed out." },
    refused,
    body: (
      <Card>
        <CancelableForm cancel="/console/account" submit="Change the password">
          <ProofFields staff={staff} refused={refused} />
          <NewPasswordField refused={refused} label="New password" />
        </CancelableForm>
      </Card>
    ),
  }
}

import { badRequest } from "../../../../platform/errors.ts"
import { hashPassword } from "../../../../platform/secrets/passwords.ts"
import { form } from "../../../../web/console/forms/form.ts"
import { endSessionsOf } from "../../../access/sessions.ts"
import { tellOfChange } from "../../notices.ts"
import { changePassword } from "../../sign-in/proof.ts"
import { accountForm, formOf, newPasswordField, passwordFaults, proofFields, receiveProof } from "./proof.tsx"

/** Changes the password and signs out every other browser. */
export const ownPassword = form({
  open: async ({ staff }) => ({
    title: "Change your password",
    ...accountForm,
    heading: { lede: "Your other browsers will be signed out." },
    fields: { ...proofFields(staff), password: newPasswordField("New password") },
    submit: "Change the password",
  }),
  receive: async (request, staff, parts) => {
    const password = formOf(request).password?.at(-1) ?? ""
    const faults = await passwordFaults(password, [staff.name, staff.email, staff.firm.name])
    if (faults.length > 0) throw badRequest(faults)
    const proof = await receiveProof(request, staff, parts)
    return { proof, password_hash: await hashPassword(password) }
  },
  save: async ({ tx, staff, parts }, _, __, { proof, password_hash }) => {
    await changePassword(tx, proof, password_hash)
    await endSessionsOf(tx, staff.user_id, staff.session_id)
    await tellOfChange(tx, parts, staff.user_id, "password_changed")
    return { done: "password_changed" }
  },
})

// A new email address takes effect only after its owner enters a code sent to it: a typo must not lock anyone out.
import { badField, badRequest, type Fault } from "../../../../platform/errors.ts"
import { hiddenCode, queueMail } from "../../../../platform/mail/outbox.ts"
import { hashPassword } from "../../../../platform/secrets/passwords.ts"
import { form } from "../../../../web/console/forms/form.ts"
import { email, line } from "../../../../web/console/forms/text-fields.tsx"
import { oneTimeCode } from "../../../../web/console/forms/unseen-fields.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { Banner } from "../../../../web/ui/components/banner.tsx"
import { endSessionsOf } from "../../../access/sessions.ts"
import { recordAudit } from "../../../audit/audit.ts"
import { tellOfChange } from "../../notices.ts"
import { findStaffByEmail } from "../../setup-links.ts"
import { type CodeFor, createCode, findOpenCode, useCode } from "../../sign-in/mailed-codes.ts"
import { changePassword, requireUnchanged } from "../../sign-in/proof.ts"
import { getMember } from "../../team.ts"
import { changeStaffEmail, changeStaffName, emailTaken } from "../../users.ts"
import {
  accountCrumb,
  accountForm,
  formOf,
  newPasswordField,
  passwordFaults,
  proofFields,
  receiveProof,
} from "./proof.tsx"

const home = "/console/account/email"

export const ownEmail = form({
  open: async ({ staff, parts }) => ({
    title: "Change your email address",
    ...accountForm,
    lede: `You sign in with ${staff.email} until the new address is confirmed.`,
    banner: !parts.config.smtp_url && (
      <Banner
        tone="info"
        title="No email is sent here. Ask an admin of your firm for the code in the outbox."
      />
    ),
    fields: {
      email: email({
        label: "New email address",
        hint: "We’ll send a code to it for you to enter on the next page.",
        autocomplete: "email",
        width: 30,
        missing: "Enter your new email address.",
      }),
      ...proofFields(staff),
    },
    submit: "Send the code",
  }),
  receive: receiveProof,
  save: async (req, { email }, _, proof) => {
    const { tx, staff, parts } = req
    await requireUnchanged(tx, proof)
    const holder = await findStaffByEmail(tx, email)
    if (holder && holder.id !== staff.user_id)
      throw badField("email", "email_taken", emailTaken(email).message)
    const sent = await createCode(tx, parts.ring, { ...newEmailOf(staff), email })
    if (sent.kind === "too_many")
      throw badField(
        "email",
        "too_many_codes",
        sent.wait === "hour"
          ? "We have already sent several codes. Wait an hour, then try again."
          : "We have already sent many codes today. Try again tomorrow.",
      )
    if (sent.kind === "new") await mailCode(req, email, sent.code)
    await recordAudit(tx, "email_change_requested", { record_id: staff.user_id, label: email })
    return { done: "email_code_sent", to: `${home}/confirmation` }
  },
})

/** Checks the code sent to the new address, which then becomes the sign-in address. */
export const ownEmailConfirmation = form({
  open: async ({ tx, staff }) => {
    const code = await findOpenCode(tx, newEmailOf(staff))
    return {
      title: "Confirm your email address",
      ...accountForm,
      lede: code && `We sent six digits to ${code.email}. They work for 10 minutes.`,
      fields: {
        code: oneTimeCode({ label: "Code", hint: otherBrowsers, inputmode: "numeric", maxlength: 12 }),
      },
      obstacle: code ? undefined : { title: nothingOpen, link: "Enter a new address", href: home },
      submit: "Use this address",
      below: code && (
        <p>
          <a href={home}>Didn’t get the code, or want to use another address?</a>
        </p>
      ),
    }
  },
  save: async ({ tx, staff, parts }, { code }) => {
    const used = await useCode(tx, parts.ring, newEmailOf(staff), code)
    // Throwing would roll back the count of attempts.
    if (used.kind !== "right") return { faults: [codeWrong] }
    await changeStaffEmail(tx, staff.user_id, used.email)
    await endSessionsOf(tx, staff.user_id, staff.session_id)
    await tellOfChange(tx, parts, staff.user_id, "email_changed", { email: staff.email })
    return {
      done: "email_changed",
      about: { record_id: staff.user_id, label: `${staff.email} → ${used.email}` },
    }
  },
})

function newEmailOf({ user_id }: { user_id: string }): CodeFor {
  return { user_id, purpose: "new_email" }
}

async function mailCode({ tx, staff, parts }: PageRequest, email: string, code: string): Promise<void> {
  await queueMail(tx, parts.ring, {
    recipient: email,
    subject: `${code} is your code`,
    is_secret: true,
    listed_as: `${hiddenCode} is your code`,
    heading: "Confirm your email address",
    paragraphs: [
      `Your code is ${code}. Enter it on the page you have open. It works for 10 minutes.`,
      `After that, you sign in to the console of ${staff.firm.name} with this address. If you did not request this, ignore this email.`,
    ],
    footer: "You received this email because someone entered this address in the console.",
  })
}

const otherBrowsers = "Your other browsers will be signed out."
const nothingOpen =
  "There is no address to confirm: its code was already used, has expired, or was entered wrong too often."

const codeWrong: Fault = {
  param: "code",
  code: "not_matching",
  message: "This is not the code we sent. Check the digits and try again.",
}

export const ownName = form({
  edits: true,
  open: async ({ tx, staff }) => ({
    title: "Change your name",
    fields: { name: ownNameField((await getMember(tx, staff.user_id)).name) },
    submit: "Save",
    cancel: accountCrumb.href,
  }),
  save: async ({ tx, staff }, { name }) => {
    await changeStaffName(tx, staff.user_id, name)
    return { done: "own_name_changed" }
  },
})

export function ownNameField(value: string) {
  return line({
    label: "Your name",
    hint: "Clients and colleagues see this name.",
    autocomplete: "name",
    max: 200,
    width: 30,
    missing: "Enter your name.",
    value,
  })
}

export const ownPassword = form({
  open: async ({ staff }) => ({
    title: "Change your password",
    ...accountForm,
    lede: "Your other browsers will be signed out.",
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

// A new email address takes effect only after its owner enters a code sent to it: a typo must not lock anyone out.

import { badRequest, type Fault } from "../../../../platform/errors.ts"
import type { Form } from "../../../../platform/http/responses/pages.ts"
import { queueMail } from "../../../../platform/mail/outbox.ts"
import { readEmail } from "../../../../web/console/forms/read-text.ts"
import { type PageRequest, textOf } from "../../../../web/console/page-request.ts"
import type { ConsoleForm } from "../../../../web/console/routing.ts"
import type { PageResponse, View } from "../../../../web/console/view.tsx"
import { endSessionsOf } from "../../../access/sessions.ts"
import { recordAudit } from "../../../audit/audit.ts"
import { tellOfChange } from "../../notices.ts"
import { type CodeFor, createCode, findOpenCode, useCode } from "../../sign-in/mailed-codes.ts"
import { type Proof, requireUnchanged } from "../../sign-in/proof.ts"
import { findStaffByEmail } from "../../staff.ts"
import { changeStaffEmail, emailTaken } from "../../users.ts"
import { confirmationPage, emailPage } from "./own-email-pages.tsx"
import { formOf, receiveProof } from "./proof.ts"

const confirmation = "/console/account/email/confirmation"

/** Verifies the member's password and emails a code to the new address. */
export const ownEmail: ConsoleForm<Proof> = {
  show: async (req, refused) => emailPage(req, refused),
  receive: (request, staff, parts) => {
    readNewEmail(formOf(request))
    return receiveProof(request, staff, parts)
  },
  act: async (req, proof) => {
    if (!proof) throw badRequest([])
    const { tx, staff, parts, form } = req
    const email = readNewEmail(form)
    await requireUnchanged(tx, proof)
    const holder = await findStaffByEmail(tx, email)
    if (holder && holder.id !== staff.user_id)
      throw badRequest([{ param: "email", code: "email_taken", message: emailTaken(email).message }])
    const sent = await createCode(tx, parts.ring, { ...newEmailOf(staff), email })
    if (sent.kind === "too_many") throw badRequest([tooManyCodes])
    if (sent.kind === "new") await mailCode(req, email, sent.code)
    await recordAudit(tx, "email_change_requested", { record_id: staff.user_id, label: email })
    return { to: confirmation, flash: { done: "email_code_sent" } }
  },
}

/** Checks the code sent to the new address, which then becomes the sign-in address. */
export const ownEmailConfirmation: ConsoleForm = {
  show: async ({ tx, staff }, refused) => {
    const open = await findOpenCode(tx, newEmailOf(staff))
    return confirmationPage(open?.email, refused)
  },
  act: confirm,
}

async function confirm({ tx, staff, parts, form }: PageRequest): Promise<PageResponse> {
  const open_code = await findOpenCode(tx, newEmailOf(staff))
  const used = await useCode(tx, parts.ring, newEmailOf(staff), textOf(form, "code"))
  // Return a view: throwing would roll back the count of attempts.
  if (used.kind !== "right")
    return refuse(open_code?.email, form, used.kind === "over" ? codeOver : codeWrong)
  await changeStaffEmail(tx, staff.user_id, used.email)
  await endSessionsOf(tx, staff.user_id, staff.session_id)
  await tellOfChange(tx, parts, staff.user_id, "email_changed", { email: staff.email })
  await recordAudit(tx, "email_changed", {
    record_id: staff.user_id,
    label: `${staff.email} → ${used.email}`,
  })
  return { to: "/console/account", flash: { done: "email_changed" } }
}

function newEmailOf({ user_id }: { user_id: string }): CodeFor {
  return { user_id, purpose: "new_email" }
}

function refuse(email: string | undefined, form: Form, fault: Fault): View {
  return { ...confirmationPage(email, { form, faults: [fault] }), status: 400 }
}

function readNewEmail(form: Form): string {
  const faults: Fault[] = []
  const email = readEmail(form, { param: "email", label: "New email address" }, faults)
  if (email !== "") return email
  const missing = { param: "email", code: "required", message: "Enter your new email address." }
  throw badRequest(faults.length > 0 ? faults : [missing])
}

async function mailCode({ tx, staff, parts }: PageRequest, email: string, code: string): Promise<void> {
  await queueMail(tx, parts.ring, {
    recipient: email,
    subject: `${code} is your code`,
    content: {
      firm_name: staff.firm.name,
      color: staff.firm.color,
      heading: "Confirm your email address",
      paragraphs: [
        `Your code is ${code}. Enter it on the page you have open. It works for 10 minutes.`,
        `After that, you sign in to the console of ${staff.firm.name} with this address. If you did not request this, ignore this email.`,
      ],
      footer: "You received this email because someone entered this address in the console.",
    },
  })
}

const tooManyCodes: Fault = {
  param: "email",
  code: "too_many_codes",
  message: "We have already sent several codes. Wait an hour, then try again.",
}

const codeWrong: Fault = {
  param: "code",
  code: "not_matching",
  message: "This is not the code we sent. Check the digits and try again.",
}

const codeOver: Fault = {
  param: "code",
  code: "not_matching",
  message: "This code was already used or has expired. Enter your new address again to get another one.",
}

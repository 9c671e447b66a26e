import { nameOf, roleNames, SetupLink, teamCrumb } from "../../../firm/users/console/team-words.tsx"
import { inviteStaff } from "../../../firm/users/setup-links.ts"
import { type StaffRole, staffRoles } from "../../../firm/users/staff-roles.ts"
import { changeMember, getMember, type Member } from "../../../firm/users/team.ts"
import { handMattersOver, undoHandover } from "../../../intake/matters/deactivation.ts"
import { isSending } from "../../../platform/mail/mail-state.ts"
import { queueMail } from "../../../platform/mail/outbox.ts"
import { countText } from "../../../platform/text/count-text.ts"
import { checkbox, choice, list } from "../../../web/console/forms/choice-fields.tsx"
import type { Fields } from "../../../web/console/forms/field.ts"
import { form } from "../../../web/console/forms/form.ts"
import { email, line } from "../../../web/console/forms/text-fields.tsx"
import { type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import { assigneeChosen, newAssignee } from "./steps.tsx"

const roleHints: Record<StaffRole, string> = {
  read_only: "Sees matters but changes nothing except their own account.",
  member: "Works with matters.",
  author: "Also writes questionnaires and document templates.",
  admin: "Also manages the team, API keys, webhooks, settings and logs.",
}

function roleFields(member?: Member, of_read_only: Fields = {}) {
  return {
    role: choice({
      label: "Role",
      options: staffRoles.map((value) => ({
        ...{ value, label: roleNames[value], hint: roleHints[value] },
        ...(value === "read_only" && { reveal: of_read_only }),
      })),
      value: member?.role ?? "member",
      missing: "Choose a role.",
    }),
    assigned_matters_only: checkbox({
      label: "Sees assigned matters only",
      hint: "Applies to every role except admin.",
      value: member?.assigned_matters_only ?? false,
    }),
  }
}

export const newMemberForm = form({
  open: async (req) => ({
    title: "Invite a colleague",
    lede: isSending(req.parts)
      ? "They get an email with a link to set a password. You can also give them the link yourself."
      : "You get a link to give them, with which they set a password.",
    intro: <SetupLink req={req} />,
    fields: {
      email: email({
        label: "Email address",
        inputmode: undefined,
        width: 30,
        missing: "Enter the colleague’s email address.",
      }),
      name: line({ label: "Name", optional: true, max: 200, width: 30 }),
      ...roleFields(),
    },
    submit: "Invite",
  }),
  save: async (req, { assigned_matters_only, ...person }) => {
    const { tx, parts } = req
    const { user_id, setup_token } = await inviteStaff(tx, person)
    if (assigned_matters_only) await changeMember(tx, user_id, { assigned_matters_only })
    const path = parts.config.oidc_only ? "sign-in" : `setup/${setup_token}`
    const link = `${parts.base_url}/console/${path}`
    await mailWelcome(req, person.email, link)
    return {
      done: "member_invited",
      // The link, and below it the form for the next colleague.
      to: `${teamCrumb.href}#team-form`,
      handed: { link, email: person.email },
      about: { record_id: user_id, label: person.email },
    }
  },
})

async function mailWelcome({ tx, parts, staff }: PageRequest, recipient: string, url: string): Promise<void> {
  const { oidc_only, oidc_name } = parts.config
  await queueMail(tx, parts.ring, {
    recipient,
    subject: `${staff.firm.name} invites you to its console`,
    is_secret: !oidc_only,
    heading: `Welcome to ${staff.firm.name}`,
    paragraphs: [
      `${nameOf(staff)} invites you to work in the console of ${staff.firm.name}.`,
      oidc_only
        ? `Sign in with ${oidc_name}, using the account of this address. There is no password to set.`
        : "Enter your name and choose a password. The link works once, within seven days.",
    ],
    button: { label: oidc_only ? "Go to the console" : "Set a password", url },
    footer: "You received this email because a colleague entered your address.",
  })
}

export const memberForm = form({
  edits: true,
  open: async (req) => {
    const member = await getMember(req.tx, req.param("user_id"))
    const { missing: _, ...assignee } = await newAssignee(
      req,
      member,
      `after the change to ${roleNames.read_only}`,
    )
    const handover = member.assigned_matters > 0 && { matters_to: list(assignee) }
    const cancel = `${teamCrumb.href}/${member.id}`
    return {
      title: "Change name or role",
      fields: {
        name: line({ label: "Name", max: 200, width: 30, value: member.name }),
        ...roleFields(member, handover || {}),
        ...handover,
      },
      record: member,
      submit: "Save",
      cancel,
    }
  },
  save: async ({ tx, form }, { matters_to, ...edits }, { id, email, role }) => {
    await changeMember(tx, id, edits)
    const changed = role === edits.role ? "" : `, now ${roleNames[edits.role].toLowerCase()}`
    const saved = { done: "member_changed", about: { label: `${email}${changed}` } } as const
    if (edits.role === "read_only") {
      await handMattersOver(tx, id, { to: assigneeChosen(matters_to), param: "matters_to" })
      return { ...saved, undo_with: { [handedOver]: tx.now.toISOString() } }
    }
    const handed_over_at = new Date(trimmedTextOf(form, handedOver))
    const back = Number.isNaN(handed_over_at.getTime()) ? 0 : await undoHandover(tx, id, handed_over_at)
    return {
      ...saved,
      ...(back > 0 && { text: `The changes were undone. ${countText(back, "open matter")} moved back.` }),
    }
  },
})

/** When the matters were handed over, in the form behind "Undo", which brings them back. */
const handedOver = "handed_over_at"

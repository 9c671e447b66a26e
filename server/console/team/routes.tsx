import type { ComponentChildren } from "preact"
import { endSessionsOf } from "../../access/sessions.ts"
import { recordAudit } from "../../audit/audit.ts"
import { badRequest, conflict, type Fault } from "../../platform/errors.ts"
import { queueMail } from "../../platform/mail/outbox.ts"
import { Card } from "../../ui/components/card.tsx"
import { unlinkIdentity } from "../../users/single-sign-on.ts"
import { inviteStaff, renewSetupToken } from "../../users/staff.ts"
import { changeMember, getMember, type Member } from "../../users/team.ts"
import type { PageRequest, RefusedForm } from "../page-request.ts"
import { readEmail } from "../read-text.ts"
import type { Console } from "../routing.ts"
import { CancelableForm } from "../submit-or-cancel.tsx"
import type { PageResponse, View } from "../view.tsx"
import { MemberIntegrations } from "./integrations.tsx"
import { newMemberPage, readMember, rolePage, storedAccess, storedMember } from "./member-form.tsx"
import { memberPage } from "./member-page.tsx"
import { ReassignmentField, reassign } from "./reassignment.tsx"
import { nameOf, roleNames, ThisIsYou, teamCrumb, teamPage } from "./team-page.tsx"

const admin = { admin: true }
const base = "/console/team/:user_id"

export function teamPages(console: Console): void {
  console.page("/console/team", teamPage, admin)
  console.form("/console/team/new", { show: newMemberPage, act: invite }, admin)
  console.page(base, memberPage, admin)
  console.form(`${base}/role`, { show: rolePage, act: change, stored: storedMember }, admin)
  for (const [path, step] of Object.entries(steps)) {
    console.form(
      `${base}/${path}`,
      {
        show: (req, refused) => stepPage(req, step, refused),
        act: (req) => step.act(req),
        stored: storedAccess,
      },
      admin,
    )
  }
}

async function invite(req: PageRequest): Promise<PageResponse> {
  const { tx, parts, staff, form } = req
  const faults: Fault[] = []
  const email = readEmail(form, { param: "email", label: "Email address" }, faults)
  if (email === "" && faults.length === 0)
    faults.push({ param: "email", code: "required", message: "Enter the colleague’s email address." })
  const person = readMember(form, faults)
  if (faults.length > 0) throw badRequest(faults)
  const { user_id, setup_token } = await inviteStaff(tx, {
    email,
    name: person.name,
    role: person.role,
  })
  if (person.assigned_matters_only) await changeMember(tx, user_id, { assigned_matters_only: true })
  const { oidc_only, oidc_name } = parts.config
  const link = `${parts.base_url}/console/${oidc_only ? "sign-in" : `setup/${setup_token}`}`
  await recordAudit(tx, "member_invited", { record_id: user_id, label: email })
  await queueMail(tx, parts.ring, {
    recipient: email,
    subject: `${staff.firm.name} invites you to its console`,
    content: {
      firm_name: staff.firm.name,
      color: staff.firm.color,
      heading: `Welcome to ${staff.firm.name}`,
      paragraphs: [
        `${nameOf(staff)} invites you to work in the console of ${staff.firm.name}.`,
        oidc_only
          ? `Sign in with ${oidc_name}, using the account of this address. There is no password to set.`
          : "Enter your name and choose a password. The link works once, within seven days.",
      ],
      button: { label: oidc_only ? "Go to the console" : "Set a password", url: link },
      footer: "You received this email because a colleague entered your address.",
    },
  })
  return { to: `/console/team/${user_id}`, flash: { done: "member_invited", handed: { link } } }
}

async function change({ tx, form, param }: PageRequest): Promise<PageResponse> {
  const faults: Fault[] = []
  const edits = readMember(form, faults)
  if (faults.length > 0) throw badRequest(faults)
  const member = await getMember(tx, param("user_id"))
  await changeMember(tx, member.id, edits)
  const changed = member.role === edits.role ? "" : `, now ${roleNames[edits.role].toLowerCase()}`
  await recordAudit(tx, "member_changed", { record_id: member.id, label: `${member.email}${changed}` })
  return { to: `/console/team/${member.id}`, flash: { done: "member_changed" } }
}

interface Step {
  question: string
  sentence: string
  /** The wording for admins acting on their own account. */
  own_sentence?: string
  button: string
  danger?: boolean
  /** Additional choices the step requires. */
  fields?: (req: PageRequest, member: Member, refused?: RefusedForm) => Promise<ComponentChildren>
  act: (req: PageRequest) => Promise<PageResponse>
}

const steps: Record<string, Step> = {
  "setup-link": {
    question: "Create a new link?",
    sentence:
      "The link lets this person set a new password once, within seven days. The current password works until then; earlier links stop working.",
    button: "Create the link",
    act: async ({ tx, parts, param }) => {
      const { id, email, deactivated_at } = await getMember(tx, param("user_id"))
      if (deactivated_at) throw conflict("deactivated", "This account is deactivated. Reactivate it first.")
      if (parts.config.oidc_only) throw conflict("no_passwords", "Staff here sign in without a password.")
      const link = `${parts.base_url}/console/setup/${await renewSetupToken(tx, id)}`
      await recordAudit(tx, "setup_link_renewed", { record_id: id, label: email })
      return { to: `/console/team/${id}`, flash: { done: "link_renewed", handed: { link } } }
    },
  },
  "single-sign-on": {
    question: "Unlink the identity provider’s account?",
    sentence:
      "The next account that signs in through the identity provider with this person’s verified email address is linked instead. Do this when the person has a new account there.",
    button: "Unlink",
    act: async ({ tx, param }) => {
      const { id, email } = await getMember(tx, param("user_id"))
      if (!(await unlinkIdentity(tx, id))) throw conflict("not_linked", "No account is linked anymore.")
      await recordAudit(tx, "identity_unlinked", { record_id: id, label: email })
      return { to: `/console/team/${id}`, flash: { done: "identity_unlinked" } }
    },
  },
  deactivation: {
    question: "Deactivate this account?",
    sentence:
      "The person is signed out everywhere and cannot sign in. Their past activity stays under their name.",
    own_sentence:
      "You are signed out everywhere immediately and cannot sign in until another admin reactivates your account.",
    button: "Deactivate",
    danger: true,
    fields: async (req, member, refused) => (
      <>
        {await MemberIntegrations(req, member)}
        {await ReassignmentField(req, member, refused)}
      </>
    ),
    act: async (req) => {
      const { tx, param } = req
      const { id, email } = await getMember(tx, param("user_id"))
      await changeMember(tx, id, { active: false })
      await reassign(req, id)
      await endSessionsOf(tx, id)
      await recordAudit(tx, "member_deactivated", { record_id: id, label: email })
      return { to: `/console/team/${id}`, flash: { done: "member_deactivated" } }
    },
  },
  reactivation: {
    question: "Reactivate this account?",
    sentence: "The person can sign in again with their previous password.",
    button: "Reactivate",
    act: async ({ tx, param }) => {
      const { id, email } = await getMember(tx, param("user_id"))
      await changeMember(tx, id, { active: true })
      await recordAudit(tx, "member_reactivated", { record_id: id, label: email })
      return { to: `/console/team/${id}`, flash: { done: "member_reactivated" } }
    },
  },
}

async function stepPage(req: PageRequest, step: Step, refused?: RefusedForm): Promise<View> {
  const member = await getMember(req.tx, req.param("user_id"))
  const home = `/console/team/${member.id}`
  const isOwn = member.id === req.staff.user_id
  return {
    title: step.question,
    breadcrumbs: [teamCrumb, { text: nameOf(member), href: home }],
    banner: isOwn && <ThisIsYou />,
    refused,
    body: (
      <Card>
        <p>{(isOwn && step.own_sentence) || step.sentence}</p>
        <CancelableForm
          seen={req}
          cancel={home}
          variant={step.danger ? "danger" : "primary"}
          submit={step.button}
        >
          {await step.fields?.(req, member, refused)}
        </CancelableForm>
      </Card>
    ),
  }
}

import type { Fault } from "../../platform/errors.ts"
import type { Form } from "../../platform/http/pages.ts"
import { Card } from "../../ui/components/card.tsx"
import { Checkbox } from "../../ui/components/checkbox.tsx"
import { RadioGroup } from "../../ui/components/radio-group.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { type StaffRole, staffRoles } from "../../users/staff-roles.ts"
import { getMember, type Member } from "../../users/team.ts"
import { fieldOf, type PageRequest, type RefusedForm, textOf, tickedOr } from "../page-request.ts"
import { readLine } from "../read-text.ts"
import type { StoredField } from "../stale-forms.tsx"
import { CancelableForm } from "../submit-or-cancel.tsx"
import type { View } from "../view.tsx"
import { nameOf, roleNames, ThisIsYou, teamCrumb } from "./team-page.tsx"

function RoleFields({ member, refused }: { member?: Member; refused: RefusedForm | undefined }) {
  return (
    <>
      <RadioGroup
        {...fieldOf(refused, "role", member?.role ?? "member")}
        label="Role"
        options={staffRoles.map((value) => ({ value, label: roleNames[value], hint: roleHints[value] }))}
      />
      <Checkbox
        id="assigned_matters_only"
        label="Sees assigned matters only"
        hint="Applies to every role except admin."
        checked={
          tickedOr(refused, "assigned_matters_only", member?.assigned_matters_only ? ["true"] : []).length > 0
        }
      />
    </>
  )
}

const roleHints: Record<StaffRole, string> = {
  read_only: "Sees matters but changes nothing except their own account.",
  member: "Works with matters.",
  author: "Also writes questionnaires and document templates.",
  admin: "Also manages the team, API keys, webhooks, settings and logs.",
}

export async function newMemberPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const isSending = Boolean(req.parts.config.smtp_url)
  return {
    title: "Invite a colleague",
    breadcrumbs: [teamCrumb],
    heading: {
      lede: isSending
        ? "They get an email with a link to set a password. You can also give them the link yourself."
        : "You get a link to give them, with which they set a password.",
    },
    refused,
    body: (
      <Card>
        <CancelableForm cancel="/console/team" submit="Invite">
          <TextField
            {...fieldOf(refused, "email")}
            label="Email address"
            type="email"
            autocomplete="off"
            spellcheck={false}
            width={30}
          />
          <TextField
            {...fieldOf(refused, "name")}
            label="Name"
            optional="(optional)"
            autocomplete="off"
            maxlength={200}
            width={30}
          />
          <RoleFields refused={refused} />
        </CancelableForm>
      </Card>
    ),
  }
}

export async function storedMember({ tx, param }: PageRequest): Promise<StoredField[]> {
  const { name, role, assigned_matters_only } = await getMember(tx, param("user_id"))
  return [
    { name: "name", label: "Name", value: name },
    {
      name: "role",
      label: "Role",
      value: role,
      show: (value) => roleNames[value as StaffRole] ?? value,
    },
    {
      name: "assigned_matters_only",
      label: "Sees assigned matters only",
      value: assigned_matters_only ? "true" : "",
      show: () => "Yes",
    },
  ]
}

export async function rolePage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const member = await getMember(req.tx, req.param("user_id"))
  return {
    title: `Edit ${nameOf(member)}`,
    breadcrumbs: [teamCrumb, { text: nameOf(member), href: `/console/team/${member.id}` }],
    banner: member.id === req.staff.user_id && <ThisIsYou />,
    refused,
    body: (
      <Card>
        <CancelableForm seen={req} cancel={`/console/team/${member.id}`} submit="Save">
          <TextField
            {...fieldOf(refused, "name", member.name)}
            label="Name"
            autocomplete="off"
            maxlength={200}
            width={30}
          />
          <RoleFields member={member} refused={refused} />
        </CancelableForm>
      </Card>
    ),
  }
}

/** The stored state that the account's confirmations depend on. */
export async function storedAccess({ tx, param }: PageRequest): Promise<StoredField[]> {
  const { role, deactivated_at, assigned_matters } = await getMember(tx, param("user_id"))
  return [
    { label: "Role", value: roleNames[role] },
    { label: "Access", value: deactivated_at ? "Deactivated" : "Active" },
    { label: "Open matters assigned", value: String(assigned_matters) },
  ]
}

/** Parses the form's name and role; adds any faults to `faults`. */
export function readMember(
  form: Form,
  faults: Fault[],
): Pick<Member, "name" | "role" | "assigned_matters_only"> {
  const name = readLine(form, { param: "name", label: "Name", max: 200 }, faults)
  const role = staffRoles.find((one) => one === textOf(form, "role"))
  if (!role) faults.push({ param: "role", code: "required", message: "Choose a role." })
  return { name, role: role ?? "read_only", assigned_matters_only: Boolean(form.assigned_matters_only) }
}

import { Card } from "../../ui/components/card.tsx"
import { Checkbox } from "../../ui/components/checkbox.tsx"
import { RadioGroup } from "../../ui/components/radio-group.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { getMember, type Member } from "../../users/team.ts"
import { Seen, type StoredField } from "../stale-forms.tsx"
import { SubmitOrCancel } from "../submit-or-cancel.tsx"
import type { View } from "../view.tsx"
import { faultAt, type Tried, tickedOr, typedOr, type Visit } from "../visit.ts"
import { nameOf, ThisIsYou, teamCrumb } from "./team-page.tsx"

function RoleFields({ member, tried }: { member?: Member; tried: Tried | undefined }) {
  return (
    <>
      <RadioGroup
        id="role"
        label="Role"
        value={typedOr(tried, "role", member?.role ?? "member")}
        error={faultAt(tried, "role")}
        options={[
          { value: "member", label: "Member", hint: "Works with matters." },
          {
            value: "admin",
            label: "Admin",
            hint: "Also the team, API keys, webhooks, settings and the logs.",
          },
        ]}
      />
      <Checkbox
        id="assigned_matters_only"
        label="Sees assigned matters only"
        hint="Counts for members, not for admins."
        checked={
          tickedOr(tried, "assigned_matters_only", member?.assigned_matters_only ? ["true"] : []).length > 0
        }
      />
    </>
  )
}

export async function newMemberPage(visit: Visit, tried?: Tried): Promise<View> {
  const isSending = Boolean(visit.parts.config.smtp_url)
  return {
    title: "Invite a colleague",
    breadcrumbs: [teamCrumb],
    heading: {
      lede: isSending
        ? "They get a link by email with which they set a password. You can hand it out yourself as well."
        : "You get a link to hand out, with which they set a password.",
    },
    tried,
    body: (
      <Card>
        <form method="post">
          <TextField
            id="email"
            label="Email address"
            type="email"
            autocomplete="off"
            spellcheck={false}
            value={typedOr(tried, "email")}
            error={faultAt(tried, "email")}
            width={30}
          />
          <TextField
            id="name"
            label="Name"
            optional="(optional)"
            autocomplete="off"
            maxlength={200}
            value={typedOr(tried, "name")}
            error={faultAt(tried, "name")}
            width={30}
          />
          <RoleFields tried={tried} />
          <SubmitOrCancel cancel="/console/team">Invite</SubmitOrCancel>
        </form>
      </Card>
    ),
  }
}

export async function storedMember({ tx, param }: Visit): Promise<StoredField[]> {
  const { name, role, assigned_matters_only } = await getMember(tx, param("user_id"))
  return [
    { name: "name", label: "Name", value: name },
    {
      name: "role",
      label: "Role",
      value: role,
      show: (value) => (value === "admin" ? "Admin" : "Member"),
    },
    {
      name: "assigned_matters_only",
      label: "Sees assigned matters only",
      value: assigned_matters_only ? "true" : "",
      show: () => "Yes",
    },
  ]
}

export async function rolePage(visit: Visit, tried?: Tried): Promise<View> {
  const member = await getMember(visit.tx, visit.param("user_id"))
  return {
    title: `Change ${nameOf(member)}`,
    breadcrumbs: [teamCrumb, { text: nameOf(member), href: `/console/team/${member.id}` }],
    banner: member.id === visit.staff.user_id && <ThisIsYou />,
    tried,
    body: (
      <Card>
        <form method="post">
          <Seen visit={visit} />
          <TextField
            id="name"
            label="Name"
            autocomplete="off"
            maxlength={200}
            value={typedOr(tried, "name", member.name)}
            error={faultAt(tried, "name")}
            width={30}
          />
          <RoleFields member={member} tried={tried} />
          <SubmitOrCancel cancel={`/console/team/${member.id}`}>Save</SubmitOrCancel>
        </form>
      </Card>
    ),
  }
}

/** What the account's steps rest on. */
export async function storedAccess({ tx, param }: Visit): Promise<StoredField[]> {
  const { role, deactivated_at, assigned_matters } = await getMember(tx, param("user_id"))
  return [
    { label: "Role", value: role === "admin" ? "Admin" : "Member" },
    { label: "Access", value: deactivated_at ? "Deactivated" : "Active" },
    { label: "Open matters assigned", value: String(assigned_matters) },
  ]
}

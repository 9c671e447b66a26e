import type { PageRequest } from "../../../web/console/page-request.ts"
import { Card } from "../../../web/ui/components/card.tsx"
import { CopyField } from "../../../web/ui/components/copy-field.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import type { StaffRole } from "../staff-roles.ts"
import type { Member } from "../team.ts"

export const teamCrumb = { text: "Team", href: "/console/settings/team" }

export function nameOf({ name, email }: Pick<Member, "name" | "email">): string {
  return name || email
}

export function roleWords({ role, assigned_matters_only }: Member): string {
  const isLimited = assigned_matters_only && role !== "admin"
  return `${roleNames[role]}${isLimited ? ", assigned matters only" : ""}`
}

export const roleNames: Record<StaffRole, string> = {
  read_only: "Read-only",
  member: "Member",
  author: "Author",
  admin: "Admin",
}

/** What a form has just given an admin to pass on: a link to set a password, or where to sign in. */
export function SetupLink({ req: { handed, parts } }: { req: PageRequest }) {
  const { link, email } = handed
  if (typeof link !== "string") return null
  const { oidc_only, oidc_name } = parts.config
  return (
    <Card title={oidc_only ? "Where to sign in" : `Link for ${email} to set a password`}>
      <CopyField
        id="link"
        label={oidc_only ? "Address of the console" : "Setup link"}
        hint={
          oidc_only
            ? `There is no password to set: this person signs in with ${oidc_name}, using the account of ${email}.`
            : "It works once, within seven days. Give it only to this person. It won’t be shown again."
        }
        value={link}
      />
    </Card>
  )
}

export function MemberTag({ member, req }: { member: Member; req: PageRequest }) {
  if (member.deactivated_at) return <Tag tone="neutral">Deactivated</Tag>
  if (member.can_sign_in) return <Tag tone="success">Active</Tag>
  if (req.parts.config.oidc_only) return <Tag tone="info">Not signed in yet</Tag>
  if (!member.setup_until) return <Tag tone="warning">Not invited</Tag>
  const isOpen = member.setup_until > req.tx.now
  return isOpen ? <Tag tone="info">Invited</Tag> : <Tag tone="warning">Invited, link expired</Tag>
}

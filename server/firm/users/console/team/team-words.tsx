import type { PageRequest } from "../../../../web/console/page-request.ts"
import { Banner } from "../../../../web/ui/components/banner.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import type { StaffRole } from "../../staff-roles.ts"
import type { Member } from "../../team.ts"

export const teamCrumb = { text: "Team", href: "/console/settings/team" }

/** Warns admins that they are changing their own account. */
export function ThisIsYou() {
  return <Banner tone="info" title="This is you: you are changing your own account." />
}

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

export function MemberTag({ member, req }: { member: Member; req: PageRequest }) {
  if (member.deactivated_at) return <Tag tone="neutral">Deactivated</Tag>
  if (member.has_password) return <Tag tone="success">Active</Tag>
  if (!member.setup_until) return <Tag tone="warning">Not invited</Tag>
  const isOpen = member.setup_until > req.tx.now
  return isOpen ? <Tag tone="info">Invited</Tag> : <Tag tone="warning">Invited, link expired</Tag>
}

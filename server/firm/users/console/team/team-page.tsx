import type { PageRequest } from "../../../../web/console/page-request.ts"
import { When } from "../../../../web/console/times.tsx"
import type { View } from "../../../../web/console/view.tsx"
import { Banner } from "../../../../web/ui/components/banner.tsx"
import { DataTable } from "../../../../web/ui/components/data-table.tsx"
import { EmailBelow } from "../../../../web/ui/components/email-address.tsx"
import { LinkButton } from "../../../../web/ui/components/link-button.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import type { StaffRole } from "../../staff-roles.ts"
import { listTeam, type Member } from "../../team.ts"

export const teamCrumb = { text: "Team", href: "/console/team" }

export async function teamPage(req: PageRequest): Promise<View> {
  const team = await listTeam(req.tx)
  return {
    title: "Team",
    heading: {
      lede: "Everyone who works in this console.",
      actions: (
        <>
          <LinkButton href="/console/team/new" icon="plus">
            Invite a colleague
          </LinkButton>
          <LinkButton href="/console/restricted-matters" variant="quiet">
            Restricted matters
          </LinkButton>
        </>
      ),
    },
    body: (
      <DataTable
        caption="Team"
        flowing
        columns={[
          {
            label: "Name",
            primary: true,
            cell: (member) => (
              <>
                <a href={`/console/team/${member.id}`}>
                  {nameOf(member)}
                  {member.id === req.staff.user_id && " (you)"}
                </a>
                <EmailBelow name={nameOf(member)} email={member.email} />
              </>
            ),
          },
          { label: "Role", cell: (member) => roleWords(member) },
          { label: "State", narrow: true, cell: (member) => <MemberTag member={member} req={req} /> },
          { label: "Two-factor", labeled: true, cell: (member) => (member.has_second_factor ? "On" : "Off") },
          { label: "Open matters", align: "end", labeled: true, cell: (member) => member.assigned_matters },
          {
            label: "Last seen",
            labeled: true,
            cell: (member) => <When at={member.last_seen_at} req={req} none="Not signed in" />,
          },
        ]}
        records={team}
        id={(member) => member.id}
        isMuted={(member) => member.deactivated_at !== null}
      />
    ),
  }
}

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

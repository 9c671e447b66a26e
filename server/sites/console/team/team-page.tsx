import { settingsForm } from "../../../firm/firms/console/settings-form.ts"
import { MemberTag, nameOf, roleWords, teamCrumb } from "../../../firm/users/console/team-words.tsx"
import { listTeam } from "../../../firm/users/team.ts"
import { FoundTable, findRows, isPastTheEnd } from "../../../web/console/list-pages.tsx"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import { timeColumn } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { EmailBelow } from "../../../web/ui/components/email-address.tsx"
import { newMemberForm } from "./member-form.tsx"

export const signingInUrl = `${teamCrumb.href}/signing-in`
export const signingIn = settingsForm("signingIn", { title: "Signing in", to: teamCrumb.href })

export async function teamPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const found = findRows(req, teamCrumb.href, await listTeam(req.tx), (one) => `${one.name} ${one.email}`)
  return {
    status: isPastTheEnd(found.list) ? 404 : 200,
    title: "Team",
    heading: { lede: "Everyone who works in this console." },
    islands: ["copy"],
    body: (
      <>
        {await newMemberForm.section(req, { action: teamCrumb.href }, refused)}
        <FoundTable
          found={found}
          find="Name or email"
          pages="Pages of the team"
          caption="Team"
          flowing
          columns={[
            {
              label: "Name",
              primary: true,
              cell: (member) => (
                <>
                  <a href={`/console/settings/team/${member.id}`}>
                    {nameOf(member)}
                    {member.id === req.staff.user_id && " (you)"}
                  </a>
                  <EmailBelow name={nameOf(member)} email={member.email} />
                </>
              ),
            },
            { label: "Role", cell: (member) => roleWords(member) },
            { label: "State", narrow: true, cell: (member) => <MemberTag member={member} req={req} /> },
            {
              label: "Two-factor",
              labeled: true,
              cell: (member) => (member.has_second_factor ? "On" : "Off"),
            },
            { label: "Open matters", align: "end", labeled: true, cell: (member) => member.assigned_matters },
            {
              ...timeColumn(req, "Last seen", "last_seen_at", "No open session"),
              labeled: true,
            },
          ]}
          isMuted={(member) => member.deactivated_at !== null}
        />
        {await signingIn.section(req, { action: signingInUrl, isCard: true }, refused)}
      </>
    ),
  }
}

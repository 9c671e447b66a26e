import { blankFirm, firmFields } from "../../../firm/firms/console/fields.tsx"
import { settingsForm } from "../../../firm/firms/console/settings-form.ts"
import {
  MemberTag,
  nameOf,
  roleWords,
  SetupLink,
  teamCrumb,
} from "../../../firm/users/console/team-words.tsx"
import { findIdentity } from "../../../firm/users/sign-in/single-sign-on.ts"
import { getMember, listTeam } from "../../../firm/users/team.ts"
import { onPage, type PartOfPage } from "../../../web/console/forms/form.ts"
import { FoundTable, findRows, isPastTheEnd } from "../../../web/console/list-pages.tsx"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { registerSettings } from "../../../web/console/settings/labels.ts"
import { timeColumn, When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { Card, SummaryCard } from "../../../web/ui/components/card.tsx"
import { EmailBelow } from "../../../web/ui/components/email-address.tsx"
import { memberForm, newMemberForm } from "./member-form.tsx"
import { deactivation, identityRemoval, reactivation, setupLink } from "./steps.tsx"

const admin = { admin: true }
const base = "/console/settings/team/:user_id"

export function teamPages(console: Console): void {
  console.form(teamCrumb.href, onPage(undefined, teamPage, newMemberForm), admin)
  console.form(signingInUrl, onPage(teamCrumb.href, teamPage, signingIn), admin)
  console.page(base, memberPage, admin)
  console.form(`${base}/role`, onPage(base, memberPage, memberForm), admin)
  console.form(`${base}/setup-link`, onPage(base, memberPage, setupLink), admin)
  console.form(`${base}/single-sign-on`, onPage(base, memberPage, identityRemoval), admin)
  console.form(`${base}/deactivation`, onPage(base, memberPage, deactivation), admin)
  console.form(`${base}/reactivation`, onPage(base, memberPage, reactivation), admin)
  registerSettings(teamCrumb.href, firmFields(blankFirm).signingIn)
}

const signingInUrl = `${teamCrumb.href}/signing-in`
const signingIn = settingsForm("signingIn", { title: "Signing in", to: teamCrumb.href })

async function teamPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const found = findRows(req, teamCrumb.href, await listTeam(req.tx), (one) => `${one.name} ${one.email}`)
  return {
    status: isPastTheEnd(found.list) ? 404 : 200,
    title: "Team",
    lede: "Everyone who works in this console.",
    islands: ["copy"],
    body: (
      <>
        {await newMemberForm.section(req, { action: teamCrumb.href }, refused)}
        <FoundTable
          found={found}
          find="Name or email"
          caption="Team"
          flowing
          columns={[
            {
              label: "Name",
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
            { ...timeColumn(req, "Last seen", "last_seen_at", "No open session"), labeled: true },
          ]}
          isMuted={(member) => member.deactivated_at !== null}
        />
        {await signingIn.section(req, { action: signingInUrl, isCard: true }, refused)}
      </>
    ),
  }
}

async function memberPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const member = await getMember(req.tx, req.param("user_id"))
  const part = (form: PartOfPage, name: string) =>
    form.section(req, { action: `${teamCrumb.href}/${member.id}/${name}` }, refused)
  const identity = await findIdentity(req.tx, member.id)
  const { oidc_only, oidc_name } = req.parts.config
  return {
    title: nameOf(member),
    breadcrumbs: [teamCrumb],
    tag: <MemberTag member={member} req={req} />,
    islands: ["copy"],
    banner: member.id === req.staff.user_id && (
      <Banner tone="info" title="This is you: you are changing your own account." />
    ),
    body: (
      <>
        <SetupLink req={req} />
        <SummaryCard
          rows={[
            { key: "Email address", value: member.email },
            { key: "Role", value: roleWords(member) },
            {
              key: "Password",
              value: oidc_only
                ? `Not used: everyone signs in with ${oidc_name}`
                : member.has_password
                  ? "Set"
                  : "Not set yet",
            },
            identity && {
              key: "Single sign-on",
              value: (
                <>
                  {new URL(identity.issuer).host}, last used{" "}
                  <When at={identity.last_used_at} req={req} in_text />
                </>
              ),
            },
            { key: "Two-factor authentication", value: member.has_second_factor ? "On" : "Off" },
            { key: "Open matters assigned", value: member.assigned_matters },
            { key: "Last seen", value: <When at={member.last_seen_at} req={req} none="No open session" /> },
            member.deactivated_at && {
              key: "Deactivated",
              value: <When at={member.deactivated_at} req={req} />,
            },
          ]}
        />
        <Card title="What you can do">
          {await part(memberForm, "role")}
          {!member.deactivated_at && !oidc_only && (await part(setupLink, "setup-link"))}
          {identity && (await part(identityRemoval, "single-sign-on"))}
          {member.deactivated_at
            ? await part(reactivation, "reactivation")
            : await part(deactivation, "deactivation")}
        </Card>
      </>
    ),
  }
}

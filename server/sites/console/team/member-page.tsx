import {
  MemberTag,
  nameOf,
  roleWords,
  SetupLink,
  teamCrumb,
} from "../../../firm/users/console/team-words.tsx"
import { findIdentity } from "../../../firm/users/sign-in/single-sign-on.ts"
import { getMember } from "../../../firm/users/team.ts"
import type { PartOfPage } from "../../../web/console/forms/form.ts"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { Card, SummaryCard } from "../../../web/ui/components/card.tsx"
import { memberForm } from "./member-form.tsx"
import { deactivation, identityRemoval, reactivation, setupLink } from "./steps.tsx"

export async function memberPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const member = await getMember(req.tx, req.param("user_id"))
  const part = (form: PartOfPage, name: string) =>
    form.section(req, { action: `${teamCrumb.href}/${member.id}/${name}` }, refused)
  const identity = await findIdentity(req.tx, member.id)
  const { oidc_only, oidc_name } = req.parts.config
  return {
    title: nameOf(member),
    breadcrumbs: [teamCrumb],
    heading: { tag: <MemberTag member={member} req={req} /> },
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
            {
              key: "Last seen",
              value: <When at={member.last_seen_at} req={req} none="No open session" />,
            },
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

import type { PageRequest } from "../../../../web/console/page-request.ts"
import { When } from "../../../../web/console/times.tsx"
import type { View } from "../../../../web/console/view.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { CopyField } from "../../../../web/ui/components/copy-field.tsx"
import { LinkButton } from "../../../../web/ui/components/link-button.tsx"
import { SummaryList } from "../../../../web/ui/components/summary-list.tsx"
import { findIdentity } from "../../sign-in/single-sign-on.ts"
import { getMember } from "../../team.ts"
import { MemberTag, nameOf, roleWords, ThisIsYou, teamCrumb } from "./team-page.tsx"

export async function memberPage(req: PageRequest): Promise<View> {
  const member = await getMember(req.tx, req.param("user_id"))
  const home = `/console/team/${member.id}`
  const identity = await findIdentity(req.tx, member.id)
  const { oidc_only, oidc_name } = req.parts.config
  const link = typeof req.handed.link === "string" ? req.handed.link : undefined
  return {
    title: nameOf(member),
    breadcrumbs: [teamCrumb],
    heading: {
      tag: <MemberTag member={member} req={req} />,
      actions: (
        <LinkButton href={`${home}/role`} variant="secondary" icon="edit">
          Change
        </LinkButton>
      ),
    },
    islands: ["copy"],
    banner: member.id === req.staff.user_id && <ThisIsYou />,
    body: (
      <>
        {link && (
          <Card title={oidc_only ? "Where to sign in" : "Link to set a password"}>
            <CopyField
              id="link"
              label={oidc_only ? "Address of the console" : "Setup link"}
              hint={
                oidc_only
                  ? `There is no password to set: this person signs in with ${oidc_name}, using the account of ${member.email}.`
                  : "It works once, within seven days. Give it only to this person. It won’t be shown again."
              }
              value={link}
              copy="Copy"
              copied="Copied"
            />
          </Card>
        )}
        <Card flush>
          <SummaryList
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
                actions:
                  member.deactivated_at || oidc_only
                    ? []
                    : [
                        {
                          href: `${home}/setup-link`,
                          text: member.has_password ? "Link for a new password" : "New link",
                        },
                      ],
              },
              ...(identity
                ? [
                    {
                      key: "Single sign-on",
                      value: (
                        <>
                          {new URL(identity.issuer).host}, last used{" "}
                          <When at={identity.last_used_at} req={req} />
                        </>
                      ),
                      actions: [{ href: `${home}/single-sign-on`, text: "Unlink" }],
                    },
                  ]
                : []),
              { key: "Two-factor authentication", value: member.has_second_factor ? "On" : "Off" },
              { key: "Open matters assigned", value: member.assigned_matters },
              {
                key: "Last seen",
                value: <When at={member.last_seen_at} req={req} none="Not signed in" />,
              },
              {
                key: "Access",
                value: member.deactivated_at ? <When at={member.deactivated_at} req={req} /> : "Active",
                actions: [
                  member.deactivated_at
                    ? { href: `${home}/reactivation`, text: "Reactivate" }
                    : { href: `${home}/deactivation`, text: "Deactivate" },
                ],
              },
            ]}
          />
        </Card>
      </>
    ),
  }
}

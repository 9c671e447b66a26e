import { sendInvitation } from "../../matters/invitation-mail.ts"
import { getInvitation, getInvitationLink, type InvitationRow } from "../../matters/invitations.ts"
import type { MatterRow } from "../../matters/matter-row.ts"
import { badRequest, type Fault, notFound } from "../../platform/errors.ts"
import type { MailState } from "../../platform/mail/mail-state.ts"
import { lastReminders } from "../../reminders/reminders.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Card } from "../../ui/components/card.tsx"
import { CopyField } from "../../ui/components/copy-field.tsx"
import { EmptyState } from "../../ui/components/empty-state.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { SummaryList } from "../../ui/components/summary-list.tsx"
import { TextArea } from "../../ui/components/text-area.tsx"
import { mailed } from "../flash.ts"
import { isSending, MailTag, whyNotSent } from "../mails/mail-tag.tsx"
import { NoMailServer } from "../mails/no-mail-server.tsx"
import { SubmitOrCancel } from "../submit-or-cancel.tsx"
import { When } from "../times.tsx"
import type { Answer, View } from "../view.tsx"
import { faultAt, type Tried, typedOr, type Visit } from "../visit.ts"
import { factorRows } from "./client-factors.tsx"
import { readClientMails } from "./client-mails.tsx"
import { matterCrumbs } from "./frame.tsx"
import { InvitationTag, nameOf, partyWords } from "./invitation-words.tsx"
import { readMessage } from "./invite-fields.ts"
import { reachMatter } from "./reach.ts"

export async function reachInvitation(
  visit: Visit,
): Promise<{ matter: MatterRow; invitation: InvitationRow }> {
  const matter = await reachMatter(visit)
  const invitation = await getInvitation(visit.tx, visit.param("invitation_id"))
  if (invitation.matter_id !== matter.id) throw notFound()
  return { matter, invitation }
}

export function urlOf(matter: Pick<MatterRow, "id">, { id }: Pick<InvitationRow, "id">): string {
  return `/console/matters/${matter.id}/invitations/${id}`
}

export async function invitationPage(visit: Visit): Promise<View> {
  const { matter, invitation } = await reachInvitation(visit)
  const home = urlOf(matter, invitation)
  const [reminded, mails, factors] = await Promise.all([
    lastReminders(visit.tx, matter.id),
    readClientMails(visit, matter.id),
    factorRows(visit, home, invitation),
  ])
  const mail = mails(invitation.id, "invitation")
  const link = invitation.revoked_at
    ? undefined
    : await getInvitationLink(visit.tx, visit.parts, invitation.id)
  return {
    title: `Invitation of ${nameOf(invitation)}`,
    breadcrumbs: matterCrumbs(matter),
    heading: { tag: <InvitationTag invitation={invitation} mail={mail} /> },
    islands: ["copy"],
    body: (
      <>
        <Card title="The link">
          {link ? (
            <>
              <CopyField
                id="link"
                label="Personal link"
                hint="Whoever has it can start in this person’s name: hand it to them alone. Opening it changes nothing until they press Start."
                value={link.invite_url}
                copy="Copy"
                copied="Copied"
              />
              <Actions>
                {invitation.email && (
                  <LinkButton href={`${home}/mail`} icon="mail">
                    {mail ? "Send again" : "Send by email"}
                  </LinkButton>
                )}
                <LinkButton href={`${home}/renewal`} look="secondary">
                  Make a new link
                </LinkButton>
                <LinkButton href={`${home}/revocation`} look="quiet">
                  Revoke
                </LinkButton>
              </Actions>
            </>
          ) : (
            <EmptyState
              title="This link no longer works"
              icon="lock"
              action={
                <LinkButton href={`${home}/renewal`} look="secondary">
                  Make a new link
                </LinkButton>
              }
            >
              What the person wrote is kept.
            </EmptyState>
          )}
        </Card>
        <Card flush>
          <SummaryList
            rows={[
              { key: "Part in the matter", value: partyWords[invitation.party] },
              { key: "E-mail address", value: invitation.email || "None" },
              { key: "Made", value: <When at={invitation.created_at} visit={visit} /> },
              { key: "Invitation email", value: <MailFact state={mail} visit={visit} /> },
              { key: "Started", value: <When at={invitation.started_at} visit={visit} none="Not yet" /> },
              {
                key: "Reminded",
                value: <When at={reminded.get(invitation.id)} visit={visit} none="Never" />,
              },
              ...(reminded.has(invitation.id)
                ? [
                    {
                      key: "Last reminder",
                      value: <MailFact state={mails(invitation.id, "reminder")} visit={visit} />,
                    },
                  ]
                : []),
              ...factors,
              ...(invitation.revoked_at
                ? [{ key: "Revoked", value: <When at={invitation.revoked_at} visit={visit} /> }]
                : []),
            ]}
          />
        </Card>
      </>
    ),
  }
}

function MailFact({ state, visit }: { state: MailState | undefined; visit: Visit }) {
  if (!state) return <>Not by email</>
  const why = whyNotSent(state)
  return (
    <>
      <MailTag state={state} /> {"at" in state && <When at={state.at} visit={visit} />}
      {why}
    </>
  )
}

export async function mailPage(visit: Visit, tried?: Tried): Promise<View> {
  const { matter, invitation } = await reachInvitation(visit)
  return {
    title: `Send the link to ${nameOf(invitation)}`,
    breadcrumbs: [...matterCrumbs(matter), { text: "Invitation", href: urlOf(matter, invitation) }],
    heading: { lede: `To ${invitation.email}.` },
    tried,
    banner: !isSending(visit.parts) && <NoMailServer />,
    body: (
      <Card>
        <form method="post">
          <TextArea
            id="message"
            label="Your own words"
            optional="(optional)"
            hint="Shown above the text of the invitation."
            rows={4}
            value={typedOr(tried, "message")}
            error={faultAt(tried, "message")}
          />
          <SubmitOrCancel cancel={urlOf(matter, invitation)} icon="mail">
            Send
          </SubmitOrCancel>
        </form>
      </Card>
    ),
  }
}

export async function mail(visit: Visit): Promise<Answer> {
  const { matter, invitation } = await reachInvitation(visit)
  const faults: Fault[] = []
  const message = readMessage(visit.form, faults)
  if (faults.length > 0) throw badRequest(faults)
  await sendInvitation(visit.tx, visit.parts, invitation.id, { message })
  return { to: urlOf(matter, invitation), flash: { done: mailed(visit.parts, "invitation_sent") } }
}

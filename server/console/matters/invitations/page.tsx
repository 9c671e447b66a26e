import { sendInvitation } from "../../../matters/invitation-mail.ts"
import { getInvitationLink } from "../../../matters/invitations.ts"
import { badRequest, type Fault } from "../../../platform/errors.ts"
import type { MailState } from "../../../platform/mail/mail-state.ts"
import { lastReminders } from "../../../reminders/reminders.ts"
import { Actions } from "../../../ui/components/actions.tsx"
import { Card } from "../../../ui/components/card.tsx"
import { CopyField } from "../../../ui/components/copy-field.tsx"
import { EmptyState } from "../../../ui/components/empty-state.tsx"
import { LinkButton } from "../../../ui/components/link-button.tsx"
import { SummaryList } from "../../../ui/components/summary-list.tsx"
import { TextArea } from "../../../ui/components/text-area.tsx"
import { emailFlash } from "../../flash.ts"
import { isSending, MailTag, whyNotSent } from "../../mails/mail-tag.tsx"
import { NoMailServer } from "../../mails/no-mail-server.tsx"
import { fieldOf, type PageRequest, type RefusedForm } from "../../page-request.ts"
import { CancelableForm } from "../../submit-or-cancel.tsx"
import { When } from "../../times.tsx"
import type { PageResponse, View } from "../../view.tsx"
import { matterCrumbs } from "../frame.tsx"
import { credentialRows } from "./client-credentials.tsx"
import { readClientEmails } from "./client-emails.tsx"
import { readMessage } from "./form-values.ts"
import { inviteeName, partyWords } from "./labels.ts"
import { invitationUrl, requireInvitation } from "./require-invitation.ts"
import { isResendable, ResendForm } from "./resending.tsx"
import { InvitationTag } from "./state.tsx"

export async function invitationPage(req: PageRequest): Promise<View> {
  const { matter, invitation } = await requireInvitation(req)
  const home = invitationUrl(matter, invitation)
  const [reminded, mails, factors] = await Promise.all([
    lastReminders(req.tx, matter.id),
    readClientEmails(req, matter.id),
    credentialRows(req, home, invitation),
  ])
  const mail = mails(invitation.id, "invitation")
  const link =
    invitation.revoked_at || invitation.is_expired
      ? undefined
      : await getInvitationLink(req.tx, req.parts, invitation.id)
  return {
    title: `Invitation for ${inviteeName(invitation)}`,
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
                hint="Anyone who has this link can start in this person’s name, so give it only to them. Opening it changes nothing until they press Start."
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
                  Create a new link
                </LinkButton>
                <LinkButton href={`${home}/revocation`} look="quiet">
                  Revoke
                </LinkButton>
              </Actions>
            </>
          ) : (
            <EmptyState
              title={invitation.is_expired ? "This link has expired" : "This link no longer works"}
              icon="lock"
              action={
                <>
                  {isResendable(invitation) && <ResendForm invitation={invitation} req={req} />}
                  <LinkButton href={`${home}/renewal`} look="secondary" small>
                    Create a new link
                  </LinkButton>
                </>
              }
            >
              {invitation.is_expired
                ? "No one used it in time."
                : "Everything the person entered is still there."}
            </EmptyState>
          )}
        </Card>
        <Card flush>
          <SummaryList
            rows={[
              { key: "Part in the matter", value: partyWords[invitation.party] },
              {
                key: "Email address",
                value: invitation.email || "None",
                actions:
                  invitation.started_at || invitation.revoked_at
                    ? []
                    : [{ href: `${home}/address`, text: "Correct", about: "the email address" }],
              },
              { key: "Created", value: <When at={invitation.created_at} req={req} /> },
              { key: "Invitation email", value: <MailFact state={mail} req={req} /> },
              ...(invitation.expires_at && !invitation.started_at
                ? [
                    {
                      key: invitation.is_expired ? "Expired" : "Expires",
                      value: <When at={invitation.expires_at} req={req} />,
                    },
                  ]
                : []),
              { key: "Started", value: <When at={invitation.started_at} req={req} none="Not yet" /> },
              {
                key: "Reminded",
                value: <When at={reminded.get(invitation.id)} req={req} none="Never" />,
              },
              ...(reminded.has(invitation.id)
                ? [
                    {
                      key: "Last reminder",
                      value: <MailFact state={mails(invitation.id, "reminder")} req={req} />,
                    },
                  ]
                : []),
              ...factors,
              ...(invitation.revoked_at
                ? [{ key: "Revoked", value: <When at={invitation.revoked_at} req={req} /> }]
                : []),
            ]}
          />
        </Card>
      </>
    ),
  }
}

function MailFact({ state, req }: { state: MailState | undefined; req: PageRequest }) {
  if (!state) return <>Not by email</>
  const why = whyNotSent(state)
  return (
    <>
      <MailTag state={state} /> {"at" in state && <When at={state.at} req={req} />}
      {why}
      {state.kind === "sent" && (
        <span class="cell-note cell-line">
          The mail server accepted it. Foyer cannot tell whether it reached the mailbox.
        </span>
      )}
    </>
  )
}

export async function mailPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { matter, invitation } = await requireInvitation(req)
  return {
    title: `Send the link to ${inviteeName(invitation)}`,
    breadcrumbs: [...matterCrumbs(matter), { text: "Invitation", href: invitationUrl(matter, invitation) }],
    heading: { lede: `To ${invitation.email}.` },
    refused,
    banner: !isSending(req.parts) && <NoMailServer />,
    body: (
      <Card>
        <CancelableForm cancel={invitationUrl(matter, invitation)} icon="mail" submit="Send">
          <TextArea
            {...fieldOf(refused, "message")}
            label="Your own words"
            optional="(optional)"
            hint="Shown above the text of the invitation."
            rows={4}
          />
        </CancelableForm>
      </Card>
    ),
  }
}

export async function mail(req: PageRequest): Promise<PageResponse> {
  const { matter, invitation } = await requireInvitation(req)
  const faults: Fault[] = []
  const message = readMessage(req.form, faults)
  if (faults.length > 0) throw badRequest(faults)
  await sendInvitation(req.tx, req.parts, invitation.id, { message })
  return { to: invitationUrl(matter, invitation), flash: { done: emailFlash(req.parts, "invitation_sent") } }
}

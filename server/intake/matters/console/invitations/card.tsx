// The invitations of a matter: the state of each, and of the emails to its invitee, in words.

import type { MailState } from "../../../../platform/mail/mail-state.ts"
import type { MailPurpose } from "../../../../platform/mail/outbox.ts"
import { MailTag, whyNotSent } from "../../../../web/console/mails/mail-tag.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { When } from "../../../../web/console/times.tsx"
import { LinkButton, PostButton } from "../../../../web/ui/components/button.tsx"
import { Card, EmptyState } from "../../../../web/ui/components/card.tsx"
import { DataTable } from "../../../../web/ui/components/data-table.tsx"
import { EmailBelow } from "../../../../web/ui/components/email-address.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import { personUrl } from "../../../contacts/console/conflict-check.ts"
import { reminderRulesOf } from "../../../reminders/reminders.ts"
import type { InvitationRow } from "../../invitations/invitations.ts"
import type { ClientEmails } from "../../invitations/mail-states.ts"
import { contactOf } from "../../parties/parties.ts"
import { readVisibility } from "../../progress/visibility.ts"
import type { MatterDetails } from "../frame/frame.tsx"
import { awaitsClient } from "../status/status.tsx"
import { inviteeName, isResendable, partyWords, ResendForm } from "./sending.tsx"

export async function invitationsCard(
  req: PageRequest,
  matter: MatterDetails,
  loading: Promise<{ invitations: readonly InvitationRow[]; mails: ClientEmails }>,
) {
  const { tx, staff } = req
  const [{ invitations, mails }, { alone }] = await Promise.all([loading, readVisibility(tx, matter.id)])
  const rule = reminderRulesOf(staff.firm.settings).by_schedule ? "schedule" : "by_hand"
  const mode = matter.reminders_off ? "off" : rule
  const home = `/console/matters/${matter.id}/invitations`
  const lacksPartner =
    alone.size > 0 &&
    matter.contact_spouse_id !== null &&
    !invitations.some(({ party, revoked_at }) => party === "partner" && revoked_at === null)
  const isRemindable = awaitsClient(matter) && invitations.some(({ revoked_at }) => revoked_at === null)
  return (
    <Card
      title="Invitations"
      flush
      actions={
        matter.state !== "closed" && (
          <LinkButton href={`${home}/new`} small variant="secondary" icon="plus">
            Invite
          </LinkButton>
        )
      }
      footer={
        (isRemindable || lacksPartner) && (
          <>
            {isRemindable && (
              <div class="queue-actions">
                <p>{modeLabels[mode]}</p>
                {mode !== "by_hand" && (
                  <PostButton
                    action={`/console/matters/${matter.id}/reminder-schedule`}
                    fields={{ turn: matter.reminders_off ? "on" : "off" }}
                    variant="secondary"
                    small
                  >
                    {matter.reminders_off
                      ? "Turn on scheduled reminders"
                      : "Turn off scheduled reminders for this matter"}
                  </PostButton>
                )}
              </div>
            )}
            {lacksPartner && (
              <p>
                Each client answers some parts alone, with their own link. The spouse or partner has no link
                yet, so their parts stay open.
              </p>
            )}
          </>
        )
      }
    >
      <DataTable
        caption="Invitations"
        columns={[
          {
            label: "Who",
            cell: (invitation) => (
              <>
                <NameOf invitation={invitation} matter={matter} />
                <EmailBelow name={inviteeName(invitation)} email={invitation.email} />
              </>
            ),
          },
          {
            label: "Part",
            cell: (invitation) =>
              invitation.is_for_parts ? "Helper, invited by a client" : partyWords[invitation.party],
          },
          {
            label: "State",
            cell: (invitation) => <StateOfInvitation invitation={invitation} mails={mails} req={req} />,
          },
          { label: "Started", cell: (invitation) => <When at={invitation.started_at} req={req} /> },
          invitations.some(({ last_reminded_at }) => last_reminded_at !== null) && {
            label: "Reminded",
            cell: (invitation) => <When at={invitation.last_reminded_at} req={req} />,
          },
          {
            label: "Link",
            isButtons: true,
            cell: (invitation) => <LinkCell invitation={invitation} home={home} mails={mails} req={req} />,
          },
        ]}
        records={invitations}
        isMuted={(invitation) => invitation.revoked_at !== null}
        empty={
          <EmptyState title="No one has been invited yet" icon="mail">
            The client gets a personal link by email or directly from you.
          </EmptyState>
        }
      />
    </Card>
  )
}

/** A client's leads to all of their matters. */
function NameOf({ invitation, matter }: { invitation: InvitationRow; matter: MatterDetails }) {
  const contact_id = !invitation.is_for_parts && contactOf(matter, invitation.party)
  const name = inviteeName(invitation)
  return contact_id ? <a href={personUrl(contact_id)}>{name}</a> : name
}

function LinkCell(props: { invitation: InvitationRow; home: string; mails: ClientEmails; req: PageRequest }) {
  const { invitation, home, mails, req } = props
  const state = mails(invitation.id, "invitation")
  const hasFailed =
    !invitation.revoked_at &&
    !invitation.started_at &&
    !invitation.is_expired &&
    !invitation.is_paused &&
    (state?.kind === "failed" || state?.kind === "retrying")
  return (
    <div class="actions">
      {hasFailed && (
        <>
          <LinkButton href={`${home}/${invitation.id}#address-form`} small variant="secondary">
            Correct the address<span class="visually-hidden"> of {inviteeName(invitation)}</span>
          </LinkButton>
          <LinkButton href={`${home}/${invitation.id}#mail-form`} small icon="mail">
            Send again<span class="visually-hidden"> to {inviteeName(invitation)}</span>
          </LinkButton>
        </>
      )}
      {isResendable(invitation) && <ResendForm invitation={invitation} req={req} />}
      <LinkButton href={`${home}/${invitation.id}`} small variant="secondary">
        {invitation.revoked_at || invitation.is_expired ? "Details" : "Copy the link"}
        <span class="visually-hidden"> of {inviteeName(invitation)}</span>
      </LinkButton>
    </div>
  )
}

const modeLabels = {
  schedule: "Foyer reminds clients on your firm’s schedule.",
  by_hand: "Your firm’s schedule is off. You remind clients by hand.",
  off: "Scheduled reminders are off for this matter.",
}

const purposeWords: Record<MailPurpose, string> = {
  invitation: "Invitation",
  reminder: "Reminder",
  corrections: "Request for corrections",
  documents: "Email about documents",
  message: "Email about a message",
  handover: "Email about a part to fill in",
  code: "Sign-in code",
}
const purposes = Object.keys(purposeWords) as MailPurpose[]

/** `mail` is the state of the latest invitation email, if any. */
export function InvitationTag(props: { invitation: InvitationRow; mail: MailState | undefined }) {
  const { invitation, mail } = props
  if (invitation.revoked_at) return <Tag tone="neutral">Revoked</Tag>
  if (invitation.is_paused) return <Tag tone="warning">Paused</Tag>
  if (invitation.started_at) return <Tag tone="success">Started</Tag>
  if (invitation.is_expired) return <Tag tone="warning">Expired</Tag>
  return mail ? <MailTag state={mail} /> : <Tag tone="warning">Not sent</Tag>
}

/** The state of an invitation; when its email and its link reached theirs; and which of its emails were not sent, and why. */
export function StateOfInvitation(props: {
  invitation: InvitationRow
  mails: ClientEmails
  req: PageRequest
}) {
  const { invitation, mails, req } = props
  const { id, revoked_at, started_at, expires_at, is_expired } = invitation
  const mail = mails(id, "invitation")
  const isWaiting = !revoked_at && !started_at
  const line = (text: string, at?: Date) => (
    <span class="cell-note cell-line" key={text}>
      {text} {at && <When at={at} req={req} in_text />}
    </span>
  )
  const notes = purposes.flatMap((purpose) => {
    const state = mails(id, purpose)
    const why = state && whyNotSent(state)
    if (!why || revoked_at || (purpose === "invitation" && started_at)) return []
    return [purpose === "invitation" ? why : `${purposeWords[purpose]} not sent: ${why}`]
  })
  return (
    <>
      <InvitationTag invitation={invitation} mail={mail} />
      {isWaiting && mail && "at" in mail && line(mailLabels[mail.kind], mail.at)}
      {isWaiting && expires_at && line(is_expired ? "Since" : "Expires", expires_at)}
      {notes.map((note) => line(note))}
    </>
  )
}

/** Foyer does not learn whether an accepted email reaches the mailbox. */
const mailLabels = { queued: "Queued", sent: "Accepted by the mail server" } as const

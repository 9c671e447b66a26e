import type { InvitationRow } from "../../../matters/invitations.ts"
import { hasRemindersOff } from "../../../matters/scheduled-reminders.ts"
import { lastReminders, reminderRulesOf } from "../../../reminders/reminders.ts"
import { Card } from "../../../ui/components/card.tsx"
import { DataTable } from "../../../ui/components/data-table.tsx"
import { EmailBelow } from "../../../ui/components/email-address.tsx"
import { EmptyState } from "../../../ui/components/empty-state.tsx"
import { LinkButton } from "../../../ui/components/link-button.tsx"
import { IfPermitted } from "../../../ui/components/permitted.tsx"
import type { PageRequest } from "../../page-request.ts"
import { When } from "../../times.tsx"
import type { FramedMatter } from "../frame.tsx"
import { type ClientMails, MailNotes } from "./client-mails.tsx"
import { isResendable, ResendForm } from "./resending.tsx"
import { StateLines } from "./state-lines.tsx"
import { InvitationTag, nameOf, partyWords } from "./words.tsx"

/** How the clients of a matter are reminded, and when each was last. */
export interface Reminding {
  last: ReadonlyMap<string, Date>
  way: "schedule" | "by_hand" | "off"
}

export async function readReminding({ tx, staff }: PageRequest, matter_id: string): Promise<Reminding> {
  const [last, isOff] = await Promise.all([lastReminders(tx, matter_id), hasRemindersOff(tx, matter_id)])
  if (isOff) return { last, way: "off" }
  return { last, way: reminderRulesOf(staff.firm.settings).by_schedule ? "schedule" : "by_hand" }
}

/** Who has a link into the matter, how far each came, and how they are reminded. */
export function InvitationsCard(props: {
  matter: FramedMatter
  invitations: readonly InvitationRow[]
  mails: ClientMails
  reminding: Reminding
  /** There are parts that each client answers alone. */
  has_parts_alone: boolean
  req: PageRequest
}) {
  const { matter, invitations, mails, reminding, req } = props
  const home = `/console/matters/${matter.id}/invitations`
  const isWaiting =
    matter.state === "created" ||
    matter.state === "started" ||
    (matter.state === "submitted" && matter.corrections.open > 0)
  const lacksPartner =
    props.has_parts_alone &&
    matter.contact_spouse_id !== null &&
    !invitations.some(({ party, revoked_at }) => party === "partner" && revoked_at === null)
  const isRemindable = isWaiting && invitations.some(({ revoked_at }) => revoked_at === null)
  return (
    <Card
      title="Invitations"
      flush
      actions={
        matter.state !== "closed" && (
          <>
            {isRemindable && (
              <LinkButton href={`/console/matters/${matter.id}/reminders`} small look="secondary" icon="bell">
                Remind
              </LinkButton>
            )}
            <LinkButton href={`${home}/new`} small look="secondary" icon="plus">
              Invite
            </LinkButton>
          </>
        )
      }
      footer={
        (isRemindable || lacksPartner) && (
          <>
            {isRemindable && <ReminderLine matter={matter} way={reminding.way} />}
            {lacksPartner && (
              <p>
                Each client answers some parts alone, with a link of their own. The spouse or partner has none
                yet, so those parts stay open for them.
              </p>
            )}
          </>
        )
      }
    >
      <DataTable
        caption="Invitations"
        columns={[
          { key: "who", label: "Who", primary: true },
          { key: "party", label: "Part" },
          { key: "state", label: "State" },
          { key: "at", label: "Started" },
          ...(reminding.last.size > 0 ? [{ key: "reminded", label: "Reminded" }] : []),
          { key: "link", label: "Link", hideLabel: true, narrow: true, align: "end" },
        ]}
        rows={invitations.map((invitation) => ({
          id: invitation.id,
          muted: invitation.revoked_at !== null,
          cells: {
            who: (
              <>
                {nameOf(invitation)}
                <EmailBelow name={nameOf(invitation)} email={invitation.email} />
              </>
            ),
            party: invitation.is_for_parts ? "Helper, asked by a client" : partyWords[invitation.party],
            state: (
              <>
                <InvitationTag invitation={invitation} mail={mails(invitation.id, "invitation")} />
                <StateLines invitation={invitation} mail={mails(invitation.id, "invitation")} req={req} />
                {!invitation.revoked_at && (
                  <MailNotes
                    invitation_id={invitation.id}
                    isStarted={invitation.started_at !== null}
                    mails={mails}
                  />
                )}
              </>
            ),
            at: <When at={invitation.started_at} req={req} />,
            reminded: <When at={reminding.last.get(invitation.id)} req={req} />,
            link: <LinkCell invitation={invitation} home={home} mails={mails} req={req} />,
          },
        }))}
        empty={
          <EmptyState title="No one is invited yet" icon="mail">
            The client gets a personal link, by email or directly from you.
          </EmptyState>
        }
      />
    </Card>
  )
}

function LinkCell(props: { invitation: InvitationRow; home: string; mails: ClientMails; req: PageRequest }) {
  const { invitation, home, mails, req } = props
  const state = mails(invitation.id, "invitation")
  const mayFail =
    !invitation.started_at &&
    !invitation.is_expired &&
    (state?.kind === "failed" || state?.kind === "retrying")
  return (
    <div class="actions">
      {!invitation.revoked_at && mayFail && (
        <LinkButton href={`${home}/${invitation.id}/address`} small look="secondary">
          Correct the address<span class="visually-hidden"> of {nameOf(invitation)}</span>
        </LinkButton>
      )}
      {!invitation.revoked_at && mayFail && (
        <LinkButton href={`${home}/${invitation.id}/mail`} small icon="mail">
          Send again<span class="visually-hidden"> to {nameOf(invitation)}</span>
        </LinkButton>
      )}
      {isResendable(invitation) && <ResendForm invitation={invitation} req={req} />}
      <LinkButton href={`${home}/${invitation.id}`} small look="secondary">
        {invitation.revoked_at || invitation.is_expired ? "Details" : "Copy the link"}
        <span class="visually-hidden"> of {nameOf(invitation)}</span>
      </LinkButton>
    </div>
  )
}

const wayWords: Record<Reminding["way"], string> = {
  schedule: "Clients are reminded by your firm’s schedule.",
  by_hand: "Clients are reminded by hand.",
  off: "Scheduled reminders are off for this matter.",
}

function ReminderLine({ matter, way }: { matter: FramedMatter; way: Reminding["way"] }) {
  return (
    <p>
      {wayWords[way]}{" "}
      <IfPermitted href={`/console/matters/${matter.id}/reminder-schedule`}>
        <a href={`/console/matters/${matter.id}/reminder-schedule`}>
          {way === "off" ? "Switch scheduled reminders on" : "Switch scheduled reminders off for this matter"}
        </a>
      </IfPermitted>
    </p>
  )
}

import { endSessionsOf } from "../../../../firm/access/sessions.ts"
import { recordAudit } from "../../../../firm/audit/audit.ts"
import { tellOfChange } from "../../../../firm/users/notices.ts"
import { countPasskeys, removePasskeys } from "../../../../firm/users/sign-in/passkeys.ts"
import { getUser } from "../../../../firm/users/users.ts"
import { conflict } from "../../../../platform/errors.ts"
import type { MailState } from "../../../../platform/mail/mail-state.ts"
import { form, type Outcome, onPage, type PartOfPage } from "../../../../web/console/forms/form.ts"
import type { FormPage } from "../../../../web/console/forms/form-page.tsx"
import { MailTag, whyNotSent } from "../../../../web/console/mails/mail-tag.tsx"
import type { PageRequest, RefusedForm } from "../../../../web/console/page-request.ts"
import type { Console } from "../../../../web/console/routing.ts"
import { When } from "../../../../web/console/times.tsx"
import type { View } from "../../../../web/console/view.tsx"
import { Card, EmptyState, SummaryCard } from "../../../../web/ui/components/card.tsx"
import { CopyField } from "../../../../web/ui/components/copy-field.tsx"
import {
  getInvitationLink,
  type InvitationRow,
  renewInvitation,
  revokeInvitation,
} from "../../invitations/invitations.ts"
import { readClientEmails } from "../../invitations/mail-states.ts"
import { matterCrumbs } from "../frame/frame.tsx"
import { InvitationTag } from "./card.tsx"
import {
  addressForm,
  invitationUrl,
  inviteForm,
  isResendable,
  linkState,
  mailForm,
  nameInSentence,
  openInvitation,
  partyWords,
  ResendForm,
  requireInvitation,
  resend,
} from "./sending.tsx"

export function invitationRoutes(console: Console): void {
  console.form(`${base}/new`, inviteForm)
  console.page(page, invitationPage, { member: true })
  console.action(`${page}/resending`, resend, sent)
  console.form(`${page}/mail`, onPage(page, invitationPage, mailForm), sent)
  console.form(`${page}/address`, onPage(page, invitationPage, addressForm))
  console.form(`${page}/renewal`, onPage(page, invitationPage, renewal))
  console.form(`${page}/revocation`, onPage(page, invitationPage, revocation))
  console.form(`${page}/passkey-removal`, onPage(page, invitationPage, passkeyRemoval))
}

async function invitationPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { matter, invitation } = await requireInvitation(req)
  const home = invitationUrl(matter, invitation)
  const [mails, passkeys] = await Promise.all([
    readClientEmails(req, matter.id),
    invitation.user_id ? countPasskeys(req.tx, invitation.user_id) : 0,
  ])
  const mail = mails(invitation.id, "invitation")
  const link =
    invitation.revoked_at || invitation.is_expired
      ? undefined
      : await getInvitationLink(req.tx, req.parts, invitation.id)
  const isOpen = !invitation.started_at && !invitation.revoked_at && !invitation.is_paused
  const part = (form: PartOfPage, name: string) => form.section(req, { action: `${home}/${name}` }, refused)
  return {
    title: `Invitation for ${nameInSentence(invitation)}`,
    breadcrumbs: matterCrumbs(matter),
    tag: <InvitationTag invitation={invitation} mail={mail} />,
    islands: ["copy"],
    body: (
      <>
        <Card title="The link">
          {link ? (
            <CopyField
              id="link"
              label="Personal link"
              hint="Anyone who has this link can start in this person’s name, so give it only to them. Opening it changes nothing until they press Start."
              value={link.invite_url}
            />
          ) : (
            <EmptyState
              title={invitation.is_expired ? "This link has expired" : "This link no longer works"}
              icon="lock"
              action={isResendable(invitation) && <ResendForm invitation={invitation} req={req} />}
            >
              {invitation.is_expired
                ? "No one used it in time."
                : "Everything the person entered is still there."}
            </EmptyState>
          )}
        </Card>
        <SummaryCard
          rows={[
            { key: "Part in the matter", value: partyWords[invitation.party] },
            { key: "Email address", value: invitation.email || "None" },
            { key: "Created", value: <When at={invitation.created_at} req={req} /> },
            { key: "Invitation email", value: <MailFact state={mail} req={req} /> },
            invitation.expires_at !== null &&
              !invitation.started_at && {
                key: invitation.is_expired ? "Expired" : "Expires",
                value: <When at={invitation.expires_at} req={req} />,
              },
            { key: "Started", value: <When at={invitation.started_at} req={req} none="Not yet" /> },
            { key: "Reminded", value: <When at={invitation.last_reminded_at} req={req} none="Never" /> },
            invitation.last_reminded_at && {
              key: "Last reminder",
              value: <MailFact state={mails(invitation.id, "reminder")} req={req} />,
            },
            passkeys > 0 && { key: "Passkeys", value: passkeys },
            invitation.revoked_at !== null && {
              key: "Revoked",
              value: <When at={invitation.revoked_at} req={req} />,
            },
          ]}
        />
        <Card title="What you can do">
          {link && invitation.email && !invitation.is_paused && (await part(mailForm, "mail"))}
          {isOpen && (await part(addressForm, "address"))}
          {!invitation.is_former && (await part(renewal, "renewal"))}
          {link && (await part(revocation, "revocation"))}
          {passkeys > 0 && (await part(passkeyRemoval, "passkey-removal"))}
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
      <MailTag state={state} /> {"at" in state && <When at={state.at} req={req} in_text />}
      {why}
      {state.kind === "sent" && (
        <span class="cell-note cell-line">
          The mail server accepted it. Foyer cannot tell whether it reached the mailbox.
        </span>
      )}
    </>
  )
}

const base = "/console/matters/:matter_id/invitations"
const page = `${base}/:invitation_id`
const sent = { audit: { action: "invitation_sent" } }

interface Step extends Pick<FormPage, "title" | "text" | "submit"> {
  edits?: boolean
  act: (req: PageRequest, invitation: InvitationRow) => Promise<unknown>
  done: Outcome["done"]
  to?: (invitation: InvitationRow) => string
}

function step({ edits = false, act, done, to, ...words }: Step) {
  return form({
    edits,
    open: async (req) => {
      const page = await openInvitation(req)
      return { ...page, ...words, state: await linkState(req, page.record), variant: "danger" }
    },
    save: async (req, _, invitation) => {
      await act(req, invitation)
      return { done, ...(to && { to: to(invitation) }) }
    },
  })
}

const renewal = step({
  edits: true,
  title: "Create a new link",
  text: ["The current link stops working at once, and everyone who used it is signed out."],
  submit: "Create a new link",
  act: ({ tx, parts }, { id }) => renewInvitation(tx, parts, id),
  done: "invitation_renewed",
})

const revocation = step({
  edits: true,
  title: "Revoke this invitation",
  text: [
    "The link stops working at once, and everyone who used it is signed out. Their answers stay.",
    "Parts that a client handed to others, or was handed, are taken back for good, and the links of their helpers stop working.",
  ],
  submit: "Revoke the invitation",
  act: ({ tx }, { id }) => revokeInvitation(tx, id),
  done: "invitation_revoked",
  to: ({ matter_id }) => `/console/matters/${matter_id}`,
})

const passkeyRemoval = step({
  title: "Remove all passkeys of this client",
  text: [
    "Use this for a client whose device was lost or stolen. The passkeys stop working, and the client can add new ones. Foyer signs the client out everywhere and tells them by email.",
  ],
  submit: "Remove the passkeys",
  act: removePasskeysOf,
  done: "client_passkeys_removed",
})

/** Signs the client out everywhere, the lost device included. */
async function removePasskeysOf(
  { tx, parts }: PageRequest,
  { user_id, matter_id, email }: InvitationRow,
): Promise<void> {
  if (!user_id) throw conflict("not_started", "This person has not started yet.")
  if ((await removePasskeys(tx, user_id)) === 0)
    throw conflict("no_passkeys", "This client no longer has passkeys.")
  await endSessionsOf(tx, user_id)
  await recordAudit(tx, "client_passkeys_removed", { matter_id, record_id: user_id })
  const user = await getUser(tx, user_id)
  await tellOfChange(tx, parts, user_id, "passkeys_removed", { email: user.email || email, matter_id })
}

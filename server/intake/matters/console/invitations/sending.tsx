import { badRequest } from "../../../../platform/errors.ts"
import { isSending } from "../../../../platform/mail/mail-state.ts"
import { choice } from "../../../../web/console/forms/choice-fields.tsx"
import { emailFlash } from "../../../../web/console/forms/flash.ts"
import { form } from "../../../../web/console/forms/form.ts"
import { email } from "../../../../web/console/forms/text-fields.tsx"
import { NoMailServer } from "../../../../web/console/mails/no-mail-server.tsx"
import { localPath, type PageRequest, trimmedTextOf } from "../../../../web/console/page-request.ts"
import type { Redirect } from "../../../../web/console/view.tsx"
import { Button, PostForm } from "../../../../web/ui/components/button.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { correctAddress } from "../../invitations/invitation-address.ts"
import { createInvitation, type InvitationRow, listInvitations } from "../../invitations/invitations.ts"
import { readLinkFingerprint } from "../../invitations/invited.ts"
import { getInvitationOf } from "../../invitations/matter-invitations.ts"
import { sendInvitation } from "../../invitations/sending.ts"
import type { MatterRow } from "../../matter-row.ts"
import { type Party, parties } from "../../parties/parties.ts"
import { findPartyFault } from "../../parties/party-rules.ts"
import { matterForm } from "../frame/frame.tsx"
import { requireMatter } from "../frame/require-matter.ts"
import {
  deliveryFields,
  emailMissing,
  messageField,
  personFields,
  personIn,
  showPerson,
} from "./invitation-fields.tsx"

export const inviteForm = form({
  open: async (req) => {
    const matter = await requireMatter(req)
    const open = await openParties(req, matter)
    const party = choice({
      label: "Part in the matter",
      missing: "Choose the person’s part in the matter.",
      options: open.map((value) => ({ value, label: partyWords[value], hint: partyHints[value] })),
      value: open[0],
      is_fact_alone: true,
    })
    const person = personFields("")
    const delivery = deliveryFields(isSending(req.parts))
    return {
      ...matterForm(matter, "Invite someone"),
      lede: "Each person gets their own link.",
      fields: { party, ...person, ...delivery },
      layout: (show) => (
        <>
          <Card title="Who?">
            {show({ party })}
            {showPerson(show, person)}
          </Card>
          <Card title="Invitation">{show(delivery)}</Card>
        </>
      ),
      record: matter,
      submit: "Invite",
    }
  },
  save: async ({ tx, parts }, { party, way, message, ...person }, matter) => {
    const isMailed = way === "mail"
    if (isMailed && !person.email) throw badRequest([emailMissing("email")])
    const { id } = await createInvitation(tx, parts, { ...personIn(person, ""), matter_id: matter.id, party })
    if (isMailed) await sendInvitation(tx, parts, id, { message })
    return {
      done: isMailed ? emailFlash(parts, "invitation_sent") : "invitation_created",
      to: invitationUrl(matter, { id }),
    }
  },
})

/** The parties that fit the matter and have no working link, and whose link would open it; there may be any number of helpers. */
async function openParties({ tx }: PageRequest, matter: MatterRow): Promise<Party[]> {
  const invited = await listInvitations(tx, matter.id)
  return parties.filter(
    (party) =>
      !findPartyFault(matter.client_type, party) &&
      !(party === "partner" && matter.sharing_paused_at) &&
      (party === "helper" || !invited.some((one) => one.party === party && one.revoked_at === null)),
  )
}

// The forms that email an invitation: as it is, or to a corrected address.

export const mailForm = form({
  open: async (req) => {
    const page = await openInvitation(req)
    return {
      ...page,
      title: "Send the link by email",
      text: [`To ${page.record.email}.`],
      intro: !isSending(req.parts) && <NoMailServer />,
      fields: { message: messageField("invitation") },
      icon: "mail",
      submit: "Send",
    }
  },
  save: async ({ tx, parts }, { message }, { id }) => {
    await sendInvitation(tx, parts, id, { message })
    return { done: emailFlash(parts, "invitation_sent") }
  },
})

export const addressForm = form({
  edits: true,
  open: async (req) => {
    const page = await openInvitation(req)
    return {
      ...page,
      acts_anyway: true,
      title: "Correct the email address",
      intro: !isSending(req.parts) && <NoMailServer />,
      text: [
        "The invitation goes to the new address with a new link. The earlier link stops working, so no one else can use it.",
      ],
      fields: {
        email: email({
          label: "Email address",
          width: 30,
          value: page.record.email,
          missing: "Enter an email address.",
        }),
      },
      state: await linkState(req, page.record),
      icon: "mail",
      submit: "Save and send",
    }
  },
  save: async ({ tx, parts }, values, { id }) => {
    await correctAddress(tx, parts, id, values.email)
    await sendInvitation(tx, parts, id)
    return { done: emailFlash(parts, "invitation_sent") }
  },
})

/** Whether one click can email a new link to replace an expired one. */
export function isResendable({ is_expired, revoked_at, email, is_paused }: InvitationRow): boolean {
  return is_expired && revoked_at === null && email !== "" && !is_paused
}

export function ResendForm({ invitation, req }: { invitation: InvitationRow; req: PageRequest }) {
  return (
    <PostForm action={`/console/matters/${invitation.matter_id}/invitations/${invitation.id}/resending`}>
      <input type="hidden" name="back" value={req.url} />
      <Button small variant="secondary" icon="mail">
        Send a new link<span class="visually-hidden"> to {inviteeName(invitation)}</span>
      </Button>
    </PostForm>
  )
}

export async function resend(req: PageRequest): Promise<Redirect> {
  const { invitation } = await requireInvitation(req)
  await sendInvitation(req.tx, req.parts, invitation.id)
  return {
    to: localPath(trimmedTextOf(req.form, "back")),
    flash: { done: emailFlash(req.parts, "invitation_sent") },
  }
}

/** The matter and the invitation of the page's address; throws "not found". */
export async function requireInvitation(
  req: PageRequest,
): Promise<{ matter: MatterRow; invitation: InvitationRow }> {
  const matter = await requireMatter(req)
  const invitation = await getInvitationOf(req.tx, matter.id, req.param("invitation_id"))
  return { matter, invitation }
}

/** What every form on the page of an invitation has. */
export async function openInvitation(req: PageRequest) {
  const { matter, invitation } = await requireInvitation(req)
  return { record: invitation, cancel: invitationUrl(matter, invitation) }
}

export function invitationUrl(matter: Pick<MatterRow, "id">, { id }: Pick<InvitationRow, "id">): string {
  return `/console/matters/${matter.id}/invitations/${id}`
}

export const partyWords: Record<Party, string> = {
  main: "Client",
  partner: "Spouse or partner",
  representative: "Representative",
  helper: "Helper",
}

const partyHints: Record<Party, string> = {
  main: "The person the matter is about.",
  partner: "Fills in the same questionnaire and answers separately where the questionnaire asks each client.",
  representative: "Acts for the person the matter is about.",
  helper: "Someone who helps fill it in, such as a daughter or an assistant.",
}

/** The invitee's name or, if unknown, email address or part in the matter. */
export function inviteeName(invitation: InvitationRow): string {
  return knownName(invitation) || partyWords[invitation.party]
}

/** Who gets an email, to choose from several: "Ada Smith (main client)". */
export function recipientLabel(invitation: InvitationRow): string {
  return `${inviteeName(invitation)} (${partyWords[invitation.party].toLowerCase()})`
}

/** `inviteeName` within a sentence: "the client". */
export function nameInSentence(invitation: InvitationRow): string {
  return knownName(invitation) || `the ${partyWords[invitation.party].toLowerCase()}`
}

function knownName({ first_name, last_name, email }: InvitationRow): string {
  return `${first_name} ${last_name}`.trim() || email || ""
}

/** Includes the link: a form opened before a new link was created must not revoke that one. */
export async function linkState({ tx }: PageRequest, { id, revoked_at, started_at }: InvitationRow) {
  return {
    State: revoked_at ? "Revoked" : started_at ? "Started" : "Open",
    Link: {
      value: await readLinkFingerprint(tx, id),
      show: () => "May be newer than when you opened the form",
    },
  }
}

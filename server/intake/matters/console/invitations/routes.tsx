import type { StoredField } from "../../../../web/console/forms/stale-forms.tsx"
import { CancelableForm } from "../../../../web/console/forms/submit-or-cancel.tsx"
import { matterCrumbs } from "../../../../web/console/matter/frame.tsx"
import type { PageRequest, RefusedForm } from "../../../../web/console/page-request.ts"
import type { Console } from "../../../../web/console/routing.ts"
import type { View } from "../../../../web/console/view.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { renewInvitation, revokeInvitation } from "../../invitations/invitations.ts"
import { readLinkFingerprint } from "../../invitations/invited.ts"
import { addressPage, submitAddress } from "./address-page.tsx"
import { removeClientApp, removeClientPasskeys } from "./client-credentials.tsx"
import { inviteeName } from "./labels.ts"
import { mailPage, sendMail } from "./mail-page.tsx"
import { invite, invitePage } from "./new-page.tsx"
import { invitationPage } from "./page.tsx"
import { invitationUrl, requireInvitation } from "./require-invitation.ts"
import { resend } from "./resending.tsx"

const base = "/console/matters/:matter_id/invitations"

export function invitationRoutes(console: Console): void {
  console.form(`${base}/new`, { show: invitePage, act: invite })
  console.page(`${base}/:invitation_id`, invitationPage, { member: true })
  console.form(
    `${base}/:invitation_id/mail`,
    { show: mailPage, act: sendMail },
    { audit: { action: "invitation_sent" } },
  )
  console.action(`${base}/:invitation_id/resending`, resend, { audit: { action: "invitation_sent" } })
  console.form(`${base}/:invitation_id/address`, {
    show: addressPage,
    stored: storedInvitation,
    act: submitAddress,
  })
  console.form(`${base}/:invitation_id/renewal`, {
    show: async (req, refused) =>
      confirmPage(req, refused, {
        question: "Create a new link?",
        sentence: "The current link stops working at once, and everyone who used it is signed out.",
        button: "Create a new link",
      }),
    stored: storedInvitation,
    act: async (req) => {
      const { matter, invitation } = await requireInvitation(req)
      await renewInvitation(req.tx, req.parts, invitation.id)
      return { to: invitationUrl(matter, invitation), flash: { done: "invitation_renewed" } }
    },
  })
  console.form(`${base}/:invitation_id/revocation`, {
    show: async (req, refused) =>
      confirmPage(req, refused, {
        question: "Revoke this invitation?",
        sentence:
          "The link stops working at once, and everyone who used it is signed out. Their answers stay.",
        button: "Revoke the invitation",
      }),
    stored: storedInvitation,
    act: async (req) => {
      const { matter, invitation } = await requireInvitation(req)
      await revokeInvitation(req.tx, invitation.id)
      return { to: `/console/matters/${matter.id}`, flash: { done: "invitation_revoked" } }
    },
  })
  for (const [path, step] of Object.entries(credentialRemovals)) {
    console.form(`${base}/:invitation_id/${path}`, {
      show: (req, refused) => confirmPage(req, refused, step),
      act: async (req) => {
        const { matter, invitation } = await requireInvitation(req)
        await step.remove(req, invitation)
        return { to: invitationUrl(matter, invitation), flash: { done: step.done } }
      },
    })
  }
}

const credentialRemovals = {
  "app-removal": {
    question: "Remove the authenticator app?",
    sentence:
      "Use this for a client who lost the phone and the recovery codes. First make sure that the request comes from the client, for example by calling the number on file. Afterward, an emailed code or the password is enough to sign in. Foyer signs the client out everywhere and tells them by email.",
    button: "Remove the app",
    remove: removeClientApp,
    done: "client_app_removed",
  },
  "passkey-removal": {
    question: "Remove all passkeys of this client?",
    sentence:
      "Use this for a client whose device was lost or stolen. The passkeys stop working, and the client can add new ones. Foyer signs the client out everywhere and tells them by email.",
    button: "Remove the passkeys",
    remove: removeClientPasskeys,
    done: "client_passkeys_removed",
  },
} as const

/** Includes the link: a form opened before a new link was created must not revoke that one. */
async function storedInvitation(req: PageRequest): Promise<StoredField[]> {
  const { invitation } = await requireInvitation(req)
  const fingerprint = await readLinkFingerprint(req.tx, invitation.id)
  return [
    { label: "State", value: invitation.revoked_at ? "Revoked" : invitation.started_at ? "Started" : "Open" },
    { label: "Link", value: fingerprint, show: () => "May be newer than when you opened the form" },
  ]
}

async function confirmPage(
  req: PageRequest,
  refused: RefusedForm | undefined,
  { question, sentence, button }: { question: string; sentence: string; button: string },
): Promise<View> {
  const { matter, invitation } = await requireInvitation(req)
  return {
    title: question,
    breadcrumbs: [...matterCrumbs(matter), { text: "Invitation", href: invitationUrl(matter, invitation) }],
    heading: { caption: inviteeName(invitation) },
    refused,
    body: (
      <Card>
        <p>{sentence}</p>
        <CancelableForm
          seen={req}
          cancel={invitationUrl(matter, invitation)}
          variant="danger"
          submit={button}
        />
      </Card>
    ),
  }
}

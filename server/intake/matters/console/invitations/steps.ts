// Actions on an invitation, each explained and confirmed on its page.
import { form, type Outcome } from "../../../../web/console/forms/form.ts"
import type { FormPage } from "../../../../web/console/forms/form-page.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { type InvitationRow, renewInvitation, revokeInvitation } from "../../invitations/invitations.ts"
import { readLinkFingerprint } from "../../invitations/invited.ts"
import { removeClientApp, removeClientPasskeys } from "./client-credentials.tsx"
import { openInvitation } from "./invitation.ts"

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

export const renewal = step({
  edits: true,
  title: "Create a new link",
  text: ["The current link stops working at once, and everyone who used it is signed out."],
  submit: "Create a new link",
  act: ({ tx, parts }, { id }) => renewInvitation(tx, parts, id),
  done: "invitation_renewed",
})

export const revocation = step({
  edits: true,
  title: "Revoke this invitation",
  text: ["The link stops working at once, and everyone who used it is signed out. Their answers stay."],
  submit: "Revoke the invitation",
  act: ({ tx }, { id }) => revokeInvitation(tx, id),
  done: "invitation_revoked",
  to: ({ matter_id }) => `/console/matters/${matter_id}`,
})

export const appRemoval = step({
  title: "Remove the authenticator app",
  text: [
    "Use this for a client who lost the phone and the recovery codes. First make sure that the request comes from the client, for example by calling the number on file. Afterward, an emailed code or the password is enough to sign in. Foyer signs the client out everywhere and tells them by email.",
  ],
  submit: "Remove the app",
  act: removeClientApp,
  done: "client_app_removed",
})

export const passkeyRemoval = step({
  title: "Remove all passkeys of this client",
  text: [
    "Use this for a client whose device was lost or stolen. The passkeys stop working, and the client can add new ones. Foyer signs the client out everywhere and tells them by email.",
  ],
  submit: "Remove the passkeys",
  act: removeClientPasskeys,
  done: "client_passkeys_removed",
})

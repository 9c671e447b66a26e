// Actions on an invitation, each explained and confirmed on its page. Staff can remove the passkeys of a client
// who lost the device.
import { endSessionsOf } from "../../../../firm/access/sessions.ts"
import { recordAudit } from "../../../../firm/audit/audit.ts"
import { tellOfChange } from "../../../../firm/users/notices.ts"
import { removePasskeys } from "../../../../firm/users/sign-in/passkeys.ts"
import { getUser } from "../../../../firm/users/users.ts"
import { conflict } from "../../../../platform/errors.ts"
import { form, type Outcome } from "../../../../web/console/forms/form.ts"
import type { FormPage } from "../../../../web/console/forms/form-page.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { type InvitationRow, renewInvitation, revokeInvitation } from "../../invitations/invitations.ts"
import { linkState, openInvitation } from "./sending.tsx"

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

export const passkeyRemoval = step({
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

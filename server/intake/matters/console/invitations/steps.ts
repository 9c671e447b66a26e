// Actions on an invitation, each explained and confirmed on its page. Staff can remove the authenticator app and the passkeys
// of a client who lost the device.
import { endSessionsOf } from "../../../../firm/access/sessions.ts"
import { recordAudit } from "../../../../firm/audit/audit.ts"
import { tellOfChange } from "../../../../firm/users/notices.ts"
import { countPasskeys, removePasskeys } from "../../../../firm/users/sign-in/passkeys.ts"
import { readSignIn } from "../../../../firm/users/sign-in/proof.ts"
import { removeSecondFactor } from "../../../../firm/users/sign-in/second-factor.ts"
import { getUser } from "../../../../firm/users/users.ts"
import type { Tx } from "../../../../platform/db/database.ts"
import { conflict } from "../../../../platform/errors.ts"
import { form, type Outcome } from "../../../../web/console/forms/form.ts"
import type { FormPage } from "../../../../web/console/forms/form-page.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { type InvitationRow, renewInvitation, revokeInvitation } from "../../invitations/invitations.ts"
import { readLinkFingerprint } from "../../invitations/invited.ts"
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
  act: removal(
    ["client_app_removed", "second_factor_removed"],
    ["no_app", "This client no longer has an authenticator app."],
    async (tx, user_id) => {
      const { has_second_factor } = await readSignIn(tx, user_id)
      if (has_second_factor) await removeSecondFactor(tx, user_id)
      return has_second_factor
    },
  ),
  done: "client_app_removed",
})

export const passkeyRemoval = step({
  title: "Remove all passkeys of this client",
  text: [
    "Use this for a client whose device was lost or stolen. The passkeys stop working, and the client can add new ones. Foyer signs the client out everywhere and tells them by email.",
  ],
  submit: "Remove the passkeys",
  act: removal(
    ["client_passkeys_removed", "passkeys_removed"],
    ["no_passkeys", "This client no longer has passkeys."],
    async (tx, user_id) => (await removePasskeys(tx, user_id)) > 0,
  ),
  done: "client_passkeys_removed",
})

/** What an invitee who has started can sign in with, besides emailed codes. */
export async function readCredentials({ tx }: PageRequest, { user_id }: InvitationRow) {
  if (!user_id) return { has_second_factor: false, passkeys: 0 }
  const [{ has_second_factor }, passkeys] = await Promise.all([
    readSignIn(tx, user_id),
    countPasskeys(tx, user_id),
  ])
  return { has_second_factor, passkeys }
}

/**
 * Removes what a client signs in with, signs the client out everywhere, the lost device included, and records and announces
 * it. Throws "conflict" with `refusal` if `remove` finds nothing.
 */
function removal(
  [action, change]: readonly [string, "second_factor_removed" | "passkeys_removed"],
  refusal: readonly [code: string, message: string],
  remove: (tx: Tx, user_id: string) => Promise<boolean>,
) {
  return async ({ tx, parts }: PageRequest, { user_id, matter_id, email }: InvitationRow): Promise<void> => {
    if (!user_id) throw conflict("not_started", "This person has not started yet.")
    if (!(await remove(tx, user_id))) throw conflict(...refusal)
    await endSessionsOf(tx, user_id)
    await recordAudit(tx, action, { matter_id, record_id: user_id })
    const user = await getUser(tx, user_id)
    await tellOfChange(tx, parts, user_id, change, { email: user.email || email, matter_id })
  }
}

import Type, { type Static } from "typebox"
import { exactly, IdInPath, Nullable } from "../../../platform/http/shapes.ts"

const invitation_id = "invite_0192F0C47B3A7C11A0B1C2D3E4F50607"
const moment = (description: string) =>
  Nullable(Type.String({ description, examples: ["2026-03-02T09:30:00Z"] }))

export type Invitation = Static<typeof Invitation>
export const Invitation = exactly(
  {
    id: Type.String({ examples: [invitation_id] }),
    party: Type.Enum(["main", "partner", "representative", "helper"], {
      description: "The invitee's part in the matter.",
    }),
    email: Type.String({ description: "Where the firm sends the link; empty if it has no address." }),
    first_name: Type.String(),
    last_name: Type.String(),
    is_for_parts: Type.Boolean({
      description:
        "Whether a client asked this helper to fill in some parts, and nothing else is open to them.",
    }),
    is_paused: Type.Boolean({
      description:
        "Whether the link opens nothing for now: the marital status changed, and no one has said yet whether the spouse or partner still takes part.",
    }),
    state: Type.Enum(["open", "started", "expired", "revoked"], {
      description:
        "`open`: the link waits to be used. `started`: the invitee pressed Start. `expired`: it was not used in time; `expires_at` says when. `revoked`: it opens nothing.",
    }),
    created_at: Type.String({ examples: ["2026-03-02T09:30:00Z"] }),
    started_at: moment("When the invitee pressed Start; opening the link changes nothing."),
    expires_at: moment("When a link that no one has used stops working; null for never."),
    revoked_at: moment("When the link was revoked."),
    email_state: Nullable(
      Type.Enum(["queued", "sent", "retrying", "failed", "unsent"], {
        description:
          "The latest email with the invitation: `sent` once the mail server has accepted it, `unsent` if there is no mail server; null if none was sent.",
      }),
    ),
    email_sent_at: moment("When the mail server accepted that email."),
    email_fault: Nullable(
      Type.String({ description: "Why the last attempt to send it failed, in the mail server's words." }),
    ),
  },
  { title: "Invitation", description: "Someone's link into a matter, without the link." },
)

export const InvitationList = exactly(
  {
    matter: Type.String(),
    invitations: Type.Array(Invitation, {
      description: "In the order they were created, revoked ones included.",
    }),
  },
  { title: "Invitations of a matter", description: "Everyone who was invited to the matter." },
)

export const RenewedInvitation = exactly(
  {
    id: Type.String({ examples: [invitation_id] }),
    invite_key: Type.String({ description: "The new key. Treat it like a password." }),
    invite_url: Type.String({ description: "The new link." }),
  },
  { title: "Renewed invitation", description: "The invitation with its new link, which is shown only here." },
)

export const InvitationParams = Type.Object({
  matter_id: IdInPath("matter", "The id of the matter."),
  invitation_id: IdInPath("invite", "The id of the invitation."),
})

import { inFirmOnce } from "../../../firm/access/api/once.ts"
import { recordByKey } from "../../../firm/audit/audit.ts"
import type { App } from "../../../platform/http/app.ts"
import { IdempotencyHeaders } from "../../../platform/http/responses/idempotency.ts"
import { isSending } from "../../../platform/mail/mail-state.ts"
import { MatterParams } from "../schema.ts"
import { type InvitationParts, renewInvitation, revokeInvitation } from "./invitations.ts"
import { getInvitationOf, getMatterInvitation, listMatterInvitations } from "./matter-invitations.ts"
import { Invitation, InvitationList, InvitationParams, RenewedInvitation } from "./schema.ts"
import { sendInvitation } from "./sending.ts"

type Parts = InvitationParts & Parameters<typeof isSending>[0]

const tags = ["Invitations"]

export function invitationRoutes(app: App, parts: Parts): void {
  const { ring } = parts
  const is_sending = isSending(parts)
  const list = "/v1/matters/:matter_id/invitations"
  const url = `${list}/:invitation_id`

  app.get(
    list,
    {
      config: { scope: "matters:read" },
      schema: {
        operationId: "listInvitations",
        tags,
        summary: "Get Invitations for Matter",
        description:
          "Lists who was invited to the matter and what became of it. The links themselves are returned only when they are created.",
        params: MatterParams,
        response: { 200: InvitationList },
      },
    },
    (request) =>
      request.inFirm(async (tx) => {
        const { matter_id } = request.params
        return { matter: matter_id, invitations: await listMatterInvitations(tx, matter_id, is_sending) }
      }),
  )

  app.post(
    `${url}/resending`,
    {
      config: { scope: "matters:write" },
      schema: {
        operationId: "resendInvitation",
        tags,
        summary: "Resend Invitation",
        description:
          "Emails the link again; an expired one is replaced by a new link. Each request sends an email: use an idempotency key for retries. An invitation that was revoked, is paused, or has no email address is a 409.",
        params: InvitationParams,
        headers: IdempotencyHeaders,
        response: { 200: Invitation },
      },
    },
    (request, reply) =>
      inFirmOnce({ request, reply, ring }, async (tx) => {
        const { matter_id, invitation_id: id } = request.params
        await getInvitationOf(tx, matter_id, id)
        await sendInvitation(tx, parts, id)
        await recordByKey(tx, "invitation_sent", { matter_id, record_id: id })
        return getMatterInvitation(tx, { matter_id, id, is_sending })
      }),
  )

  app.post(
    `${url}/revocation`,
    {
      config: { scope: "matters:write" },
      schema: {
        operationId: "revokeInvitation",
        tags,
        summary: "Revoke Invitation",
        description:
          "Makes the link stop working at once, and signs out everyone who used it. Their answers stay. Parts that a client handed to others, or was handed, are taken back for good, and the links of their helpers are revoked. A revoked invitation stays as it is.",
        params: InvitationParams,
        headers: IdempotencyHeaders,
        response: { 200: Invitation },
      },
    },
    (request, reply) =>
      inFirmOnce({ request, reply, ring }, async (tx) => {
        const { matter_id, invitation_id: id } = request.params
        await getInvitationOf(tx, matter_id, id)
        if (await revokeInvitation(tx, id))
          await recordByKey(tx, "invitation_revoked", { matter_id, record_id: id })
        return getMatterInvitation(tx, { matter_id, id, is_sending })
      }),
  )

  app.post(
    `${url}/renewal`,
    {
      // Until the invitee has entered something, the new link opens what the matter has.
      config: { scope: ["matters:read", "matters:write"] },
      schema: {
        operationId: "renewInvitation",
        tags,
        summary: "Create New Link for Invitation",
        description:
          "Replaces the invitation's link, revoked or not, and returns the new one. The old link stops working at once, and everyone who used it is signed out. No email is sent. If another invitation of the same party works, the invitee is no longer a party, or a helper has no part left, it is a 409.",
        params: InvitationParams,
        headers: IdempotencyHeaders,
        response: { 201: RenewedInvitation },
      },
    },
    (request, reply) =>
      inFirmOnce({ request, reply, ring }, async (tx) => {
        const { matter_id, invitation_id: id } = request.params
        await getInvitationOf(tx, matter_id, id)
        const renewed = await renewInvitation(tx, parts, id)
        await recordByKey(tx, "invitation_renewed", { matter_id, record_id: id })
        return renewed
      }),
  )
}

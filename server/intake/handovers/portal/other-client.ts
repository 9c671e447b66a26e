import { nameOr } from "../../contacts/contacts.ts"
import { type InvitationRow, listInvitations } from "../../matters/invitations/invitations.ts"
import type { PageRequest } from "../../portal/page-request.ts"

/** The other client of the matter. */
export interface OtherClient {
  party: "main" | "partner"
  name: string
  /** Their invitation, unless it is revoked. */
  invitation: InvitationRow | undefined
  /** Whether the client may invite them to fill in parts. */
  may_invite: boolean
  /** Whether the client may invite them to sign. */
  may_invite_to_sign: boolean
}

/** Whether they can receive parts: they have an invitation, or the client may invite them. */
export function canReceiveParts({ invitation, may_invite }: OtherClient): boolean {
  return invitation !== undefined || may_invite
}

/** The other of two clients; undefined if there is none, and for a helper. */
export async function findOtherClient(req: PageRequest): Promise<OtherClient | undefined> {
  const { client, facts, words, tx, matter, alone } = req
  if (client.party !== "main" && client.party !== "partner") return undefined
  const id = facts.clients.find((each) => each !== client.contact_id)
  const person = id && (await req.loaded.people()).find((each) => each.id === id)
  if (!person) return undefined
  const party = client.party === "main" ? "partner" : "main"
  const [invitations, toSign] = await Promise.all([listInvitations(tx, matter.id), req.loaded.toSign()])
  const isFree = alone.size === 0 && !invitations.some((each) => each.party === party)
  return {
    party,
    name: nameOr(person, words.person.unnamed.partner),
    invitation: invitations.find((each) => each.party === party && each.revoked_at === null),
    // A client who obtained the other's link could answer and sign as them. Only the firm may invite them if the matter
    // has separate answers, or if the firm has invited them before; also to fill in parts if there is something to sign.
    may_invite: isFree && toSign.length === 0,
    // Someone who signs for a spouse can do so on paper too. Here the firm learns who gave the address.
    may_invite_to_sign: isFree,
  }
}

import { nameOr } from "../../contacts/contacts.ts"
import { type InvitationRow, listInvitations } from "../../matters/invitations.ts"
import type { PageRequest } from "../page-request.ts"

/** The other client of the matter, whom one may ask to fill in a part. */
export interface OtherClient {
  party: "main" | "partner"
  name: string
  /** Their link, if they have one that works. */
  invitation: InvitationRow | undefined
  /** Whether who is here may have a link made for them. */
  may_invite: boolean
}

/** Whether parts can be with them: they have a link, or can be given one here. */
export function mayBeGiven({ invitation, may_invite }: OtherClient): boolean {
  return invitation !== undefined || may_invite
}

/** The other of two clients; undefined where there is none, and for whoever is no client. */
export async function findOtherClient(req: PageRequest): Promise<OtherClient | undefined> {
  const { client, facts, words, tx, matter, alone } = req
  if (client.party !== "main" && client.party !== "partner") return undefined
  const id = facts.clients.find((each) => each !== client.contact_id)
  const person = id && (await req.loaded.people()).find((each) => each.id === id)
  if (!person) return undefined
  const party = client.party === "main" ? "partner" : "main"
  const [invitations, toSign] = await Promise.all([listInvitations(tx, matter.id), req.loaded.toSign()])
  return {
    party,
    name: nameOr(person, words.person.unnamed.partner),
    invitation: invitations.find((each) => each.party === party && each.revoked_at === null),
    // Whoever has the link could answer and sign as the other: where that counts, and once the firm has invited them,
    // only the firm hands it out.
    may_invite: alone.size === 0 && toSign.length === 0 && !invitations.some((each) => each.party === party),
  }
}

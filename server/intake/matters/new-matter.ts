// Matters created through the API: with a link for the client who fills it in, or with invitations by email.
import type { Tx } from "../../platform/db/database.ts"
import { type ApiFault, badRequest } from "../../platform/errors.ts"
import { assignByDefault } from "./assignment.ts"
import { createInvitation, type InvitationParts } from "./invitations/invitations.ts"
import { sendInvitation } from "./invitations/sending.ts"
import { clientTypeOf, createMatter, findQuestionnaire } from "./matters.ts"
import { parties } from "./parties/parties.ts"
import { findPartyFault, mainPartyOf } from "./parties/party-rules.ts"
import type { InvitedMatter, NewInvitedMatter, NewMatter, PreparedMatter } from "./schema.ts"

/** Creates a matter and the link with which its client starts; sends nothing. */
export async function prepareMatter(
  tx: Tx,
  parts: InvitationParts,
  body: NewMatter,
): Promise<PreparedMatter> {
  const { id, client_type } = await createMatter(tx, body)
  await assignByDefault(tx, { ...body, matter_id: id })
  const party = mainPartyOf(client_type)
  const { invite_key, invite_url } = await createInvitation(tx, parts, { matter_id: id, party })
  return { id, invite_key, invite_url }
}

/** Creates a matter, invites its clients and queues an email with a link for each. */
export async function inviteToMatter(
  tx: Tx,
  parts: InvitationParts,
  body: NewInvitedMatter,
): Promise<InvitedMatter> {
  const { clients, message, ...matter } = body
  const faults = await findNewMatterFaults(tx, body)
  if (faults.length > 0) throw badRequest(faults)
  const client = clients.find(({ party }) => party !== "partner")
  const { id } = await createMatter(tx, { ...matter, client })
  await assignByDefault(tx, { ...body, matter_id: id })
  const invites: InvitedMatter["invites"] = []
  for (const person of clients) {
    const { id: invitation_id, ...link } = await createInvitation(tx, parts, { ...person, matter_id: id })
    await sendInvitation(tx, parts, invitation_id, { message })
    invites.push({ email: person.email, party: person.party, ...link })
  }
  return { id, invites }
}

/**
 * Faults of a body that the schema cannot find: they depend on the database or on several fields together. The body may
 * be malformed; fields of the wrong type are skipped because the schema already reports them.
 */
export async function findNewMatterFaults(tx: Tx, body: unknown): Promise<ApiFault[]> {
  const { questionnaire_id, clients } = (body ?? {}) as { questionnaire_id?: unknown; clients?: unknown }
  if (typeof questionnaire_id !== "string") return []
  const found = await findQuestionnaire(tx, questionnaire_id)
  if ("fault" in found) return [found.fault]
  if (!Array.isArray(clients)) return []
  return partyFaults(clients, clientTypeOf(found.approach))
}

function partyFaults(clients: readonly unknown[], client_type: "self" | "representative"): ApiFault[] {
  const seen = new Set<string>()
  return clients.flatMap((client, index): ApiFault[] => {
    const party = parties.find((known) => known === (client as { party?: unknown } | null)?.party)
    if (party === undefined) return []
    const param = `clients.${index}.party`
    const unfit = findPartyFault(client_type, party)
    if (unfit) return [{ param, code: "unfit_party", message: unfit }]
    if (!seen.has(party)) {
      seen.add(party)
      return []
    }
    const message = `"${param}" repeats "${party}". Each party can be invited once.`
    return [{ param, code: "party_twice", message }]
  })
}

// The clients of a matter of a demo or test firm, as whom the matter is filled in.
import { findAdmin } from "../../firm/users/setup-links.ts"
import type { SigningParty } from "../../intake/agreements/signing.ts"
import { confirmPartner } from "../../intake/contacts/taking-part.ts"
import {
  createInvitation,
  type InvitationParts,
  issueLink,
  listInvitations,
} from "../../intake/matters/invitations/invitations.ts"
import { startInvitation } from "../../intake/matters/invitations/starting.ts"
import { getMatterRow, type MatterRow } from "../../intake/matters/matter-row.ts"
import { narrowToClient } from "../../intake/matters/progress/parts-alone.ts"
import type { Database, Identity } from "../../platform/db/database.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { conflict, notFound } from "../../platform/errors.ts"

/** A matter of a firm that exists for trying things out, and someone of its staff. */
export interface TestMatter extends Identity {
  matter_id: string
}

/** A client who has pressed Start. */
export interface TestClient extends TestMatter {
  party: SigningParty
  email: string
}

/** Finds the matter of a demo or test firm. Throws "not found", and "conflict" for a matter of any other firm. */
export async function requireTestMatter(db: Database, matter_id: string): Promise<TestMatter> {
  const firm = await db.forPlatform((tx) =>
    tx.maybe<{ id: string; name: string; is_fictional: boolean }>(sql`
      select f.id, f.name,
             f.is_test or exists (
               select from firms demo where f.id in (demo.settings #>> '{demo,ids,firm_id}',
                                                     demo.settings #>> '{demo,ids,other_firm,firm_id}')) as is_fictional
        from matters m join firms f on f.id = m.firm_id where m.id = ${matter_id}`),
  )
  if (!firm) throw notFound(`There is no matter ${matter_id}.`)
  if (!firm.is_fictional)
    throw conflict(
      "not_a_test",
      `This matter belongs to ${firm.name}, which is neither the demo nor a test firm. Only clients submit its matters.`,
    )
  const { id } = await db.forFirm(firm.id, findAdmin)
  return { firm_id: firm.id, user_id: id, matter_id }
}

/**
 * Opens the matter as its clients do, main client or representative first: each presses Start on their invitation, and
 * gets one if necessary. With `couple`, invites a partner to a matter that can have two clients.
 */
export async function startClients(
  parts: InvitationParts & { db: Database },
  test: TestMatter,
  { couple = false }: { couple?: boolean } = {},
): Promise<[TestClient, ...TestClient[]]> {
  const { db } = parts
  const matter = await db.forFirm(test.firm_id, (tx) => getMatterRow(tx, test.matter_id), test)
  if (matter.client_type === "representative") return [await start(parts, test, "representative")]
  const main = await start(parts, test, "main")
  if (matter.sharing_paused_at)
    await db.forFirm(test.firm_id, (tx) => confirmPartner(tx, test.matter_id), main)
  const hasPartner = couple || (await db.forFirm(test.firm_id, (tx) => isCouple(tx, matter), test))
  return hasPartner ? [main, await start(parts, test, "partner")] : [main]
}

async function isCouple(tx: Tx, { id }: MatterRow): Promise<boolean> {
  const partner = await tx.maybe(sql`
    select c.id from matters m join contacts c on c.id = m.contact_spouse_id where m.id = ${id} and c.is_client`)
  return partner !== undefined
}

async function start(
  parts: InvitationParts & { db: Database },
  { firm_id, user_id, matter_id }: TestMatter,
  party: SigningParty,
): Promise<TestClient> {
  return parts.db.forFirm(
    firm_id,
    async (tx) => {
      const live = (await listInvitations(tx, matter_id)).find(
        (invitation) => invitation.party === party && !invitation.revoked_at,
      )
      if (live?.is_expired) await issueLink(tx, parts, live.id)
      const { id } = live ?? (await createInvitation(tx, parts, { matter_id, party }))
      const started = await startInvitation(tx, id)
      return { firm_id, user_id: started.user_id, matter_id, party, email: live?.email ?? "" }
    },
    { user_id },
  )
}

/** Runs `work` as the client, who sees and changes what the portal would let them. */
export function asClient<T>(db: Database, client: TestClient, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.forFirm(
    client.firm_id,
    async (tx) => {
      await narrowToClient(tx, client)
      return work(tx)
    },
    client,
  )
}

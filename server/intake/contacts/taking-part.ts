// Whether the second client of a planning matter still takes part once the marital status says otherwise. Until someone
// answers, neither client sees what the other entered, and the firm knows.
import { endsCouple, type MaritalStatus } from "../../definition/people/marital-status.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { conflict } from "../../platform/errors.ts"
import { enqueue } from "../../platform/jobs/queue.ts"
import { keepAsOwner } from "../assets/editing.ts"
import { recordChanges } from "../matters/changes/changes.ts"
import { lockForEditing } from "../matters/editing.ts"
import type { MatterRow } from "../matters/matter-row.ts"
import { endPartnership, pauseSharing, resumeSharing } from "../matters/parties/parties.ts"

/** Pauses or resumes the sharing of two clients after their marital status changed. */
export async function followWithSharing(
  tx: Tx,
  matter: MatterRow,
  status: MaritalStatus | "",
): Promise<void> {
  if (matter.client_type !== "self" || !matter.contact_spouse_id) return
  const { sharing_paused_at } = matter
  if (endsCouple(status) === (sharing_paused_at !== null)) return
  if (sharing_paused_at) await resumeSharing(tx, matter.id, sharing_paused_at)
  else await pauseSharing(tx, matter.id)
  await recordSharing(tx, matter.id, sharing_paused_at ? "shared" : "paused")
}

/** The partner still takes part: both see everything again. Throws "conflict" if no one asked. */
export async function confirmPartner(tx: Tx, matter_id: string): Promise<void> {
  const { since } = await requirePaused(tx, matter_id)
  await resumeSharing(tx, matter_id, since)
  await recordSharing(tx, matter_id, "shared")
}

/**
 * The partner no longer takes part: their links stop working, and they stay as a contact and as an owner. Throws "conflict" if no one
 * asked.
 */
export async function endPartnerPart(tx: Tx, matter_id: string): Promise<void> {
  const { partner_id } = await requirePaused(tx, matter_id)
  const { contact_main_id } = await lockForEditing(tx, matter_id)
  await keepAsOwner(tx, { id: matter_id, contact_main_id, contact_spouse_id: partner_id })
  await endPartnership(tx, matter_id)
  await tx.run(sql`update contacts set is_client = false where id = ${partner_id}`)
  await recordSharing(tx, matter_id, "ended")
  // What was requested from the partner while sharing was paused is now for the other client.
  await enqueue(tx, "mail-requests", { matter_id })
}

/** The main client says that no spouse or partner takes part; changes nothing if that is known. */
export async function declinePartner(tx: Tx, matter_id: string): Promise<void> {
  if (!(await isPartnerDeclined(tx, matter_id))) await recordSharing(tx, matter_id, "declined")
}

/** Whether the last that was said, under this marital status, is that no spouse or partner takes part. */
export async function isPartnerDeclined(tx: Tx, matter_id: string): Promise<boolean> {
  const last = await tx.maybe<{ value: Sharing }>(sql`
    select value from changes c where record_id = ${matter_id} and field = 'sharing'
       and not exists (select from changes s where s.record_id = c.record_id and s.field = 'contact_main_marital_status'
                                               and s.changed_at > c.changed_at)
     order by revision desc limit 1`)
  return last?.value === "declined" || last?.value === "ended"
}

async function requirePaused(tx: Tx, matter_id: string): Promise<{ partner_id: string; since: Date }> {
  const { contact_spouse_id, sharing_paused_at } = await lockForEditing(tx, matter_id)
  if (!contact_spouse_id || !sharing_paused_at)
    throw conflict("not_paused", "No one is asked whether the spouse or partner still takes part.")
  return { partner_id: contact_spouse_id, since: sharing_paused_at }
}

type Sharing = "paused" | "shared" | "ended" | "declined"

/** For the matter's activity, and for the answers that the end of a couple puts in doubt. */
export async function recordSharing(tx: Tx, matter_id: string, value: Sharing): Promise<void> {
  await recordChanges(tx, matter_id, matter_id, {}, [{ field: "sharing", value }])
}

import type { Tx } from "../../platform/db/database.ts"
import { enqueue } from "../../platform/jobs/queue.ts"

/** Something about a matter that staff want to know, besides the events that are notices themselves (`eventTraits`). */
export interface StaffNotice {
  kind: "invitation_opened" | "document_added" | "sharing_paused" | "signature_requested"
  matter_id: string
  /** The id of the invitation or document, or the time of the pause. */
  about: string
}

/** Enqueues a notification of staff, in the caller's transaction. */
export async function queueStaffNotice(tx: Tx, { kind, matter_id, about }: StaffNotice): Promise<void> {
  await enqueue(tx, "notify-staff", { kind, matter_id, about, at: tx.now.toISOString() })
}

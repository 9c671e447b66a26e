import type { Tx } from "../platform/db/database.ts"
import { enqueue } from "../platform/jobs/queue.ts"

/** Something staff want to know of a matter that is no event of the API. */
export interface StaffNotice {
  kind: "invitation_opened" | "document_added"
  matter_id: string
  /** Names it: the invitation or the document. */
  about: string
}

/** Asks that staff be notified, in the transaction of what they are to know. */
export async function queueStaffNotice(tx: Tx, { kind, matter_id, about }: StaffNotice): Promise<void> {
  await enqueue(tx, "notify-staff", { kind, matter_id, about })
}

// Notifies staff once of each email that did not reach a client.
import { recordEvent } from "../../firm/events/events.ts"
import type { Tx } from "../../platform/db/database.ts"
import type { FailedMail } from "../../platform/mail/sending.ts"
import { getMatterRow, subjectOf } from "../matters/matter-row.ts"
import { type NotificationParts, notifyStaff } from "./notify.ts"

/** Notifies staff, and the firm's software of a lost invitation, in the transaction that records the failure. */
export async function notifyOfFailedMail(
  tx: Tx,
  parts: Omit<NotificationParts, "db">,
  { mail_id, matter_id, purpose, is_lost }: FailedMail,
): Promise<void> {
  if (is_lost && purpose === "invitation")
    await recordEvent(tx, "invitation.failed", subjectOf(await getMatterRow(tx, matter_id)))
  await notifyStaff(tx, parts, { kind: "mail_failed", matter_id, about: mail_id })
}

// Notifies staff once of each email that did not reach a client.
import type { Tx } from "../../platform/db/database.ts"
import type { FailedMail } from "../../platform/mail/sending.ts"
import { type NotificationParts, notifyStaff } from "./notify.ts"

/** Notifies staff, in the transaction that records the failure. */
export async function notifyOfFailedMail(
  tx: Tx,
  parts: Omit<NotificationParts, "db">,
  { mail_id, matter_id }: FailedMail,
): Promise<void> {
  await notifyStaff(tx, parts, { kind: "mail_failed", matter_id, about: mail_id })
}

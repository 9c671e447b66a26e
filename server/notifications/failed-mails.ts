// A mail that does not reach a client is told to those who wait for that client, once for each mail.
import type { Tx } from "../platform/db/database.ts"
import type { FailedMail } from "../platform/mail/sending.ts"
import { type NotificationParts, notifyStaff } from "./notify.ts"

/** Tells staff, in the transaction that writes the failure down. */
export async function notifyOfFailedMail(
  tx: Tx,
  parts: Omit<NotificationParts, "db">,
  { mail_id, matter_id }: FailedMail,
): Promise<void> {
  await notifyStaff(tx, parts, { kind: "mail_failed", matter_id, about: mail_id })
}

import { sql, type Tx } from "../../platform/db/sql.ts"
import { type NewMail, queueMail } from "../../platform/mail/outbox.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"

/** Queues an email to each of the firm's admins. */
export async function mailAdmins(
  tx: Tx,
  ring: KeyRing,
  mail: Omit<NewMail, "recipient" | "footer">,
): Promise<void> {
  const admins = await tx.all<{ email: string }>(sql`
    select email from users
     where is_firm_staff and role = 'admin' and deactivated_at is null and email <> '' order by id`)
  for (const { email } of admins)
    await queueMail(tx, ring, {
      ...mail,
      recipient: email,
      footer: "You get this email because you are an admin of this firm.",
    })
}

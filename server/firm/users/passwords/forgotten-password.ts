import { sql, type Tx } from "../../../platform/db/sql.ts"
import { queueMail } from "../../../platform/mail/outbox.ts"
import { recordAudit } from "../../audit/audit.ts"
import { createResetToken } from "../setup-links.ts"
import { type AttemptParts, requireAttempt } from "../sign-in/attempts.ts"
import { maySignIn } from "../sign-in/sign-in.ts"

interface Forgetful {
  firm_id: string
  firm_name: string
  user_id: string
  email: string
}

/** Repeated requests by a stranger send at most one email in five minutes, and do not invalidate the link just sent. */
const quiet_minutes = 5

/** Counts a request for links against its network, whatever the address. Throws "too many" if it has to wait. */
export function requirePasswordLinkAttempt(parts: AttemptParts, network: string): Promise<void> {
  return requireAttempt(parts, [
    { key: `password_link ${network}`, free: 10, wait_s: 60, max_wait_s: 15 * 60 },
  ])
}

/** Emails a link to set a new password to the staff with this address, in every firm. Does nothing if there are none. */
export async function mailNewPasswordLinks(
  { db, ring }: AttemptParts,
  { email, base_url }: { email: string; base_url: string },
): Promise<void> {
  for (const person of await db.forPlatform((tx) => listForgetful(tx, email))) {
    await db.forFirm(person.firm_id, async (tx) => {
      const token = await createResetToken(tx, person.user_id)
      await recordAudit(tx, "password_link_sent", { record_id: person.user_id, label: person.email })
      await queueMail(tx, ring, {
        recipient: person.email,
        subject: "Set a new password",
        is_secret: true,
        paragraphs: [
          `Someone, hopefully you, asked for a new password for the console of ${person.firm_name}.`,
          "The link below works once, and for an hour. If it was not you, do nothing: your password stays as it is.",
        ],
        button: { label: "Set a new password", url: `${base_url}/console/setup/${token}` },
        footer: "You get this email because you work in the console.",
      })
    })
  }
}

function listForgetful(tx: Tx, email: string): Promise<Forgetful[]> {
  return tx.all(sql`
    select u.firm_id, f.name as firm_name, u.id as user_id, u.email
      from users u join firms f on f.id = u.firm_id
     where lower(u.email) = lower(${email.trim()}) and u.email <> '' and ${maySignIn}
       -- Nor does a stranger replace a link that an admin handed out by other means, which works for longer.
       and not exists (select from setup_links l where l.firm_id = u.firm_id and l.user_id = u.id
                          and l.expires_at > ${tx.now}::timestamptz + interval '1 hour' - ${quiet_minutes} * interval '1 minute')
     order by u.firm_id limit 8`)
}

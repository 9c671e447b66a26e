// The email to clients about messages of the firm: one until they have looked, and at most one a day.
import { queueClientMail } from "../matters/client-mails.ts"
import type { InvitationParts } from "../matters/invitations.ts"
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"

/** Who has not looked is told again after so many hours. */
export const hours_between = 24

/** Tells everybody with a working link and an address that a message waits; what it says stays behind the link. */
export async function mailClients(
  tx: Tx,
  parts: InvitationParts,
  { matter_id, topic_id }: { matter_id: string; topic_id: string },
): Promise<void> {
  const before = new Date(tx.now.getTime() - hours_between * 3_600_000)
  const invitations = await tx.all<{ id: string }>(sql`
    select i.id from invitations i left join users u on u.id = i.user_id
     where i.matter_id = ${matter_id} and i.revoked_at is null and not i.is_for_parts and coalesce(nullif(u.email, ''), i.email) <> ''
       -- What is asked of one client alone is that client's to read.
       and not exists (
             select from message_topics t join matters m on m.id = t.matter_id
              where t.id = ${topic_id} and t.question_id = any(m.parts_alone)
                and t.about is distinct from case i.party when 'main' then m.contact_main_id
                                                          when 'partner' then m.contact_spouse_id end)
       and not exists (
             select from mails l
              where l.invitation_id = i.id and l.purpose = 'message' and l.created_at > ${before}
                and l.created_at > coalesce((select max(r.read_at) from message_reads r
                                              where r.matter_id = i.matter_id and r.user_id = i.user_id), '-infinity'))
     order by i.id`)
  for (const { id } of invitations) await queueClientMail(tx, parts, id, "message", words)
}

const words = {
  en: {
    subject: (firm: string) => `A message from ${firm} waits for you`,
    heading: "You have a message",
    paragraphs: (firm: string) => [
      `${firm} has written to you about your matter. To keep it private, this email does not say what.`,
    ],
    button: "Read the message",
  },
  es: {
    subject: (firm: string) => `Tiene un mensaje de ${firm}`,
    heading: "Tiene un mensaje",
    paragraphs: (firm: string) => [
      `${firm} le ha escrito sobre su asunto. Por privacidad, este correo no dice qué.`,
    ],
    button: "Leer el mensaje",
  },
}

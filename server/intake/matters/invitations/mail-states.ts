import { sql, type Tx } from "../../../platform/db/sql.ts"
import type { MailFate } from "../../../platform/mail/mail-state.ts"
import type { MailPurpose } from "../../../platform/mail/outbox.ts"
import { isExpired } from "./invitation-expiry.ts"

export interface InvitationMail extends MailFate {
  matter_id: string
  is_started: boolean
  is_expired: boolean
  /** Null when the link was never emailed. */
  purpose: MailPurpose | null
}

/**
 * The live invitations of these matters with the latest email of each purpose; an invitation that was never emailed has
 * a row too. Sign-in codes are left out: clients who need one just request another.
 */
export function listInvitationMails(tx: Tx, matter_ids: readonly string[]): Promise<InvitationMail[]> {
  return tx.all(sql`
    select i.matter_id, i.started_at is not null as is_started, ${isExpired(tx)} as is_expired, l.*
      from invitations i
     cross join lateral (
           (select distinct on (m.purpose) m.purpose, m.created_at, m.sent_at, m.gave_up_at, m.unsent_at, m.fault
              from mails m where m.invitation_id = i.id and m.purpose <> 'code' order by m.purpose, m.id desc)
           union all
           select null, i.created_at, null, null, null, null
            where not exists (select from mails m where m.invitation_id = i.id and m.purpose = 'invitation')) l
     where i.matter_id = any(${matter_ids}::text[]) and i.revoked_at is null
     order by i.id`)
}

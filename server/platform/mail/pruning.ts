import { batch, inBatches } from "../db/batches.ts"
import type { Database } from "../db/database.ts"
import { sql } from "../db/sql.ts"

/** How long to keep the text of an email; its links and codes have been used or have expired by then. */
export const text_days = 90
/** How long to keep an email that belongs to no matter. Emails of a matter are deleted with it. */
export const mail_years = 2
/** How long to keep emails to people without a matter: no longer than their inquiry. */
const stranger_days = { inquiry_code: 1, inquiry_declined: 30 }

/** Such as one of a firm that was suspended for so long. */
const too_late = "Its text was removed before it could be sent."
const isWaiting = sql`(mails.sent_at is null and mails.gave_up_at is null and mails.unsent_at is null)`

/** Removes the text of old emails, and deletes old emails that belong to no matter. Returns the number of both. */
export async function removeOldMails(db: Database): Promise<number> {
  const texts = await inBatches(() =>
    db.forPlatform((tx) =>
      tx.run(sql`
        update mails set body_sealed = null, gave_up_at = case when ${isWaiting} then ${tx.now}::timestamptz else gave_up_at end,
                         fault = case when ${isWaiting} then ${too_late} else fault end from (
          select firm_id, id from mails
           where body_sealed is not null and created_at < ${tx.now}::timestamptz - make_interval(days => ${text_days})
           limit ${batch} for update skip locked) old
         where mails.firm_id = old.firm_id and mails.id = old.id`),
    ),
  )
  const mails = await inBatches(() =>
    db.forPlatform((tx) =>
      tx.run(sql`
        delete from mails using (
          select firm_id, id from mails
           where (matter_id is null and created_at < ${tx.now}::timestamptz - make_interval(years => ${mail_years}))
              or (purpose = 'inquiry_code'
                  and created_at < ${tx.now}::timestamptz - make_interval(days => ${stranger_days.inquiry_code}))
              or (purpose = 'inquiry_declined'
                  and created_at < ${tx.now}::timestamptz - make_interval(days => ${stranger_days.inquiry_declined}))
           limit ${batch} for update skip locked) old
         where mails.firm_id = old.firm_id and mails.id = old.id`),
    ),
  )
  return texts + mails
}

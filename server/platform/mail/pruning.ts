import { batch, inBatches } from "../db/batches.ts"
import type { Database } from "../db/database.ts"
import { sql } from "../db/sql.ts"

/** How long the text of a mail can be read: by then its links and codes are used, replaced or of no more use. */
export const text_days = 90
/** How long a mail that hangs on no matter is remembered at all; one of a matter goes with its matter. */
export const mail_years = 2
/** How long mails to people of whom the firm has no matter are remembered: as long as what they asked, or less. */
const stranger_days = { inquiry_code: 1, inquiry_declined: 30 }

/** Removes the text of mails written 90 days ago, and mails about no matter after two years, those to strangers sooner; returns how many of all. */
export async function removeOldMails(db: Database): Promise<number> {
  const texts = await inBatches(() =>
    db.forPlatform((tx) =>
      tx.run(sql`
        update mails set body_sealed = null from (
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

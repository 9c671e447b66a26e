// Seals the subjects of emails and messages that an earlier release wrote in plain text. Processes of that release may run
// for a while beside this one and know only the plain column, so a subject stays there for a day.
import { topicContext } from "../../intake/documents/attachments.ts"
import type { Database } from "../../platform/db/database.ts"
import { rawSql, type Sql, sql } from "../../platform/db/sql.ts"
import { hiddenCode, subjectContext } from "../../platform/mail/outbox.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"

interface PlainSubject {
  firm_id: string
  id: string
  subject: string
  is_code: boolean
}

const tables = [
  {
    table: "mails",
    written_at: "created_at",
    is_code: sql`coalesce(purpose in ('code', 'inquiry_code'), false)`,
    contextOf: subjectContext,
    rest: "Email",
  },
  {
    table: "message_topics",
    written_at: "opened_at",
    is_code: sql`false`,
    contextOf: topicContext,
    rest: "Message",
  },
]

const batch = 500

/** Seals all of them, some at a time; returns how many. */
export async function sealEarlierSubjects({ db, ring }: { db: Database; ring: KeyRing }): Promise<number> {
  let count = 0
  for (const kind of tables) {
    for (;;) {
      const sealed = await db.forPlatform(async (tx) => {
        const plain: Sql = sql`
          select firm_id, id, subject, ${kind.is_code} as is_code from ${rawSql(kind.table)}
           where subject_sealed is null and ${rawSql(kind.written_at)} < ${tx.now}::timestamptz - interval '1 day'
           order by ${rawSql(kind.written_at)} limit ${batch} for update skip locked`
        const rows = await tx.all<PlainSubject>(plain)
        const texts = rows.map(({ id, subject, is_code }) =>
          ring.seal(is_code ? subject.replace(/\d{6}/, hiddenCode) : subject, kind.contextOf(id)),
        )
        const [firms, ids] = [rows.map(({ firm_id }) => firm_id), rows.map(({ id }) => id)]
        return tx.run(sql`
          update ${rawSql(kind.table)} t set subject = ${kind.rest}, subject_sealed = n.sealed
            from unnest(${firms}::text[], ${ids}::text[], ${texts}::text[]) n (firm_id, id, sealed)
           where t.firm_id = n.firm_id and t.id = n.id`)
      })
      count += sealed
      if (sealed < batch) break
    }
  }
  return count
}

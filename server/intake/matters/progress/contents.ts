import { sql, type Tx } from "../../../platform/db/sql.ts"
import type { MatterState } from "../list/filters.ts"

/** How many records of each kind a matter holds. */
export type ContentCounts = Record<"people" | "assets" | "documents" | "answers" | "messages", number>

/** A matter's state, questionnaire title and record counts; throws "not found". */
export function readContents(
  tx: Tx,
  matter_id: string,
): Promise<ContentCounts & { state: MatterState; title: string }> {
  return tx.one(sql`
    select m.state, q.title,
           (select count(*) from contacts c where c.matter_id = m.id) as people,
           (select count(*) from assets a where a.matter_id = m.id) as assets,
           (select count(*) from documents d where d.matter_id = m.id and d.removed_at is null) as documents,
           (select count(*) from answers a where a.matter_id = m.id) as answers,
           (select count(*) from messages g where g.matter_id = m.id) as messages
      from matters m join questionnaires q on q.id = m.questionnaire_id where m.id = ${matter_id}`)
}

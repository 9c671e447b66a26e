import { sql, type Tx, userName } from "../../../platform/db/sql.ts"
import type { MatterState } from "../list/filters.ts"
import { matterStamp } from "../stamps.ts"

/** How many records of each kind a matter holds. */
export type ContentCounts = Record<"people" | "assets" | "documents" | "answers", number>

const people = sql`(select count(*) from contacts c where c.matter_id = m.id)`
const assets = sql`(select count(*) from assets a where a.matter_id = m.id)`
const documents = sql`(select count(*) from documents d where d.matter_id = m.id and d.removed_at is null)`

export function countContents(tx: Tx, matter_id: string): Promise<ContentCounts> {
  return tx.one(sql`
    select ${people} as people, ${assets} as assets,
           ${documents} as documents,
           (select count(*) from answers a where a.matter_id = m.id) as answers
      from matters m where m.id = ${matter_id}`)
}

/** What every page of a matter shows of it. */
export interface MatterSummary {
  state: MatterState
  /** Of its questionnaire. */
  title: string
  documents: number
  people: number
  assets: number
  /** By the current user. */
  unread_messages: number
  assignee_name: string | null
  tags: string[]
  /** Differs after every change: see stamps.ts. */
  stamp: string
}

export function readSummary(tx: Tx, matter_id: string): Promise<MatterSummary> {
  return tx.one(sql`
    select m.state, q.title, ${documents} as documents, ${people} as people, ${assets} as assets,
           (select count(*) from messages g
              left join message_reads r on r.topic_id = g.topic_id and r.user_id = current_actor()
             where g.matter_id = m.id and g.written_by <> current_actor() and g.number > coalesce(r.last_number, 0))
             as unread_messages,
           (select ${userName(sql`u`)} from users u where u.id = m.assignee_id) as assignee_name,
           array(select t.tag::text from matter_tags t where t.matter_id = m.id order by t.tag) as tags,
           ${matterStamp} as stamp
      from matters m join questionnaires q on q.id = m.questionnaire_id where m.id = ${matter_id}`)
}

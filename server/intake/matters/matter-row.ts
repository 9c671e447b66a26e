import type { Approach } from "../../definition/definition.ts"
import type { contactMainStatuses } from "../../definition/people/contact-types.ts"
import type { MaritalStatus } from "../../definition/people/marital-status.ts"
import type { EventSubject } from "../../firm/events/events.ts"
import type { Context } from "../../firm/events/schema.ts"
import { type Sql, sql, type Tx } from "../../platform/db/sql.ts"

/** A matter for internal use; the API's representation is `Matter` in schema.ts. */
export interface MatterRow {
  id: string
  name: string
  open_date: string
  close_date: string | null
  questionnaire_id: string
  questionnaire_version: number
  internal_type: string
  approach: Approach
  client_type: "self" | "representative"
  contact_main_id: string
  contact_main_status: (typeof contactMainStatuses)[number]
  contact_main_marital_status: MaritalStatus | ""
  contact_spouse_id: string | null
  contact_representative_id: string | null
  /** Since when neither of two clients sees the questionnaire: intake/contacts/taking-part.ts. */
  sharing_paused_at: Date | null
  /** Null until answered. */
  number_of_children: number | null
  is_submitted: boolean
  client_may_edit: boolean
  context: Context | null
  assignee_id: string | null
  /** Only members on its access list may see it: parties/access-list.ts. */
  is_restricted: boolean
  /** Only staff's button sends a reminder. */
  reminders_off: boolean
  file_number: string
  due_on: string | null
  /** One of the firm's stages; see stages/stages.ts. */
  stage_id: string | null
  staged_at: Date | null
  /** When the firm's software last entered what it knows. */
  prefilled_at: Date | null
  started_at: Date | null
  /** The last time. */
  submitted_at: Date | null
  completed_at: Date | null
  last_activity_at: Date
  created_at: Date
}

/** The columns of a `MatterRow`, from `matters m join questionnaires q`. */
export const matterColumns: Sql = sql`
  m.id, m.name, m.open_date, m.close_date, m.questionnaire_id, m.questionnaire_version, q.internal_type, q.approach,
  m.client_type, m.contact_main_id, m.contact_main_status, m.contact_main_marital_status, m.contact_spouse_id,
  m.contact_representative_id, m.sharing_paused_at, m.number_of_children, m.is_submitted, m.client_may_edit, m.context, m.assignee_id, m.is_restricted,
  m.reminders_off, m.file_number, m.due_on, m.stage_id, m.staged_at,
  m.prefilled_at, m.started_at, m.submitted_at, m.completed_at, m.last_activity_at, m.created_at`

/** One matter for internal use; throws "not found". Later reads of the matter in this transaction are cheaper. */
export function getMatterRow(tx: Tx, matter_id: string): Promise<MatterRow> {
  return tx.one(sql`
    select ${matterColumns}, note_readable(m.id) from matters m join questionnaires q on q.id = m.questionnaire_id where m.id = ${matter_id}`)
}

/** The matter's part of an event's payload. */
export function subjectOf(matter: MatterRow): EventSubject {
  const { id, context, questionnaire_id, internal_type } = matter
  return { id, context, questionnaire: { id: questionnaire_id, internal_type } }
}

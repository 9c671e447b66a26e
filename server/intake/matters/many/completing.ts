// Gives many matters what they lack, in a few statements for all. The caller holds their locks.
import { endsCouple, type MaritalStatus } from "../../../definition/people/marital-status.ts"
import type { EventSubject } from "../../../firm/events/events.ts"
import { json, sql, type Tx } from "../../../platform/db/sql.ts"
import { recordMany } from "./changes.ts"

/** The marital status of main clients who have none; one without a couple, only where there is no spouse. */
export async function completeMaritalStatuses(
  tx: Tx,
  known: readonly { matter_id: string; marital_status: MaritalStatus | "" }[],
): Promise<void> {
  const rows = known.flatMap(({ matter_id, marital_status }) =>
    marital_status ? [{ matter_id, marital_status, is_alone: endsCouple(marital_status) }] : [],
  )
  const filled = await tx.all<{ matter_id: string; value: MaritalStatus }>(sql`
    update matters m set contact_main_marital_status = k.marital_status
      from jsonb_to_recordset(${json(rows)}) as k (matter_id text, marital_status text, is_alone boolean)
     where m.id = k.matter_id and m.contact_main_marital_status = ''
       and not (k.is_alone and m.contact_spouse_id is not null)
    returning m.id as matter_id, m.contact_main_marital_status as value`)
  await recordMany(
    tx,
    filled.map(({ matter_id, value }) => {
      const field = "contact_main_marital_status"
      return { matter_id, record_id: matter_id, field, value, previous: null }
    }),
  )
}

/**
 * Closes matters that no one was invited to, on the day given, which they may have been opened before; returns those it
 * closed, for `recordEvents`. A client who has a link goes on.
 */
export async function closeUninvited(
  tx: Tx,
  ended: readonly { matter_id: string; opened_on: string; closed_on: string }[],
): Promise<EventSubject[]> {
  const rows = await tx.all<
    Omit<EventSubject, "questionnaire"> & EventSubject["questionnaire"] & { of: string }
  >(sql`
    update matters m
       set close_date = e.closed_on, open_date = least(m.open_date, e.opened_on),
           client_could_edit_before_close = m.client_may_edit, client_may_edit = false, last_activity_at = ${tx.now}
      from jsonb_to_recordset(${json(ended)})
             as e (matter_id text, opened_on date, closed_on date),
           questionnaires q
     where m.id = e.matter_id and q.id = m.questionnaire_id and m.close_date is null and m.started_at is null
       and not m.is_submitted and not exists (select from invitations i where i.matter_id = m.id)
    returning m.id as of, m.context, q.id, q.internal_type`)
  return rows.map(({ of, context, id, internal_type }) => ({
    ...{ id: of, context, questionnaire: { id, internal_type } },
  }))
}

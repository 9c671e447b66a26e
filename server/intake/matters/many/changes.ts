import { json, sql, type Tx } from "../../../platform/db/sql.ts"
import { isSameValue, type Json } from "../changes/changes.ts"

/** The most matters that one action changes. */
export const max_bulk = 10_000

export interface NewValue {
  matter_id: string
  record_id: string
  field: string
  value: Json
  previous: Json
}

/**
 * Records new values of many fields, in one statement for all. The caller holds the matters' locks and knows that each
 * value differs from the one before.
 */
export async function recordMany(tx: Tx, values: readonly NewValue[]): Promise<void> {
  if (values.length === 0) return
  const stored = (value: Json) => (isSameValue(value, null) ? null : value)
  const rows = values.map(({ value, previous, ...row }) => ({
    ...row,
    value: stored(value),
    previous: stored(previous),
  }))
  await tx.run(sql`
    insert into changes (matter_id, record_id, field, revision, value, previous, changed_at)
    select r.matter_id, r.record_id, r.field, coalesce(l.revision, 0) + 1, r.value,
           case when l.revision is null and r.previous <> 'null' then r.previous end, ${tx.now}
      from jsonb_to_recordset(${json(rows)})
             as r (matter_id text, record_id text, field text, value jsonb, previous jsonb)
      left join lateral (select c.revision from changes c where c.record_id = r.record_id and c.field = r.field
                          order by c.revision desc limit 1) l on true`)
  await tx.run(sql`
    update matters set last_activity_at = greatest(last_activity_at, ${tx.now})
     where id = any(${[...new Set(values.map(({ matter_id }) => matter_id))]}::text[])`)
}

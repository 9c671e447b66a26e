// When closed matters become due for deletion, by the firm's rule. People decide on each, unless the firm lets its rule
// delete them automatically (operations/deletions/automatic-deletion.ts).

import { changeSettings } from "../../firm/firms/firms.ts"
import { firmDayOf, type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { countText } from "../../platform/text/count-text.ts"
import type { MatterRow } from "./matter-row.ts"

export interface Retention {
  /** Years after closing; null for never. */
  years: number | null
  /** Due matters are deleted automatically. */
  is_automatic: boolean
  /** Certificates contain no names. */
  is_nameless: boolean
}

/** Returns the firm's retention settings. Nothing is due unless the firm has set a period. */
export function retentionOf(settings: Readonly<Record<string, unknown>>): Retention {
  const { retention_years, retention_automatic, certificates_without_names } = settings
  return {
    years: typeof retention_years === "number" ? retention_years : null,
    is_automatic: retention_automatic === true,
    is_nameless: certificates_without_names === true,
  }
}

/** Saves the firm's retention settings. */
export function changeRetention(tx: Tx, firm_id: string, chosen: Retention): Promise<void> {
  return changeSettings(tx, firm_id, {
    retention_years: chosen.years,
    retention_automatic: chosen.years !== null && chosen.is_automatic,
    certificates_without_names: chosen.is_nameless,
  })
}

export interface DueMatter {
  id: string
  name: string
  open_date: string
  close_date: string
  /** When someone restored it after a deletion; null for never. */
  restored_at: Date | null
}

/** Returns matters closed at least this many years ago and not on legal hold, oldest first, and their total number. */
export async function listDueMatters(
  tx: Tx,
  years: number,
  limit: number,
): Promise<{ count: number; rows: DueMatter[] }> {
  const [{ count }, rows] = await Promise.all([
    tx.one<{ count: number }>(sql`select count(*) from matters m where ${isDue(tx, years)}`),
    tx.all<DueMatter>(sql`
      select m.id, m.name, m.open_date, m.close_date,
             (select max(d.restored_at) from deletions d where d.matter_id = m.id) as restored_at
        from matters m where ${isDue(tx, years)}
       order by m.close_date, m.id limit ${limit}`),
  ])
  return { count, rows }
}

/** Days from creation or import during which the rule deletes nothing automatically. */
export const first_days = 30

/**
 * The due matters that the rule may delete without a person, oldest first. Who restored a matter has decided against the
 * rule; and files closed long ago are due as soon as they are imported, before anyone has looked at them.
 */
export function listMattersForRule(tx: Tx, years: number, only?: string): Promise<{ id: string }[]> {
  return tx.all(sql`
    select m.id from matters m
     where ${only === undefined ? sql`true` : sql`m.id = ${only}`} and ${isDue(tx, years)} and m.created_at <= ${tx.now}::timestamptz - ${first_days} * interval '1 day'
       and not exists (select from deletions d where d.matter_id = m.id and d.restored_at is not null)
     order by m.close_date, m.id`)
}

/** Whether matter `m` was closed at least this many years ago and is not on legal hold. */
export function isDue(tx: Tx, years: number): Sql {
  return sql`m.close_date <= (${firmDayOf(tx.now)} - make_interval(years => ${years}))::date
    and not exists (select from matter_holds h where h.matter_id = m.id)`
}

/** `1 year`, `7 years`. */
export function yearsText(years: number): string {
  return countText(years, "year")
}

/** Whether a matter's state allows deletion: closed, or never started by a client. */
export function isDeletable({
  close_date,
  started_at,
}: Pick<MatterRow, "close_date" | "started_at">): boolean {
  return close_date !== null || started_at === null
}

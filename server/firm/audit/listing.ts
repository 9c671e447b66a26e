import { joinSql, type Sql, sql, startOfFirmDay, type Tx, userName } from "../../platform/db/sql.ts"
import { type Listing, listCounted, type Page } from "../../platform/http/responses/paging.ts"

export interface AuditRow {
  id: string
  /** Its position in the firm's chain. */
  position: number
  action: string
  matter_id: string | null
  matter_name: string | null
  record_id: string | null
  label: string
  user_id: string | null
  /** Name or email address; empty if unknown. */
  user_name: string
  occurred_at: Date
}

/** Filters combine with AND; omitted filters match everything. */
export interface AuditFilters {
  /** Null: nobody was signed in. */
  user_id?: string | null
  action?: string
  matter_id?: string
  /** On this day or later, `YYYY-MM-DD` in UTC. */
  from?: string
  /** On this day or earlier. */
  until?: string
}

/** Returns a page of the firm's audit log, newest first. */
export function listAudit(tx: Tx, filters: AuditFilters, page: Page): Promise<Listing<AuditRow>> {
  return listCounted(tx, { columns, from, where: where(filters), order: newestFirst }, page)
}

/** Returns the entries before `before`, newest first, to read a long log in batches. */
export function listAuditBefore(
  tx: Tx,
  filters: AuditFilters,
  before: string | undefined,
  limit: number,
): Promise<AuditRow[]> {
  const more = before === undefined ? [] : [sql`a.id < ${before}`]
  return tx.all(sql`select ${columns} from ${from} ${where(filters, ...more)} ${newestFirst} limit ${limit}`)
}

/** Returns every action in the log, sorted by name. */
export async function listAuditActions(tx: Tx): Promise<string[]> {
  // A loose index scan: jumps from one name to the next instead of reading every entry.
  const rows = await tx.all<{ action: string }>(sql`
    with recursive known (action) as (
      (select action from audit_entries order by action limit 1)
      union all
      select (select a.action from audit_entries a where a.action > k.action order by a.action limit 1)
        from known k where k.action is not null)
    select action from known where action is not null`)
  return rows.map(({ action }) => action)
}

const columns = sql`
  a.id, a.position, a.action, a.matter_id, m.name as matter_name, a.record_id, a.label, a.user_id,
         ${userName(sql`u`)} as user_name, a.occurred_at`
const from = sql`
  audit_entries a left join matters m on m.id = a.matter_id left join users u on u.id = a.user_id`
const newestFirst = sql`order by a.id desc`

function where(filters: AuditFilters, ...more: Sql[]): Sql {
  const { user_id, action, matter_id, from, until } = filters
  const conditions = [...more]
  if (user_id === null) conditions.push(sql`a.user_id is null`)
  else if (user_id !== undefined) conditions.push(sql`a.user_id = ${user_id}`)
  if (action !== undefined) conditions.push(sql`a.action = ${action}`)
  if (matter_id !== undefined) conditions.push(sql`a.matter_id = ${matter_id}`)
  if (from !== undefined) conditions.push(sql`a.occurred_at >= ${startOfFirmDay(from)}`)
  if (until !== undefined) conditions.push(sql`a.occurred_at < ${startOfFirmDay(until, 1)}`)
  return conditions.length === 0 ? sql`` : sql`where ${joinSql(conditions, " and ")}`
}

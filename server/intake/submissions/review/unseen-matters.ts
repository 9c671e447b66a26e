// What lists know of changes that staff have not acknowledged, without comparing anything.
import { type Sql, sql, type Tx } from "../../../platform/db/sql.ts"

/**
 * Lets lists skip the comparison: only changes after this time are new. While something is still unseen, that is every
 * change since the first submission.
 */
export async function recordSeenUntil(tx: Tx, matter_id: string, is_all_seen: boolean): Promise<void> {
  await (is_all_seen
    ? tx.run(sql`
        insert into seen_matters (matter_id, seen_until)
        select ${matter_id}, coalesce(max(changed_at), ${tx.now}) from changes where matter_id = ${matter_id}
        on conflict (firm_id, matter_id) do update set seen_until = excluded.seen_until`)
    : tx.run(sql`
        update seen_matters set seen_until = s.first_at
          from (select min(submitted_at) as first_at from submissions where matter_id = ${matter_id}) s
         where matter_id = ${matter_id}`))
}

/** Selects those of these matters with client changes after the first submission that no one has fully acknowledged. */
export function unseenAmong(matter_ids: readonly string[]): Sql {
  return sql`select m.id from matters m where m.id = any(${[...matter_ids]}::text[]) and ${isUnseen}`
}

/** The same for all matters of the firm that are neither completed nor closed, so that finished years cost nothing. */
export async function listUnseenMatters(tx: Tx): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(sql`
    select m.id from matters m
     where m.submitted_at is not null and m.completed_at is null and m.close_date is null and ${isUnseen}`)
  return rows.map(({ id }) => id)
}

/** When a client last changed matter `m`, apart from what answered an open item. */
export const changedByClient = sql`
  (select c.changed_at from changes c join users u on u.id = c.changed_by
    where c.matter_id = m.id and u.is_client_user and not c.is_awaited order by c.changed_at desc limit 1)`

/** Whether matter `m` has client changes after the first submission that no one has fully acknowledged. */
export const isUnseen = sql`
  m.submitted_at is not null
  and coalesce(${changedByClient} > greatest(
        (select min(s.submitted_at) from submissions s where s.matter_id = m.id),
        (select w.seen_until from seen_matters w where w.matter_id = m.id)), false)`

// Fills a separate database with millions of rows in minutes: loads without triggers, builds the indexes afterward, and
// then writes what the triggers would have written, one statement per table. Only a superuser may do this, which the
// embedded database's `postgres` is. Each run checks with a small firm that both methods give the same result.
import assert from "node:assert/strict"
import { type Database, openDatabase } from "../server/platform/db/database.ts"
import { rawSql, type Sql, sql, type Tx } from "../server/platform/db/sql.ts"
import type { Core } from "../server/service.ts"
import { cleanUp } from "./matters.ts"

const statement_timeout_ms = 60 * 60_000

export interface Load {
  firm_id: string
  user_id: string
  write(tx: Tx): Promise<void>
}

/** Runs each load in its firm's transaction; the resulting matters, people, and events look as if triggers had run. */
export async function loadFirms(core: Core, loads: readonly Load[]): Promise<void> {
  const superuser = openSuperuser(core)
  try {
    const indexes = await superuser.forPlatform((tx) => dropIndexes(tx))
    for (const { firm_id, user_id, write } of loads) {
      const work = async (tx: Tx) => {
        await tx.run(sql`set local role none`)
        await tx.run(sql`set local session_replication_role = replica`)
        await write(tx)
        for (const statement of whatTriggersWrite) await tx.run(statement)
      }
      await superuser.forFirm(firm_id, work, { user_id })
    }
    // Each matter is written twice, the second time to set since when one of its people has waited.
    await superuser.pool.query("vacuum full matters")
    for (const definition of indexes)
      await superuser.forPlatform(async (tx) => {
        await tx.run(sql`set local role none`)
        await tx.run(sql`set local maintenance_work_mem = '1GB'`)
        await tx.run(rawSql(definition))
      })
    await cleanUp(core.db)
  } finally {
    await superuser.close()
  }
}

/** Loads one firm without triggers and the other with them, and throws unless both have the same result. */
export async function checkLoading(core: Core, load: Load, slow: Omit<Load, "write">): Promise<void> {
  const { db } = core
  await loadFirms(core, [load])
  await db.withTimeout(statement_timeout_ms).forFirm(slow.firm_id, load.write, slow)
  await db.forPlatform((tx) => tx.run(sql`select add_up_matter_counts(${slow.firm_id})`))
  for (const table of [
    "matters",
    "contacts",
    "events",
    "search_entries",
    "possible_conflicts",
    "matter_counts",
    "matter_count_changes",
    "event_counts",
    "firm_revisions",
  ]) {
    const rowsOf = (firm_id: string) => db.forFirm(firm_id, (tx) => tx.all(contentOf(table)))
    const [expected, loaded] = [await rowsOf(slow.firm_id), await rowsOf(load.firm_id)]
    assert.deepEqual(loaded, expected, `Loading and triggers do not write the same ${table}.`)
    if (table !== "matter_count_changes") assert.notEqual(expected.length, 0, `There are no ${table}.`)
  }
}

/** A firm's rows in a table, without random values: firm and questionnaire ids, revisions, and timestamps. */
function contentOf(table: string): Sql {
  const own = sql`
    array['firm_id', 'questionnaire_id', 'revision', 'matters_revision', 'created_at', 'last_activity_at', 'added_at', 'user_id']`
  const conflict = sql`jsonb_build_object('conflict_since', to_jsonb(t) ->> 'conflict_since' is not null)`
  const row =
    table === "firm_revisions"
      ? sql`jsonb_build_object('firm', 1)`
      : sql`to_jsonb(t) - ${own} || ${conflict} || case when to_jsonb(t) ->> 'list' like 'quest%' then '{"list": "quest"}' else '{}' end::jsonb`
  return sql`select ${row} as row from ${rawSql(table)} t order by 1`
}

function openSuperuser({ connection }: Core): Database {
  const { host, port, database } = connection
  const superuser = openDatabase({
    connection: { host, port, database, user: "postgres" },
    max_connections: 1,
  })
  return Object.assign(superuser.withTimeout(statement_timeout_ms), { close: () => superuser.close() })
}

/** Drops indexes that are faster to rebuild than to maintain; returns the statements that rebuild them. */
async function dropIndexes(tx: Tx): Promise<string[]> {
  await tx.run(sql`set local role none`)
  const indexes = await tx.all<{ name: string; definition: string }>(sql`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid in ('matters'::regclass, 'contacts'::regclass, 'search_entries'::regclass, 'events'::regclass)
       and not i.indisunique`)
  for (const { name } of indexes) await tx.run(sql`drop index ${rawSql(name)}`)
  return indexes.map(({ definition }) => definition)
}

const entry = (source: Sql, contact: Sql, kind: string, text: Sql): Sql => sql`
  insert into search_entries (firm_id, matter_id, record_id, contact_id, kind, folded)
  select r.firm_id, ${rawSql(kind === "matter" || kind === "file_number" ? "r.id" : "r.matter_id")}, r.id, ${contact}, ${kind},
         ' ' || f.folded
    from ${source} r cross join lateral (select fold_text(left(${text}, 500)) as folded) f
   where r.firm_id = current_firm() and f.folded <> ''`

/** The size of a stretch of counts, as in the trigger functions. */
const length = 2048

const whatTriggersWrite: readonly Sql[] = [
  sql`insert into firm_revisions (firm_id) values (current_firm()) on conflict do nothing`,
  entry(sql`matters`, sql`null`, "matter", sql`r.name`),
  entry(sql`matters`, sql`null`, "file_number", sql`r.file_number`),
  entry(sql`contacts`, sql`r.id`, "name", sql`r.full_name`),
  sql`
    insert into possible_conflicts (firm_id, matter_id, contact_id, folded, added_at)
    select firm_id, matter_id, id, folded, created_at from (
      select c.firm_id, c.matter_id, c.id, c.created_at, f.folded, row_number() over (partition by f.folded order by c.id) as bearer
        from contacts c cross join lateral (select ' ' || fold_text(left(c.full_name, 500)) as folded) f
       where c.firm_id = current_firm()) named
     where bearer > 1 and folded ~ '\\S \\S'`,
  sql`
    update matters m set conflict_since = p.since from (
      select firm_id, matter_id, min(added_at) as since from possible_conflicts
       where firm_id = current_firm() group by 1, 2) p
     where m.firm_id = p.firm_id and m.id = p.matter_id`,
  sql`
    insert into matter_counts (firm_id, list, open_date, id, state, is_submitted, approach, matters)
    select firm_id, list, begin_date, begin_id, state, is_submitted, approach, count(*) from (
      select m.firm_id, m.list, m.state, m.is_submitted, m.approach,
             case stretch when 0 then '-infinity' else first_value(open_date) over of_stretch end as begin_date,
             case stretch when 0 then '' else first_value(id::text) over of_stretch end as begin_id from (
        select m.*, q.approach, l.list,
               case when count(*) over (partition by l.list) > 2 * ${length}::int
                    then (row_number() over (partition by l.list order by m.open_date, m.id) - 1) / ${length}::int else 0 end as stretch
          from matters m join questionnaires q on q.firm_id = m.firm_id and q.id = m.questionnaire_id
         cross join lateral unnest(array['', coalesce(m.assignee_id, 'none'), m.questionnaire_id]) l (list)
         where m.firm_id = current_firm() and not m.is_restricted) m
      window of_stretch as (partition by list, stretch order by open_date, id)) m
     group by 1, 2, 3, 4, 5, 6, 7`,
  sql`
    insert into event_counts (firm_id, occurred_at, id, events)
    select firm_id, min(occurred_at), min(id::text), count(*) from (
      select *, (row_number() over (order by occurred_at, id) - 1) / ${length}::int as stretch
        from events where firm_id = current_firm()) e
     group by firm_id, stretch`,
]

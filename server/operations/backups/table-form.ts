// Keys, indexes, triggers and row-level security of the tables, which are off while rows load.
import type pg from "pg"

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** Drops foreign keys: they can be circular, so no order of tables satisfies them. Adding them back at the end checks all rows at once. */
export async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f' order by conrelid, conname`)
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows
}

/** Drops indexes, which build much faster over complete tables, except those of primary and unique keys. */
export async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations'
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
     order by 1`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

interface Form {
  /** The `alter table …` commands that restore triggers and row-level security. */
  commands: string[]
  /** All constraints, indexes, triggers and row-level security policies, for comparison. */
  description: string
}

export async function describeForm(client: pg.Client): Promise<Form> {
  const { rows } = await client.query<{ line: string; command: string | null }>(`
    select format('%s %s: %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line, null as command
      from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select indexdef, null from pg_indexes where schemaname = 'public'
    union all
    select format('%s %s', pg_get_triggerdef(t.oid), t.tgenabled),
           format('alter table %s %s trigger %I', t.tgrelid::regclass,
                  case t.tgenabled when 'O' then 'enable' when 'D' then 'disable'
                                   when 'A' then 'enable always' else 'enable replica' end, t.tgname)
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
    union all
    select format('%s %s %s', c.oid::regclass, c.relrowsecurity, c.relforcerowsecurity),
           case when c.relforcerowsecurity then format('alter table %s force row level security', c.oid::regclass) end
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     order by 1`)
  return {
    commands: rows.flatMap(({ command }) => (command === null ? [] : [command])),
    description: rows.map(({ line }) => line).join("\n"),
  }
}

export async function restoreForm(client: pg.Client, form: Form, foreignKeys: ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const command of form.commands) await client.query(command)
  const { description } = await describeForm(client)
  if (description !== form.description)
    throw new Error(
      "The keys, indexes, triggers and row security of the tables could not be put back. Nothing was restored.",
    )
}

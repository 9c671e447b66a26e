import type pg from "pg"
import { listTables, type Table } from "../backups/tables.ts"

/** Tables whose rows do not move, and why. The database fills those that follow from others by itself. */
export const stayingTables: Readonly<Record<string, string>> = {
  event_counts: "Follows from events.",
  exports: "Files ready to download.",
  firm_revisions: "Shows programs whether a list has changed.",
  impersonations: "Ends with its session.",
  mailed_codes: "Signed with the other installation's keys.",
  matter_contexts: "Follows from matters.",
  matter_count_changes: "Follows from matters.",
  matter_counts: "Follows from matters.",
  outside_entries: "Follows from inquiries and names.",
  possible_conflicts: "Follows from the people of all matters.",
  search_entries: "Follows from all other tables.",
  sessions: "Browsers that are signed in at the other address.",
  stored_files: "Follows from the files that arrive.",
  unfinished_parts: "Files that have not arrived.",
  unfinished_uploads: "Files that have not arrived.",
}

/** Every table that moves, parents first. Read from the catalog, so that a table added later moves like the others. */
export async function listMovingTables(client: pg.Client): Promise<Table[]> {
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]))
  const { rows } = await client.query<{ name: string }>(`
    with recursive hanging (relation, depth) as (
      select 'public.firms'::regclass::oid, 0
      union
      select k.conrelid, h.depth + 1
        from hanging h join pg_constraint k on k.confrelid = h.relation and k.contype = 'f' and not k.condeferrable
         and k.conrelid <> k.confrelid
       where h.depth < 20)
    select c.relname::text as name from hanging h join pg_class c on c.oid = h.relation
     group by 1 order by max(h.depth), 1`)
  return rows.flatMap(({ name }) => (name in stayingTables ? [] : (tables.get(name) ?? [])))
}

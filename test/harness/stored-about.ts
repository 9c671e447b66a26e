import { sql } from "../../server/platform/db/sql.ts"
import type { TestFirm } from "./service.ts"

/**
 * Every row about a matter, by table, without what always differs between two matters that were treated alike: ids, names,
 * times, secrets, and the label by which the audit log tells software from staff.
 */
export async function storedAbout(firm: TestFirm, matter_id: string): Promise<Record<string, object[]>> {
  return firm.run(async (tx) => {
    const tables = await tx.all<{ name: string; key: string }>(sql`
      select c.relname as name, a.attname as key from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and (a.attname = 'matter_id' or c.relname = 'matters' and a.attname = 'id')
         and has_table_privilege('foyer_firm', c.oid, 'select') and c.relname <> 'idempotent_answers'`)
    const stored = await Promise.all(
      tables.map(async ({ name, key }): Promise<[string, object[]]> => {
        const text = `select to_jsonb(t) as row from ${name} t where ${key} = $1`
        const rows = await tx.all<{ row: object }>({ text, values: [matter_id] })
        return [
          name,
          rows
            .map(({ row }) => essenceOf(name, row))
            .toSorted()
            .map((row) => JSON.parse(row)),
        ]
      }),
    )
    return Object.fromEntries(stored.filter(([, rows]) => rows.length > 0))
  })
}

const incidental = /sealed$|hash$|^(position|revision|previous|search_name|request_id)$/

function essenceOf(table: string, row: object): string {
  const plain = Object.entries(row).filter(
    ([name]) => !incidental.test(name) && !(table === "audit_entries" && name === "label"),
  )
  return JSON.stringify(Object.fromEntries(plain))
    .replace(/("url_short_name": ?)"[^"]*"/g, '$1"NAME"')
    .replace(/[0-9A-F]{32}/g, "ID")
    .replace(/\d{4}-\d\d-\d\dT[^"\\]*/g, "TIME")
}

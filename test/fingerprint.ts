// Detects changes: reduces the content of a firm's tables and the file store to one comparable value.
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { sql } from "../server/platform/db/sql.ts"
import type { TestFirm, TestService } from "./harness/service.ts"

/** Tables that record a visit, which every request may change. */
const notes = ["api_keys", "api_requests", "sessions"]

/** The firm's row count and content hash by table, and the files in the store. */
export async function fingerprintOf(service: TestService, firm: TestFirm): Promise<Record<string, string>> {
  const stored = await firm.run(async (tx) => {
    const tables = await tx.all<{ name: string }>(sql`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'firm_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all(${notes})`)
    const rows = await Promise.all(
      tables.map(({ name }) =>
        tx.one<{ print: string }>({
          text: `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from ${name} t`,
          values: [],
        }),
      ),
    )
    return Object.fromEntries(tables.map(({ name }, index) => [name, rows[index]?.print ?? ""]))
  })
  return { ...stored, files: (await listFiles(service, firm)).join(" ") }
}

async function listFiles({ config }: TestService, { firm_id }: TestFirm): Promise<string[]> {
  const entries = await readdir(join(config.data_dir, "files"), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.parentPath.includes(firm_id))
    .map(({ name }) => name)
    .toSorted()
}

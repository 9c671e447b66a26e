// PostgreSQL's logical replication, filtered by the firm, moves a firm to another server
// (docs/decisions/0062-several-postgresql-servers.md). The schema must allow it.
import assert from "node:assert/strict"
import { test } from "node:test"
import pg from "pg"
import { openTestService } from "./harness/service.ts"

test("the rows of one firm, and only those, can be replicated to another server", async (t) => {
  const service = await openTestService({ own_database: true })
  const owner = new pg.Client({ connectionString: service.database_url })
  await owner.connect()
  t.after(async () => {
    await owner.end()
    await service.close()
  })
  const { rows } = await owner.query<{ name: string; firm: string; is_identified: boolean }>(`
    select c.relname as name, a.attname as firm,
           c.relreplident = 'f' or exists (
             select from pg_index i
              where i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey)) as is_identified
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = case c.relname when 'firms' then 'id' else 'firm_id' end
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`)
  assert.ok(rows.length > 50 && rows.some(({ name }) => name === "firms"))
  // A filter may only use columns that identify rows on the target.
  assert.deepEqual(
    rows.filter(({ is_identified }) => !is_identified).map(({ name }) => name),
    [],
  )
  const tables = rows.map(({ name, firm }) => `table ${name} where (${firm} = 'firm_${"0".repeat(32)}')`)
  await owner.query(`create publication one_firm for ${tables.join(", ")}`)
  const published = await owner.query("select from pg_publication_tables where rowfilter is not null")
  assert.equal(published.rowCount, rows.length)
  await owner.query("drop publication one_firm")
})

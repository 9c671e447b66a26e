import assert from "node:assert/strict"
import { cp, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { after, before, type TestContext, test } from "node:test"
import { pathToFileURL } from "node:url"
import pg from "pg"
import { newFolder } from "../../../../test/harness/new-folder.ts"
import { createEmptyDatabase, type OwnDatabase } from "../../../../test/harness/own-database.ts"
import { type LockWaiting, migrate, prepareAlone } from "./migrate.ts"

let database: OwnDatabase
before(async () => {
  database = await createEmptyDatabase()
  await asOwner("create table busy (id int)")
})
after(() => database.drop())

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  return client
}

async function asOwner(statement: string): Promise<Record<string, unknown>[]> {
  const client = await connect()
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** A folder with these migrations, on a database that has seen none of them. */
async function newMigrations(t: TestContext, files: Record<string, string>): Promise<URL> {
  const folder = newFolder("foyer-migrations-", t)
  t.after(() => asOwner("drop table if exists migrations"))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return pathToFileURL(`${folder}/`)
}

const apply = (folder: URL, waiting: Partial<LockWaiting> = {}) =>
  prepareAlone({ connection: { connectionString: database.url }, setting: "DATABASE_URL" }, (client) =>
    migrate(client, folder, waiting),
  )

test("a migration that waits for a long reader lets others read meanwhile, says so, and is applied once it can be", async (t) => {
  const folder = await newMigrations(t, { "0001-a.sql": "alter table busy add column patient int" })
  const reader = await connect()
  await reader.query("begin; select from busy")
  const other = await connect()
  const said: string[] = []
  const applying = apply(folder, {
    timeout_ms: 50,
    pause_ms: 1,
    say: (sentence) => {
      said.push(sentence)
      // Between two attempts nothing is queued; after the third, the reader ends.
      if (said.length === 3) void reader.query("commit")
    },
  })
  await other.query("set statement_timeout = 5000")
  await other.query("select from busy")
  assert.deepEqual(await applying, ["0001-a.sql"])
  assert.ok(said.length >= 3, said.join())
  assert.match(said[0] ?? "", /^Migration 0001-a\.sql waits for a table that others are using\./)
  await Promise.all([reader.end(), other.end()])
})

test("a migration gives up after the last attempt, names the remedy, and leaves nothing", async (t) => {
  const folder = await newMigrations(t, {
    "0001-a.sql": "create table first_one ()",
    "0002-b.sql": "create table half_done (); alter table busy add column late int",
  })
  t.after(() => asOwner("drop table first_one"))
  const reader = await connect()
  await reader.query("begin; select from busy")
  await assert.rejects(
    apply(folder, { timeout_ms: 20, pause_ms: 1, attempts: 2, say: () => undefined }),
    /^Error: Migration 0002-b\.sql failed in statement 2 and was rolled back: its tables stayed in use .* with 0001-a\.sql applied; .*End long transactions/,
  )
  await reader.end()
  assert.deepEqual(await asOwner("select to_regclass('half_done') as name"), [{ name: null }])
  assert.deepEqual(await apply(folder), ["0002-b.sql"])
  await asOwner("drop table half_done")
})

test("the error of a failing migration names the file, the place, the state of the database, and the way on", async (t) => {
  const cases: [text: string, found: RegExp][] = [
    ["select 1;\nselect 1;\nselect 1/0;\n", /failed in statement 3 and was rolled back: division by zero\./],
    ["-- Größe 😀\nselect 1;\n\nselect nothing_there from busy;", /failed at line 4 and .*nothing_there/],
    ["select 1;\nselct 2;", /failed at line 2 .*syntax error/],
    [
      "do $$ begin\n  raise exception 'no such firm';\nend $$",
      /failed in statement 1 \(PL\/pgSQL .* line 2 at RAISE\) .*no such firm/,
    ],
  ]
  for (const [text, found] of cases) {
    const folder = await newMigrations(t, { "0001-a.sql": text })
    await assert.rejects(apply(folder), ({ message }: Error) => {
      assert.match(message, /^Migration 0001-a\.sql failed/)
      assert.match(message, found)
      assert.match(message, /The database is as it was: the version that ran before works on it\./)
      assert.match(message, /Correct the cause and start again/)
      return true
    })
  }
})

test("a migration that was changed after it was applied is refused, with a way on for operators and developers", async (t) => {
  const folder = await newMigrations(t, { "0001-a.sql": "select 1" })
  await apply(folder)
  await cp(new URL("0001-a.sql", folder), new URL("0002-b.sql", folder))
  await writeFile(new URL("0001-a.sql", folder), "select 2")
  await assert.rejects(
    apply(folder),
    /0001-a\.sql is not the one this database was created with\. Nothing was changed\..*foyer restore --adapt.*add a new migration/,
  )
  assert.deepEqual(await asOwner("select name from migrations"), [{ name: "0001-a.sql" }])
})

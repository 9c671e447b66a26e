// The way from a release to the next, and back, by the programs that operators run.
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import pg from "pg"
import { createDemoDatabase } from "../harness/demo-database.ts"
import { literally } from "../harness/literally.ts"
import { createEmptyDatabase } from "../harness/own-database.ts"
import { createNext } from "../release/two-releases.ts"

const migration = "9999-next.sql"

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query(`begin; set local foyer.all_firms = 'on'; ${statement}; commit`)
    .then((results) => (results as unknown as pg.QueryResult[])[2]?.rows ?? [])
    .finally(() => client.end())
}

/** Adds the tests of upgrades for the package that `installed` will name, in `folder`. */
export function testUpgrades(folder: string, installed: () => string): void {
  test("an upgrade of the demo: checked, failed halfway, made, not undone, and from a backup", async (t) => {
    const demo = await createDemoDatabase()
    t.after(demo.drop)
    const data = demo.data_dir ?? join(folder, "demo")
    const today = installed()
    const broken = createNext(today, "9.0.1", migration, "create table halfway (id int);\nselect 1 / 0;")
    const next = createNext(
      today,
      "9.0.2",
      migration,
      "alter table matters add column note text not null default 'none';",
    )
    const run = (program: string, words: string[], url = demo.url, data_dir = data) => {
      const env = { ...process.env, NODE_ENV: "development", DATABASE_URL: url, FOYER_DATA: data_dir }
      return spawnSync(process.execPath, [join(program, "bin/foyer"), ...words], { env, encoding: "utf8" })
    }
    assert.equal(run(today, ["demo", "--json"]).status, 0)
    const counted =
      "select count(*)::int as matters, (select count(*)::int from answers) as answers from matters"
    const before = await query(demo.url, counted)
    assert.ok(Number(before[0]?.matters) > 10)

    const first = run(next, ["upgrade-check"])
    assert.match(first.stdout, /warning {2}Backup: None yet: run foyer backup before you upgrade/)
    assert.equal(first.status, 1)
    const backup = join(folder, "backup")
    assert.equal(run(next, ["backup", backup]).status, 0)
    const check = run(next, ["upgrade-check"])
    assert.match(check.stdout, literally("Version 9.0.2"))
    assert.match(check.stdout, literally(`or foyer migrate, applies ${migration};`))
    assert.equal(check.status, 0, check.stdout)
    assert.match(run(today, ["upgrade-check"]).stdout, /Nothing to migrate/)

    const failed = run(broken, ["migrate"])
    assert.equal(failed.status, 1)
    assert.match(
      failed.stderr,
      /9999-next\.sql failed in statement 2 and was rolled back: division by zero\. The/,
    )
    assert.match(failed.stderr, /The database is as it was: the version that ran before works on it\./)
    assert.deepEqual(await query(demo.url, "select to_regclass('halfway') as found"), [{ found: null }])
    assert.equal(run(today, ["migrate"]).status, 0)

    const migrated = run(next, ["migrate"])
    assert.equal(migrated.status, 0, migrated.stderr)
    assert.deepEqual(await query(demo.url, counted), before)
    assert.deepEqual(await query(demo.url, "select distinct note from matters"), [{ note: "none" }])

    const back = run(today, ["migrate"])
    assert.equal(back.status, 1)
    assert.match(back.stderr, literally(`A newer Foyer has changed this database (${migration}). Start that`))
    const refused = run(today, ["upgrade-check"])
    assert.match(refused.stdout, /BROKEN {3}Tables: A newer Foyer has changed this database/)
    assert.equal(refused.status, 2)

    const empty = await createEmptyDatabase()
    t.after(empty.drop)
    const restored = join(folder, "restored")
    mkdirSync(restored, { mode: 0o700 })
    for (const name of readdirSync(data).filter((one) => one.startsWith("master.key")))
      cpSync(join(data, name), join(restored, name))
    const restore = run(next, ["restore", backup], empty.url, restored)
    assert.equal(restore.status, 0, restore.stderr)
    assert.deepEqual(await query(empty.url, counted), before)
    assert.deepEqual(await query(empty.url, "select distinct note from matters"), [{ note: "none" }])
  })
}

import assert from "node:assert/strict"
import { cp, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { before, type TestContext, test } from "node:test"
import { pathToFileURL } from "node:url"
import pg from "pg"
import { fillIn } from "../../../test/contract/sample-firm.ts"
import {
  asPlatform,
  backUp,
  migrations,
  newFolder,
  newTarget,
  restore,
  tableSums,
} from "../../../test/harness/backup-targets.ts"
import { newIntake } from "../../../test/harness/sample-intake.ts"
import { provideService } from "../../../test/harness/service.ts"
import { prepareDatabase } from "../../service.ts"

const service = provideService({ own_database: true })
before(async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  await fillIn(service, await newIntake(firm))
  await fillIn(service, await newIntake(firm))
})

/** The migrations of a version whose notes on matters and firms differ, as edited in place. */
async function editedMigrations(t: TestContext, edit: (name: string, text: string) => string): Promise<URL> {
  const folder = await newFolder(t)
  await cp(migrations, folder, { recursive: true })
  const names = ["0001-firms.sql", "0009-installation.sql"]
  for (const name of names)
    await writeFile(join(folder, name), edit(name, await readFile(new URL(name, migrations), "utf8")))
  return pathToFileURL(`${folder}/`)
}

/** A backup made by a version with `extra` statements in its migration of firms. */
async function olderBackup(t: TestContext, extra: string, values = ""): Promise<string> {
  const [folder, between, older] = [await newFolder(t), await newFolder(t), await newTarget(t)]
  const edited = await editedMigrations(t, (name, text) =>
    name === "0001-firms.sql" ? `${text}\n${extra}` : text,
  )
  await backUp(service, between)
  await restore(between, older, service, { migrations: edited, adapts: true })
  const owner = new pg.Client({ connectionString: older.url })
  await owner.connect()
  await owner.query(`begin; set local foyer.all_firms = 'on'; ${values}; commit`).finally(() => owner.end())
  await backUp({ ...service, database_url: older.url, files: older.files }, folder)
  return folder
}

test("a backup of an unreleased version is refused with what would change, and restored with --adapt", async (t) => {
  const folder = await olderBackup(
    t,
    `alter table firms add column motto text, add column nickname text;
     alter table firms drop column contact_line;
     create table mottos (firm_id text collate "C" references firms, id text, primary key (firm_id, id));
     grant select on mottos to foyer_platform;`,
    `update firms set motto = E'Tab\\there, Größe'; insert into mottos select id, 'one' from firms`,
  )
  const target = await newTarget(t)
  await assert.rejects(restore(folder, target, service), ({ message }: Error) => {
    assert.deepEqual(message.split("\n  ").slice(1), [
      "The column firms.motto no longer exists: 1 values are left out.",
      "The column firms.contact_line is new and gets its default value.",
      "The table mottos no longer exists: its 1 rows are left out.",
    ])
    assert.match(message, /with another 0001-firms\.sql\. Nothing was restored\. .* or with --adapt/)
    return true
  })
  assert.deepEqual(await tableSums(target.url), {})
  assert.equal(await target.files.readClaim(), undefined)

  const { adapted } = await restore(folder, target, service, { adapts: true })
  assert.equal(adapted.length, 3)
  // It is this version's database now: it starts, and everything else is there.
  assert.deepEqual(await prepareDatabase({ connectionString: target.url }), [])
  const [was, is] = [await tableSums(service.database_url), await tableSums(target.url)]
  for (const name of ["firms", "processes"]) {
    delete was[name]
    delete is[name]
  }
  assert.deepEqual(is, was)
  const { rows } = await asPlatform(target.url, (client) =>
    client.query("select name, contact_line from firms"),
  )
  assert.deepEqual(rows, [{ name: "Hartwell & Pryce", contact_line: "" }])
})

test("a backup with other migrations but the same tables is refused, and says that nothing would change", async (t) => {
  const folder = await newFolder(t)
  await backUp(service, folder)
  const commented = await editedMigrations(t, (_, text) => `${text}\n-- Another comment.`)
  await assert.rejects(
    restore(folder, await newTarget(t), service, { migrations: commented }),
    /with another 0001-firms\.sql, 0009-installation\.sql\..*\n {2}Nothing: the same tables and columns\./,
  )
})

test("a backup that lacks what this version computes, or needs, is never adapted", async (t) => {
  const folder = await newFolder(t)
  await backUp(service, folder)
  for (const [extra, reason] of [
    [
      "alter table firms add column motto text not null",
      /The column firms\.motto is new, and has no default value\./,
    ],
    [
      `create table firm_counts (firm_id text collate "C" primary key, firms int);
       grant select on firm_counts to foyer_platform;
       create function count_firms() returns trigger language plpgsql as $$
       begin
         insert into firm_counts values (new.id, 1);
         return null;
       end $$;`,
      /The table firm_counts is new, and computed whenever other tables change\./,
    ],
  ] as const) {
    const newer = await editedMigrations(t, (name, text) =>
      name === "0001-firms.sql" ? `${text}\n${extra};` : text,
    )
    const target = await newTarget(t)
    await assert.rejects(restore(folder, target, service, { migrations: newer, adapts: true }), reason)
    assert.deepEqual(await tableSums(target.url), {})
  }
})

test("rows that a stricter version refuses end the restore with their table's name", async (t) => {
  const folder = await newFolder(t)
  await backUp(service, folder)
  const stricter = await editedMigrations(t, (name, text) =>
    name === "0001-firms.sql"
      ? `${text}\nalter table firms add constraint short_names check (length(name) < 3);`
      : text,
  )
  const target = await newTarget(t)
  await assert.rejects(
    restore(folder, target, service, { migrations: stricter, adapts: true }),
    /^FaultyBackup: Rows of the table firms do not fit: .*short_names/,
  )
  assert.deepEqual(await tableSums(target.url), {})
})

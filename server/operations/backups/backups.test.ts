import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { after, before, type TestContext, test } from "node:test"
import { pathToFileURL } from "node:url"
import { fillIn } from "../../../test/contract/sample-firm.ts"
import {
  asOwner,
  asPlatform,
  backUp,
  type EmptyTarget,
  migrations,
  newFolder,
  newServer,
  newTarget,
  restore,
  tableSums,
} from "../../../test/harness/backup-targets.ts"
import { startFakeS3 } from "../../../test/harness/fake-s3.ts"
import { createOwnDatabase, type OwnDatabase } from "../../../test/harness/own-database.ts"
import { refusals, refusing } from "../../../test/harness/refusing-store.ts"
import { newIntake } from "../../../test/harness/sample-intake.ts"
import { samplePng } from "../../../test/harness/sample-pictures.ts"
import { upload } from "../../../test/harness/sample-uploads.ts"
import { openTestService, type TestFirm, type TestService } from "../../../test/harness/service.ts"
import { findSystemPostgres } from "../../../test/temporary-database.ts"
import { changeLogo, storeLogo } from "../../firm/firms/logo/logo.ts"
import { sweepRemoved } from "../../intake/documents/sweep.ts"
import { closeMatter } from "../../intake/matters/lifecycle.ts"
import { openDatabase } from "../../platform/db/database.ts"
import { migrate, prepareAlone } from "../../platform/db/schema/migrate.ts"
import { describeSchema } from "../../platform/db/schema/schema-page.ts"
import { sql } from "../../platform/db/sql.ts"
import { readEncrypted } from "../../platform/files/encrypted-files.ts"
import { openFileStore } from "../../platform/files/store/file-store.ts"
import { FileMissing, type FileStore } from "../../platform/files/store/store.ts"
import { discardFile } from "../../platform/files/stored-files.ts"
import { openKeyRing } from "../../platform/secrets/key-ring.ts"
import { prepareDatabase } from "../../service.ts"
import { deleteMatter } from "../deletions/deletions.ts"
import { checkBackup } from "./check.ts"
import { findManifest } from "./manifest.ts"

let database: OwnDatabase
let service: TestService
let firm: TestFirm

const counted = "(table matter_counts union all table matter_count_changes) counted"
before(async () => {
  ;({ database, service, firm } = await openFilled())
})
after(() => close({ database, service }))

interface Filled {
  database: OwnDatabase
  service: TestService
  firm: TestFirm
}

/** An installation of two firms with rows in most tables. */
async function openFilled(): Promise<Filled> {
  const database = await createOwnDatabase()
  const service = await openTestService({ database_url: database.url })
  const firm = await service.newFirm("Hartwell & Pryce")
  await fillIn(service, await newIntake(firm))
  const gone = await newIntake(firm)
  await upload(service, gone, { request_id: gone.ids.statements }, "May.txt", "Of a matter that is deleted")
  await firm.run((tx) => closeMatter(tx, gone.matter_id))
  await firm.run((tx) => deleteMatter(tx, service.ring, { matter_id: gone.matter_id, reason: "Asked to." }))
  const logo = await storeLogo(service, firm.firm_id, samplePng())
  await firm.run((tx) => changeLogo(tx, logo))
  const other = await service.newFirm("Another firm \\ with\ttab")
  await fillIn(service, await newIntake(other))
  return { database, service, firm }
}

async function close({ database, service }: Pick<Filled, "database" | "service">): Promise<void> {
  await service.close()
  await database.drop()
}

/** Returns what the manifest lists for every table. */
async function sumsOf(folder: string): Promise<Record<string, string>> {
  const manifest = await findManifest(folder)
  return Object.fromEntries(
    (manifest?.tables ?? []).map(({ name, rows, sha256 }) => [name, `${rows} ${sha256}`]),
  )
}

/** Reads every document of the restored installation with the key, and compares it with the upload. */
async function readDocuments({ url, data_dir, files }: EmptyTarget): Promise<number> {
  const ring = await openKeyRing({ data_dir })
  const { rows } = await asPlatform(url, (client) =>
    client.query<{ key: string; wrapped_key: string; sha256: Buffer }>(
      "select file_key as key, wrapped_key, sha256 from documents where removed_at is null",
    ),
  )
  for (const { sha256, ...file } of rows) {
    const bytes = await buffer(await readEncrypted(files, ring, file))
    assert.deepEqual(createHash("sha256").update(bytes).digest(), sha256)
  }
  return rows.length
}

const numberOf = async (url: string, text: string) =>
  asPlatform(url, async (client) =>
    Number((await client.query(`select (${text}) as number`)).rows[0]?.number),
  )

test("a backup created during concurrent writes is one snapshot, and a restored installation matches it exactly", async (t) => {
  const folder = join(await newFolder(t), "backup")
  // Needs its own installation: these writes would appear in the backups of the other tests.
  const { database, service, firm } = await openFilled()
  t.after(() => close({ database, service }))
  let writes = 0
  let isDone = false
  const writing = Array.from({ length: 4 }, async () => {
    while (!isDone) {
      const written = await newIntake(firm)
      await upload(service, written, { request_id: written.ids.statements }, "Own.txt", `Number ${writes}`)
      writes += 1
    }
  })
  while (writes < 4) await new Promise((resolve) => setImmediate(resolve))
  const { manifest, missing } = await backUp(service, folder).finally(() => {
    isDone = true
  })
  const during = writes
  await Promise.all(writing)
  assert.ok(during > 4, `${during} writes`)
  assert.deepEqual(missing, [])

  const location = await newServer(t)
  await restore(folder, location, service)
  const sums = await tableSums(location.url)
  assert.deepEqual(sums, await sumsOf(folder))
  assert.equal(
    Object.keys(sums).length,
    await asOwner(
      database.url,
      "select count(*) from pg_tables where schemaname = 'public' and tablename <> 'migrations'",
    ),
  )
  assert.ok(Object.entries(sums).filter(([, sum]) => !sum.startsWith("0 ")).length > 25, JSON.stringify(sums))
  assert.equal(await readDocuments(location), await numberOf(location.url, "select count(*) from documents"))
  const matters = manifest.tables.find(({ name }) => name === "matters")?.rows ?? 0
  assert.equal(
    await numberOf(location.url, `select sum(matters)::int from ${counted} where list = ''`),
    matters,
  )
  assert.equal(
    await numberOf(
      location.url,
      "select count(*) from matters m join contacts c on c.id = m.contact_main_id",
    ),
    matters,
  )
})

test("a restored database has the same schema as a new one, and keeps working", async (t) => {
  const folder = await newFolder(t)
  await backUp(service, folder)
  const [location, fresh] = [await newTarget(t), await newTarget(t)]
  await restore(folder, location, service)
  await prepareDatabase({ connectionString: fresh.url })
  assert.equal(await describe(location.url), await describe(fresh.url))

  const restored = await openTestService({ database_url: location.url, data_dir: location.data_dir }, t)
  assert.equal(restored.installation_id, service.installation_id)
  const here = await restored.db.forFirm(firm.firm_id, (tx) =>
    tx.one<{ name: string }>(sql`select name from firms`),
  )
  assert.equal(here.name, "Hartwell & Pryce")
  const total = () =>
    numberOf(
      location.url,
      `select sum(matters)::int from ${counted} where list = '' and firm_id = '${firm.firm_id}'`,
    )
  const before_ = await total()
  await newIntake({ ...firm, run: (work) => restored.db.forFirm(firm.firm_id, work, firm.admin) })
  assert.equal(await total(), before_ + 1)
})

/** Every table as in the documentation, plus what the documentation omits. */
async function describe(url: string): Promise<string> {
  const db = openDatabase({ connection: { connectionString: url }, max_connections: 1 })
  const more = await asPlatform(url, (client) =>
    client.query(`
      select pg_get_triggerdef(oid) as line, tgenabled::text as state from pg_trigger where not tgisinternal
      union all select pg_get_indexdef(indexrelid), '' from pg_index join pg_class c on c.oid = indrelid
       where c.relnamespace = 'public'::regnamespace
      union all select conrelid::regclass || conname || pg_get_constraintdef(oid), '' from pg_constraint
       where connamespace = 'public'::regnamespace
      union all select relname, relrowsecurity || ' ' || relforcerowsecurity || coalesce(relacl::text, '') from pg_class
       where relnamespace = 'public'::regnamespace
      union all select polrelid::regclass::text || polname, pg_get_expr(polqual, polrelid) from pg_policy
      union all select proname, pg_get_functiondef(p.oid) || proowner::regrole || coalesce(proacl::text, '')
        from pg_proc p where pronamespace = 'public'::regnamespace and prokind <> 'a'
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      order by 1, 2`),
  )
  try {
    return (await db.forPlatform(describeSchema)) + JSON.stringify(more.rows, null, 1)
  } finally {
    await db.close()
  }
}

test("waiting jobs are resumed after a restore, and finished jobs are not repeated", async (t) => {
  const folder = await newFolder(t)
  const waiting = (url: string) =>
    asOwner(url, "select count(*) from pgboss.job where state < 'completed' and name not like '\\_\\_%'")
  await asOwner(
    database.url,
    "update pgboss.job set state = 'completed', completed_on = now() where name = 'send-mail'",
  )
  await backUp(service, folder)
  const location = await newTarget(t)
  await restore(folder, location, service)
  assert.ok((await waiting(location.url)) > 3)
  assert.equal(await waiting(location.url), await waiting(database.url))
  assert.equal(await asOwner(location.url, "select count(*) from pgboss.job where name = 'send-mail'"), 0)
  assert.equal(
    await asOwner(
      location.url,
      `select count(*) from pgboss.job where data ->> 'firm_id' = '${firm.firm_id}'`,
    ),
    await asOwner(
      database.url,
      `select count(*) from pgboss.job where data ->> 'firm_id' = '${firm.firm_id}' and state < 'completed'`,
    ),
  )
})

test("another backup to the same folder copies only new files, repairs damaged ones and drops removed ones", async (t) => {
  const folder = await newFolder(t)
  const first = await backUp(service, folder)
  const [saved_file = ""] = await filesIn(folder)
  await flip(saved_file, 20)
  const fresh = await newIntake(firm)
  await upload(service, fresh, { request_id: fresh.ids.statements }, "June.txt", "Content of June")
  const second = await backUp(service, folder)
  assert.equal(second.reused_files, first.manifest.files.count - 1)
  assert.equal(second.manifest.files.count, first.manifest.files.count + 1)
  assert.deepEqual((await checkBackup({ folder, ring: service.ring })).faults, [])

  await firm.write(sql`delete from documents where matter_id = ${fresh.matter_id}`)
  const third = await backUp(service, folder)
  assert.equal(third.manifest.files.count, first.manifest.files.count)
  assert.equal((await filesIn(folder)).length, first.manifest.files.count)
  assert.deepEqual(
    (await readdir(folder)).toSorted(),
    [third.manifest.id, "files", "manifest.json"].toSorted(),
  )
})

test("a file that the store refuses is reported, and the rest is backed up", async (t) => {
  const { rows } = await asPlatform(database.url, (client) =>
    client.query<{ file_key: string }>("select file_key from documents order by id limit 1"),
  )
  const lost = rows[0]?.file_key ?? ""
  for (const fault of refusals)
    for (const is_late of [false, true]) {
      const folder = await newFolder(t)
      const files = refusing(service.files, lost, fault, { is_late })
      const { manifest, missing } = await backUp(service, folder, { files })
      assert.deepEqual([missing, manifest.files.missing], [[lost], 1])
      assert.deepEqual((await checkBackup({ folder })).faults, [])
    }
})

test("a file missing from the store is reported, and the rest is backed up", async (t) => {
  const folder = await newFolder(t)
  const { rows } = await asPlatform(database.url, (client) =>
    client.query<{ file_key: string }>("select file_key from documents order by id limit 1"),
  )
  const lost = rows[0]?.file_key ?? ""
  const { manifest, missing } = await backUp(service, folder, { files: without(service.files, lost) })
  assert.deepEqual(missing, [lost])
  assert.equal(manifest.files.missing, 1)
  const checked = await checkBackup({ folder })
  assert.deepEqual(checked.faults, [])
  assert.match(checked.missing[0] ?? "", new RegExp(lost))
  const location = await newTarget(t)
  await restore(folder, location, service)
  await assert.rejects(location.files.read(lost), FileMissing)
})

test("a file removed during the backup is copied from the trash; a purged file counts as removed, not as missing", async (t) => {
  const folder = await newFolder(t)
  const [removed, purged] = [await newIntake(firm), await newIntake(firm)]
  const keyOf = async ({ matter_id }: { matter_id: string }) =>
    (await firm.one<{ file_key: string }>(sql`select file_key from documents where matter_id = ${matter_id}`))
      .file_key
  for (const given of [removed, purged])
    await upload(service, given, { request_id: given.ids.statements }, "July.txt", given.matter_id)
  const [inTrash, gone] = [await keyOf(removed), await keyOf(purged)]
  const remove = async () => {
    await firm.run((tx) =>
      tx.run(sql`update documents set removed_at = ${tx.now} where file_key = ${inTrash}`),
    )
    await sweepRemoved(service, firm.firm_id)
    await firm.write(sql`delete from documents where file_key = ${gone}`)
    await discardFile(service, firm.firm_id, gone)
  }
  // Files are read in parallel, so delay all reads until both files are gone.
  let removing: Promise<void> | undefined
  const files: FileStore = {
    ...service.files,
    read: async (key, range) => {
      removing ??= remove()
      await removing
      return service.files.read(key, range)
    },
  }
  const { manifest, missing } = await backUp(service, folder, { files })
  assert.deepEqual(missing, [])
  assert.equal(manifest.files.removed_meanwhile, 1)
  const { faults, opened } = await checkBackup({ folder, ring: service.ring })
  assert.deepEqual(faults, [])
  assert.equal(opened, manifest.files.count)
  const listed = await readFile(join(folder, manifest.id, "files.jsonl"), "utf8")
  assert.ok(listed.includes(inTrash) && !listed.includes(gone))
})

function without(files: FileStore, key: string): FileStore {
  return {
    ...files,
    read: async (wanted_key, range) => {
      if (wanted_key === key) throw new FileMissing(key)
      return files.read(wanted_key, range)
    },
  }
}

test("a flipped byte is detected anywhere in a backup, and the backup is not restored", async (t) => {
  const folder = await newFolder(t)
  const { manifest } = await backUp(service, folder, { key: "aaaa:bbbb\n" })
  const inside = join(folder, manifest.id)
  const [stored = ""] = await filesIn(folder)
  const paths = [
    ...["matters.copy", "deletions.copy", "jobs.copy", "files.jsonl", "master.key"].map((name) =>
      join(inside, name),
    ),
    join(folder, "manifest.json"),
    stored,
  ]
  assert.deepEqual((await checkBackup({ folder, ring: service.ring })).faults, [])
  const location = await newTarget(t)
  for (const path of paths) {
    const size = (await readFile(path)).length
    for (const at of [0, Math.floor(size / 2), size - 2]) {
      await flip(path, at)
      const faults = await checkBackup({ folder }).then(
        (checked) => checked.faults,
        (error: Error) => [error.message],
      )
      assert.equal(faults.length, 1, `${path} at ${at}: ${faults.join("; ")}`)
      await flip(path, at)
    }
  }
  await flip(stored, 20)
  await assert.rejects(restore(folder, location, service), /damaged\. Nothing was restored/)
  assert.deepEqual(await readdir(join(location.data_dir)), ["master.key"])
  await flip(stored, 20)
  await rm(stored)
  assert.match((await checkBackup({ folder })).faults[0] ?? "", /is missing from the backup/)
})

test("the check decrypts every file if it has the key, and reports files that do not decrypt", async (t) => {
  const folder = await newFolder(t)
  const { manifest } = await backUp(service, folder)
  const all = await checkBackup({ folder, ring: service.ring })
  assert.deepEqual(all.faults, [])
  assert.equal(all.opened, manifest.files.count)
  const other = await checkBackup({ folder, ring: await openKeyRing({ data_dir: await newFolder(t) }) })
  assert.equal(other.opened, 0)
  assert.equal(other.faults.filter((fault) => /cannot be opened/.test(fault)).length, manifest.files.count)
})

test("an interrupted backup does not count, and leaves the previous one intact", async (t) => {
  const folder = await newFolder(t)
  const broken = { ...service.files, read: async () => Promise.reject(new Error("The disk is gone.")) }
  await assert.rejects(backUp(service, folder, { files: broken }), /The disk is gone/)
  await assert.rejects(checkBackup({ folder }), /no finished backup/)
  const { manifest } = await backUp(service, folder)
  await rm(join(folder, "files"), { recursive: true })
  await assert.rejects(backUp(service, folder, { files: broken }), /The disk is gone/)
  assert.equal((await findManifest(folder))?.id, manifest.id)
  assert.deepEqual(await checkRowsOnly(folder), [])
})

const checkRowsOnly = async (folder: string) =>
  (await checkBackup({ folder })).faults.filter((fault) => !fault.startsWith("File "))

test("the leftovers of a killed backup are not mistaken for a backup, and the next backup removes them", async (t) => {
  const folder = await newFolder(t)
  const { manifest } = await backUp(service, folder)
  await writeFile(join(folder, "backup_00000000000000000000000000000000"), "")
  await writeFile(join(folder, "manifest.json.0123.new"), "{")
  const next = await backUp(service, folder)
  assert.notEqual(next.manifest.id, manifest.id)
  assert.deepEqual(
    (await readdir(folder)).toSorted(),
    [next.manifest.id, "files", "manifest.json"].toSorted(),
  )
})

test("a folder with other contents, another installation's backup or the data folder itself is refused", async (t) => {
  const folder = await newFolder(t)
  await writeFile(join(folder, "letter.txt"), "Dear")
  await assert.rejects(backUp(service, folder), /is not empty and not a backup: it contains letter.txt/)
  assert.deepEqual(await readdir(folder), ["letter.txt"])
  await assert.rejects(backUp(service, join(service.config.data_dir, "backup")), /in the data folder/)

  const own = await createOwnDatabase()
  const other = await openTestService({ database_url: own.url })
  t.after(async () => {
    await other.close()
    await own.drop()
  })
  const theirs = join(folder, "theirs")
  const { manifest } = await backUp(other, theirs)
  await assert.rejects(backUp(service, theirs), /backup of another installation/)
  assert.equal((await findManifest(theirs))?.id, manifest.id)
})

test("a restore needs an empty target; anything else is refused and left unchanged", async (t) => {
  const folder = await newFolder(t)
  const { manifest } = await backUp(service, folder)
  const used = await newTarget(t)
  await prepareDatabase({ connectionString: used.url })
  const before_ = await tableSums(used.url)
  await assert.rejects(restore(folder, used, service), /already has Foyer's tables/)
  assert.deepEqual(await tableSums(used.url), before_)

  const location = await newTarget(t)
  await location.files.write("documents/firm/one", Readable.from([Buffer.from("one")]))
  await assert.rejects(restore(folder, location, service), /is not empty: it holds documents\/firm\/one/)
  await location.files.remove("documents/firm/one")
  await location.files.claim('{"installation_id":"installation_X"}')
  await assert.rejects(restore(folder, location, service), /belongs to another installation, installation_X/)
  assert.deepEqual(await tableSums(location.url), {})
  assert.ok(manifest.files.count > 3)
})

test("a restore without the right key is refused", async (t) => {
  const folder = await newFolder(t)
  await backUp(service, folder)
  const location = await newTarget(t)
  await assert.rejects(restore(folder, location), /The master key is missing/)
  const strangers = await newTarget(t)
  await openKeyRing({ data_dir: strangers.data_dir })
  await assert.rejects(restore(folder, strangers), /lacks the master key/)
  for (const { data_dir, files } of [location, strangers]) {
    assert.equal(await files.readClaim(), undefined)
    assert.ok((await readdir(data_dir)).every((name) => name === "master.key"))
  }
})

test("restoring a backup that includes its key installs the key", async (t) => {
  const folder = await newFolder(t)
  const key = await readFile(join(service.config.data_dir, "master.key"), "utf8")
  await backUp(service, folder, { key })
  const location = await newTarget(t)
  await restore(folder, location)
  assert.equal(await readFile(join(location.data_dir, "master.key"), "utf8"), key)
  assert.ok((await readDocuments(location)) > 3)
})

test("a restore interrupted at any point leaves an empty database, and the next one starts over", async (t) => {
  const folder = await newFolder(t)
  await backUp(service, folder)
  const location = await newTarget(t)
  for (const part of ["files", "tables"] as const) {
    let isChecked = false
    const cut = restore(folder, location, service, {
      connect: async () => {
        isChecked = true
        return { connection: { connectionString: location.url }, setting: "DATABASE_URL" }
      },
      onProgress: (at) => {
        if (isChecked && at.part === part && at.done > 5) throw new Error("Killed.")
      },
    })
    await assert.rejects(cut, /Killed/)
    assert.equal(await asOwner(location.url, "select count(*) from pg_tables where schemaname = 'public'"), 0)
  }
  let there = 0
  await restore(folder, location, service, { onFilesThere: () => (there += 1) })
  assert.equal(there, 1)
  assert.deepEqual(await tableSums(location.url), await sumsOf(folder))
  assert.ok((await readDocuments(location)) > 3)
})

test("a backup of an older Foyer is migrated; one of a newer Foyer is refused", async (t) => {
  const [folder, newer, location, other] = [
    await newFolder(t),
    await newFolder(t),
    await newTarget(t),
    await newTarget(t),
  ]
  await backUp(service, folder)
  const later = await laterMigrations(t)
  await restore(folder, location, service, { migrations: later })
  assert.deepEqual(await tableSums(location.url), await sumsOf(folder))
  const way = { connection: { connectionString: location.url }, setting: "DATABASE_URL" }
  assert.deepEqual(await prepareAlone(way, (client) => migrate(client, later)), ["9999-later.sql"])
  assert.equal(await numberOf(location.url, "select count(*) from firms where motto = 'None.'"), 2)

  await backUp({ ...service, database_url: location.url }, newer)
  await assert.rejects(restore(newer, other, service), /created by a newer Foyer.*9999-later\.sql/)
  assert.deepEqual(await tableSums(other.url), {})
})

/** The migrations of a program that is one migration ahead of this one. */
async function laterMigrations(t: TestContext): Promise<URL> {
  const folder = await newFolder(t)
  await cp(migrations, folder, { recursive: true })
  const text = "alter table firms add column motto text not null default 'None.';"
  await writeFile(join(folder, "9999-later.sql"), text)
  return pathToFileURL(`${folder}/`)
}

test("files can be backed up from a bucket and restored to one", async (t) => {
  const [s3, folder, location] = [await startFakeS3("clients"), await newFolder(t), await newTarget(t)]
  t.after(() => s3.close())
  const bucket = await openFileStore({
    folder: "",
    s3: {
      bucket: "clients",
      prefix: "production/",
      endpoint: s3.endpoint,
      credentials: { accessKeyId: "id", secretAccessKey: "secret" },
    },
  })
  for await (const { key } of service.files.list("")) await bucket.write(key, await service.files.read(key))
  const { manifest } = await backUp(service, folder, { files: bucket })
  assert.deepEqual((await checkBackup({ folder, ring: service.ring })).faults, [])
  s3.objects.clear()
  await restore(folder, { ...location, files: bucket }, service)
  assert.equal(s3.objects.size, manifest.files.count + 1)
  assert.ok((await readDocuments({ ...location, files: bucket })) > 3)
})

const systemPostgres = findSystemPostgres()
test("a backup of one PostgreSQL restores into another, older or newer", {
  skip: systemPostgres ? false : "there is no PostgreSQL 15 or later in /usr/lib/postgresql",
}, async (t) => {
  const [folder, back] = [await newFolder(t), await newFolder(t)]
  await backUp(service, folder)
  const older = await newServer(t, systemPostgres)
  await restore(folder, older, service)
  assert.deepEqual(await tableSums(older.url), await sumsOf(folder))
  assert.ok((await readDocuments(older)) > 3)

  const restored = await openTestService({ database_url: older.url, data_dir: older.data_dir }, t)
  const { manifest } = await backUp(restored, back)
  assert.match(manifest.postgres_version, new RegExp(`^${systemPostgres?.major_version}\\.`))
  const newer = await newTarget(t)
  await restore(back, newer, service)
  assert.deepEqual(await tableSums(newer.url), await sumsOf(folder))
})

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, "files"), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".file"))
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
}

async function flip(path: string, at: number): Promise<void> {
  const bytes = await readFile(path)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(path, bytes)
}

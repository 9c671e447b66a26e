// A firm leaves one installation in a file and is the same in another: other keys, another database, another store.
import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { after, before, test } from "node:test"
import { loadDemo } from "../../../demo/load.ts"
import { fillIn } from "../../../test/contract/sample-firm.ts"
import { migrations } from "../../../test/harness/backup-targets.ts"
import { createDemoDatabase, type DemoDatabase } from "../../../test/harness/demo-database.ts"
import { refusals, refusing } from "../../../test/harness/refusing-store.ts"
import { newIntake } from "../../../test/harness/sample-intake.ts"
import { sealEverything } from "../../../test/harness/sealed-everything.ts"
import { openTestService, type TestService } from "../../../test/harness/service.ts"
import { verifyAuditLog } from "../../firm/audit/verified-logs.ts"
import { changeSuspension } from "../../firm/firms/firms.ts"
import { listWithSensitivity } from "../../intake/answers/listing.ts"
import { compareSubmissions } from "../../intake/submissions/review/seen-changes.ts"
import { firm_format } from "../../outputs/exports/firm/manifest.ts"
import { zipOf } from "../../outputs/exports/zip.ts"
import { columns as sealedColumns } from "../../outputs/sealing/columns.ts"
import { tryOpening } from "../../outputs/sealing/usage.ts"
import { newClient } from "../../platform/db/connections/primary.ts"
import { rawSql, sql, type Tx } from "../../platform/db/sql.ts"
import { readEncrypted } from "../../platform/files/encrypted-files.ts"
import type { FileStore } from "../../platform/files/store/store.ts"
import { newId } from "../../platform/ids.ts"
import { newMasterKey } from "../../platform/secrets/master-keys.ts"
import { restoreMatter } from "../deletions/deletions.ts"
import { exportFirm } from "./export.ts"
import { checkFirmFile, readFileKey } from "./firm-file.ts"
import { type ImportedFirm, importFirm } from "./import.ts"
import { stayingTables } from "./moving-tables.ts"

let folder: string
let database: DemoDatabase
let old: TestService
let other: TestService
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-firm-moves-"))
  database = await createDemoDatabase()
  old = await openTestService({ database_url: database.url, data_dir: database.data_dir })
  other = await openTestService({ own_database: true, host: "localhost" })
  await other.newFirm("Here before")
})
after(async () => {
  await old.close()
  await database.drop()
  await other.close()
  await rm(folder, { recursive: true, force: true })
})

const partsOf = (service: TestService) => ({
  ...service,
  connection: { connectionString: service.database_url },
  store_folder: service.config.data_dir,
  migrations,
})

async function exportTo(name: string, firm_id: string): Promise<string> {
  const path = join(folder, name)
  await exportFirm(partsOf(old), firm_id, path)
  return path
}

async function importFrom(path: string, key_path?: string): Promise<ImportedFirm> {
  return importFirm(partsOf(other), path, await checkFirmFile(path), await readFileKey(path, key_path))
}

const resume = (firm_id: string) => other.db.forPlatform((tx) => changeSuspension(tx, firm_id, false))

/** They say when they were printed. */
const printed = /memo|workbook/

/** What every GET of the API says, with all ids found on the way. */
async function readEverything({ app, base_url }: TestService, token: string): Promise<Map<string, string>> {
  const text = await readFile("docs/api/openapi.json", "utf8")
  const { paths } = JSON.parse(text) as { paths: Record<string, { get?: object }> }
  const said = new Map<string, string>()
  const ids = new Map<string, Set<string>>()
  const templates = Object.keys(paths).filter((path) => paths[path]?.get && !printed.test(path))
  const depthOf = (path: string) => path.split("{").length
  for (const template of templates.sort((a, b) => depthOf(a) - depthOf(b))) {
    let urls = [template]
    for (const [name, kind = ""] of template.matchAll(/\{(\w+)_id\}/g))
      urls = urls.flatMap((url) => [...(ids.get(kind) ?? [])].map((id) => url.replace(name, id)))
    for (const url of urls) {
      const { body, statusCode } = await app.inject({ url, headers: { authorization: `Token ${token}` } })
      const same = body
        .replaceAll(base_url, "")
        .replace(/("download_url": ?"[^"?]*|"request_id": ?")[^"]*/g, "$1")
      said.set(url, `${statusCode} ${same}`)
      for (const [id, kind = ""] of same.matchAll(/\b([a-z]+)_[0-9A-F]{32}\b/g))
        ids.set(kind, (ids.get(kind) ?? new Set()).add(id))
    }
  }
  return said
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex")

/** The rows of every table of a firm, without what the keys of an installation encrypt. */
async function readRows({ db }: TestService, firm_id: string): Promise<Record<string, unknown[]>> {
  return db.forPlatform(async (tx) => {
    const tables = await tx.all<{ name: string; of_firm: string }>(sql`
      select c.relname::text as name, a.attname::text as of_firm from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = case c.relname when 'firms' then 'id' else 'firm_id' end
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`)
    const found: Record<string, unknown[]> = {}
    for (const { name, of_firm } of tables.filter(({ name }) => !(name in stayingTables))) {
      const hidden = [
        ...sealedColumns.filter(({ table }) => table === name).map(({ column }) => column),
        ...({ firms: ["suspended_at"], seen_changes: ["mark", "mark_key_id"], deletions: ["content_sealed"] }[
          name
        ] ?? []),
      ]
      const rows = await tx.all<{ row: string }>(sql`
        select (to_jsonb(t) - ${`{${hidden.join(",")}}`}::text[])::text as row from ${rawSql(name)} t
         where ${rawSql(of_firm)} = ${firm_id} order by 1`)
      found[name] = rows.map(({ row }) => row)
    }
    return found
  })
}

/** Every file of a firm, decrypted, by its record. */
async function readFiles({ db, files, ring }: TestService, firm_id: string): Promise<Map<string, string>> {
  const rows = await db.forFirm(firm_id, (tx) =>
    tx.all<{ purpose: string; record_id: string; file_key: string; wrapped_key: string }>(sql`
      select purpose, record_id, file_key, wrapped_key from files_in_use
       where not is_leaving and purpose not in ('export', 'part')`),
  )
  const hashes = new Map<string, string>()
  for (const { purpose, record_id, file_key: key, wrapped_key } of rows)
    hashes.set(
      `${purpose} ${record_id}`,
      sha256(await buffer(await readEncrypted(files, ring, { key, wrapped_key }))),
    )
  return hashes
}

/** The keys of a firm's files in the store. */
async function listStored({ files }: TestService, firm_id: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of files.list("")) if (key.includes(firm_id)) keys.push(key)
  return keys
}

test("the demo's firm is the same in another installation: every API answer, row, and file", async () => {
  const { firm_id, api_token } = await loadDemo(old)
  const path = await exportTo("demo.foyer", firm_id)
  const [rows, files] = [await readRows(old, firm_id), await readFiles(old, firm_id)]
  const imported = await importFrom(path)
  const { passkeys = [], ...moved } = await readRows(other, firm_id)
  assert.deepEqual({ ...moved, passkeys }, rows)
  assert.equal(imported.rows, Object.values(rows).flat().length)
  assert.deepEqual(await readFiles(other, firm_id), files)
  assert.equal((await verifyAuditLog(other.db, firm_id)).break, undefined)
  const refused = await other.app.inject({
    url: "/v1/matters",
    headers: { authorization: `Token ${api_token}` },
  })
  assert.equal(refused.statusCode, 403, "it is suspended until both installations are known not to serve it")
  await resume(firm_id)
  const said = await readEverything(old, api_token)
  const after = await readEverything(other, api_token)
  assert.ok(said.size > 400)
  assert.deepEqual(after, said)
  await assert.rejects(importFrom(path), /is in this installation already\. Nothing was imported/)
})

test("what is sealed opens under the other installation's keys only, and acknowledged changes and deleted matters come along", async () => {
  const { firm, intake, deletion_id } = await sealEverything(old)
  const { firm_id } = firm
  await old.db.forFirm(firm_id, (tx) =>
    tx.run(sql`
      insert into passkeys (id, user_id, credential_id, public_key, counter, transports, is_backed_up, name, created_at)
      values (${newId("passkey")}, ${firm.admin.user_id}, 'a', 'b', 0, '{}', false, 'Phone', now())`),
  )
  const rows = await readRows(old, firm_id)
  const path = await exportTo("sealed.foyer", firm_id)
  const bytes = await readFile(path)
  for (const secret of ["987-65-4321", "123-45-6780"]) assert.ok(!bytes.includes(secret))
  const imported = await importFrom(path)
  assert.equal(imported.passkeys, 1, "the other address is another host")
  const moved = await readRows(other, firm_id)
  // Requests are counted a little after they were made, and the export is an entry of the log.
  const elsewhere = ["api_requests", "audit_entries", "audit_heads", "passkeys"]
  for (const name of Object.keys(rows).filter((one) => !elsewhere.includes(one)))
    assert.deepEqual(moved[name], rows[name], name)
  assert.deepEqual([moved.passkeys, moved.audit_entries?.length], [[], (rows.audit_entries?.length ?? 0) + 1])
  assert.deepEqual(await other.db.forPlatform((tx) => tryOpening(tx, other.ring)), [])
  await resume(firm_id)
  const inFirm = <T>(work: (tx: Tx) => Promise<T>) => other.db.forFirm(firm_id, work, firm.admin)
  const [difference] = await inFirm((tx) =>
    compareSubmissions(tx, other.ring, intake.matter_id, { from: 1, until: 2 }),
  )
  assert.ok(difference?.seen, "an acknowledged change is new again")
  const restored = await inFirm((tx) => restoreMatter(tx, other.ring, deletion_id))
  const answers = await inFirm((tx) => listWithSensitivity(tx, other.ring, restored))
  assert.ok(answers.some(({ value }) => value === "123-45-6780"))
  const [again] = await inFirm((tx) => compareSubmissions(tx, other.ring, restored, { from: 1, until: 2 }))
  const marks = await inFirm((tx) =>
    tx.all<{ mark: string }>(sql`select mark from seen_changes where matter_id = ${restored}`),
  )
  assert.deepEqual(marks, [{ mark: again?.mark }])
  assert.deepEqual(await readFiles(other, firm_id), await readFiles(old, firm_id))
  assert.equal((await verifyAuditLog(other.db, firm_id)).break, undefined)
})

test("an import that dies leaves no firm, and the next one completes it", async () => {
  const { firm } = await sealEverything(old)
  const { firm_id } = firm
  const path = await exportTo("dying.foyer", firm_id)
  const moving = await checkFirmFile(path)
  const key = await readFileKey(path)
  const fail = async (files: Partial<FileStore>) =>
    importFirm(
      { ...partsOf(other), files: Object.assign(Object.create(other.files), files) },
      path,
      moving,
      key,
    )
  let written = 0
  const write: FileStore["write"] = async (file_key, source) => {
    written += 1
    if (written > 1) throw Object.assign(new Error("No space"), { code: "ENOSPC" })
    await other.files.write(file_key, source)
  }
  await assert.rejects(
    fail({ write }),
    /The file store is full\. Nothing was imported\. Free up space first\./,
  )
  assert.deepEqual(await listStored(other, firm_id), [])
  // The connection that inserts the rows is ended once all files are there.
  const end = sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'foyer firm import'`
  const last = moving.files.filter((file) => file.path.startsWith("files/")).length
  written = 0
  const endAfterLast: FileStore["write"] = async (file_key, source) => {
    await other.files.write(file_key, source)
    written += 1
    if (written === last) await other.db.forPlatform((tx) => tx.run(end))
  }
  await assert.rejects(fail({ write: endAfterLast }))
  assert.deepEqual(await listStored(other, firm_id), [])
  // A process that was killed leaves files without a firm, one of them cut.
  const [first = ""] = await listStored(old, firm_id)
  await other.files.write(first, Readable.from([Buffer.from("cut")]))
  await importFrom(path)
  assert.deepEqual(await readFiles(other, firm_id), await readFiles(old, firm_id))
})

test("what cannot be imported is refused before anything is written, with the fault and its remedy", async () => {
  const firm = await old.newFirm("Refused & Partners")
  const path = await exportTo("refused.foyer", firm.firm_id)
  const moving = await checkFirmFile(path)
  const key = await readFileKey(path)
  const [table] = moving.tables
  assert.ok(table)
  const refusals: [Partial<typeof moving>, RegExp][] = [
    [
      { migrations: [...moving.migrations, "0999-later.sql"] },
      /newer Foyer .* migration 0999-later\.sql\. Nothing was imported\. Upgrade this installation first/,
    ],
    [
      { migrations: moving.migrations.filter((name) => name !== "0022-client-apps.sql") },
      /older Foyer .* 0022-client-apps\.sql has changed rows .* Upgrade the other installation/,
    ],
    [
      { tables: [{ ...table, columns: [...table.columns, "motto"] }] },
      /column firms\.motto, which this Foyer does not know/,
    ],
    [{ tables: [{ ...table, name: "mottos" }] }, /table mottos, which this Foyer does not know/],
    [{ tables: [{ ...table, rows: 2 }] }, /has 1 rows of Refused & Partners in firms, and should have 2/],
    [{ files: [{ path: "files/a", size: 1e16, sha256: "" }] }, /need 9536743165 MB, and .* has \d+ MB/],
  ]
  for (const [change, sentence] of refusals)
    await assert.rejects(importFirm(partsOf(other), path, { ...moving, ...change }, key), sentence)
  await writeFile(`${path}.wrong`, `${newMasterKey()}\n`)
  await assert.rejects(importFrom(path, `${path}.wrong`), /The key is not the one of this file/)
  await assert.rejects(importFrom(path, `${path}.none`), /The key of the file is not at .*\. Copy it there/)
  const bytes = await readFile(path)
  const spoiled = async (content: Buffer) => {
    await writeFile(join(folder, "spoiled.foyer"), content)
    return checkFirmFile(join(folder, "spoiled.foyer"))
  }
  const again = /The file is damaged\. Nothing was imported\. Copy it again, or export the firm again/
  await assert.rejects(spoiled(bytes.subarray(0, bytes.length * 0.9)), again)
  const flipped = Buffer.from(bytes)
  const at = bytes.indexOf("tables/users.copy") + 60
  flipped[at] = (flipped[at] ?? 0) ^ 1
  await assert.rejects(spoiled(flipped), again)
  await assert.rejects(spoiled(Buffer.from("Hello")), /is not a ZIP file\. Nothing was imported/)
  const everything = zipOf([
    { path: "manifest.json", modified_at: new Date(0), content: `{"format":"${firm_format}","files":[]}` },
  ])
  await assert.rejects(spoiled(await buffer(everything)), /says “foyer-firm-1”\. .* writes such a file/)
  await assert.rejects(checkFirmFile(join(folder, "none.foyer")), /There is no file/)
  await assert.rejects(exportTo("refused.foyer", firm.firm_id), /is there already\. Choose another name/)
  const failing = { ...old.db, forFirm: () => Promise.reject(new Error("The database is away.")) }
  const lost = exportFirm({ ...partsOf(old), db: failing }, firm.firm_id, join(folder, "lost.foyer"))
  await assert.rejects(lost, /The database is away/)
  assert.doesNotMatch((await readdir(folder)).join(), /lost/, "nor is its key left behind")
  const found = await other.db.forPlatform((tx) =>
    tx.maybe(sql`select from firms where id = ${firm.firm_id}`),
  )
  assert.deepEqual([found, await listStored(other, firm.firm_id)], [undefined, []])
})

test("a value that does not decrypt is named, and everything else of the firm moves", async () => {
  const { firm } = await sealEverything(old)
  const { firm_id } = firm
  const { id, body_sealed } = await firm.one<{ id: string; body_sealed: string }>(sql`
    update mails set body_sealed = overlay(body_sealed placing 'AAAA' from 40)
     where id = (select max(id) from mails where body_sealed is not null) returning id, body_sealed`)
  const path = join(folder, "unreadable.foyer")
  const { unreadable } = await exportFirm(partsOf(old), firm_id, path)
  assert.equal(unreadable.length, 1)
  assert.ok(unreadable[0]?.includes(`(mails ${id})`), unreadable[0])
  const imported = await importFrom(path)
  assert.deepEqual(imported.unreadable, unreadable)
  const mails = await other.db.forFirm(firm_id, (tx) =>
    tx.all<{ id: string; body_sealed: string }>(sql`select id, body_sealed from mails`),
  )
  assert.equal(mails.find((mail) => mail.id === id)?.body_sealed, body_sealed)
})

test("a stored file that the store refuses is reported, and the rest of the firm is written", async () => {
  const firm = await old.newFirm("Refused & Partners")
  await fillIn(old, await newIntake(firm))
  const [lost = "", ...others] = await listStored(old, firm.firm_id)
  assert.ok(others.length > 0)
  for (const [nth, fault] of refusals.entries())
    for (const is_late of [false, true]) {
      const files = refusing(old.files, lost, fault, { is_late })
      const path = join(folder, `refused-${nth}-${is_late}.foyer`)
      const done = await exportFirm({ ...partsOf(old), files }, firm.firm_id, path)
      assert.deepEqual([done.missing, done.files], [[lost], others.length + 1])
    }
})

test("a file of the release before is imported: what it lacks gets its default", async () => {
  const firm = await old.newFirm("Early & Partners")
  const intake = await fillIn(old, await newIntake(firm))
  const later = ["0027-prefill.sql", "0028-planned-messages.sql", "0029-moving-firms.sql"]
  const client = newClient({ connectionString: old.database_url })
  await client.connect()
  await client.query("drop table planned_messages, stock_replies")
  await client.query("alter table matters drop column prefilled_at")
  await client.query("delete from migrations where name = any($1)", [later])
  await client.end()
  const { firm_id } = firm
  await importFrom(await exportTo("before.foyer", firm_id))
  const { prefilled_at } = await other.db.forFirm(firm_id, (tx) =>
    tx.one<{ prefilled_at: Date | null }>(
      sql`select prefilled_at from matters where id = ${intake.matter_id}`,
    ),
  )
  assert.equal(prefilled_at, null)
  assert.deepEqual(await readFiles(other, firm_id), await readFiles(old, firm_id))
})

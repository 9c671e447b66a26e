import assert from "node:assert/strict"
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { after, test } from "node:test"
import pg from "pg"
import { type FakeS3, startFakeS3 } from "../../../test/harness/fake-s3.ts"
import { createEmptyDatabase, createOwnDatabase } from "../../../test/harness/own-database.ts"
import { prepareDatabase } from "../../service.ts"
import { openFileStore } from "../files/store/file-store.ts"
import type { FileStore } from "../files/store/store.ts"
import { newMasterKey } from "../secrets/master-keys.ts"
import { InstallationFault } from "./fault.ts"
import { openInstallation, requireOwnStore } from "./installation.ts"
import { checkDataFolder, createDataFolder } from "./location.ts"

const root = await mkdtemp(join(tmpdir(), "foyer-installation-"))
const closing: (() => Promise<unknown>)[] = []
after(async () => {
  for (const close of closing) await close()
  await rm(root, { recursive: true })
})

interface Site {
  url: string
  data_dir: string
  master_keys?: string
  files: FileStore
}

/** A data folder and a database that has the tables, because creating them takes half a second of a core. */
async function newSite(more: Partial<Site> = {}, createDatabase = () => createOwnDatabase()): Promise<Site> {
  const database = more.url ? undefined : await createDatabase()
  if (database) closing.push(database.drop)
  const data_dir = more.data_dir ?? (await mkdtemp(join(root, "data-")))
  const files = more.files ?? (await openFileStore({ folder: join(data_dir, "files") }))
  return { url: more.url ?? database?.url ?? "", data_dir, files, ...more }
}

/** A data folder and an empty database. */
const newEmptySite = () => newSite({}, createEmptyDatabase)

function open({ url, data_dir, files, master_keys }: Site) {
  const connection = { connectionString: url }
  return openInstallation({
    way: { connection, setting: "DATABASE_URL" },
    data_dir,
    files,
    master_keys,
    location: {
      database: "DATABASE_URL",
      store: "FOYER_S3_BUCKET",
      keys: master_keys ? "FOYER_MASTER_KEYS" : join(data_dir, "master.key"),
    },
    prepare: () => prepareDatabase(connection),
  })
}

async function query<Row extends object>(
  { url }: Site,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("set foyer.all_firms = 'on'")
    return (await client.query(text, values)).rows as Row[]
  } finally {
    await client.end()
  }
}

const put = (files: FileStore, key: string) => files.write(key, Readable.from([Buffer.from("sealed")]))
const firm_id = `firm_${"0A".repeat(16)}`
const addFirm = (site: Site) =>
  query(site, "insert into firms (id, name) values ($1, 'Hartwell & Pryce')", [firm_id])

/** The complete state of an installation, which must not change when a start is refused. */
async function everythingOf(site: Site): Promise<unknown> {
  const tables = await query(
    site,
    "select c.relname from pg_class c where relnamespace = 'public'::regnamespace order by 1",
  )
  const isThere = tables.some((row) => (row as { relname: string }).relname === "master_keys")
  return {
    folder: (await readdir(site.data_dir, { recursive: true })).sort(),
    tables,
    keys: isThere ? await query(site, "select * from master_keys order by id") : [],
    claim: await site.files.readClaim(),
  }
}

async function refuses(site: Site, sentence: RegExp): Promise<void> {
  const before = await everythingOf(site)
  await assert.rejects(open(site), (error: unknown) => {
    assert.ok(error instanceof InstallationFault, String(error))
    assert.match(error.message, sentence)
    assert.match(error.message, /^[A-Z/].*\.$/s)
    return true
  })
  assert.deepEqual(await everythingOf(site), before, "the refused start left something behind")
}

test("a new database, an empty store and no key become one installation, which the next start finds", async () => {
  const site = await newEmptySite()
  const first = await open(site)
  assert.match(first.installation_id, /^installation_[0-9A-F]{32}$/)
  assert.deepEqual(JSON.parse((await site.files.readClaim()) ?? ""), {
    installation_id: first.installation_id,
  })
  const second = await open(site)
  assert.equal(second.installation_id, first.installation_id)
  assert.equal(second.ring.open(first.ring.seal("a", "mails:1"), "mails:1"), "a")
  await requireOwnStore(site.files, first.installation_id)
})

test("processes that start at once on a new installation agree on its id and key", async () => {
  const site = await newEmptySite()
  const opened = await Promise.all(Array.from({ length: 5 }, () => open(site)))
  assert.equal(new Set(opened.map(({ installation_id }) => installation_id)).size, 1)
  assert.equal(new Set(opened.map(({ ring }) => ring.current_key_id)).size, 1)
})

test("of two machines with separate folders and no common key, the second is refused and creates no key", async () => {
  const one = await newEmptySite()
  const store = await openFileStore({ folder: join(root, "shared") })
  const sites = [{ ...one, files: store }, await newSite({ url: one.url, files: store })]
  const results = await Promise.allSettled(sites.map(open))
  assert.deepEqual(results.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"])
  const refused = sites[results.findIndex(({ status }) => status === "rejected")]
  assert.ok(refused)
  assert.ok(!(await readdir(refused.data_dir)).includes("master.key"))
})

test("a lost key file prevents the start; no new key is created for an existing database", async () => {
  const site = await newSite()
  await open(site)
  const path = join(site.data_dir, "master.key")
  await rename(path, `${path}.away`)
  await refuses(site, /The master key is missing: there is no .*master\.key\. Put the original file back/)
  await rename(`${path}.away`, path)
  await open(site)
})

test("keys that do not decrypt the database prevent the start: other keys, a missing key, or another key of the same name", async () => {
  const [one, two, third] = [newMasterKey(), newMasterKey(), newMasterKey()]
  const site = await newSite({ master_keys: `${one},${two}` })
  await open(site)
  const [, secret = ""] = third.split(":")
  const name = (key: string) => key.split(":")[0] ?? ""
  await refuses(
    { ...site, master_keys: third },
    new RegExp(`FOYER_MASTER_KEYS lacks the master keys .*"${name(one)}"`),
  )
  await refuses({ ...site, master_keys: one }, new RegExp(`lacks the master key "${name(two)}"`))
  await refuses(
    { ...site, master_keys: `${name(one)}:${secret},${two}` },
    new RegExp(`The master key "${name(one)}" in FOYER_MASTER_KEYS has the right name, but is not the key`),
  )
  await open({ ...site, master_keys: `${two},${one}` })
  await open({ ...site, master_keys: `${one},${two},${third}` })
  // A key that was added but has not encrypted anything may be removed again.
  await open({ ...site, master_keys: `${one},${two}` })
})

test("another installation's store prevents the start", async () => {
  const [ours, theirs] = [await newSite(), await newSite()]
  await open(theirs)
  const { installation_id } = await open(ours)
  await refuses({ ...ours, files: theirs.files }, /belongs to another installation than the database/)
  const fresh = await newEmptySite()
  await refuses({ ...fresh, files: theirs.files }, /belongs to another installation than the database/)
  await assert.rejects(requireOwnStore(theirs.files, installation_id), /Nothing was removed/)
})

test("a new database with a non-empty store prevents the start, no matter who owns the files", async () => {
  const site = await newEmptySite()
  await put(site.files, `documents/${firm_id}/document_1`)
  await refuses(site, /holds files, but the database \(DATABASE_URL\) is new/)
})

test("an installation from before ids existed is adopted with its key and files", async () => {
  const site = await newSite()
  await prepareDatabase({ connectionString: site.url })
  await addFirm(site)
  await put(site.files, `documents/${firm_id}/document_1`)
  const { installation_id } = await open(site)
  assert.equal((await open(site)).installation_id, installation_id)
})

test("an installation from before ids existed is not adopted with other files or without its key", async () => {
  const site = await newSite()
  await prepareDatabase({ connectionString: site.url })
  await addFirm(site)
  const foreign = await openFileStore({ folder: join(site.data_dir, "foreign") })
  await put(foreign, `documents/firm_${"0B".repeat(16)}/document_1`)
  await refuses({ ...site, files: foreign }, /holds files of firms that the database .* does not know/)
  const key = newMasterKey()
  await query(
    site,
    `insert into mails (firm_id, id, recipient, subject, body_sealed, created_at)
     values ('${firm_id}', 'mail_${"0C".repeat(16)}', 'a@example.com', '', 'v1.older.AAAA', now())`,
  )
  await refuses(site, /The master key is missing/)
  await refuses({ ...site, master_keys: key }, /lacks the master key "older"/)
})

test("an empty store prevents the start if the database knows files, unless the operator gives up the lost files", async () => {
  const site = await newSite()
  await prepareDatabase({ connectionString: site.url })
  await addFirm(site)
  await query(site, `update firms set logo_file = '{"key":"logos/x/y"}'`)
  const { installation_id } = await open({ ...site, files: await withFile(site) })
  const empty = join(site.data_dir, "empty")
  await mkdir(empty)
  const files = await openFileStore({ folder: empty })
  await refuses({ ...site, files }, /is empty, but the database .* lists files in it/)
  await writeFile(join(empty, "installation.json"), JSON.stringify({ installation_id }))
  await open({ ...site, files })
})

async function withFile({ files }: Site): Promise<FileStore> {
  await put(files, `logos/${firm_id}/y`)
  return files
}

test("an unusable store, database or folder prevents the start, and the error names the setting", async () => {
  const site = await newSite()
  const broken = { ...site.files, readClaim: () => Promise.reject(new Error("connect ECONNREFUSED")) }
  await assert.rejects(
    open({ ...site, files: broken }),
    /file store \(FOYER_S3_BUCKET\) cannot be used: connect ECONNREFUSED\. Check/,
  )
  const away = new Error("The file store is away.", { cause: new Error("connect EHOSTUNREACH.") })
  await assert.rejects(
    open({ ...site, files: { ...site.files, readClaim: () => Promise.reject(away) } }),
    /cannot be used: connect EHOSTUNREACH\. Check/,
  )
  const readOnly = { ...site.files, claim: () => Promise.reject(new Error("Access Denied")) }
  await assert.rejects(open({ ...site, files: readOnly }), /cannot be used: Access Denied/)
  await assert.rejects(
    open({ ...site, url: "postgres://foyer@127.0.0.1:1/foyer" }),
    /No PostgreSQL responds at 127\.0\.0\.1:1, the address in DATABASE_URL/,
  )
  await assert.rejects(
    checkDataFolder("/dev/null/foyer"),
    /FOYER_DATA=\/dev\/null\/foyer\) cannot be written to: .*ENOTDIR/,
  )
  await assert.rejects(createDataFolder("/dev/null/foyer"), /cannot be written to: .*ENOTDIR/)
  await checkDataFolder(join(site.data_dir, "not", "there", "yet"))
})

test("a bucket is claimed once; prefixes separate several installations in it", async () => {
  const s3: FakeS3 = await startFakeS3("intake")
  closing.push(s3.close)
  const bucket = (prefix?: string) =>
    openFileStore({
      folder: root,
      s3: {
        bucket: "intake",
        prefix,
        endpoint: s3.endpoint,
        credentials: { accessKeyId: "test", secretAccessKey: "test" },
      },
    })
  const [preview, production] = [
    await newSite({ files: await bucket("staging/") }),
    await newSite({ files: await bucket("production/") }),
  ]
  const [one, other] = [await open(preview), await open(production)]
  assert.notEqual(one.installation_id, other.installation_id)
  await put(preview.files, "documents/a/b")
  assert.ok(s3.objects.has("staging/documents/a/b"))
  assert.deepEqual(await keysIn(production.files), [])
  assert.deepEqual(await keysIn(preview.files), ["documents/a/b"])
  await refuses({ ...preview, files: production.files }, /belongs to another installation/)
  const claims = await Promise.all(
    [bucket("new/"), bucket("new/")].map(async (files, n) => (await files).claim(`${n}`)),
  )
  assert.equal(claims[0], claims[1])
})

async function keysIn(files: FileStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of files.list("")) keys.push(key)
  return keys
}

test("the folder's key file is used: a copied folder decrypts its copied database", async () => {
  const site = await newSite()
  const { ring } = await open(site)
  const text = await readFile(join(site.data_dir, "master.key"), "utf8")
  assert.equal((await open({ ...site, master_keys: text.trim() })).ring.current_key_id, ring.current_key_id)
})

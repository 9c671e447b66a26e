import assert from "node:assert/strict"
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { assertNone } from "../../test/harness/assert-each.ts"
import { runFoyer } from "../../test/harness/foyer-program.ts"
import { createEmptyDatabase, createOwnDatabase, type OwnDatabase } from "../../test/harness/own-database.ts"
import { newFirmWithIntake } from "../../test/harness/sample-intake.ts"
import { upload } from "../../test/harness/sample-uploads.ts"
import { openTestService, type TestService } from "../../test/harness/service.ts"

let databases: OwnDatabase[]
let service: TestService
let folder: string
before(async () => {
  databases = [await createOwnDatabase(), await createEmptyDatabase()]
  service = await openTestService({ database_url: databases[0]?.url })
  folder = await mkdtemp(join(tmpdir(), "foyer-backup-"))
  const { firm, ...intake } = await newFirmWithIntake(service)
  await upload(service, intake, { request_id: intake.ids.statements }, "May.txt", "Content of May")
})
after(async () => {
  await service.close()
  for (const database of databases) await database.drop()
  await rm(folder, { recursive: true, force: true })
})

function run(words: string[], url = databases[0]?.url ?? "", data_dir = service.config.data_dir) {
  const settings = { NODE_ENV: "test", DATABASE_URL: url, FOYER_DATA: data_dir, FOYER_LOG_LEVEL: "error" }
  return runFoyer(words, settings)
}

test("the backup, check and restore commands report what they did, and exit with 1 if something is wrong", async () => {
  const backup = join(folder, "backup")
  const created = await run(["backup", backup, "--json"])
  assert.equal(created.code, 0, created.stderr)
  assert.equal(created.stderr, "")
  const { files, missing_files, key_included, rows } = JSON.parse(created.stdout)
  assert.deepEqual(
    { files, missing_files, key_included },
    { files: 1, missing_files: 0, key_included: false },
  )
  assert.ok(rows > 10)
  for (const entry of await readdir(backup, { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(join(entry.parentPath, entry.name))
    assert.equal(mode & 0o777, entry.isDirectory() ? 0o700 : 0o600, entry.name)
  }

  const checked = await run(["restore", "--check", backup])
  assert.equal(checked.code, 0, checked.stderr)
  assert.match(checked.stdout, /is intact: .*\n1 file decrypted with the master key\./)
  assert.match((await run(["doctor"])).stdout, /Backup: The last one .*1 file, .*checked/)

  const target = join(folder, "data")
  const refused = await run(["restore", backup], databases[1]?.url, target)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /^The master key is missing/)
  await assert.rejects(stat(target), /ENOENT/)
  await mkdir(target)
  await copyFile(join(service.config.data_dir, "master.key"), join(target, "master.key"))
  const restored = await run(["restore", backup], databases[1]?.url, target)
  assert.equal(restored.code, 0, restored.stderr)
  assert.match(restored.stdout, /^Restored the backup of .* 1 file, all checksums verified/)
  const verified = await run(["verify"], databases[1]?.url, target)
  assert.equal(verified.code, 0, verified.stdout + verified.stderr)
  const again = await run(["restore", backup], databases[1]?.url, target)
  assert.equal(again.code, 1)
  assert.match(again.stderr, /already has Foyer's tables/)

  const manifest = join(backup, "manifest.json")
  await writeFile(manifest, (await readFile(manifest, "utf8")).replace('"rows": 1,', '"rows": 2,'))
  const damaged = await run(["restore", "--check", backup])
  assert.equal(damaged.code, 1)
  assert.match(damaged.stderr, /was damaged or changed after the backup was created/)
})

test("a nightly backup goes to the folder of its day, and is checked and recorded by the same command", async () => {
  const nightly = join(folder, "nightly")
  const created = await run(["backup", "--rotate", "--check", "--json", nightly])
  assert.equal(created.code, 0, created.stderr)
  const { folder: into, check } = JSON.parse(created.stdout)
  // The night may end while the command runs.
  assert.ok((await readdir(nightly)).map((name) => join(nightly, name)).includes(into))
  assert.match(into, /\/(sunday-[1-5]|(mon|tues|wednes|thurs|fri|satur)day)$/)
  assert.deepEqual([check.faults, check.opened, check.is_recorded], [[], 1, true])
  assert.match((await run(["doctor"])).stdout, /Backup: The last one .*1 file, .*checked just now/)
  const again = await run(["backup", "--rotate", "--check", nightly])
  assert.equal(again.code, 0, again.stderr)
  assert.match(again.stdout, /^Backed up to [\s\S]*is intact[\s\S]*1 file decrypted/)
})

test("a backup includes the key only on request, with a warning", async () => {
  const backup = join(folder, "with-key")
  const created = await run(["backup", backup, "--include-key"])
  assert.match(created.stdout, /WARNING: this backup includes the master key/)
  const [inside = ""] = (await readdir(backup)).filter((name) => name.startsWith("backup_"))
  assert.equal((await stat(join(backup, inside, "master.key"))).mode & 0o777, 0o600)
  const without = await run(["backup", backup])
  assert.match(without.stdout, /The backup does not include the master key\./)
  const names = await readdir(backup, { recursive: true })
  assertNone(names, (name) => name.includes("master.key"))
})

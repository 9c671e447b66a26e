import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { after, before, test } from "node:test"
import { createOwnDatabase, type OwnDatabase } from "../../../test/harness/own-database.ts"
import { newIntake } from "../../../test/harness/sample-intake.ts"
import { samplePng } from "../../../test/harness/sample-pictures.ts"
import { upload } from "../../../test/harness/sample-uploads.ts"
import { openTestService, type TestFirm, type TestService } from "../../../test/harness/service.ts"
import { changeLogo, storeLogo } from "../../firm/firms/logo/logo.ts"
import { sweepRemoved } from "../../intake/documents/sweep.ts"
import { removeDocument } from "../../intake/documents/uploads/removal.ts"
import { fileKeyOf } from "../../intake/documents/uploads/uploads.ts"
import { holdMatter, releaseMatter } from "../../intake/matters/holds.ts"
import { sql } from "../db/sql.ts"
import type { FileStore } from "./store/store.ts"
import { announceFile, trashKey } from "./stored-files.ts"
import { emptyTrash, sweepUnused } from "./sweeping.ts"

const day_ms = 24 * 3_600_000
const start = new Date("2026-03-02T09:30:00Z")
let now = start
let databases: OwnDatabase[]
let service: TestService
/** Another installation, with an empty database of its own. */
let stranger: TestService
before(async () => {
  databases = [await createOwnDatabase(), await createOwnDatabase()]
  const clock = () => now
  const [own, other] = databases
  service = await openTestService({ clock, database_url: own?.url ?? "" })
  stranger = await openTestService({ clock, database_url: other?.url ?? "" })
})
after(async () => {
  await service.close()
  await stranger.close()
  for (const database of databases) await database.drop()
})

async function keysOf(files: FileStore, prefix = ""): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of files.list(prefix)) keys.push(key)
  return keys.sort()
}

/** One document, one logo, and one file left by a killed upload: announced and stored, without a row. */
async function fill(firm: TestFirm) {
  now = start
  const intake = await newIntake(firm)
  const { matter_id } = intake
  const { document_id } = await upload(service, intake, { request_id: intake.ids.statements }, "a.txt", "A")
  const logo = await storeLogo(service, firm.firm_id, samplePng())
  await firm.run((tx) => changeLogo(tx, logo))
  const left = `documents/${firm.firm_id}/left`
  await firm.run((tx) => announceFile(tx, { key: left, purpose: "document", matter_id }))
  await service.files.write(left, Readable.from([Buffer.from("left")]))
  return { intake, document_id, used: [fileKeyOf(firm.firm_id, document_id), logo.key], left }
}

test("opening a store with another, empty database loses nothing", async () => {
  await fill(await service.newFirm())
  const before = await keysOf(service.files)
  assert.ok(before.length >= 3)
  now = new Date(start.getTime() + 100 * day_ms)
  const wrong = { ...stranger, files: service.files }
  await assert.rejects(sweepUnused(wrong, { max: 1_000 }), /not this installation's/)
  await assert.rejects(emptyTrash(wrong), /not this installation's/)
  // Nor with a database that claims the same installation id.
  const posing = { ...wrong, installation_id: service.installation_id }
  assert.deepEqual(
    [await sweepUnused(posing, { max: 1_000 }), await emptyTrash(posing), await sweepRemoved(posing)],
    [0, 0, 0],
  )
  assert.deepEqual(await keysOf(service.files), before)
})

test("unused files wait one day, then thirty days in the trash; files in use stay", async () => {
  const { used, left } = await fill(await service.newFirm())
  const isThere = async (key: string) => (await keysOf(service.files)).includes(key)
  await sweepUnused(service)
  assert.ok(await isThere(left), "what was announced a moment ago may still be on its way")
  now = new Date(start.getTime() + day_ms + 60_000)
  assert.ok((await sweepUnused(service)) >= 1)
  assert.deepEqual([await isThere(left), await isThere(trashKey(left))], [false, true])
  now = new Date(start.getTime() + 30 * day_ms)
  await emptyTrash(service)
  assert.ok(await isThere(trashKey(left)))
  now = new Date(start.getTime() + 31 * day_ms + 60_000)
  await emptyTrash(service)
  assert.ok(!(await isThere(trashKey(left))))
  for (const key of used) assert.ok(await isThere(key), key)
  assert.equal(await sweepUnused(service), 0)
})

test("a removed document goes to the trash and stays there for thirty days", async () => {
  const firm = await service.newFirm()
  const { document_id, used } = await fill(firm)
  const key = used[0] ?? ""
  const matter_id = await firm.run(async (tx) => {
    await removeDocument(tx, document_id)
    return (
      await tx.one<{ matter_id: string }>(sql`select matter_id from documents where id = ${document_id}`)
    ).matter_id
  })
  await sweepRemoved(service, firm.firm_id)
  assert.deepEqual(await keysOf(service.files, `trash/documents/${firm.firm_id}/`), [trashKey(key)])
  await firm.run((tx) => holdMatter(tx, matter_id, "Litigation"))
  now = new Date(start.getTime() + 31 * day_ms)
  await emptyTrash(service)
  assert.deepEqual(
    await keysOf(service.files, `trash/documents/${firm.firm_id}/`),
    [trashKey(key)],
    "nothing of a matter on legal hold",
  )
  await firm.run((tx) => releaseMatter(tx, matter_id))
  await emptyTrash(service)
  assert.deepEqual(await keysOf(service.files, `trash/documents/${firm.firm_id}/`), [])
})

test("bytes that the database never announced stay, whatever their name", async () => {
  const firm = await service.newFirm()
  const strange = `documents/${firm.firm_id}/strange`
  await service.files.write(strange, Readable.from([Buffer.from("somebody's")]))
  now = new Date(start.getTime() + 400 * day_ms)
  await sweepUnused(service)
  await emptyTrash(service)
  assert.ok((await keysOf(service.files)).includes(strange))
})

test("too many unused files at once count as a fault: none is moved, and the log says so", async () => {
  const firm = await service.newFirm()
  now = start
  const { used } = await fill(firm)
  await firm.write(sql`
      insert into stored_files (key, purpose, announced_at)
      select 'documents/many/' || n, 'document', ${start}::timestamptz from generate_series(1, 101) n`)
  now = new Date(start.getTime() + 2 * day_ms)
  const before = await keysOf(service.files)
  const errors: unknown[] = []
  const log = Object.assign(Object.create(service.log), { error: (facts: unknown) => errors.push(facts) })
  assert.equal(await sweepUnused({ ...service, log }), 0)
  assert.deepEqual(await keysOf(service.files), before)
  assert.equal((errors[0] as { max: number }).max, 100)
  // An operator who has checked can raise the limit.
  assert.ok((await sweepUnused({ ...service, log }, { max: 1_000 })) >= 101)
  assert.equal(errors.length, 1)
  assert.ok((await keysOf(service.files)).includes(used[0] ?? ""))
})

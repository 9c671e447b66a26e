import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { test } from "node:test"
import { refusals, refusing } from "../../../test/harness/refusing-store.ts"
import { newFirmWithIntake, newIntake } from "../../../test/harness/sample-intake.ts"
import { upload } from "../../../test/harness/sample-uploads.ts"
import { openTestService, provideService, type TestFirm } from "../../../test/harness/service.ts"
import { downloadUrl } from "../../intake/documents/downloads/links.ts"
import { sweepRemoved } from "../../intake/documents/sweep.ts"
import { removeDocument } from "../../intake/documents/uploads/removal.ts"
import { fileKeyOf } from "../../intake/documents/uploads/uploads.ts"
import { closeMatter } from "../../intake/matters/lifecycle.ts"
import { deleteMatter } from "../../operations/deletions/deletions.ts"
import { checkSystem } from "../../operations/system/checks.ts"
import { trashFile } from "./stored-files.ts"
import { countStored, type VerifiedFile, type VerifyOptions, verifyFiles } from "./verifying.ts"

const service = provideService({ own_database: true })

const write = (key: string, bytes: Buffer) => service.files.write(key, Readable.from([bytes]))

/** A firm with several documents, and the keys of their bytes. */
async function newDocuments(count: number) {
  const { firm, ...intake } = await newFirmWithIntake(service)
  const documents: { id: string; key: string }[] = []
  for (let n = 0; n < count; n += 1) {
    const target = { request_id: intake.ids.statements }
    const { document_id } = await upload(service, intake, target, `file-${n}.txt`, `Content ${n}`)
    documents.push({ id: document_id, key: fileKeyOf(firm.firm_id, document_id) })
  }
  return { firm, intake, documents }
}

async function verify(firm: TestFirm, options: VerifyOptions = {}) {
  const found: VerifiedFile[] = []
  const onFile = (file: VerifiedFile) => void (file.fault && found.push(file))
  const totals = await verifyFiles(service, { firm_id: firm.firm_id, onFile, ...options })
  const faults = found.map(({ fault, record_id }) => [fault, record_id]).toSorted()
  return { ...totals, faults: faults, count: totals.faults }
}

const download = (firm: TestFirm, document_id: string) =>
  service.app.inject({
    url: downloadUrl(service, { firm_id: firm.firm_id, document_id, now: new Date() }).slice(
      service.base_url.length,
    ),
  })

test("missing, changed, truncated and swapped files are reported, and all others are intact", async () => {
  const { firm, intake, documents } = await newDocuments(6)
  assert.deepEqual(await verify(firm), { files: 6, bytes: 54, faults: [], count: 0 })
  const [missing, changed, cut, one, two, whole] = documents
  assert.ok(missing && changed && cut && one && two && whole)
  await service.files.remove(missing.key)
  const raw = async (key: string) => buffer(await service.files.read(key))
  const flipped = await raw(changed.key)
  flipped[20] = (flipped[20] ?? 0) ^ 1
  await write(changed.key, flipped)
  await write(cut.key, (await raw(cut.key)).subarray(0, -3))
  const [oneBytes, twoBytes] = [await raw(one.key), await raw(two.key)]
  await write(one.key, twoBytes)
  await write(two.key, oneBytes)
  const { faults, files, count } = await verify(firm)
  assert.deepEqual([files, count], [6, 5])
  assert.deepEqual(
    faults,
    [
      ["damaged", changed.id],
      ["damaged", cut.id],
      ["damaged", one.id],
      ["damaged", two.id],
      ["missing", missing.id],
    ].toSorted(),
  )
  const findings = await checkSystem(service, { firm_id: firm.firm_id, shows_paths: false })
  assert.match(JSON.stringify(findings), /5 missing or damaged: run foyer verify/)
  // A repaired file is no longer reported.
  await write(one.key, oneBytes)
  await write(two.key, twoBytes)
  assert.equal((await verify(firm)).count, 3)
  const later = await checkSystem(service, { firm_id: firm.firm_id, shows_paths: false })
  assert.match(JSON.stringify(later), /3 missing or damaged/)
  assert.equal(intake.matter_id.startsWith("matter_"), true)
})

test("a file that the store refuses is a fault of that file, and the others are read", async () => {
  const { firm, documents } = await newDocuments(3)
  const [first] = documents
  assert.ok(first)
  for (const fault of refusals) {
    const faults: unknown[] = []
    const parts = { ...service, files: refusing(service.files, first.key, fault) }
    const onFile = (file: VerifiedFile) => void (file.fault && faults.push([file.fault, file.record_id]))
    const totals = await verifyFiles(parts, { firm_id: firm.firm_id, onFile })
    assert.deepEqual([totals.files, faults], [3, [["damaged", first.id]]])
    assert.equal((await verify(firm)).count, 0, "once it is readable")
    const away = { ...parts.files, readClaim: () => Promise.reject(new Error("refused")) }
    await assert.rejects(
      verifyFiles({ ...parts, files: away }, { firm_id: firm.firm_id }),
      "none is readable",
    )
    assert.equal((await verify(firm)).count, 0)
  }
})

test("the files of a deleted matter are verified too, as long as it can be restored", async () => {
  const { firm, intake, documents } = await newDocuments(2)
  await firm.run(async (tx) => {
    await closeMatter(tx, intake.matter_id)
    await deleteMatter(tx, service.ring, { matter_id: intake.matter_id, reason: "Test" })
  })
  assert.deepEqual(await verify(firm), { files: 2, bytes: 18, faults: [], count: 0 })
  const [first] = documents
  assert.ok(first)
  await write(first.key, Buffer.from("not ours"))
  assert.deepEqual((await verify(firm)).faults, [["damaged", first.id]])
})

test("a file in use that is in the trash is restored from there", async () => {
  const { firm, documents } = await newDocuments(1)
  const [first] = documents
  assert.ok(first)
  await trashFile(service, firm.firm_id, first.key)
  assert.deepEqual((await verify(firm)).faults, [["missing", first.id]])
  assert.equal((await verify(firm, { restore: true })).count, 0)
  assert.equal((await download(firm, first.id)).body, "Content 0")
})

test("files unknown to this database are counted, and the trash separately", async (t) => {
  const own = await openTestService({ own_database: true }, t)
  const firm = await own.newFirm()
  const intake = await newIntake(firm)
  const target = { request_id: intake.ids.statements }
  const { document_id } = await upload(own, intake, target, "a.txt", "A")
  await upload(own, intake, target, "b.txt", "B")
  await firm.run((tx) => removeDocument(tx, document_id))
  await sweepRemoved(own, firm.firm_id)
  await own.files.write(`documents/${firm.firm_id}/strange`, Readable.from([Buffer.from("x")]))
  const strangers: string[] = []
  assert.deepEqual(await countStored(own, (key) => strangers.push(key)), {
    announced: 1,
    unannounced: 1,
    in_trash: 1,
  })
  assert.deepEqual(strangers, [`documents/${firm.firm_id}/strange`])
})

test("downloading a damaged or missing file fails as our fault, and the fault is recorded", async () => {
  const { firm, documents } = await newDocuments(2)
  const [damaged, missing] = documents
  assert.ok(damaged && missing)
  await write(damaged.key, Buffer.from("not what was stored"))
  await service.files.remove(missing.key)
  for (const { id } of [damaged, missing]) {
    const answer = await download(firm, id)
    assert.deepEqual([answer.statusCode, answer.json().code], [500, "file_damaged"])
    assert.match(answer.json().detail, /^We could not read this file/)
    assert.equal(answer.headers["content-disposition"], undefined)
  }
  const findings = await checkSystem(service, { firm_id: firm.firm_id, shows_paths: false })
  assert.match(JSON.stringify(findings), /2 missing or damaged/)
})

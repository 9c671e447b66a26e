import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { test } from "node:test"
import { startsOfJobs } from "../../../../test/harness/queued-jobs.ts"
import { sampleJpeg } from "../../../../test/harness/sample-files.ts"
import { newIntake, type SampleIntake } from "../../../../test/harness/sample-intake.ts"
import { type UploadTarget, upload } from "../../../../test/harness/sample-uploads.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { json, sql } from "../../../platform/db/sql.ts"
import { Failure } from "../../../platform/errors.ts"
import { readEncrypted } from "../../../platform/files/encrypted-files.ts"
import { newId } from "../../../platform/ids.ts"
import { addAsset, removeAsset } from "../../assets/editing.ts"
import { closeMatter } from "../../matters/lifecycle.ts"
import { getStoredDocument } from "../documents.ts"
import { sweepRemoved } from "../sweep.ts"
import { removeDocument, restorable_ms } from "./removal.ts"
import { UploadRefused } from "./upload-refused.ts"
import { fileKeyOf, receiveDocument } from "./uploads.ts"

const { service, firm } = provideServiceAndFirm()

const send = (
  intake: SampleIntake,
  target: UploadTarget,
  filename = "notes.txt",
  content: string | Buffer = "Notes",
) => upload(service, intake, target, filename, content)

/** Keys of everything stored for the firm. */
async function storedKeys(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of service.files.list(`documents/${firm.firm_id}/`)) keys.push(key)
  return keys
}

async function countRows(intake: SampleIntake): Promise<number> {
  const { count } = await firm.one<{ count: number }>(
    sql`select count(*) from documents where matter_id = ${intake.matter_id} and removed_at is null`,
  )
  return count
}

test("a received file is complete, encrypted in the store, and recorded with its uploader", async () => {
  const intake = await newIntake(firm)
  const content = sampleJpeg(400_000)
  const received = await send(
    intake,
    { request_id: intake.ids.statements },
    "C:\\fakepath\\scan.jpg",
    content,
  )
  assert.deepEqual(
    { ...received, document_id: "" },
    {
      document_id: "",
      filename: "scan.jpg",
      size: content.length,
      content_type: "image/jpeg",
    },
  )
  const stored = await firm.run((tx) => getStoredDocument(tx, received.document_id))
  const file = { key: stored.file_key, wrapped_key: stored.wrapped_key }
  assert(content.equals(await buffer(await readEncrypted(service.files, service.ring, file))))
  const raw = await buffer(await service.files.read(stored.file_key))
  assert.ok(!raw.includes(content.subarray(0, 64)))
  const { uploaded_by } = await firm.one<{ uploaded_by: string }>(
    sql`select uploaded_by from documents where id = ${received.document_id}`,
  )
  assert.equal(uploaded_by, intake.client.user_id)
})

test("an oversized file is cut off as soon as its size is known, and leaves nothing behind", async () => {
  const intake = await newIntake(firm)
  const before = (await storedKeys()).length
  const piece = Buffer.alloc(4 * 1024 * 1024, "a")
  let sent = 0
  const endless = Readable.from(
    (function* () {
      for (; sent < 200; sent += 1) yield piece
    })(),
  )
  const receiving = receiveDocument(service, intake.client, {
    matter_id: intake.matter_id,
    request_id: intake.ids.statements,
    filename: "long.txt",
    source: endless,
  })
  await assert.rejects(receiving, { kind: "too_large", code: "file_too_large" })
  assert(sent < 40, `${sent} pieces were read`)
  assert.equal((await storedKeys()).length, before)
})

test("a source that fails before it is read refuses its upload only, whether or not the file would be accepted", async () => {
  const intake = await newIntake(firm)
  for (const [filename, reason] of [
    ["scan.jpg", /cut off/],
    ["page.html", UploadRefused],
  ] as const) {
    const source = new Readable({ read: () => undefined })
    source.destroy(new Error("cut off"))
    const target = { matter_id: intake.matter_id, request_id: intake.ids.statements, filename, source }
    await assert.rejects(receiveDocument(service, intake.client, target), reason)
  }
  assert.equal(await countRows(intake), 0)
})

test("a matter closed during an upload refuses the file, and none is left in the store", async () => {
  const intake = await newIntake(firm)
  const before = (await storedKeys()).length
  const source = Readable.from(
    (async function* () {
      yield Buffer.from("first half, ")
      await firm.run((tx) => closeMatter(tx, intake.matter_id))
      yield Buffer.from("second half")
    })(),
  )
  const receiving = receiveDocument(service, intake.client, {
    matter_id: intake.matter_id,
    request_id: intake.ids.statements,
    filename: "notes.txt",
    source,
  })
  await assert.rejects(receiving, { kind: "conflict", code: "matter_read_only" })
  assert.equal((await storedKeys()).length, before)
})

test("a request for one file takes one, and a replacement", async () => {
  const intake = await newIntake(firm)
  const { will_copy } = intake.ids
  const first = await send(intake, { request_id: will_copy }, "old.txt")
  await assert.rejects(send(intake, { request_id: will_copy }, "new.txt"), { code: "one_file_only" })
  const second = await send(intake, { request_id: will_copy, replaces: first.document_id }, "new.txt")
  await assert.rejects(firm.call(getStoredDocument, first.document_id), { kind: "not_found" })
  assert.equal((await firm.run((tx) => getStoredDocument(tx, second.document_id))).filename, "new.txt")
  const elsewhere = await send(intake, { request_id: intake.ids.statements })
  await assert.rejects(send(intake, { request_id: will_copy, replaces: elsewhere.document_id }), {
    kind: "not_found",
  })
})

test("a form sent twice within a minute adds its file once; the same file later, or another, is added", async () => {
  const intake = await newIntake(firm)
  const target = { request_id: intake.ids.statements }
  const age = (seconds: number) =>
    firm.write(sql`
        update documents set uploaded_at = ${new Date(Date.now() - seconds * 1_000)} where matter_id = ${intake.matter_id}`)
  const { document_id } = await send(intake, target)
  await age(50)
  assert.equal((await send(intake, target)).document_id, document_id)
  assert.equal((await send(intake, target, "notes")).document_id, document_id, "a name without its extension")
  await send(intake, target, "notes.txt", "Other notes")
  await send(intake, target, "copy.txt")
  assert.equal(await countRows(intake), 3)
  await age(60)
  await send(intake, target)
  assert.equal(await countRows(intake), 4)
})

test("a file that waited for a submission to end came after it", async () => {
  const intake = await newIntake(firm)
  const submitted_at = new Date(Date.now() + 60_000)
  await firm.write(sql`
    update matters set is_submitted = true, submitted_at = ${submitted_at} where id = ${intake.matter_id}`)
  const { document_id } = await send(intake, { request_id: intake.ids.statements })
  const { uploaded_at } = await firm.one<{ uploaded_at: Date }>(
    sql`select uploaded_at from documents where id = ${document_id}`,
  )
  assert.equal(+uploaded_at, +submitted_at + 1)
})

test("a file needs a purpose in its own matter", async () => {
  const intake = await newIntake(firm)
  const other = await newIntake(firm)
  const asset_id = await firm.run((tx) => addAsset(tx, other.matter_id, { for_fin_category: other.ids.home }))
  await assert.rejects(send(intake, { asset_id }), { kind: "not_found" })
  await assert.rejects(send(intake, { request_id: newId("document_request") }), { kind: "bad_request" })
})

test("a removed file disappears for everyone at once, and its bytes with the next sweep", async () => {
  const intake = await newIntake(firm)
  const { document_id } = await send(intake, { request_id: intake.ids.statements })
  await firm.run((tx) => removeDocument(tx, document_id), intake.client)
  assert.equal((await firm.request("GET", `/documents/${document_id}`)).status, 404)
  await assert.rejects(firm.call(removeDocument, document_id), { kind: "not_found" })
  assert((await storedKeys()).includes(fileKeyOf(firm.firm_id, document_id)))
  await sweepRemoved(service, firm.firm_id)
  assert(!(await storedKeys()).includes(fileKeyOf(firm.firm_id, document_id)))
})

test("a file that the firm added is swept once no one can restore it, whoever removes it", async () => {
  const own = await service.newFirm()
  const { matter_id, ids } = await newIntake(own)
  const source = Readable.from([Buffer.from("Notes")])
  const file = { matter_id, request_id: ids.statements, filename: "notes.txt", source }
  const actor = { firm_id: own.firm_id, user_id: own.admin.user_id }
  const { document_id } = await receiveDocument(service, actor, file)
  const removed_at = Date.now()
  await own.run((tx) => removeDocument(tx, document_id))
  const [start] = await startsOfJobs("sweep-files", own.firm_id)
  assert.ok(start && +start >= removed_at + restorable_ms)
})

test("a client cannot remove a submitted file, which also outlives its asset; staff can remove it", async () => {
  const intake = await newIntake(firm)
  const asset_id = await firm.call(addAsset, intake.matter_id, { for_fin_category: intake.ids.home })
  const submitted = await send(intake, { asset_id }, "deed.txt")
  const later = await send(intake, { asset_id }, "later.txt")
  await firm.run((tx) =>
    tx.run(sql`
      insert into submissions (matter_id, number, reason, snapshot, submitted_at)
      values (${intake.matter_id}, 1, 'submitted',
              ${json({ documents: [], financial_documents: [{ document_id: submitted.document_id }] })}, ${tx.now})`),
  )
  const asClient = firm.run((tx) => removeDocument(tx, submitted.document_id), intake.client)
  await assert.rejects(asClient, (error) => error instanceof Failure && error.code === "document_submitted")

  await firm.run((tx) => removeAsset(tx, asset_id))
  assert.equal((await firm.request("GET", `/matters/${intake.matter_id}/financial-documents`)).body.count, 0)
  await sweepRemoved(service, firm.firm_id)
  const keys = await storedKeys()
  assert.ok(keys.includes(fileKeyOf(firm.firm_id, submitted.document_id)))
  assert.ok(!keys.includes(fileKeyOf(firm.firm_id, later.document_id)))

  await firm.run((tx) => removeDocument(tx, submitted.document_id))
  await sweepRemoved(service, firm.firm_id)
  assert(!(await storedKeys()).includes(fileKeyOf(firm.firm_id, submitted.document_id)))
})

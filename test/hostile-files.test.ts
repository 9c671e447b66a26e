// Files made to use up memory or time, through every entry that takes files: each is refused with a sentence, and other
// requests are answered while it is read. Whatever ends a process ends the test as well.
import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { test } from "node:test"
import { storeLogo } from "../server/firm/firms/logo/logo.ts"
import { UploadRefused } from "../server/intake/documents/uploads/upload-refused.ts"
import { receiveDocument } from "../server/intake/documents/uploads/uploads.ts"
import { readUploadedTable } from "../server/operations/imports/table/uploaded-table.ts"
import { storeTemplate } from "../server/outputs/document-templates/document-templates.ts"
import { newId } from "../server/platform/ids.ts"
import {
  blanks,
  entities,
  nested,
  pdfOf,
  pictureOf,
  wordFileOf,
  workbookOf,
} from "./harness/hostile-files.ts"
import { newIntake } from "./harness/sample-intake.ts"
import { provideServiceAndFirm } from "./harness/service.ts"

const { service, firm } = provideServiceAndFirm()

/** More would take the processor from the child. */
const enough = 20

/** The error of a file's entry, and how many other requests were answered before it. */
async function refusalOf(entry: () => Promise<unknown>): Promise<{ error: Error; answered: number }> {
  let answered = 0
  let error: Error | undefined
  const sent = entry().then(
    () => assert.fail("The file was taken."),
    (thrown: Error) => {
      error = thrown
    },
  )
  while (error === undefined && answered < enough) {
    const { statusCode } = await service.app.inject({ method: "GET", url: "/health/live" })
    assert.equal(statusCode, 200)
    if (error === undefined) answered += 1
  }
  await sent
  return { error: error ?? assert.fail("The file was taken."), answered }
}

async function assertRefused(entry: () => Promise<unknown>, sentence: RegExp): Promise<void> {
  const { error, answered } = await refusalOf(entry)
  assert.match(error.message, sentence)
  assert.ok(answered > 0, "others are answered meanwhile")
}

test("a hostile PDF is refused at every entry for documents, of clients and of staff", async () => {
  const intake = await newIntake(firm)
  const { matter_id, ids, client } = intake
  const staff = { firm_id: firm.firm_id, user_id: firm.admin.user_id }
  const send = (actor: typeof staff, target: object, pdf: Buffer) => () =>
    receiveDocument(service, actor, {
      matter_id,
      ...target,
      filename: "statement.pdf",
      source: Readable.from([pdf]),
    } as Parameters<typeof receiveDocument>[2])
  const entries = [
    send(client, { request_id: ids.statements }, pdfOf(900_000)),
    send(client, { message_id: newId("message") }, pdfOf(900_000)),
    send(staff, { request_id: ids.statements }, pdfOf(900_000)),
    send(client, { request_id: ids.statements }, pdfOf(1_200_000)),
  ]
  for (const entry of entries) {
    const { error, answered } = await refusalOf(entry)
    assert.ok(error instanceof UploadRefused, String(error))
    assert.match(error.fault, /^(?:unchecked|password_protected)$/)
    assert.ok(answered > 0)
  }
  const { error } = await refusalOf(send(client, { request_id: ids.statements }, pdfOf(1_200_000)))
  assert.match(error.message, /too complicated to be checked/)
})

test("a hostile Word file is refused as a template", async () => {
  const actor = { firm_id: firm.firm_id, user_id: firm.admin.user_id }
  const store = (document: string | Buffer) => async () =>
    storeTemplate(service, actor, { filename: "Letter.docx", bytes: await wordFileOf(document) })
  await assertRefused(store(blanks), /more than 50 MB/)
  await assertRefused(store(nested), /too deeply/)
  await assertRefused(store(entities), /DTD/)
})

test("a hostile table is refused as an import", async () => {
  const sender = { firm_id: firm.firm_id, user_id: firm.admin.user_id }
  const read = (strings: string | Buffer) => async () => readUploadedTable(await workbookOf(strings), sender)
  await assertRefused(read(blanks), /more than 30 MB/)
  await assertRefused(read(nested), /damaged/)
  await assertRefused(() => readUploadedTable(Buffer.alloc(5_000_000, ","), sender), /too long/)
})

test("a hostile picture is refused as a logo", async () => {
  const store = (size: { width: number; height: number }) => () =>
    storeLogo(service, firm.firm_id, pictureOf(size))
  await assertRefused(store({ width: 10, height: 10 }), /cannot be read to its end/)
  await assertRefused(store({ width: 30_000, height: 30_000 }), /larger than 2,000 pixels/)
})

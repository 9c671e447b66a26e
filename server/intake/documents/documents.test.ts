import assert from "node:assert/strict"
import { test } from "node:test"
import { newIntake, type SampleIntake } from "../../../test/harness/sample-intake.ts"
import { type UploadTarget, upload } from "../../../test/harness/sample-uploads.ts"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import { saveAnswer } from "../answers/answers.ts"
import { addAsset, changeAsset } from "../assets/editing.ts"

const { service, firm } = provideServiceAndFirm({ clock: () => now })
const now = new Date("2026-03-02T09:30:00Z")

const send = (intake: SampleIntake, target: UploadTarget, filename = "notes.txt", content = "Notes") =>
  upload(service, intake, target, filename, content)

test("a financial document names its asset and category as they are now", async () => {
  const intake = await newIntake(firm)
  const { ids, matter_id } = intake
  const asset_id = await firm.run((tx) =>
    addAsset(tx, matter_id, { for_fin_category: ids.home, identifier_value: "Elm St" }),
  )
  const { document_id } = await send(intake, { asset_id }, "deed.txt")
  assert.match(document_id, /^document_F[0-9A-F]{32}$/)
  // With nothing hidden, neither list may include the other's files.
  await firm.run((tx) => saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: true }))
  await firm.run((tx) => changeAsset(tx, asset_id, [{ field: "identifier_value", value: "12 Elm Street" }]))
  const { body } = await firm.request("GET", `/matters/${matter_id}/financial-documents`)
  const [document] = body.documents
  assert.deepEqual(document, {
    document_id,
    filename: "deed.txt",
    size: 5,
    download_url: document.download_url,
    expires_in: 600,
    fin_item: { description: "12 Elm Street", id: asset_id },
    fin_category: {
      id: ids.home,
      label: "Homes and land",
      general_category: { id: "A017", label: "Real Estate" },
    },
    uploaded_at: document.uploaded_at,
  })
  assert.equal((await firm.request("GET", `/matters/${matter_id}/documents`)).body.count, 0)
  for (const prefix of ["", "/v1"]) {
    const single = await firm.request("GET", `${prefix}/documents/${document_id}`)
    assert.deepEqual(single.body, { matter_id, ...document, download_url: single.body.download_url })
  }
})

test("files of a hidden request are left out of the list but stay stored", async () => {
  const intake = await newIntake(firm)
  const { ids, matter_id } = intake
  const hasWill = (value: boolean) =>
    firm.run((tx) => saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value }))
  const count = async () => (await firm.request("GET", `/matters/${matter_id}/documents`)).body.count
  await hasWill(true)
  await send(intake, { request_id: ids.will_copy })
  assert.equal(await count(), 1)
  await hasWill(false)
  assert.equal(await count(), 0)
  await hasWill(true)
  assert.equal(await count(), 1)
})

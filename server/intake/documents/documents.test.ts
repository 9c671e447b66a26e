import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { newIntake, type SampleIntake } from "../../../test/harness/sample-intake.ts"
import { type UploadTarget, upload } from "../../../test/harness/sample-uploads.ts"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import { saveAnswer } from "../answers/answers.ts"
import { addAsset, changeAsset } from "../assets/editing.ts"

const { service, firm } = provideServiceAndFirm({ clock: () => now })
let now = new Date("2026-03-02T09:30:00Z")

const send = (intake: SampleIntake, target: UploadTarget, filename = "notes.txt", content = "Notes") =>
  upload(service, intake, target, filename, content)

test("documents are listed newest first under both prefixes, with a working download link", async () => {
  const intake = await newIntake(firm)
  const { ids, matter_id } = intake
  const first = await send(intake, { request_id: ids.statements }, "January.txt", "January")
  now = new Date("2026-03-03T10:00:00Z")
  const second = await send(intake, { request_id: ids.statements }, "February 2026 – José.txt", "February!")
  for (const prefix of ["", "/v1"]) {
    const { status, body } = await firm.request("GET", `${prefix}/matters/${matter_id}/documents`)
    assert.equal(status, 200, JSON.stringify(body))
    const [newest, oldest] = body.documents
    assert.match(newest.download_url, /^http:\/\/127\.0\.0\.1:8080\/download\/firm_/)
    assert.deepEqual(body, {
      matter_id,
      documents: [
        {
          document_id: second.document_id,
          filename: "February 2026 – José.txt",
          size: 9,
          download_url: newest.download_url,
          expires_in: 600,
          document_request: { label: "Account statements" },
          uploaded_at: "2026-03-03T10:00:00Z",
        },
        { ...oldest, document_id: first.document_id, uploaded_at: "2026-03-02T09:30:00Z" },
      ],
      count: 2,
      next: null,
      previous: null,
    })
    const answer = await service.app.inject({ url: newest.download_url.replace("http://127.0.0.1:8080", "") })
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.body, "February!")
  }
})

test("uploaded_since is an inclusive day; anything else is a named fault", async () => {
  const intake = await newIntake(firm)
  // Midnight where the firm is.
  now = new Date("2026-03-04T05:00:00Z")
  await send(intake, { request_id: intake.ids.statements })
  const list = (since: string) =>
    firm.request("GET", `/matters/${intake.matter_id}/documents?uploaded_since=${encodeURIComponent(since)}`)
  assert.equal((await list("2026-03-04")).body.count, 1)
  assert.equal((await list("2026-03-05")).body.count, 0)
  for (const wrong of ["", "yesterday", "2026-02-30", "2026-3-4", "0000-01-01", "2026-03-04T00:00:00Z"]) {
    const { status, body } = await list(wrong)
    assert.equal(status, 400, wrong)
    assertEach(body.errors, (fault: { param: string }) => fault.param, ["uploaded_since"])
  }
})

test("document lists are paged, and links keep all other parameters", async () => {
  const intake = await newIntake(firm)
  for (const name of ["a.txt", "b.txt", "c.txt"])
    await send(intake, { request_id: intake.ids.statements }, name)
  const url = `/v1/matters/${intake.matter_id}/documents?page_size=2&uploaded_since=2026-01-01`
  const { body } = await firm.request("GET", url)
  assert.deepEqual([body.count, body.documents.length, body.previous], [3, 2, null])
  const next = new URL(body.next)
  assert.equal(next.searchParams.get("uploaded_since"), "2026-01-01")
  const last = await firm.request("GET", next.pathname + next.search)
  assert.deepEqual([last.body.documents.length, last.body.next], [1, null])
  assert.equal((await firm.request("GET", `${url}&page=3`)).body.detail, "Invalid page.")
})

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

test("a single document is its list item plus the matter", async () => {
  const intake = await newIntake(firm)
  const { document_id } = await send(intake, { request_id: intake.ids.statements })
  assert.match(document_id, /^document_P[0-9A-F]{32}$/)
  const list = await firm.request("GET", `/v1/matters/${intake.matter_id}/documents`)
  const single = await firm.request("GET", `/documents/${document_id}`)
  const { matter_id, ...item } = single.body
  assert.equal(matter_id, intake.matter_id)
  assert.deepEqual(item, { ...list.body.documents[0], download_url: item.download_url })
  const other = await service.newFirm()
  assert.equal((await other.request("GET", `/documents/${document_id}`)).status, 404)
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

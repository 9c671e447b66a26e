import assert from "node:assert/strict"
import { before, test } from "node:test"
import { saveAnswer } from "../../server/intake/answers/answers.ts"
import { changeAsset } from "../../server/intake/assets/editing.ts"
import { addContact, changeContact } from "../../server/intake/contacts/editing.ts"
import { submitMatter } from "../../server/intake/submissions/submissions.ts"
import { assertEach } from "../harness/assert-each.ts"
import { upload } from "../harness/sample-uploads.ts"
import {
  answers,
  assertConforms,
  assets,
  clients,
  contacts,
  documents,
  financial_documents,
  matter,
  roles,
  type Schema,
} from "./api.ts"
import { provideSampleFirm } from "./sample-firm.ts"

const sample = provideSampleFirm()
/** Each response at the time the matter was first submitted. */
const first: Record<string, unknown> = {}

before(async () => {
  const { couple, service } = sample
  for (const path of Object.keys(reads())) first[path] = withoutLinks((await sample.get(path)).body)
  await couple.asClient(async (tx) => {
    await changeContact(tx, couple.main, [{ field: "first_name", value: "Adele" }])
    await addContact(tx, couple.matter_id, { relationship_type: "4FRND", first_name: "Fay" })
    await changeAsset(tx, couple.home, [{ field: "credit_value", value: "1" }])
  })
  const { matter_id, ids } = couple
  await couple.asClient((tx) =>
    saveAnswer(tx, service.ring, matter_id, { question_id: ids.will_date, value: "2001-01-01" }),
  )
  await upload(service, couple, { request_id: ids.statements }, "new.txt", "New")
  await upload(service, couple, { asset_id: couple.home }, "new.txt", "New")
})

function reads(): Record<string, Schema> {
  const base = `/v1/matters/${sample.couple.matter_id}`
  return {
    [base]: matter,
    [`${base}/clients`]: clients,
    [`${base}/contacts`]: contacts,
    [`${base}/assets`]: assets,
    [`${base}/roles`]: roles,
    [`${base}/answers`]: answers,
    [`${base}/documents`]: documents,
    [`${base}/financial-documents`]: financial_documents,
    [`${base.replace("/v1", "")}/documents`]: documents,
    [`${base.replace("/v1", "")}/financial-documents`]: financial_documents,
  }
}

/** Links are new in every response. */
function withoutLinks<Body>(body: Body): unknown {
  return JSON.parse(JSON.stringify(body, (key, value) => (key === "download_url" ? "" : value)))
}

test("a submission reads exactly as it was submitted, with the live response's schema", async () => {
  for (const [path, schema] of Object.entries(reads())) {
    for (const slash of ["", "/"]) {
      const { status, body } = await sample.get(`${path}${slash}?submission=1`)
      assert.equal(status, 200, JSON.stringify(body))
      assertConforms(schema, body)
      const sent = withoutLinks(body)
      assert.deepEqual(sent, first[path], path)
      if (/clients|contacts|assets|answers|documents|matter_[^/]*$/.test(path))
        assert.notDeepEqual(
          withoutLinks((await sample.get(path)).body),
          sent,
          `${path} reads live without it`,
        )
    }
  }
})

test("submissions are numbered, and an unused number is not found", async () => {
  const { couple, service, get } = sample
  await couple.asClient((tx) => submitMatter(tx, service.ring, couple.matter_id))
  for (const path of Object.keys(reads())) {
    assert.deepEqual(
      withoutLinks((await get(`${path}?submission=2`)).body),
      withoutLinks((await get(path)).body),
    )
    for (const number of ["3", "0", "-1", "2147483647", "2147483648", "99999999999999999999"]) {
      const { status, body } = await get(`${path}?submission=${number}`)
      assert.equal(status, 404, `${path}?submission=${number}`)
      assert.equal(body.detail, "There is no such record.")
    }
    for (const wrong of ["", "abc", "1.5", "1e0", "%00", "last"]) {
      const { status, body } = await get(`${path}?submission=${wrong}`)
      assert.equal(status, 400, `${path}?submission=${wrong}`)
      assertEach(body.errors, ({ param }: { param: string }) => param, ["submission"])
    }
  }
})

test("a matter that was never submitted has no submission", async () => {
  for (const id of [sample.single.matter_id, sample.pre_created]) {
    assert.equal((await sample.get(`/v1/matters/${id}/contacts?submission=1`)).status, 404)
  }
})

test("a submission's files are paged, filtered, and downloadable", async () => {
  const { couple, service, get } = sample
  const { body } = await get(`/matters/${couple.matter_id}/documents?submission=1&page_size=1`)
  assert.equal(body.count, 1)
  const [{ download_url, document_id }] = body.documents
  assert.equal(document_id, couple.will)
  const answer = await service.app.inject({ url: download_url.slice(service.base_url.length) })
  assert.equal(answer.body, "My will")
  const since = await get(`/matters/${couple.matter_id}/documents?submission=1&uploaded_since=2999-01-01`)
  assert.equal(since.body.count, 0)
  const past = await get(`/matters/${couple.matter_id}/documents?submission=1&page=2`)
  assert.deepEqual([past.status, past.body.detail], [404, "Invalid page."])
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { sql } from "../../server/platform/db/sql.ts"
import { upload } from "../harness/sample-uploads.ts"
import {
  assertConforms,
  documents,
  financial_documents,
  single_document,
  single_financial_document,
} from "./api.ts"
import { provideSampleFirm } from "./sample-firm.ts"

const sample = provideSampleFirm({ clock: () => now })
const now = new Date()

const prefixes = ["", "/v1"]

test("documents match their schema in every kind of matter, identically under both URLs", async () => {
  for (const id of Object.values(sample.matters)) {
    for (const prefix of prefixes) {
      const plain = await sample.get(`${prefix}/matters/${id}/documents`)
      assert.equal(plain.status, 200, JSON.stringify(plain.body))
      assertConforms(documents, plain.body)
      const financial = await sample.get(`${prefix}/matters/${id}/financial-documents/`)
      assert.equal(financial.status, 200, JSON.stringify(financial.body))
      assertConforms(financial_documents, financial.body)
      assert.deepEqual([plain.body.matter_id, financial.body.matter_id], [id, id])
    }
  }
})

test("Get Documents and Get Financial Documents: each kind of file is in its own list", async () => {
  const { couple, get } = sample
  const plain = (await get(`/matters/${couple.matter_id}/documents`)).body
  assert.equal(plain.count, 1)
  const [will] = plain.documents
  assert.deepEqual(
    [will.document_id, will.filename, will.size, will.document_request],
    [couple.will, "will.txt", 7, { label: "Copy of your will" }],
  )
  const financial = (await get(`/matters/${couple.matter_id}/financial-documents`)).body
  assert.equal(financial.count, 1)
  const [deed] = financial.documents
  assert.deepEqual(
    [deed.document_id, deed.filename, deed.fin_item, deed.fin_category],
    [
      couple.deed,
      "deed.txt",
      { description: "12 Elm Street", id: couple.home },
      {
        id: couple.ids.home,
        label: "Homes and land",
        general_category: { id: "A017", label: "Real Estate" },
      },
    ],
  )
})

test("Get Single Document: the list's item plus the matter, under both URLs", async () => {
  const { couple, get } = sample
  for (const prefix of prefixes) {
    for (const [id, list, schema] of [
      [couple.will, "documents", single_document],
      [couple.deed, "financial-documents", single_financial_document],
    ] as const) {
      const { status, body } = await get(`${prefix}/documents/${id}`)
      assert.equal(status, 200, JSON.stringify(body))
      assertConforms(schema, body)
      const [item] = (await get(`/matters/${couple.matter_id}/${list}`)).body.documents
      const { download_url: _, ...expected } = { matter_id: couple.matter_id, ...item }
      const { download_url, ...found } = body
      assert.deepEqual(found, expected)
    }
  }
})

test("documents are newest first, and uploaded_since returns files of that day and later", async () => {
  const { single, service, firm, get } = sample
  const ids: string[] = []
  for (const day of ["2026-01-31T23:59:59Z", "2026-02-01T00:00:00Z", "2026-02-02T12:00:00Z"]) {
    const { document_id } = await upload(service, single, { request_id: single.ids.statements }, "a.txt", day)
    await firm.write(sql`update documents set uploaded_at = ${day} where id = ${document_id}`)
    ids.unshift(document_id)
  }
  const since = async (day: string) => {
    const { body } = await get(`/matters/${single.matter_id}/documents?uploaded_since=${day}`)
    return body.documents.map(({ document_id }: { document_id: string }) => document_id)
  }
  assert.deepEqual(await since("2026-01-01"), ids)
  assert.deepEqual(await since("2026-02-01"), ids.slice(0, 2))
  assert.deepEqual(await since("2026-02-03"), [])
  for (const list of ["documents", "financial-documents"]) {
    for (const wrong of ["2026-02-30", "0000-01-01", "yesterday", "", "2026-2-1", "2026-02-01T00:00:00Z"]) {
      const { status, body } = await get(`/matters/${single.matter_id}/${list}?uploaded_since=${wrong}`)
      assert.equal(status, 400, wrong)
      assert.equal(body.errors[0].param, "uploaded_since")
    }
  }
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { provideDemo } from "../harness/demo-database.ts"
import * as schemas from "./api.ts"
import { assertConforms, type Schema } from "./api.ts"

const { service, demo } = provideDemo()

async function read(url: string, schema: Schema, token = demo.api_token) {
  const answer = await service.app.inject({ url, headers: { authorization: `Token ${token}` } })
  assert.equal(answer.statusCode, 200, `${url} ${answer.body}`)
  const body = answer.json()
  assertConforms(schema, body)
  return body
}

const reads: Record<string, Schema> = {
  "/v1/matters/": schemas.matter,
  "/v1/matters//clients": schemas.clients,
  "/v1/matters//contacts": schemas.contacts,
  "/v1/matters//assets": schemas.assets,
  "/v1/matters//roles": schemas.roles,
  "/v1/matters//answers": schemas.answers,
  "/matters//documents": schemas.documents,
  "/matters//financial-documents": schemas.financial_documents,
}

test("every response for every demo matter matches its schema, live and as submitted", async () => {
  for (const matter of Object.values(demo.matters)) {
    for (const [path, schema] of Object.entries(reads)) {
      const url = path.replace("matters/", `matters/${matter}`)
      await read(url, schema)
      const { is_submitted } = await read(`/v1/matters/${matter}`, schemas.matter)
      if (is_submitted) await read(`${url}?submission=1`, schema)
    }
  }
})

test("the record of every demo matter has each part exactly as its own endpoint returns it, live and as submitted", async () => {
  let submitted = 0
  for (const matter of Object.values(demo.matters)) {
    const { matter: _, ...listed } = await readPlain(`/v1/matters/${matter}/submissions`)
    const { submissions } = listed
    submitted += submissions.length
    for (const number of [undefined, ...submissions.map((one: { number: number }) => one.number)]) {
      const query = number === undefined ? "" : `?submission=${number}`
      const part = (path: string) => readPlain(`/v1/matters/${matter}${path}${query}`)
      const { assets, ...record } = await part("/record")
      // The record adds all owners to each.
      const withoutOwners = assets.map(({ owners: _, ...asset }: { owners: unknown }) => asset)
      assert.deepEqual(withoutOwners, (await part("/assets")).assets)
      assert.deepEqual(record, {
        submission: number ?? null,
        matter: await part(""),
        clients: (await part("/clients")).contacts,
        contacts: (await part("/contacts")).contacts,
        roles: (await part("/roles")).roles,
        answers: (await part("/answers")).answers,
        documents: (await part("/documents")).documents,
        financial_documents: (await part("/financial-documents")).documents,
        ...(number === undefined ? listed : await submittedOf(matter, number)),
      })
    }
  }
  assert.ok(submitted > 0)
})

/** What a past record says of submissions: those until then. */
async function submittedOf(matter: string, number: number) {
  const record = await readPlain(`/v1/matters/${matter}/record?submission=${number}`)
  const { submissions, unavailable_documents } = record
  const numbers = submissions.map((one: { number: number }) => one.number)
  assert.deepEqual(
    numbers,
    Array.from({ length: number }, (_, at) => number - at),
  )
  return { submissions, unavailable_documents }
}

/** A response without its links, which are new in each. */
async function readPlain(url: string) {
  const headers = { authorization: `Token ${demo.api_token}` }
  const { statusCode, body } = await service.app.inject({ url, headers })
  assert.equal(statusCode, 200, `${url} ${body}`)
  return JSON.parse(body, (key, value) => (key === "download_url" ? "" : value))
}

test("every demo list matches its schema, and each record is the same when read alone", async () => {
  const pages: [list: string, page: Schema, item: Schema | undefined, id: string][] = [
    ["/v1/matters", schemas.matter_page, schemas.matter, "id"],
    ["/v1/events", schemas.event_page, schemas.event, "event_id"],
    ["/v1/questionnaires", schemas.questionnaire_page, schemas.questionnaire, "id"],
    ["/v1/financial-categories", schemas.financial_category_page, undefined, "id"],
  ]
  for (const token of [demo.api_token, demo.other_firm.api_token]) {
    for (const [list, page, item, id] of pages) {
      const { results } = await read(list, page, token)
      assert.ok(results.length > 0, list)
      for (const record of item ? results : []) await read(`${list}/${record[id]}`, item as Schema, token)
    }
    const { results } = await read("/v1/events", schemas.event_page, token)
    for (const { user } of results) await read(`/v1/users/${user.id}`, schemas.user, token)
  }
})

test("every demo file matches its schema, and its link returns all its bytes", async () => {
  for (const matter of Object.values(demo.matters)) {
    for (const [list, page, item] of [
      ["documents", schemas.documents, schemas.single_document],
      ["financial-documents", schemas.financial_documents, schemas.single_financial_document],
    ] as const) {
      for (const { document_id } of (await read(`/matters/${matter}/${list}`, page)).documents) {
        const { download_url, size } = await read(`/documents/${document_id}`, item)
        const { rawPayload } = await service.app.inject(download_url.slice(service.base_url.length))
        assert.equal(rawPayload.length, size)
      }
    }
  }
})

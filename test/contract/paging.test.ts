import assert from "node:assert/strict"
import { before, test } from "node:test"
import { createMatter } from "../../server/intake/matters/matters.ts"
import { createQuestionnaire } from "../../server/intake/questionnaires/questionnaires.ts"
import { newId } from "../../server/platform/ids.ts"
import { assertEach } from "../harness/assert-each.ts"
import { newIntake, type SampleIntake, sampleDefinition, sampleParts } from "../harness/sample-intake.ts"
import { upload } from "../harness/sample-uploads.ts"
import { provideServiceAndFirm } from "../harness/service.ts"

const { service, firm } = provideServiceAndFirm()
let intake: SampleIntake
/** Every paged list: its number of records here, and the name of its array. */
const lists: Record<string, { count: number; array: string }> = {}

before(async () => {
  intake = await newIntake(firm)
  await firm.run(async (tx) => {
    const definition = sampleDefinition(sampleParts())
    const one = { title: "T", internal_type: "Planning", approach: "planning" as const }
    let questionnaire_id = ""
    for (let n = 1; n < 203; n++) {
      const url_short_name = newId("section").slice(-12).toLowerCase()
      questionnaire_id = await createQuestionnaire(tx, {
        ...one,
        url_short_name,
        definition: {
          sections: n < 102 ? sampleDefinition(sampleParts()).sections : definition.sections.slice(0, 1),
        },
      })
    }
    for (let n = 1; n < 203; n++) await createMatter(tx, { questionnaire_id, matter_name: `Matter ${n}` })
  })
  for (let n = 0; n < 3; n++)
    await upload(service, intake, { request_id: intake.ids.statements }, `${n}.txt`, `File ${n}`)
  Object.assign(lists, {
    "/v1/matters": { count: 203, array: "results" },
    // Three of them tell of the files below.
    "/v1/events": { count: 206, array: "results" },
    "/v1/questionnaires": { count: 203, array: "results" },
    "/v1/financial-categories": { count: 204, array: "results" },
    [`/v1/matters/${intake.matter_id}/documents`]: { count: 3, array: "documents" },
    [`/matters/${intake.matter_id}/documents`]: { count: 3, array: "documents" },
    [`/v1/matters/${intake.matter_id}/financial-documents`]: { count: 0, array: "documents" },
    [`/matters/${intake.matter_id}/financial-documents`]: { count: 0, array: "documents" },
  })
})

const get = (url: string) => firm.request("GET", url)

test("a page has 100 records by default and 200 at most, and count covers all pages", async () => {
  for (const [path, { count, array }] of Object.entries(lists)) {
    for (const [query, limit] of [
      ["", 100],
      ["?page_size=1", 1],
      ["?page_size=200", 200],
      ["?page_size=201", 200],
      ["?page_size=999999", 200],
      ["?page_size=99999999999999999999999", 200],
    ] as const) {
      const { status, body } = await get(path + query)
      assert.equal(status, 200, `${path}${query} ${JSON.stringify(body)}`)
      assert.equal(body.count, count, path + query)
      assert.equal(body[array].length, Math.min(count, limit), path + query)
    }
  }
})

test("next and previous are absolute, visit every record once, and are null at the ends", async () => {
  for (const [path, { count, array }] of Object.entries(lists)) {
    const size = count > 10 ? 80 : 2
    const seen: string[] = []
    let url: string | null = `${path}?page_size=${size}&color=light%20blue`
    let previous: string | null = null
    for (let number = 1; url !== null; number++) {
      const { status, body } = await get(url)
      assert.equal(status, 200, url)
      assert.equal(body.previous, previous)
      seen.push(
        ...body[array].map(
          (record: Record<string, string>) => record.id ?? record.event_id ?? record.document_id,
        ),
      )
      previous = link(path, size, number)
      if (body.next !== null) assert.equal(body.next, link(path, size, number + 1))
      url = body.next === null ? null : body.next.slice(service.base_url.length)
    }
    assert.equal(seen.length, count, path)
    assert.equal(new Set(seen).size, count, path)
  }
})

function link(path: string, size: number, page: number): string {
  return `${service.base_url}${path}?page_size=${size}&color=light+blue&page=${page}`
}

test("a page or size that is not an integer of at least 1 is refused by name", async () => {
  const wrong = ["0", "-1", "abc", "1.5", "1e2", "+1", "", "%20", "0x10", "%00", "null", "１"]
  for (const path of Object.keys(lists)) {
    for (const param of ["page", "page_size"]) {
      for (const value of wrong) {
        const { status, body } = await get(`${path}?${param}=${value}`)
        assert.equal(status, 400, `${path}?${param}=${value}`)
        assertEach(body.errors, (fault: { param: string }) => fault.param, [param])
      }
    }
    const repeated = await get(`${path}?page=1&page=2`)
    assert.deepEqual(
      [repeated.status, repeated.body.errors.length, repeated.body.errors[0].code],
      [400, 1, "repeated"],
    )
  }
})

test("a page past the end returns the API's 404, and page 1 of an empty list is empty", async () => {
  for (const [path, { count, array }] of Object.entries(lists)) {
    const last = Math.max(1, Math.ceil(count / 100))
    assert.equal((await get(`${path}?page=${last}`)).status, 200)
    for (const page of [last + 1, 1_000_000, "99999999999999999999999"]) {
      const { status, body } = await get(`${path}?page=${page}`)
      assert.equal(status, 404, `${path}?page=${page}`)
      assert.equal(body.detail, "Invalid page.")
      assert.equal(body.code, "not_found")
    }
    const other = await service.newFirm()
    if (array === "documents") continue
    assert.deepEqual((await other.request("GET", path)).body, {
      count: 0,
      next: null,
      previous: null,
      results: [],
    })
  }
})

test("a trailing slash changes nothing but the links, which keep it", async () => {
  for (const [path, { array }] of Object.entries(lists)) {
    const [plain, slashed] = [await get(path), await get(`${path}/`)]
    assert.equal(slashed.status, 200, path)
    if (array === "results") assert.deepEqual(slashed.body.results, plain.body.results)
    assert.equal(slashed.body.count, plain.body.count)
  }
})

import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import {
  openTestService,
  provideService,
  type TestFirm,
  type TestService,
} from "../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { waitUntil } from "../../../test/harness/wait-until.ts"
import { sql } from "../../platform/db/sql.ts"
import { type AnsweredRequest, openRequestLog } from "./recording.ts"
import { listRequests, type RequestFilter, removeOldRequests } from "./request-log.ts"

const service = provideService({ own_database: true, clock: () => now })
let now = new Date("2026-03-04T15:00:00Z")

const list = (firm: TestFirm, filter: RequestFilter = {}) =>
  firm.run(async (tx) => (await listRequests(tx, filter, { page: 1, limit: 100, offset: 0 })).rows)

const keyOf = (firm: TestFirm) => firm.one<{ id: string }>(sql`select id from api_keys`)

/** Adds requests to a log of its own and writes them. */
async function record({ db, log: errors }: TestService, ...requests: AnsweredRequest[]): Promise<void> {
  const log = openRequestLog(db, errors)
  for (const request of requests) log.add(request)
  await log.close()
}

async function sampleOf(firm: TestFirm): Promise<AnsweredRequest> {
  const request_id = randomUUID()
  const { id: key_id } = await keyOf(firm)
  const rest = { method: "GET", route: "/v1/matters", status: 200, codes: [], ms: 4 }
  return { firm_id: firm.firm_id, key_id, request_id, ...rest }
}

test("requests over a key's limit are recorded too, counted by route", async (t) => {
  const limited = await openTestService({ settings: { FOYER_API_RATE_LIMIT: "2" } }, t)
  const firm = await limited.newFirm()
  for (const status of [200, 200, 429, 429, 429])
    assert.equal((await firm.request("GET", "/v1/matters")).status, status)
  const refused = async () => (await list(firm)).filter(({ status }) => status === 429)
  const count = async () => (await refused()).reduce((sum, { requests }) => sum + requests, 0)
  await waitUntil(async () => (await count()) === 3, "three refusals are recorded")
  for (const { route, codes } of await refused())
    assert.deepEqual([route, codes], ["/v1/matters", ["rate_limited"]])
  // However many there are, they take little room.
  const over = { ...(await sampleOf(firm)), status: 429 }
  const before = (await refused()).length
  await record(limited, ...Array.from({ length: 2_500 }, () => ({ ...over, request_id: randomUUID() })))
  assert.equal((await refused()).length, before + 1)
})

test("requests are recorded with their key, route, status and codes; addresses, bodies and unknown keys are not", async () => {
  const [firm, other] = [await service.newFirm(), await service.newFirm()]
  const weak = await firm.newKey(["events:read"])
  const { body } = await firm.request("GET", "/v1/matters?page=x&search=Okafor")
  await firm.request("GET", "/v1/matters/matter_0192F0C47B3A7C11A0B1C2D3E4F50607")
  await firm.request("POST", "/v1/matters/create", { matter_name: "", Okafor: 1 })
  const headers = { authorization: `Token ${firm.token}`, "content-type": "text/plain" }
  await service.app.inject({ method: "POST", url: "/v1/subscriptions", headers, body: "Okafor" })
  for (const token of [weak, "dv_nobody"])
    await service.app.inject({ url: "/v1/matters", headers: { authorization: `Bearer ${token}` } })
  await other.request("GET", "/v1/events")
  await waitUntil(async () => (await list(firm)).length === 5, "five requests are recorded")
  const rows = await list(firm)
  assert.deepEqual(
    rows.map(({ method, route, status, codes }) => [method, route, status, ...codes]).toSorted(),
    [
      ["GET", "/v1/matters", 400, "bad_request", "page not_a_page"],
      ["GET", "/v1/matters", 403, "scope_missing"],
      ["GET", "/v1/matters/:matter_id", 404, "not_found"],
      [
        "POST",
        "/v1/matters/create",
        400,
        "bad_request",
        "questionnaire_id required",
        "unknown_field",
        "matter_name too_short",
      ],
      ["POST", "/v1/subscriptions", 415, "unsupported_media_type"],
    ],
  )
  const stored = await firm.all(sql`select * from api_requests`)
  assert.doesNotMatch(JSON.stringify(stored), /Okafor|matter_0192|search=/)
  const found = (search: string) => list(firm, { search }).then((all) => all.map(({ status }) => status))
  assert.deepEqual(await found(body.request_id), [400])
  assert.deepEqual(await found("scope_missing"), [403])
  assert.deepEqual(await found("/v1/matters/c"), [400])
  assert.deepEqual(await found("404"), [404])
  for (const search of ["POST /v1/matters/create", "matter_name", "too_short", "not_a_page"])
    assert.deepEqual(await found(search), [400], search)
  for (const id of ["matter_0192F0C47B3A7C11A0B1C2D3E4F50607", "{matter_id}", ":matter_id"])
    assert.deepEqual(await found(`/v1/matters/${id}`), [404], id)
  assertEach(await list(other), ({ route }) => route, ["/v1/events"])
})

test("successful reads share a row with the slowest; each change and each refusal has its own", async () => {
  const firm = await service.newFirm()
  const slowest = { ...(await sampleOf(firm)), ms: 90 }
  await record(
    service,
    await sampleOf(firm),
    slowest,
    await sampleOf(firm),
    { ...(await sampleOf(firm)), status: 304 },
    { ...(await sampleOf(firm)), method: "POST", status: 201 },
    { ...(await sampleOf(firm)), method: "POST", status: 201 },
    { ...(await sampleOf(firm)), status: 400, codes: ["bad_request"] },
    { ...(await sampleOf(firm)), status: 400, codes: ["bad_request"] },
  )
  const rows = await list(firm)
  assert.deepEqual(rows.map(({ status, requests }) => `${status} ×${requests}`).toSorted(), [
    "200 ×3",
    "201 ×1",
    "201 ×1",
    "304 ×1",
    "400 ×1",
    "400 ×1",
  ])
  const [row] = await list(firm, { search: slowest.request_id })
  assert.deepEqual([row?.duration_ms, row?.requests], [90, 3])
  assert.equal((await list(firm, { refused: true })).length, 2)
})

test("a flood is cut at 2,000 rows, and what belongs to a firm that is gone is left out", async () => {
  const firm = await service.newFirm()
  const sample = await sampleOf(firm)
  const refusals = Array.from({ length: 2_001 }, () => ({ ...sample, request_id: randomUUID(), status: 400 }))
  await record(service, { ...sample, firm_id: "firm_0192F0C47B3A7C11A0B1C2D3E4F50607" }, ...refusals)
  const { count } = await firm.one<{ count: number }>(sql`select count(*) from api_requests`)
  assert.equal(count, 1_999)
})

test("requests are listed for thirty days, and deleted after", async () => {
  const firm = await service.newFirm()
  await record(service, await sampleOf(firm))
  const stored = () => firm.all(sql`select from api_requests`)
  const began = now
  now = new Date(began.getTime() + 30 * 24 * 3_600_000 - 1)
  await removeOldRequests(service.db)
  assert.deepEqual([(await list(firm)).length, (await stored()).length], [1, 1])
  now = new Date(began.getTime() + 30 * 24 * 3_600_000 + 1)
  assert.equal((await list(firm)).length, 0)
  await removeOldRequests(service.db)
  assert.equal((await stored()).length, 0)
  now = began
})

test("admins find a request by its id, and see its key, result and codes", async () => {
  const firm = await service.newFirm()
  const refused = { ...(await sampleOf(firm)), status: 403, codes: ["scope_missing"] }
  await record(service, await sampleOf(firm), refused)
  const browser = await newStaffBrowser(service, firm)
  const read = async (query: string) => (await browser("GET", `/console/settings/keys/requests${query}`)).text
  const found = await read(`?search=${refused.request_id}`)
  assert.match(found, /GET \/v1\/matters[\s\S]*403[\s\S]*#error-scope_missing/)
  assert.doesNotMatch(found, />200</)
  assert.match(await read("?result=refused"), />403</)
  assert.doesNotMatch(await read("?result=refused"), />200</)
  assert.match(await read("?search=nothing"), /No matching requests/)
  for (const [minutes, isFound] of [
    [-10, true],
    [-11, false],
    [1, true],
    [2, false],
  ] as const) {
    const at = new Date(now.getTime() + minutes * 60_000).toISOString()
    assert.equal((await read(`?at=${at}`)).includes(refused.request_id), isFound, at)
  }
  assert.ok((await read("?at=2026-03-99T99:99:99Z")).includes(refused.request_id))
})

test("a request that took less than half a millisecond did not take none", async () => {
  const firm = await service.newFirm()
  await record(
    service,
    { ...(await sampleOf(firm)), ms: 0.2 },
    { ...(await sampleOf(firm)), status: 400, ms: 1_234 },
  )
  const { text } = await (await newStaffBrowser(service, firm))("GET", "/console/settings/keys/requests")
  assert.deepEqual([...text.matchAll(/>([\d,]+ ms)</g)].map(([, shown]) => shown).toSorted(), [
    "1 ms",
    "1,234 ms",
  ])
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { addEndpoint, attemptDue, happen } from "../../../test/harness/webhook-delivery.ts"
import { startWebhookReceiver } from "../../../test/harness/webhook-receiver.ts"
import { createKey } from "../../firm/access/api/keys.ts"
import { sql } from "../../platform/db/sql.ts"
import { disableEndpoint } from "./endpoints.ts"

const service = provideService({ clock: () => now })
let now = new Date("2026-03-02T09:30:00Z")

const event_type = "intakeform.submitted"

/** A firm with a subscription whose receiver answers with `status.now`. */
async function subscribe(t: { after: (work: () => unknown) => void }) {
  const firm = await service.newFirm()
  const status = { now: 204 }
  const receiver = await startWebhookReceiver(t, () => ({ status: status.now }))
  const { id } = (await firm.request("POST", "/v1/subscriptions", { url: receiver.url, event_type })).body
  const at = (path = "") => `/v1/subscriptions/${id}${path}`
  const list = async (query = "") => (await firm.request("GET", at(`/deliveries${query}`))).body
  return { firm, status, receiver, id, at, list }
}

async function auditOf(firm: TestFirm, record_id: string): Promise<string[]> {
  const entries = await firm.all<{ action: string }>(
    sql`select action from audit_entries where record_id = ${record_id} order by id`,
  )
  return entries.map(({ action }) => action)
}

test("deliveries are listed newest first, by state and in pages, with every attempt and what was answered", async (t) => {
  const { firm, status, at, list } = await subscribe(t)
  const first = await happen(service, firm)
  await attemptDue(service, firm)
  status.now = 503
  const second = await happen(service, firm)
  await attemptDue(service, firm)
  const all = await list()
  assertEach(all.results, (each: { event_id: string; state: string }) => [each.event_id, each.state], [
    [second, "waiting"],
    [first, "delivered"],
  ])
  assert.deepEqual((await list("?state=waiting")).results, [all.results[0]])
  assert.deepEqual((await list("?page_size=1&page=2")).results, [all.results[1]])
  const [{ id, ...waiting }] = all.results
  const { status: code, body } = await firm.request("GET", at(`/deliveries/${id}`))
  assert.equal(code, 200)
  const { attempts, ...rest } = body
  assert.deepEqual(rest, { id, ...waiting })
  assert.equal(waiting.number_of_attempts, 1)
  assert.ok(waiting.next_try_at > "2026-03-02T09:30:00Z")
  assert.deepEqual(
    attempts.map(({ number, status, fault, started_at }: Record<string, unknown>) => [
      number,
      status,
      fault,
      started_at,
    ]),
    [
      [
        1,
        503,
        "The receiver responded with 503. Only 200 to 299 counts as delivered.",
        "2026-03-02T09:30:00Z",
      ],
    ],
  )
  const faulty = await firm.request("GET", at("/deliveries?state=lost"))
  assert.deepEqual([faulty.status, faulty.body.errors[0].param], [400, "state"])
})

test("one delivery is sent again with the same bytes, once for each idempotency key", async (t) => {
  const { firm, receiver, id, at, list } = await subscribe(t)
  await happen(service, firm)
  await attemptDue(service, firm)
  const [delivery] = (await list()).results
  const resend = (key: string) =>
    firm.request("POST", at(`/deliveries/${delivery.id}/resending`), undefined, { "idempotency-key": key })
  const resent = await resend("a")
  assert.deepEqual([resent.status, resent.body.state], [200, "waiting"])
  assert.deepEqual((await resend("a")).body, resent.body)
  await attemptDue(service, firm)
  assert.equal((await list()).results[0].number_of_attempts, 2)
  const [one, other] = receiver.requests
  assert.equal(receiver.requests.length, 2)
  assert.deepEqual(one?.body, other?.body)
  assert.deepEqual(await auditOf(firm, id), ["endpoint_created", "delivery_resent"])
})

test("what a subscription missed while it was disabled is recovered from a time on, and nothing else is sent", async (t) => {
  const { firm, receiver, id, at } = await subscribe(t)
  await happen(service, firm)
  await attemptDue(service, firm)
  await firm.run((tx) => disableEndpoint(tx, id, "failing"))
  const early = await happen(service, firm)
  now = new Date("2026-03-02T11:30:00Z")
  const late = await happen(service, firm)
  const recover = (since: string) => firm.request("POST", at("/recovery"), { since })
  const refused = await recover("2026-03-02T11:00:00Z")
  assert.deepEqual([refused.status, refused.body.code], [409, "endpoint_disabled"])
  assert.equal((await firm.request("PATCH", at(), { state: "active" })).body.state, "active")
  assert.deepEqual((await recover("2026-03-02T11:00:00Z")).body, { id, number_of_deliveries: 1 })
  await attemptDue(service, firm)
  assert.equal(receiver.requests.at(-1)?.headers["webhook-id"], late)
  assert.deepEqual((await recover("2026-03-02T09:00:00+01:00")).body, { id, number_of_deliveries: 1 })
  await attemptDue(service, firm)
  assert.equal(receiver.requests.at(-1)?.headers["webhook-id"], early)
  assert.deepEqual((await recover("2026-03-02T00:00:00Z")).body, { id, number_of_deliveries: 0 })
  assert.equal(receiver.requests.length, 3)
  for (const since of [undefined, "yesterday", "2026-03-02"]) {
    const { status, body } = await firm.request("POST", at("/recovery"), { since })
    assert.deepEqual([status, body.errors[0].param], [400, "since"], String(since))
  }
})

test("a subscription is changed field by field, and paused and resumed, without losing an event", async (t) => {
  const { firm, receiver, id, at } = await subscribe(t)
  const other = await startWebhookReceiver()
  t.after(other.close)
  const change = async (changes: object, headers: Record<string, string> = {}) =>
    firm.request("PATCH", at(), changes, headers)
  const paused = await change({ state: "paused" })
  assert.deepEqual([paused.status, paused.body.state], [200, "paused"])
  await change({ state: "paused" })
  const event_id = await happen(service, firm)
  assert.equal(await attemptDue(service, firm), 0)
  const stored = (await firm.request("GET", at())).body
  const moved = await change({ url: other.url, headers: [{ "X-Source": "foyer" }] })
  assert.deepEqual(moved.body, { ...stored, url: other.url, header_names: ["X-Source"] })
  const types = ["intakeform.completed", "intakeform.submitted"]
  assert.deepEqual((await change({ event_types: types })).body.event_types, types)
  const outdated = await change({ state: "active" }, { "if-match": String(paused.headers.etag) })
  assert.deepEqual([outdated.status, outdated.body.code], [412, "precondition_failed"])
  assert.equal((await change({ state: "active" })).body.state, "active")
  assert.equal(await attemptDue(service, firm), 1)
  assert.deepEqual([receiver.requests.length, other.requests.length], [0, 1])
  assert.equal(other.requests[0]?.headers["webhook-id"], event_id)
  assert.equal(other.requests[0]?.headers["x-source"], "foyer")
  assert.deepEqual(await auditOf(firm, id), [
    ...["endpoint_created", "endpoint_paused", "endpoint_changed", "endpoint_changed", "endpoint_resumed"],
  ])
  for (const [changes, param] of [
    [{ url: "ftp://example.com" }, "url"],
    [{ url: "https://10.0.0.1/" }, "url"],
    [{ event_types: [] }, "event_types"],
    [{ event_types: ["x"] }, "event_types.0"],
    [{ state: "disabled" }, "state"],
    [{ headers: [{ Host: "x" }] }, "headers.0"],
    [{ secret: "whsec_x" }, "secret"],
  ] as const) {
    const { status, body } = await change(changes)
    assert.deepEqual(
      [status, body.errors?.[0]?.param.startsWith(param)],
      [400, true],
      JSON.stringify([changes, body]),
    )
  }
  assert.deepEqual((await firm.request("GET", at())).body.url, other.url)
})

test("of two changes at the same moment to what both have read, the second is refused", async (t) => {
  const { firm, at } = await subscribe(t)
  for (let round = 1; round <= 5; round++) {
    const headers = { "if-match": String((await firm.request("GET", at())).headers.etag) }
    const answers = await Promise.all(
      ["intakeform.completed", "matter.closed"].map((type) =>
        firm.request(
          "PATCH",
          at(),
          { event_types: [type, `intakeform.${round % 2 ? "started" : "created"}`] },
          headers,
        ),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 412], `round ${round}`)
  }
})

test("deliveries of staff's endpoints, of another subscription or firm, are not found, and nothing is sent", async (t) => {
  const { firm, at, list, id } = await subscribe(t)
  const second = (await firm.request("POST", "/v1/subscriptions", { url: "http://127.0.0.1:9/", event_type }))
    .body
  const staff = await addEndpoint(service, firm, "http://127.0.0.1:9/")
  await happen(service, firm)
  const [own] = (await list()).results
  const other = await service.newFirm()
  const ofStaff = await firm.one<{ id: string }>(
    sql`select id from deliveries where endpoint_id = ${staff.id}`,
  )
  const requests = [
    ["GET", `/v1/subscriptions/${second.id}/deliveries/${own.id}`],
    ["POST", `/v1/subscriptions/${second.id}/deliveries/${own.id}/resending`],
    ["GET", `/v1/subscriptions/${staff.id}/deliveries`],
    ["GET", `/v1/subscriptions/${staff.id}/deliveries/${ofStaff.id}`],
    ["POST", at(`/deliveries/${ofStaff.id}/resending`)],
    ["PATCH", `/v1/subscriptions/${staff.id}`, { state: "paused" }],
    ["POST", `/v1/subscriptions/${staff.id}/recovery`, { since: "2026-03-02T00:00:00Z" }],
  ] as const
  for (const [method, path, body] of requests)
    assert.equal((await firm.request(method, path, body)).status, 404, `${method} ${path}`)
  assert.equal((await other.request("GET", at("/deliveries"))).status, 404)
  assert.equal((await other.request("PATCH", at(), { state: "paused" })).status, 404)
  assert.equal((await firm.request("GET", at())).body.state, "active")
  const reader = await firm.run((tx) => createKey(tx, { name: "Reader", scopes: ["events:read"] }))
  const headers = { authorization: `Token ${reader.token}` }
  const { status } = await firm.request("GET", `/v1/subscriptions/${id}/deliveries`, undefined, headers)
  assert.equal(status, 403)
})

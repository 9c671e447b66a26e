import assert from "node:assert/strict"
import { test } from "node:test"
import { provideService } from "../../../test/harness/service.ts"
import { addEndpoint, attemptDue, happen, verifyAt } from "../../../test/harness/webhook-delivery.ts"
import { startWebhookReceiver } from "../../../test/harness/webhook-receiver.ts"
import { createKey } from "../../firm/access/api/keys.ts"
import { sql } from "../../platform/db/sql.ts"
import { disableEndpoint, pauseEndpoint, resumeEndpoint } from "./endpoints.ts"

const service = provideService({ clock: () => now })
let now = new Date("2026-03-02T09:30:00Z")

const url = "http://127.0.0.1:9/hooks?token=a"
const event_types = ["intakeform.submitted", "matter.deleted"]

test("a key reads the subscriptions that keys created, with their state and without a secret", async () => {
  const firm = await service.newFirm()
  await addEndpoint(service, firm, url)
  const headers = [{ Authorization: "Bearer canary-7f3a" }, { "X-Source": "foyer" }]
  const { id } = (await firm.request("POST", "/v1/subscriptions", { url, event_types, headers })).body
  const read = async () => {
    const { status, body } = await firm.request("GET", `/v1/subscriptions/${id}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const [key] = await firm.all<{ id: string; name: string }>(sql`select id, name from api_keys`)
  const subscription = {
    ...{ key_id: key?.id, key_name: key?.name },
    ...{ id, url, event_types, header_names: ["Authorization", "X-Source"] },
    ...{ state: "active", disabled_reason: null, created_at: "2026-03-02T09:30:00Z" },
    ...{ last_success_at: null, last_failure_at: null, previous_secret_until: null },
  }
  assert.deepEqual(await read(), subscription)
  assert.deepEqual((await firm.request("GET", "/v1/subscriptions")).body, {
    ...{ count: 1, next: null, previous: null },
    results: [subscription],
  })
  await firm.run((tx) => pauseEndpoint(tx, id))
  assert.deepEqual(await read(), { ...subscription, state: "paused" })
  await firm.run((tx) => disableEndpoint(tx, id, "gone"))
  assert.deepEqual(await read(), { ...subscription, state: "disabled", disabled_reason: "gone" })
  await firm.run((tx) => resumeEndpoint(tx, id))
  assert.deepEqual(await read(), subscription)
})

test("a webhook that goes out between read and change is another state, and does not refuse the change", async (t) => {
  const receiver = await startWebhookReceiver(t)
  const firm = await service.newFirm()
  const { id } = (await firm.request("POST", "/v1/subscriptions", { url: receiver.url, event_types })).body
  const at = `/v1/subscriptions/${id}`
  const tag = async () => String((await firm.request("GET", at)).headers.etag)
  const before = await tag()
  await happen(service, firm)
  await attemptDue(service, firm)
  assert.notEqual(await tag(), before)
  const change = () => firm.request("PATCH", at, { state: "paused" }, { "if-match": before })
  const { status, headers } = await change()
  assert.deepEqual([status, headers.etag], [200, await tag()])
  assert.equal((await change()).status, 412)
})

test("the subscriptions come in pages, oldest first, without removed ones", async () => {
  const firm = await service.newFirm()
  const create = async () =>
    (await firm.request("POST", "/v1/subscriptions", { url, event_types })).body.id as string
  const [first, removed, last] = [await create(), await create(), await create()]
  await firm.request("DELETE", `/v1/subscriptions/${removed}`)
  const page = async (number: number) => {
    const { body } = await firm.request("GET", `/v1/subscriptions?page_size=1&page=${number}`)
    return { ...body, results: body.results.map((each: { id: string }) => each.id) }
  }
  const at = (number: number) => `${service.base_url}/v1/subscriptions?page_size=1&page=${number}`
  assert.deepEqual(await page(1), { count: 2, next: at(2), previous: null, results: [first] })
  assert.deepEqual(await page(2), { count: 2, next: null, previous: at(1), results: [last] })
})

test("a subscription of staff, of another firm, or removed is not found, and its secret stays", async () => {
  const firm = await service.newFirm()
  const other = await service.newFirm()
  const ofStaff = (await addEndpoint(service, firm, url)).id
  const ofOther = (await other.request("POST", "/v1/subscriptions", { url, event_types })).body.id
  const removed = (await firm.request("POST", "/v1/subscriptions", { url, event_types })).body.id
  await firm.request("DELETE", `/v1/subscriptions/${removed}`)
  for (const id of [ofStaff, ofOther, removed, "ep_none"]) {
    assert.equal((await firm.request("GET", `/v1/subscriptions/${id}`)).status, 404, id)
    assert.equal((await firm.request("POST", `/v1/subscriptions/${id}/secret`)).status, 404, id)
  }
})

test("one subscription receives each of its types, and no other", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver(t)
  const several = { url: receiver.url, event_types: ["intakeform.completed", "intakeform.submitted"] }
  assert.equal((await firm.request("POST", "/v1/subscriptions", several)).status, 201)
  const types = ["intakeform.submitted", "intakeform.reopened", "intakeform.completed"] as const
  for (const type of types) await happen(service, firm, type)
  await attemptDue(service, firm)
  const received = receiver.requests.map(({ body }) => JSON.parse(body.toString()).event_type)
  assert.deepEqual(received.toSorted(), ["intakeform.completed", "intakeform.submitted"])
})

test("a new subscription takes one type or several, never both, none, or an unknown one", async () => {
  const firm = await service.newFirm()
  const event_type = "matter.closed"
  const faults = async (types: Record<string, unknown>) => {
    const { status, body } = await firm.request("POST", "/v1/subscriptions", { url, ...types })
    assert.equal(status, 400, JSON.stringify(types))
    return body.errors.map((fault: { param: string; code: string }) => `${fault.param} ${fault.code}`)
  }
  assert.deepEqual(await faults({ event_type, event_types }), ["event_types type_or_types"])
  assert.deepEqual(await faults({}), ["event_type required"])
  assert.deepEqual(await faults({ event_types: [] }), ["event_types too_few"])
  assert.deepEqual(await faults({ event_types: ["matter.closed", "x"] }), ["event_types.1 unknown_value"])
  assert.deepEqual(await faults({ event_types: "matter.closed" }), ["event_types wrong_type"])
  assert.deepEqual(await faults({ event_type, event_types: ["x"] }), ["event_types.0 unknown_value"])
  const repeated = { url, event_types: [event_type, event_type] }
  const { id } = (await firm.request("POST", "/v1/subscriptions", repeated)).body
  const { body } = await firm.request("GET", `/v1/subscriptions/${id}`)
  assert.deepEqual(body.event_types, [event_type])
})

test("while a secret rolls, old and new verify; the same request again gets the same secret", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver(t)
  const created = await firm.request("POST", "/v1/subscriptions", {
    ...{ url: receiver.url, event_type: "intakeform.submitted" },
  })
  const { id, secret } = created.body
  const roll = (key?: string) =>
    firm.request(
      "POST",
      `/v1/subscriptions/${id}/secret`,
      undefined,
      key ? { "idempotency-key": key } : undefined,
    )
  const rolled = await roll("roll-1")
  assert.equal(rolled.status, 201, JSON.stringify(rolled.body))
  assert.deepEqual(Object.keys(rolled.body), ["id", "secret", "previous_secret_until"])
  assert.deepEqual((await roll("roll-1")).body, rolled.body)
  const until = new Date(now.getTime() + 24 * 3_600_000)
  assert.equal(rolled.body.previous_secret_until, `${until.toISOString().slice(0, 19)}Z`)
  const { body } = await firm.request("GET", `/v1/subscriptions/${id}`)
  assert.equal(body.previous_secret_until, rolled.body.previous_secret_until)

  const receive = async () => {
    await happen(service, firm)
    await attemptDue(service, firm)
    const last = receiver.requests.at(-1)
    assert.ok(last)
    return last
  }
  const during = await receive()
  verifyAt(now, secret, during)
  verifyAt(now, rolled.body.secret, during)
  const second = await roll()
  const later = await receive()
  // Whichever of them the receiver has by now.
  for (const one of [secret, rolled.body.secret, second.body.secret]) verifyAt(now, one, later)
  now = until
  const afterwards = await receive()
  assert.throws(() => verifyAt(now, rolled.body.secret, afterwards))
  verifyAt(now, second.body.secret, afterwards)
})

test("reading a subscription and rolling its secret need the scope to write webhooks", async () => {
  const firm = await service.newFirm()
  const { id } = (await firm.request("POST", "/v1/subscriptions", { url, event_types })).body
  const key = await firm.run((tx) => createKey(tx, { name: "Reader", scopes: ["events:read"] }))
  const headers = { authorization: `Token ${key.token}` }
  const requests = [
    ["GET", "/v1/subscriptions"],
    ["GET", `/v1/subscriptions/${id}`],
    ["POST", `/v1/subscriptions/${id}/secret`],
  ] as const
  for (const [method, path] of requests) {
    const { status, body } = await firm.request(method, path, undefined, headers)
    assert.deepEqual([status, body.code], [403, "scope_missing"], path)
  }
})

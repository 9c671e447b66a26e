// Deliveries over several days, on a simulated clock.

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { addEndpoint, attemptDue, happen, verifyAt } from "../../../test/harness/webhook-delivery.ts"
import { startWebhookReceiver } from "../../../test/harness/webhook-receiver.ts"
import { getDelivery, listAttempts, listDeliveries, resendDelivery } from "./deliveries.ts"
import { retry_gaps_ms } from "./schedule.ts"

const service = provideService({ clock: () => now })
let now = new Date()

const hour_ms = 3_600_000
const firstPage = { page: 1, limit: 100, offset: 0 }
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

async function onlyDelivery(firm: TestFirm, endpoint_id: string) {
  const { rows } = await firm.run((tx) => listDeliveries(tx, endpoint_id, {}, firstPage))
  assert.equal(rows.length, 1)
  const [delivery] = rows
  assert.ok(delivery)
  return delivery
}

/** Advances the clock from attempt to attempt until none is waiting; returns the time of each. */
async function attemptUntilFinished(firm: TestFirm, endpoint_id: string): Promise<Date[]> {
  const times: Date[] = []
  for (;;) {
    const { state, next_try_at } = await onlyDelivery(firm, endpoint_id)
    if (state !== "waiting" || !next_try_at) return times
    now = new Date(next_try_at.getTime() - 1)
    assert.equal(await attemptDue(service, firm), 0, "nothing is sent before it is due")
    pass(1)
    times.push(now)
    assert.equal(await attemptDue(service, firm), 1)
  }
}

test("the worker sends the same body ten times at the published gaps, and never again", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver(t, {
    status: 500,
    body: "out of order: canary was sent as X-Token",
  })
  const { id, secret } = await addEndpoint(service, firm, receiver.url, {
    headers: [{ "X-Token": "canary" }],
  })
  receiver.respondWith((request) => {
    verifyAt(now, secret, request)
    return { status: 500, body: "out of order: canary was sent as X-Token" }
  })
  const event_id = await happen(service, firm)
  const times = await attemptUntilFinished(firm, id)

  assert.equal(times.length, 10)
  times.slice(1).forEach((time, index) => {
    const gap_ms = time.getTime() - (times[index]?.getTime() ?? 0)
    const stated_ms = retry_gaps_ms[index + 1] ?? 0
    assert.ok(gap_ms >= 0.8 * stated_ms && gap_ms <= 1.2 * stated_ms, `${gap_ms} instead of ${stated_ms}`)
  })
  assert.equal(receiver.requests.length, 10)
  const { body: event } = await firm.request("GET", `/v1/events/${event_id}`)
  for (const request of receiver.requests) {
    assert.deepEqual(request.body, receiver.requests[0]?.body)
    assert.equal(request.headers["webhook-id"], event_id)
    assert.equal(request.headers["content-type"], "application/json")
    assert.equal(request.headers["x-token"], "canary")
  }
  const stamps = receiver.requests.map(({ headers }) => headers["webhook-timestamp"])
  assert.equal(new Set(stamps).size, 10)
  assert.deepEqual(JSON.parse(String(receiver.requests[0]?.body)), {
    ...event,
    occurred_at: event.occured_at,
  })

  const delivery = await onlyDelivery(firm, id)
  assert.equal(delivery.state, "failed")
  assert.deepEqual(delivery.finished_at, times.at(-1))
  const attempts = await firm.run((tx) => listAttempts(tx, delivery.id))
  assertEach(
    attempts,
    ({ number, status, started_at }) => ({ number, status, started_at }),
    times.map((started_at, index) => ({ number: index + 1, status: 500, started_at })),
  )
  const [first] = attempts
  assert.equal(first?.response_excerpt, "out of order: (hidden) was sent as X-Token")
  assert.match(first?.fault ?? "", /responded with 500/)
  assert.equal(first?.request_headers["X-Token"], "(hidden)")
  assert.ok(!JSON.stringify(attempts).includes("canary"))

  pass(1_000 * hour_ms)
  assert.equal(await attemptDue(service, firm), 0)
})

test("the first 2xx response ends the retries", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver(t, (_request, index) => ({ status: index < 2 ? 503 : 202 }))
  const { id } = await addEndpoint(service, firm, receiver.url)
  await happen(service, firm)
  assert.equal((await attemptUntilFinished(firm, id)).length, 3)
  assert.equal((await onlyDelivery(firm, id)).state, "delivered")
  pass(1_000 * hour_ms)
  assert.equal(await attemptDue(service, firm), 0)
  assert.equal(receiver.requests.length, 3)
})

test("Retry-After delays the next attempt", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver(t, { status: 429, headers: { "retry-after": "7200" } })
  const { id } = await addEndpoint(service, firm, receiver.url)
  await happen(service, firm)
  await attemptDue(service, firm)
  const { next_try_at } = await onlyDelivery(firm, id)
  assert.equal(next_try_at?.getTime(), now.getTime() + 2 * hour_ms)
})

test("a redirect counts as a failure and is not followed", async (t) => {
  const firm = await service.newFirm()
  const target = await startWebhookReceiver()
  const receiver = await startWebhookReceiver(undefined, { redirect_to: target.url })
  t.after(target.close)
  t.after(receiver.close)
  const { id } = await addEndpoint(service, firm, receiver.url)
  await happen(service, firm)
  await attemptDue(service, firm)
  const { id: delivery_id, state } = await onlyDelivery(firm, id)
  assert.equal(state, "waiting")
  const [refused] = await firm.run((tx) => listAttempts(tx, delivery_id))
  assert.match(refused?.fault ?? "", /redirect/)
  assert.equal(target.connectionCount(), 0)
})

test("the worker never connects to an address that has become private, and logs why", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver(t)
  const port = new URL(receiver.url).port
  const { id } = await addEndpoint(service, firm, `https://hooks.example.com:${port}/`)
  await happen(service, firm)
  const allow = { allow_http: false, allowed_hosts: [] }
  await attemptDue(service, firm, { allow, resolve: async () => ["127.0.0.1"] })
  const { id: delivery_id, state } = await onlyDelivery(firm, id)
  assert.equal(state, "waiting")
  const [refused] = await firm.run((tx) => listAttempts(tx, delivery_id))
  assert.match(refused?.fault ?? "", /private or reserved network/)
  assert.equal(refused?.status, null)
  assert.equal(receiver.connectionCount(), 0)
})

test("staff can resend a delivery, with the same bytes and id", async (t) => {
  const firm = await service.newFirm()
  const other = await service.newFirm()
  const receiver = await startWebhookReceiver(t)
  const { id } = await addEndpoint(service, firm, receiver.url)
  await happen(service, firm)
  await attemptDue(service, firm)
  const delivery = await onlyDelivery(firm, id)
  await assert.rejects(other.call(resendDelivery, delivery.id), /no such record/)
  await firm.run((tx) => resendDelivery(tx, delivery.id))
  assert.equal(await attemptDue(service, firm), 1)
  const [first, second] = receiver.requests
  assert.deepEqual(second?.body, first?.body)
  assert.equal(second?.headers["webhook-id"], first?.headers["webhook-id"])
  const sent = await firm.run((tx) => getDelivery(tx, delivery.id))
  assert.deepEqual([sent.state, sent.attempts], ["delivered", 2])
})

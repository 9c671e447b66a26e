import assert from "node:assert/strict"
import { test } from "node:test"
import { provideServiceAndFirm } from "../harness/service.ts"
import { assertConforms, created_subscription, problem, removed_subscription } from "./api.ts"

const { firm } = provideServiceAndFirm()

const good = { url: "http://127.0.0.1:9/hooks", event_type: "intakeform.submitted" }
const subscribe = (body: unknown, headers?: Record<string, string>) =>
  firm.request("POST", "/v1/subscriptions", body, headers)
const remove = (id: string) => firm.request("DELETE", `/v1/subscriptions/${id}`)

test("Create Webhook Subscription: returns exactly an id and a secret, for every event type", async () => {
  for (const name of ["created", "started", "submitted", "resubmitted", "completed", "reopened"]) {
    const { status, body } = await subscribe({ ...good, event_type: `intakeform.${name}` })
    assert.equal(status, 201, JSON.stringify(body))
    assertConforms(created_subscription, body)
    const random_bytes = Buffer.from(body.secret.slice("whsec_".length), "base64").length
    assert.ok(random_bytes >= 24 && random_bytes <= 64)
  }
})

test("Delete Webhook Subscription: removes it once, then answers not found", async () => {
  const { body } = await subscribe(good)
  const removed = await remove(body.id)
  assert.equal(removed.status, 200)
  assertConforms(removed_subscription, removed.body)
  assert.deepEqual(removed.body, { id: body.id, status: "removed" })
  const again = await remove(body.id)
  assert.equal(again.status, 404)
  assertConforms(problem, again.body)
  const other = (await subscribe(good)).body
  const slashed = await firm.request("DELETE", `/v1/subscriptions/${other.id}/`)
  assert.equal(slashed.status, 200, "a trailing slash is accepted")
})

test("Create Webhook Subscription: an idempotency key yields one subscription and one secret", async () => {
  const headers = { "idempotency-key": crypto.randomUUID() }
  const [first, second] = [await subscribe(good, headers), await subscribe(good, headers)]
  assert.equal(second.status, 201)
  assert.deepEqual(first.body, second.body)
  assert.equal((await subscribe({ ...good, event_type: "intakeform.started" }, headers)).status, 422)
})

test("Create Webhook Subscription: one response names every fault", async () => {
  const faults = async (body: unknown) => {
    const answer = await subscribe(body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assertConforms(problem, answer.body)
    return answer.body.errors.map(({ param }: { param: string }) => param).toSorted()
  }
  assert.deepEqual(await faults({}), ["event_type", "url"])
  assert.deepEqual(await faults({ url: 3, event_type: "x", headers: {}, more: 1 }), [
    "event_type",
    "headers",
    "more",
    "url",
  ])
  for (const url of [
    "",
    "example.com/hooks",
    "ftp://example.com",
    "https://user:pass@example.com/",
    "http://10.0.0.1/",
    "http://[::ffff:10.0.0.1]/",
    "http://169.254.169.254/latest/meta-data",
    `https://example.com/${"x".repeat(2000)}`,
    "javascript:alert(1)",
    "https://",
  ])
    assert.deepEqual(await faults({ ...good, url }), ["url"], url)
  const headers = (...list: unknown[]) => faults({ ...good, headers: list })
  assert.equal((await headers({ Host: "x" })).length, 1)
  assert.equal((await headers({ "Content-Type": "x" })).length, 1)
  assert.equal((await headers({ "webhook-id": "x" })).length, 1)
  assert.equal((await headers({ Cookie: "x" })).length, 1)
  assert.equal((await headers({ "X-A": "a\r\nX-B: b" })).length, 1)
  assert.equal((await headers({ "X A": "a" })).length, 1)
  assert.equal((await headers({ "X-A": "a", "X-B": "b" })).length, 1)
  assert.equal((await headers({})).length, 1)
  assert.equal((await headers({ "X-A": 1 })).length, 1)
  assert.equal((await headers({ "X-A": "x".repeat(501) })).length, 1)
  assert.ok(
    (await headers(...Array.from({ length: 11 }, (_, n) => ({ [`X-${n}`]: "" })))).includes("headers"),
  )
})

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

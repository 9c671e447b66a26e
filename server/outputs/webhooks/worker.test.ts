// The worker over real connections. Tests can move its clock ahead.
import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { startDuring } from "../../../test/harness/collide.ts"
import { recordOne } from "../../../test/harness/recorded-event.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { waitUntil } from "../../../test/harness/wait-until.ts"
import { addEndpoint, deliveryParts, happen } from "../../../test/harness/webhook-delivery.ts"
import { startWebhookReceiver } from "../../../test/harness/webhook-receiver.ts"
import type { EventType } from "../../firm/events/schema.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"
import { openKeyRing } from "../../platform/secrets/key-ring.ts"
import {
  type DeliveryState,
  deliverEvents,
  listAttempts,
  listDeliveries,
  resendDelivery,
} from "./deliveries.ts"
import { pauseEndpoint, resumeEndpoint } from "./endpoints.ts"
import { recordAttempt, releaseLostClaims } from "./recording.ts"
import { type Claim, claimDeliveries } from "./schedule.ts"
import { sendTestEvent } from "./test-events.ts"
import { type DeliveryWorker, openDeliveryWorker } from "./worker.ts"

const service = provideService({ clock: () => new Date(Date.now() + ahead_ms) })
let ahead_ms = 0

const everything = { page: 1, limit: 1_000, offset: 0 }

function work(t: TestContext, { firm_id }: TestFirm, changes = {}): DeliveryWorker {
  const worker = openDeliveryWorker(deliveryParts(service, changes), { firm_id })
  t.after(worker.close)
  return worker
}

async function happenOften(firm: TestFirm, count: number, type: EventType): Promise<void> {
  const events = await firm.run(async (tx) => {
    const created: { firm_id: string; event_id: string }[] = []
    for (let index = 0; index < count; index += 1) {
      const questionnaire = { id: newId("questionnaire"), internal_type: "Planning" }
      const { event_id } = await recordOne(tx, type, { id: newId("matter"), questionnaire })
      created.push({ firm_id: firm.firm_id, event_id })
    }
    return created
  })
  await deliverEvents(service.db, events)
}

async function listAll(firm: TestFirm, endpoint_id: string, state?: DeliveryState) {
  return (await firm.run((tx) => listDeliveries(tx, endpoint_id, { state }, everything))).rows
}

async function untilDelivered(firm: TestFirm, endpoint_id: string, count = 1): Promise<void> {
  let delivered = 0
  await waitUntil(
    async () => {
      const row = await firm.one<{ count: number }>(sql`
          select count(*)::int as count from deliveries where endpoint_id = ${endpoint_id} and state = 'delivered'`)
      delivered = row.count
      return delivered === count
    },
    () => `${delivered} of ${count} are delivered`,
  )
}

function claimAll(tx: Tx, { firm_id }: TestFirm): Promise<Claim[]> {
  return claimDeliveries(tx, { capacity: 10, failing_capacity: 10, key_ids: service.ring.key_ids, firm_id })
}

/** Long enough that no request times out during a test. */
const endless = { timeout_ms: 600_000 }

/** Resolves once `worker` has polled twice, so anything still waiting is something it will not send. */
async function untilPolledAgain(
  t: TestContext,
  firm: TestFirm,
  worker: DeliveryWorker,
  parts = service,
): Promise<void> {
  const witness = await startWebhookReceiver()
  t.after(witness.close)
  await addEndpoint(parts, firm, witness.url, { event_types: ["intakeform.started"] })
  for (const count of [1, 2]) {
    await happen(service, firm, "intakeform.started")
    worker.wake()
    await witness.waitFor((requests) => requests.length === count)
  }
}

test("a receiver that never responds does not delay other endpoints, even with 500 deliveries waiting", async (t) => {
  const firm = await service.newFirm()
  const silent = await startWebhookReceiver(undefined, "silent")
  const healthy = await startWebhookReceiver()
  t.after(healthy.close)
  t.after(silent.close)
  await addEndpoint(service, firm, silent.url)
  await addEndpoint(service, firm, healthy.url, { event_types: ["intakeform.started"] })
  await happenOften(firm, 500, "intakeform.submitted")
  const worker = work(t, firm, endless)
  await silent.waitFor((requests) => requests.length >= 8)
  for (let index = 0; index < 20; index += 1) {
    await happen(service, firm, "intakeform.started")
    worker.wake()
    await healthy.waitFor((requests) => requests.length > index)
  }
  assert.equal(silent.requests.length, 8, "one endpoint has only its share of the capacity")
})

test("a delivery without a response fails after 15 seconds, and the next one is sent", async (t) => {
  const firm = await service.newFirm()
  const silent = await startWebhookReceiver(t, "silent")
  const { id } = await addEndpoint(service, firm, silent.url)
  await happenOften(firm, 9, "intakeform.submitted")
  work(t, firm)
  await silent.waitFor((requests) => requests.length === 9, 60_000)
  const refused = (await listAll(firm, id)).filter(
    ({ attempts, state }) => attempts === 1 && state !== "sending",
  )
  const [first] = await firm.run((tx) => listAttempts(tx, refused[0]?.id ?? ""))
  assert.match(first?.fault ?? "", /within 15 seconds/)
})

test("parallel workers send every delivery once", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver(t, { status: 200, delay_ms: 5 })
  const { id } = await addEndpoint(service, firm, receiver.url)
  await happenOften(firm, 200, "intakeform.submitted")
  for (let index = 0; index < 3; index += 1) work(t, firm)
  await receiver.waitFor((requests) => requests.length >= 200)
  await untilDelivered(firm, id, 200)
  assert.equal(receiver.requests.length, 200)
  assert.equal(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size, 200)
})

test("what a worker is claiming is neither claimed by another nor resent, test events included", async () => {
  const firm = await service.newFirm()
  const { id } = await addEndpoint(service, firm, "http://127.0.0.1:9/")
  await firm.run((tx) => sendTestEvent(tx, id))
  await happen(service, firm)
  const [delivery] = await listAll(firm, id, "waiting")
  const { claims, others, resending } = await service.db.forPlatform(async (tx) => ({
    claims: await claimAll(tx, firm),
    others: await startDuring(tx, () => service.db.forPlatform((other) => claimAll(other, firm))),
    resending: await startDuring(tx, () => firm.run((other) => resendDelivery(other, delivery?.id ?? ""))),
  }))
  assert.deepEqual([claims.length, await others.outcome], [2, []])
  await assert.rejects(resending.outcome, { code: "delivery_under_way" })
})

test("an outcome that is being recorded after its claim expired stays", async () => {
  const firm = await service.newFirm()
  const { id } = await addEndpoint(service, firm, "http://127.0.0.1:9/")
  await happen(service, firm)
  const [claim] = await service.db.forPlatform((tx) => claimAll(tx, firm))
  assert.ok(claim)
  ahead_ms += 60_000
  const release = await service.db.forFirm(firm.firm_id, async (tx) => {
    const outcome = { status: 204, duration_ms: 1, response_excerpt: "" }
    await recordAttempt(tx, claim, outcome, { started_at: tx.now, request_headers: {}, random: () => 0 })
    return startDuring(tx, () => service.db.forPlatform(releaseLostClaims))
  })
  await release.outcome
  assert.equal((await listAll(firm, id, "delivered")).length, 1)
})

test("a worker whose claim expired does not end the attempt that another is making", async () => {
  const firm = await service.newFirm()
  const { id } = await addEndpoint(service, firm, "http://127.0.0.1:9/")
  await happen(service, firm)
  const claimOne = async () => (await service.db.forPlatform((tx) => claimAll(tx, firm)))[0]
  const first = await claimOne()
  ahead_ms += 60_000
  await service.db.forPlatform(releaseLostClaims)
  const second = await claimOne()
  assert.ok(first && second)
  const record = (claim: Claim, status: number) =>
    firm.run((tx) => {
      const outcome = { status, duration_ms: 1, response_excerpt: "" }
      return recordAttempt(tx, claim, outcome, { started_at: tx.now, request_headers: {}, random: () => 0 })
    })
  await record(first, 500)
  assert.equal((await listAll(firm, id, "sending")).length, 1)
  await record(second, 204)
  assert.equal((await listAll(firm, id, "delivered")).length, 1)
})

test("removing an endpoint aborts its requests in flight, and nothing more is sent", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver(t, "silent")
  const body = { url: receiver.url, event_type: "intakeform.submitted" }
  const { id } = (await firm.request("POST", "/v1/subscriptions", body)).body
  await happenOften(firm, 30, "intakeform.submitted")
  const worker = work(t, firm, endless)
  await receiver.waitFor((requests) => requests.length >= 8)
  assert.equal((await firm.request("DELETE", `/v1/subscriptions/${id}`)).status, 200)
  await waitUntil(() => receiver.openConnectionCount() === 0, "a connection is still open")
  const { length } = receiver.requests
  assert.equal((await listAll(firm, id, "cancelled")).length, 30)
  ahead_ms += 3_600_000
  await untilPolledAgain(t, firm, worker)
  assert.equal(receiver.requests.length, length)
})

test("deliveries of a killed worker are sent again within two minutes, and the log shows it", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver(t)
  const { id } = await addEndpoint(service, firm, receiver.url)
  await happen(service, firm)
  const { firm_id } = firm
  const claims = await service.db.forPlatform((tx) => claimAll(tx, firm))
  assert.equal(claims.length, 1)
  const early = openDeliveryWorker(deliveryParts(service), { firm_id })
  await untilPolledAgain(t, firm, early)
  await early.close()
  assert.equal(receiver.requests.length, 0, "a claim holds until it expires")
  ahead_ms += 60_000
  work(t, firm)
  await receiver.waitFor((requests) => requests.length === 1)
  await untilDelivered(firm, id)
  const [claim] = claims
  assert.ok(claim)
  const attempts = () => firm.run((tx) => listAttempts(tx, claim.id))
  const [first, second, ...more] = await attempts()
  assert.match(first?.fault ?? "", /server stopped/)
  assert.deepEqual([second?.status, more.length], [204, 0])

  // The worker was only slow.
  const log = { started_at: service.db.clock(), request_headers: {}, random: Math.random }
  const late = { duration_ms: 70_000, status: 500, response_excerpt: "busy" }
  await firm.run((tx) => recordAttempt(tx, claim, late, log))
  const { number, started_at } = first ?? {}
  const { response_excerpt, duration_ms, status } = late
  const fault = "The receiver responded with 500. Only 200 to 299 counts as delivered."
  const replaced = { number, started_at, duration_ms, status, fault, request_headers: {}, response_excerpt }
  assert.deepEqual(await attempts(), [replaced, second])
  assert.equal((await listAll(firm, id, "delivered")).length, 1)

  // A claim whose outcome is already logged, which must not keep the other lost claims from their release.
  await firm.run((tx) =>
    tx.run(sql`
      update deliveries set state = 'sending', claimed_until = ${tx.now}, finished_at = null where id = ${claim.id}`),
  )
  await service.db.forPlatform(releaseLostClaims)
  assert.deepEqual((await attempts()).slice(0, 2), [replaced, second])
  await untilDelivered(firm, id)
})

test("a closing worker releases its requests in flight, and those attempts do not count", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver(t, "silent")
  const { id } = await addEndpoint(service, firm, receiver.url)
  await happen(service, firm)
  const worker = openDeliveryWorker(deliveryParts(service, endless), { firm_id: firm.firm_id })
  await receiver.waitFor((requests) => requests.length === 1)
  await worker.close()
  const [delivery] = await listAll(firm, id)
  assert.equal(delivery?.state, "waiting")
  const { schedule_step } = await firm.one<{ schedule_step: number }>({
    text: "select schedule_step from deliveries where id = $1",
    values: [delivery?.id],
  })
  assert.equal(schedule_step, 0)
  receiver.respondWith({ status: 204 })
  work(t, firm)
  await receiver.waitFor((requests) => requests.length === 2)
})

test("a paused endpoint's deliveries wait, but a test event is sent and marked as a test", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver(t, { status: 500 })
  const { id } = await addEndpoint(service, firm, receiver.url)
  await firm.run((tx) => pauseEndpoint(tx, id))
  const event_id = await happen(service, firm)
  const worker = work(t, firm)
  await firm.run((tx) => sendTestEvent(tx, id))
  worker.wake()
  await waitUntil(
    async () => (await listAll(firm, id, "failed")).length === 1,
    "the test event is still being sent",
  )
  const [sent, ...more] = receiver.requests
  assert.equal(more.length, 0)
  assert.equal(JSON.parse(String(sent?.body)).event_type, "foyer.test")
  assert.equal(JSON.parse(String(sent?.body)).is_test, true)
  assert.match(sent?.headers["webhook-signature"] ?? "", /^v1,/)
  const answer = await firm.request("GET", `/v1/events/${sent?.headers["webhook-id"]}`)
  assert.equal(answer.status, 404)

  receiver.respondWith({ status: 200 })
  await firm.run((tx) => resumeEndpoint(tx, id))
  worker.wake()
  await receiver.waitFor((requests) => requests.length === 2)
  assert.equal(receiver.requests[1]?.headers["webhook-id"], event_id)
})

test("an endpoint encrypted with another master key waits for a worker that holds the key", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver(t)
  await addEndpoint(service, firm, receiver.url)
  await happen(service, firm)
  const master_keys = `other:${Buffer.alloc(32, 7).toString("base64")}`
  const ring = await openKeyRing({ data_dir: service.config.data_dir, master_keys })
  const stranger = openDeliveryWorker(deliveryParts(service, { ring }), { firm_id: firm.firm_id })
  await untilPolledAgain(t, firm, stranger, { ...service, ring })
  await stranger.close()
  assert.equal(receiver.requests.length, 0)
  work(t, firm)
  await receiver.waitFor((requests) => requests.length === 1)
})

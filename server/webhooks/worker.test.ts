// The worker itself, sending through real connections; its clock can be moved ahead of the real one.
import assert from "node:assert/strict"
import { after, before, type TestContext, test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { recordEvent } from "../events/events.ts"
import type { EventType } from "../events/schema.ts"
import { newId } from "../platform/ids.ts"
import { openKeyRing } from "../platform/secrets/key_ring.ts"
import { openTestService, type TestFirm, type TestService } from "../test/harness.ts"
import { startWebhookReceiver } from "../test/webhook_receiver.ts"
import { claimDeliveries } from "./claims.ts"
import { deliverEvents } from "./deliver_events.ts"
import { type DeliveryState, listDeliveries, listTries } from "./deliveries.ts"
import { pauseEndpoint, resumeEndpoint } from "./endpoint_states.ts"
import { addEndpoint, deliveryParts, happen } from "./test_delivery.ts"
import { sendTestEvent } from "./test_event.ts"
import { type DeliveryWorker, openDeliveryWorker } from "./worker.ts"

let service: TestService
let ahead_ms = 0
before(async () => {
  service = await openTestService({ clock: () => new Date(Date.now() + ahead_ms) })
})
after(() => service.close())

const everything = { page: 1, limit: 1_000, offset: 0 }

function work(t: TestContext, { firm_id }: TestFirm, changes = {}): DeliveryWorker {
  const worker = openDeliveryWorker(deliveryParts(service, changes), { firm_id })
  t.after(worker.close)
  return worker
}

async function happenOften(firm: TestFirm, count: number, type: EventType): Promise<void> {
  const events = await firm.run(async (tx) => {
    const made: { firm_id: string; event_id: string }[] = []
    for (let index = 0; index < count; index += 1) {
      const questionnaire = { id: newId("questionnaire"), internal_type: "Planning" }
      const { event_id } = await recordEvent(tx, type, { id: newId("matter"), questionnaire })
      made.push({ firm_id: firm.firm_id, event_id })
    }
    return made
  })
  await deliverEvents(service.db, events)
}

async function listAll(firm: TestFirm, endpoint_id: string, state?: DeliveryState) {
  return (await firm.run((tx) => listDeliveries(tx, endpoint_id, { state }, everything))).rows
}

/** Waits for what cannot be watched otherwise. */
async function until(holds: () => Promise<boolean> | boolean, most_ms: number): Promise<void> {
  const end_ms = performance.now() + most_ms
  while (!(await holds())) {
    assert.ok(performance.now() < end_ms, `still not so after ${most_ms} ms`)
    await sleep(20)
  }
}

test("a receiver that never answers fails after 15 s, and holds up nobody else with 500 waiting", async (t) => {
  const firm = await service.newFirm()
  const silent = await startWebhookReceiver({ answer: "silent" })
  const healthy = await startWebhookReceiver()
  t.after(healthy.close)
  const dead = await addEndpoint(service, firm, silent.url)
  await addEndpoint(service, firm, healthy.url, { event_types: ["intakeform.started"] })
  await happenOften(firm, 500, "intakeform.submitted")
  const worker = work(t, firm)
  await silent.waitFor((requests) => requests.length >= 8, 5_000)

  const waits_ms: number[] = []
  for (let index = 0; index < 20; index += 1) {
    await happen(service, firm, "intakeform.started")
    const committed_ms = performance.now()
    worker.wake()
    await healthy.waitFor((requests) => requests.length > index, 2_000)
    waits_ms.push(performance.now() - committed_ms)
  }
  const p95_ms = waits_ms.sort((one, other) => one - other)[18] ?? Number.NaN
  assert.ok(p95_ms <= 2_000, `${p95_ms} ms`)
  assert.equal(silent.requests.length, 8, "one endpoint has its share and no more")

  await silent.waitFor((requests) => requests.length > 8, 17_000)
  await silent.close()
  const tried = (await listAll(firm, dead.id)).filter(
    ({ tries, state }) => tries === 1 && state !== "sending",
  )
  const [first] = await firm.run((tx) => listTries(tx, tried[0]?.id ?? ""))
  assert.ok(first)
  assert.ok(Math.abs(first.duration_ms - 15_000) <= 1_000, `${first.duration_ms} ms`)
  assert.match(first.fault ?? "", /within 15 seconds/)
})

test("workers beside each other send every delivery once", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver({ answer: { status: 200, delay_ms: 5 } })
  t.after(receiver.close)
  const { id } = await addEndpoint(service, firm, receiver.url)
  await happenOften(firm, 200, "intakeform.submitted")
  for (let index = 0; index < 3; index += 1) work(t, firm)
  await until(async () => (await listAll(firm, id, "delivered")).length === 200, 20_000)
  assert.equal(receiver.requests.length, 200)
  assert.equal(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size, 200)
})

test("a second after an endpoint is removed nothing is under way to it any more, and nothing is sent", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver({ answer: "silent" })
  t.after(receiver.close)
  const { id } = await addEndpoint(service, firm, receiver.url)
  await happenOften(firm, 30, "intakeform.submitted")
  work(t, firm)
  await receiver.waitFor((requests) => requests.length >= 8, 5_000)
  assert.equal((await firm.request("DELETE", `/v1/subscriptions/${id}`)).status, 200)
  await sleep(1_000)
  const { length } = receiver.requests
  assert.equal(receiver.openConnectionCount(), 0)
  assert.equal((await listAll(firm, id, "cancelled")).length, 30)
  ahead_ms += 3_600_000
  await sleep(1_500)
  assert.equal(receiver.requests.length, length)
})

test("what a killed worker had in hand is tried again within two minutes, and the log says so", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver()
  t.after(receiver.close)
  const { id } = await addEndpoint(service, firm, receiver.url)
  await happen(service, firm)
  const { firm_id } = firm
  const claims = await service.db.forPlatform((tx) =>
    claimDeliveries(tx, { room: 10, failing_room: 10, key_ids: service.ring.key_ids, firm_id }),
  )
  assert.equal(claims.length, 1)
  const early = openDeliveryWorker(deliveryParts(service), { firm_id })
  await sleep(200)
  await early.close()
  assert.equal(receiver.requests.length, 0, "a claim is respected while it lasts")
  ahead_ms += 60_000
  work(t, firm)
  await receiver.waitFor((requests) => requests.length === 1, 5_000)
  await until(async () => (await listAll(firm, id, "delivered")).length === 1, 2_000)
  const tries = await firm.run((tx) => listTries(tx, claims[0]?.id ?? ""))
  assert.equal(tries.length, 2)
  assert.match(tries[0]?.fault ?? "", /server ended/)
  assert.equal(tries[1]?.status, 204)
})

test("a worker that closes gives back what is under way, and the try does not count", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver({ answer: "silent" })
  t.after(receiver.close)
  const { id } = await addEndpoint(service, firm, receiver.url)
  await happen(service, firm)
  const worker = openDeliveryWorker(deliveryParts(service), { firm_id: firm.firm_id })
  await receiver.waitFor((requests) => requests.length === 1, 5_000)
  const closing_ms = performance.now()
  await worker.close()
  assert.ok(performance.now() - closing_ms < 7_000)
  const [delivery] = await listAll(firm, id)
  assert.equal(delivery?.state, "waiting")
  const { attempt } = await firm.run((tx) =>
    tx.one<{ attempt: number }>({
      text: "select attempt from deliveries where id = $1",
      values: [delivery?.id],
    }),
  )
  assert.equal(attempt, 0)
  receiver.answerWith({ status: 204 })
  work(t, firm)
  await receiver.waitFor((requests) => requests.length === 2, 5_000)
})

test("a paused endpoint's deliveries wait; a test event goes out all the same, and is marked as one", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver({ answer: { status: 500 } })
  t.after(receiver.close)
  const { id } = await addEndpoint(service, firm, receiver.url)
  await firm.run((tx) => pauseEndpoint(tx, id))
  const event_id = await happen(service, firm)
  const worker = work(t, firm)
  await firm.run((tx) => sendTestEvent(tx, id))
  worker.wake()
  await until(async () => (await listAll(firm, id, "failed")).length === 1, 5_000)
  const [sent, ...more] = receiver.requests
  assert.equal(more.length, 0)
  assert.equal(JSON.parse(String(sent?.body)).event_type, "foyer.test")
  assert.equal(JSON.parse(String(sent?.body)).is_test, true)
  assert.match(sent?.headers["webhook-signature"] ?? "", /^v1,/)
  const answer = await firm.request("GET", `/v1/events/${sent?.headers["webhook-id"]}`)
  assert.equal(answer.status, 404)

  receiver.answerWith({ status: 200 })
  await firm.run((tx) => resumeEndpoint(tx, id))
  worker.wake()
  await receiver.waitFor((requests) => requests.length === 2, 5_000)
  assert.equal(receiver.requests[1]?.headers["webhook-id"], event_id)
})

test("an endpoint sealed under another master key waits for a worker that has it", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver()
  t.after(receiver.close)
  await addEndpoint(service, firm, receiver.url)
  await happen(service, firm)
  const master_keys = `other:${Buffer.alloc(32, 7).toString("base64")}`
  const ring = await openKeyRing({ data_dir: service.config.data_dir, master_keys })
  const stranger = openDeliveryWorker(deliveryParts(service, { ring }), { firm_id: firm.firm_id })
  await sleep(200)
  await stranger.close()
  assert.equal(receiver.requests.length, 0)
  work(t, firm)
  await receiver.waitFor((requests) => requests.length === 1, 5_000)
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { startDuring } from "../../../test/harness/collide.ts"
import { recordOne } from "../../../test/harness/recorded-event.ts"
import { recordStatements } from "../../../test/harness/recorded-statements.ts"
import { provideService } from "../../../test/harness/service.ts"
import { addEndpoint, attemptDue, happen } from "../../../test/harness/webhook-delivery.ts"
import { startWebhookReceiver } from "../../../test/harness/webhook-receiver.ts"
import { batch } from "../../platform/db/batches.ts"
import { sql } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"
import { listMails } from "../../platform/mail/outbox.ts"
import { createDeliveries, listDeliveries, recoverFailedSince, resendDelivery } from "./deliveries.ts"
import { changeEndpoint, disableEndpoint, getEndpoint, resumeEndpoint } from "./endpoints.ts"
import { recordAttempt } from "./recording.ts"
import { type Claim, claimDeliveries } from "./schedule.ts"

const service = provideService({ clock: () => now })
let now = new Date()

const hour_ms = 3_600_000
const firstPage = { page: 1, limit: 100, offset: 0 }
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

test("a 410 response disables the endpoint at once, and the firm's admins get an email", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver(t, { status: 410 })
  const { id } = await addEndpoint(service, firm, `${receiver.url}?token=canary`)
  await happen(service, firm)
  await attemptDue(service, firm)
  await happen(service, firm)
  pass(100 * hour_ms)
  assert.equal(await attemptDue(service, firm), 0)
  assert.equal(receiver.requests.length, 1)
  const endpoint = await firm.run((tx) => getEndpoint(tx, id))
  assert.equal(endpoint.disabled_reason, "gone")
  const { rows: mails } = await firm.run((tx) => listMails(tx, service.ring, firstPage))
  assert.equal(mails.length, 1)
  assert.equal(mails[0]?.recipient, "ada.admin@example.com")
  assert.match(mails[0]?.subject ?? "", /disabled/)
  assert.ok(!JSON.stringify(mails).includes("canary"))
})

test("what its old address responds says nothing of an endpoint whose address has changed", async () => {
  const firm = await service.newFirm()
  const { id } = await addEndpoint(service, firm, "http://127.0.0.1:9/old")
  await happen(service, firm)
  await happen(service, firm)
  const capacity = { capacity: 9, failing_capacity: 9, key_ids: service.ring.key_ids }
  const claims = await service.db.forPlatform((tx) =>
    claimDeliveries(tx, { ...capacity, firm_id: firm.firm_id }),
  )
  const [first, second] = claims as [Claim, Claim]
  const record = (claim: Claim, status: number) =>
    firm.run((tx) => {
      const outcome = { status, duration_ms: 1, response_excerpt: "" }
      return recordAttempt(tx, claim, outcome, { started_at: tx.now, request_headers: {}, random: () => 0 })
    })
  const health = async () => {
    const { disabled_at, first_failure_at, last_failure_at, last_success_at } = await firm.run((tx) =>
      getEndpoint(tx, id),
    )
    return [disabled_at, first_failure_at, last_failure_at, last_success_at]
  }
  await record(first, 503)
  assert.deepEqual(await health(), [null, now, now, null])
  await firm.call(changeEndpoint, service.ring, id, { url: "http://127.0.0.1:9/old", description: "CRM" })
  assert.deepEqual(await health(), [null, now, now, null], "the address is the same")
  await firm.call(changeEndpoint, service.ring, id, { url: "http://127.0.0.1:9/new" })
  assert.deepEqual(await health(), [null, null, null, null])
  assert.equal(await record(second, 410), undefined)
  assert.deepEqual(await health(), [null, null, null, null])
  const { rows } = await firm.run((tx) => listDeliveries(tx, id, {}, firstPage))
  assertEach(rows, ({ state }) => state, ["waiting", "waiting"])
  await record(first, 204)
  assert.deepEqual(await health(), [null, null, null, null])
})

test("an endpoint that fails for five days is disabled, and can recover everything it missed once resumed", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver(t, { status: 500 })
  const { id } = await addEndpoint(service, firm, receiver.url)
  const began = now
  const first = await happen(service, firm)
  await attemptDue(service, firm)
  pass(4.9 * 24 * hour_ms)
  await attemptDue(service, firm)
  assert.equal((await firm.run((tx) => getEndpoint(tx, id))).disabled_at, null)
  pass(0.2 * 24 * hour_ms)
  const second = await happen(service, firm)
  await attemptDue(service, firm)
  const disabled = await firm.run((tx) => getEndpoint(tx, id))
  assert.equal(disabled.disabled_reason, "failing")
  assert.deepEqual(disabled.disabled_at, now)
  const third = await happen(service, firm)
  assert.equal(await attemptDue(service, firm), 0)
  assert.equal((await firm.run((tx) => listMails(tx, service.ring, firstPage))).count, 1)

  receiver.respondWith({ status: 204 })
  const before = receiver.requests.length
  await assert.rejects(firm.call(recoverFailedSince, id, began), /disabled/)
  await firm.run((tx) => resumeEndpoint(tx, id))
  assert.equal(await firm.run((tx) => recoverFailedSince(tx, id, began)), 3)
  assert.equal(await firm.run((tx) => recoverFailedSince(tx, id, now)), 0)
  assert.equal(await attemptDue(service, firm), 3)
  assert.deepEqual(
    receiver.requests
      .slice(before)
      .map(({ headers }) => headers["webhook-id"])
      .sort(),
    [first, second, third],
  )
})

test("what was missed is recovered in batches, however much it is", async () => {
  const firm = await service.newFirm()
  const { id } = await addEndpoint(service, firm, "http://127.0.0.1:9/")
  const event_id = await happen(service, firm)
  await firm.write(sql`
    insert into events
    select (jsonb_populate_record(e, jsonb_build_object('id', 'evt_' || upper(replace(gen_random_uuid()::text, '-', ''))))).*
      from events e, generate_series(1, ${batch + 1}) where e.id = ${event_id}`)
  let recovered = 0
  const statements = await recordStatements(async () => {
    recovered = await firm.call(recoverFailedSince, id, new Date(0))
  })
  assert.equal(recovered, batch + 1)
  assert.equal(statements.filter(({ text }) => /^\s*insert into deliveries/.test(text)).length, 2)
})

test("nothing is sent to an endpoint that is being disabled", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver(t, { status: 410 })
  const { id } = await addEndpoint(service, firm, receiver.url)
  await happen(service, firm)
  await attemptDue(service, firm)
  await firm.run((tx) => resumeEndpoint(tx, id))
  const deliveries = async () => (await firm.run((tx) => listDeliveries(tx, id, {}, firstPage))).rows
  const [failed] = await deliveries()
  const { event_id } = await firm.run((tx) =>
    recordOne(tx, "intakeform.submitted", {
      id: newId("matter"),
      questionnaire: { id: newId("questionnaire"), internal_type: "Planning" },
    }),
  )
  // An outcome that is being recorded refers to the delivery, then writes the endpoint.
  const resending = await firm.run(async (tx) => {
    await tx.run(sql`select from deliveries where endpoint_id = ${id} for key share`)
    const resent = await startDuring(tx, () => firm.run((other) => resendDelivery(other, failed?.id ?? "")))
    await tx.run(sql`update webhook_endpoints set last_failure_at = ${tx.now} where id = ${id}`)
    return resent
  })
  await resending.outcome
  assert.equal(await attemptDue(service, firm), 1)
  await firm.run((tx) => resumeEndpoint(tx, id))
  const sending = await firm.run(async (tx) => {
    await disableEndpoint(tx, id, "failing")
    return [
      await startDuring(tx, () => firm.run((other) => recoverFailedSince(other, id, new Date(0)))),
      await startDuring(tx, () => firm.run((other) => resendDelivery(other, failed?.id ?? ""))),
      await startDuring(tx, () => firm.run((other) => createDeliveries(other, [event_id]))),
    ]
  })
  const outcomes = await Promise.all(
    sending.map(({ outcome }) => outcome.catch(({ code }: { code: string }) => code)),
  )
  assert.deepEqual(outcomes, ["endpoint_disabled", "endpoint_disabled", 0])
  assertEach(await deliveries(), ({ state }) => state, ["failed"])
})

test("a success restarts the five days", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver(t, { status: 500 })
  const { id } = await addEndpoint(service, firm, receiver.url)
  for (const status of [500, 500, 204, 500, 500]) {
    receiver.respondWith({ status })
    await happen(service, firm)
    await attemptDue(service, firm)
    pass(2 * 24 * hour_ms)
  }
  assert.equal((await firm.run((tx) => getEndpoint(tx, id))).disabled_at, null)
})

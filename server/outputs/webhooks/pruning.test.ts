import assert from "node:assert/strict"
import { test } from "node:test"
import { provideService } from "../../../test/harness/service.ts"
import { addEndpoint, attemptDue, happen } from "../../../test/harness/webhook-delivery.ts"
import { startWebhookReceiver } from "../../../test/harness/webhook-receiver.ts"
import { sql } from "../../platform/db/sql.ts"
import {
  listAttempts,
  listDeliveries,
  recoverFailedSince,
  resendDelivery,
  retention_days,
} from "./deliveries.ts"
import { ListedDelivery } from "./delivery-schema.ts"
import { changeEndpoint, pauseEndpoint, resumeEndpoint } from "./endpoints.ts"
import { pruneDeliveries } from "./pruning.ts"
import { SubscriptionChanges } from "./schema.ts"

const service = provideService({ clock: () => now, own_database: true })
let now = new Date("2026-03-02T09:30:00Z")

const day_ms = 24 * 3_600_000
const pass = (days: number) => {
  now = new Date(now.getTime() + days * day_ms)
}

test("finished deliveries stay in the log for 90 days, and waiting ones are canceled after that", async (t) => {
  const receiver = await startWebhookReceiver(t)
  const firm = await service.newFirm()
  const { id } = await addEndpoint(service, firm, receiver.url)
  const states = async () => {
    const { rows } = await firm.run((tx) => listDeliveries(tx, id, {}, { page: 1, limit: 9, offset: 0 }))
    return rows.map(({ state }) => state)
  }
  await happen(service, firm)
  await attemptDue(service, firm)
  const { rows } = await firm.run((tx) => listDeliveries(tx, id, {}, { page: 1, limit: 9, offset: 0 }))
  const delivery_id = rows[0]?.id ?? ""
  await firm.run((tx) => pauseEndpoint(tx, id))
  pass(1)
  await happen(service, firm)

  pass(88)
  await pruneDeliveries(service.db)
  assert.deepEqual(await states(), ["waiting", "delivered"])
  assert.equal((await firm.run((tx) => listAttempts(tx, delivery_id))).length, 1)

  pass(3)
  await pruneDeliveries(service.db)
  assert.deepEqual(await states(), ["cancelled"])
  assert.equal((await firm.run((tx) => listAttempts(tx, delivery_id))).length, 0)

  // As the API says of paused subscriptions and canceled deliveries.
  const limit = new RegExp(`paused.*${retention_days} days`)
  assert.match(JSON.stringify(ListedDelivery.properties.state), limit)
  assert.match(JSON.stringify(SubscriptionChanges.properties.state), limit)
  await firm.run((tx) => resumeEndpoint(tx, id))
  assert.equal(await firm.run((tx) => recoverFailedSince(tx, id, new Date(0))), 1)
})

test("recovery sends nothing that was delivered, when the log no longer shows it either", async (t) => {
  const receiver = await startWebhookReceiver(t)
  const firm = await service.newFirm()
  const { id } = await addEndpoint(service, firm, receiver.url)
  const recover = () => firm.run((tx) => recoverFailedSince(tx, id, new Date(0)))
  await happen(service, firm)
  await attemptDue(service, firm)
  pass(91)
  await pruneDeliveries(service.db)
  const purged = await happen(service, firm)
  await attemptDue(service, firm)
  await firm.run(async (tx) => {
    await tx.run(sql`
      insert into deletions (id, matter_id, matter_name, open_date, reason, counts, deleted_at, purge_at, purged_at, certificate)
      select 'deletion_' || right(matter_id, 32), matter_id, '', ${tx.now}, 'x', '{}', ${tx.now}, ${tx.now}, ${tx.now}, '{}'
        from events where id = ${purged}`)
    await tx.run(sql`delete from deliveries where event_id = ${purged}`)
  })
  assert.equal(await recover(), 0)
})

test("recovery creates what an endpoint missed before it had the event type, however many events", async (t) => {
  const receiver = await startWebhookReceiver(t)
  const firm = await service.newFirm()
  const { id } = await addEndpoint(service, firm, receiver.url)
  await firm.run((tx) => changeEndpoint(tx, service.ring, id, { event_types: ["intakeform.completed"] }))
  const event_id = await happen(service, firm)
  await firm.run((tx) =>
    tx.run(sql`
      insert into events (id, event_type, matter_id, user_id, occurred_at, payload)
      select 'event_' || upper(translate(gen_random_uuid()::text, '-', '')), event_type, matter_id, user_id, occurred_at, payload
        from events, generate_series(1, 2000) where id = ${event_id}`),
  )
  const recover = () => firm.run((tx) => recoverFailedSince(tx, id, new Date(0)))
  assert.equal(await recover(), 0)
  await firm.run((tx) => changeEndpoint(tx, service.ring, id, { event_types: ["intakeform.submitted"] }))
  assert.deepEqual([await recover(), await recover()], [2001, 0])
})

test("a delivery sent again at the end of its 90 days is not canceled before its attempts", async (t) => {
  const receiver = await startWebhookReceiver(t)
  const firm = await service.newFirm()
  const { id } = await addEndpoint(service, firm, receiver.url)
  await happen(service, firm)
  await attemptDue(service, firm)
  pass(89)
  const [row] = (await firm.run((tx) => listDeliveries(tx, id, {}, { page: 1, limit: 9, offset: 0 }))).rows
  await firm.run((tx) => resendDelivery(tx, row?.id ?? ""))
  pass(2)
  await pruneDeliveries(service.db)
  assert.equal(await attemptDue(service, firm), 1)
})

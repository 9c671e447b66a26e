import assert from "node:assert/strict"
import { test } from "node:test"
import { provideService } from "../../../test/harness/service.ts"
import { addEndpoint, attemptDue, happen } from "../../../test/harness/webhook-delivery.ts"
import { startWebhookReceiver } from "../../../test/harness/webhook-receiver.ts"
import { listAttempts, listDeliveries, pruneDeliveries } from "./deliveries.ts"
import { pauseEndpoint } from "./endpoints.ts"

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
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { recordOne } from "../../../test/harness/recorded-event.ts"
import { provideService } from "../../../test/harness/service.ts"
import { newStaff } from "../../../test/harness/staff.ts"
import { addEndpoint, attemptDue, deliveryParts, happen } from "../../../test/harness/webhook-delivery.ts"
import { startWebhookReceiver } from "../../../test/harness/webhook-receiver.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"
import { deliverEvents, listDeliveries, recoverFailedSince } from "./deliveries.ts"
import { findEndpointFaults } from "./endpoint-faults.ts"
import {
  changeEndpoint,
  getEndpoint,
  listEndpoints,
  pauseEndpoint,
  removeEndpoint,
  resumeEndpoint,
} from "./endpoints.ts"
import { sendTestEvent } from "./test-events.ts"

const service = provideService()

const url = "http://127.0.0.1:9/hooks"
const page = { page: 1, limit: 10, offset: 0 }

test("changing an endpoint changes only the given fields, and the next delivery uses them", async (t) => {
  const receiver = await startWebhookReceiver(t)
  const firm = await service.newFirm()
  const { id } = await addEndpoint(service, firm, url, {
    headers: [{ "X-Old": "1" }],
    description: "Billing",
  })
  await firm.run((tx) =>
    changeEndpoint(tx, service.ring, id, {
      url: receiver.url,
      event_types: ["intakeform.started", "intakeform.completed"],
    }),
  )
  await happen(service, firm, "intakeform.completed")
  await attemptDue(service, firm)
  assert.equal(receiver.requests[0]?.headers["x-old"], "1")
  await firm.call(changeEndpoint, service.ring, id, { headers: [{ "X-New": "2" }], description: "" })
  await happen(service, firm, "intakeform.started")
  await attemptDue(service, firm)
  assert.deepEqual(
    [receiver.requests[1]?.headers["x-old"], receiver.requests[1]?.headers["x-new"]],
    [undefined, "2"],
  )
  const endpoint = await firm.run((tx) => getEndpoint(tx, id))
  assert.deepEqual(endpoint.event_types, ["intakeform.started", "intakeform.completed"])
  assert.deepEqual(endpoint.header_names, ["X-New"])
  assert.equal(endpoint.description, "")
  assert.ok(endpoint.last_success_at)
})

test("an endpoint's fields are all checked at once", async () => {
  const { allow } = deliveryParts(service)
  const faults = await findEndpointFaults(
    {
      url: "https://10.1.1.1/",
      event_types: ["foyer.test"],
      headers: [{ Host: "x" }],
      description: "x".repeat(201),
    },
    allow,
  )
  assertEach(faults, ({ param }) => param, ["url", "event_types", "headers.0", "description"])
  assertEach(await findEndpointFaults({ event_types: [] }, allow), ({ code }) => code, ["required"])
})

test("an endpoint gets what becomes visible after its creation, whenever that began, and nothing from before", async () => {
  const firm = await service.newFirm()
  await happen(service, firm)
  const [recorded, created] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
  const under_way = firm.run(async (tx) => {
    const questionnaire = { id: newId("questionnaire"), internal_type: "Planning" }
    const { event_id } = await recordOne(tx, "intakeform.submitted", { id: newId("matter"), questionnaire })
    recorded.resolve(event_id)
    await created.promise
  })
  const event_id = await recorded.promise
  const { id } = await addEndpoint(service, firm, url)
  created.resolve()
  await under_way
  await deliverEvents(service.db, [{ firm_id: firm.firm_id, event_id }])
  const { rows } = await firm.run((tx) => listDeliveries(tx, id, {}, page))
  assertEach(rows, (delivery) => delivery.event_id, [event_id])
  assert.equal(await firm.run((tx) => recoverFailedSince(tx, id, new Date(0))), 0)
})

test("no function can use another firm's endpoint or a removed one", async () => {
  const firm = await service.newFirm()
  const other = await service.newFirm()
  const { id } = await addEndpoint(service, firm, url)
  const { id: removed } = await addEndpoint(service, other, url)
  await other.run((tx) => removeEndpoint(tx, removed))
  for (const endpoint_id of [id, removed]) {
    const verbs = [
      () => other.run((tx) => getEndpoint(tx, endpoint_id)),
      () => other.run((tx) => changeEndpoint(tx, service.ring, endpoint_id, { url })),
      () => other.run((tx) => pauseEndpoint(tx, endpoint_id)),
      () => other.run((tx) => resumeEndpoint(tx, endpoint_id)),
      () => other.run((tx) => removeEndpoint(tx, endpoint_id)),
      () => other.run((tx) => sendTestEvent(tx, endpoint_id)),
      () => other.run((tx) => recoverFailedSince(tx, endpoint_id, new Date(0))),
    ]
    for (const verb of verbs) await assert.rejects(verb, /no such record/, String(verb))
  }
  assert.deepEqual(await other.run(listEndpoints), [])
  assert.equal((await firm.run(listEndpoints)).length, 1)
})

test("an admin's changes to an endpoint also apply to restricted matters, without revealing them", async (t) => {
  const receiver = await startWebhookReceiver(t, { status: 410 })
  const firm = await service.newFirm()
  const { id } = await addEndpoint(service, firm, receiver.url)
  const event_id = await happen(service, firm)
  await attemptDue(service, firm)
  const email = "kim@kept-out.example"
  const { user_id } = await newStaff(firm, { email, name: "Kim", role: "admin" })
  await firm.run((tx) =>
    tx.run(sql`
      insert into matter_access (matter_id, user_id, added_at)
      select matter_id, ${firm.admin.user_id}, ${tx.now} from events where id = ${event_id}`),
  )
  const stateOf = async () => (await firm.run((tx) => listDeliveries(tx, id, {}, page))).rows[0]?.state
  assert.equal(await stateOf(), "failed")
  const asOutsider = <T>(work: (tx: Tx) => Promise<T>) => firm.run(work, { user_id, is_viewer: true })
  const countShown = await asOutsider(async (tx) => {
    await resumeEndpoint(tx, id)
    await recoverFailedSince(tx, id, new Date(0))
    return (await listDeliveries(tx, id, {}, page)).count
  })
  assert.deepEqual([await stateOf(), countShown], ["waiting", 0])
  await asOutsider((tx) => removeEndpoint(tx, id))
  assert.equal(await stateOf(), "cancelled")
})

test("an endpoint's log can be filtered by state", async (t) => {
  const receiver = await startWebhookReceiver(t, (_request, index) => ({ status: index === 0 ? 204 : 500 }))
  const firm = await service.newFirm()
  const { id } = await addEndpoint(service, firm, receiver.url)
  await happen(service, firm)
  await attemptDue(service, firm)
  const second = await happen(service, firm)
  await attemptDue(service, firm)
  const { count, rows } = await firm.run((tx) => listDeliveries(tx, id, { state: "waiting" }, page))
  assert.equal(count, 1)
  assert.equal(rows[0]?.event_id, second)
  assert.equal((await firm.run((tx) => listDeliveries(tx, id, {}, page))).count, 2)
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { Value } from "typebox/value"
import { literally } from "../../../../test/harness/literally.ts"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { provideService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { attemptDue } from "../../../../test/harness/webhook-delivery.ts"
import { startWebhookReceiver } from "../../../../test/harness/webhook-receiver.ts"
import { Event } from "../../../firm/events/schema.ts"
import { createInvitation } from "../../../intake/matters/invitations/invitations.ts"
import { startInvitation } from "../../../intake/matters/invitations/starting.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { listDeliveries } from "../deliveries.ts"
import { createEndpoint, disableEndpoint, pauseEndpoint, resumeEndpoint } from "../endpoints.ts"
import { sendTestEvent, testTypes } from "../test-events.ts"

const service = provideService()

test("a page past the end of the deliveries says so and keeps the state filter", async () => {
  const firm = await service.newFirm()
  const home = await firm.run(async (tx) => {
    const { id } = await createEndpoint(tx, service.ring, {
      url: "https://example.com/hook",
      event_types: ["intakeform.submitted"],
    })
    await sendTestEvent(tx, id)
    return `/console/settings/webhooks/${id}`
  })
  const req = await newStaffBrowser(service, firm)
  const { status, text } = await req("GET", `${home}?state=waiting&page=9`)
  assert.equal(status, 404)
  assert.match(text, /There is no such page/)
  assert.match(text, literally(`href="${home}?state=waiting"`))
  assert.doesNotMatch(text, /None in this state/)
})

test("an endpoint's secret shows once, its deliveries attempt by attempt, and its buttons pause, recover and remove", async (t) => {
  const receiver = await startWebhookReceiver(t, (_, index) =>
    index === 0 ? { status: 503, body: "not now" } : { status: 200 },
  )
  const firm = await service.newFirm()
  const staff = await newStaffBrowser(service, firm)
  const sent = { headers: "X-Source: foyer", event_types: "intakeform.created" }
  const list = "/console/settings/webhooks"
  assert.equal((await staff("POST", list, { ...sent, url: "http://10.0.0.1/hook" })).status, 400)
  const { location: home } = await staff("POST", list, { ...sent, url: receiver.url })
  assert.match((await staff("GET", home)).text, /whsec_/)
  assert.doesNotMatch((await staff("GET", home)).text, /whsec_/)
  const { location: delivery } = await staff("POST", `${home}/tests`, { event_type: "foyer.test" })
  assert.equal(await attemptDue(service, firm), 1)
  const failed = (await staff("GET", delivery)).text
  for (const words of ["The receiver responded with 503. Only 200 to 299 counts as delivered.", "not now"])
    assert.match(failed, literally(words))
  await staff("POST", `${delivery}/resending`)
  assert.equal(await attemptDue(service, firm), 1)
  assert.match((await staff("GET", delivery)).text, /Attempt 2: response 200[\s\S]*Attempt 1: response 503/)
  assert.equal(receiver.requests.at(-1)?.headers["x-source"], "foyer")
  await staff("POST", `${home}/pause`)
  assert.match((await staff("GET", home)).text, /This endpoint is paused\./)
  await staff("POST", `${home}/resumption`)
  assert.equal((await staff("POST", `${home}/recovery`, { hours: "1" })).status, 303)
  const removed = await staff("POST", `${home}/removal`)
  assert.match((await staff("GET", removed.location)).text, /No endpoints yet/)
})

test("a delivery can be sent again unless its endpoint is paused or disabled; a test always can", async () => {
  const firm = await service.newFirm()
  const { endpoint_id, test_id, id } = await firm.run(async (tx) => {
    const event_types = ["intakeform.created" as const]
    const endpoint = await createEndpoint(tx, service.ring, { url: "https://example.com/hook", event_types })
    const [test_id, id] = [await sendTestEvent(tx, endpoint.id), await sendTestEvent(tx, endpoint.id)]
    await tx.run(sql`update deliveries set is_test = false where id = ${id}`)
    return { endpoint_id: endpoint.id, test_id, id }
  })
  const staff = await newStaffBrowser(service, firm)
  const offered = () =>
    Promise.all(
      [test_id, id].map(async (one) => {
        const { text } = await staff("GET", `/console/settings/webhooks/${endpoint_id}/deliveries/${one}`)
        return text.includes("Send again")
      }),
    )
  assert.deepEqual(await offered(), [true, true])
  await firm.run((tx) => pauseEndpoint(tx, endpoint_id))
  assert.deepEqual(await offered(), [true, false])
  await firm.run(async (tx) => {
    await resumeEndpoint(tx, endpoint_id)
    await disableEndpoint(tx, endpoint_id, "gone")
  })
  assert.deepEqual(await offered(), [true, false])
})

for (const hasMatter of [false, true])
  test(`a test event of each type is like a real one, but marked: ${hasMatter ? "a firm with a matter" : "a new firm"}`, async () => {
    const firm = await service.newFirm()
    const { id } = await firm.run((tx) =>
      createEndpoint(tx, service.ring, { url: "https://example.com/hook", event_types: ["message.created"] }),
    )
    const intake = hasMatter ? await newIntake(firm) : undefined
    const client = intake && (await firm.run((tx) => start(tx, intake.matter_id)))
    const real = (await firm.request("GET", "/v1/events")).body.results
    const req = await newStaffBrowser(service, firm)
    for (const event_type of testTypes) {
      const { status } = await req("POST", `/console/settings/webhooks/${id}/tests`, { event_type })
      assert.equal(status, 303)
      const { rows } = await firm.run((tx) => listDeliveries(tx, id, {}, { page: 1, limit: 1, offset: 0 }))
      const { is_test, occurred_at, ...event } = JSON.parse(rows[0]?.payload ?? "")
      assert.deepEqual([rows[0]?.event_type, event.event_type, is_test], [event_type, event_type, true])
      assert.equal(occurred_at, event.occured_at)
      // No list names the type of tests: no one can subscribe to it.
      const named = event_type === "foyer.test" ? { ...event, event_type: "intakeform.created" } : event
      assert.deepEqual([...Value.Errors(Event, named)], [])
      assert.equal((await firm.request("GET", `/v1/events/${event.event_id}`)).status, 404)
      const isSample = event_type !== "foyer.test" && intake !== undefined
      assert.equal(event.matter.id === intake?.matter_id, isSample)
      const isByClient = /started|submitted|answered|signature/.test(event_type)
      if (isSample) {
        assert.deepEqual(event.meta, real[0].meta)
        assert.equal(event.user.id, isByClient ? client : firm.admin.user_id)
      }
      assert.equal(event.user.is_client_user, isByClient)
    }
    assert.deepEqual((await firm.request("GET", "/v1/events")).body.results, real)
  })

async function start(tx: Tx, matter_id: string): Promise<string> {
  const { id } = await createInvitation(tx, service, { matter_id, party: "main" })
  return (await startInvitation(tx, id)).user_id
}

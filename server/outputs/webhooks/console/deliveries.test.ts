import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { literally } from "../../../../test/harness/literally.ts"
import { openTestService, type TestService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { createEndpoint, sendTestEvent } from "../endpoints.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

test("a page past the end of the deliveries says so and keeps the state filter", async () => {
  const firm = await service.newFirm()
  const home = await firm.run(async (tx) => {
    const { id } = await createEndpoint(tx, service.ring, {
      url: "https://example.com/hook",
      event_types: ["intakeform.submitted"],
    })
    await sendTestEvent(tx, id)
    return `/console/webhooks/${id}`
  })
  const req = await newStaffBrowser(service, firm)
  const { status, text } = await req("GET", `${home}?state=waiting&page=9`)
  assert.equal(status, 404)
  assert.match(text, /There is no such page/)
  assert.match(text, literally(`href="${home}?state=waiting"`))
  assert.doesNotMatch(text, /None in this state/)
})

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { newIntake } from "../../../../../test/harness/sample-intake.ts"
import { openTestService, type TestService } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { addTag } from "../../filing/filing.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

test("the page names the tags in use, from the first one", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newIntake(firm)
  const staff = await newStaffBrowser(service, firm)
  const read = async () => (await staff("GET", `/console/matters/${matter_id}/filing`)).text
  assert.match(await read(), /for example: Trust, Urgent/)
  for (const tags of [["Estate"], ["Estate", "Farm"]]) {
    await firm.run((tx) => addTag(tx, matter_id, tags.at(-1) ?? ""))
    assert.match(await read(), new RegExp(`In use: ${tags.join(", ")}\\.`))
  }
})

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { openTestService, type TestService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { addNote } from "../notes.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

test("a page without notes says what they are for, until there is one", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newIntake(firm)
  const staff = await newStaffBrowser(service, firm)
  const read = async () => (await staff("GET", `/console/matters/${matter_id}/notes`)).text
  assert.match(await read(), /No notes yet/)
  await firm.run((tx) => addNote(tx, matter_id, { text: "Call Ada", assignee_id: null, due_date: null }))
  assert.doesNotMatch(await read(), /No notes yet/)
})

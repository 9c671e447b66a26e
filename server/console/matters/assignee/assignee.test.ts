import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { openTestService, type TestService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { reassignMatters } from "../../../matters/assignment.ts"
import { addNote } from "../../../notes/notes.ts"
import { sql } from "../../../platform/db/sql.ts"
import { createStaff } from "../../../users/users.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

test("a colleague who only reads is offered nowhere as an assignee, and refused when sent anyway", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newIntake(firm)
  const { reader, member } = await firm.run(async (tx) => ({
    reader: await createStaff(tx, { email: "rea@firm.example", name: "Rea Reader", role: "read_only" }),
    member: await createStaff(tx, { email: "mem@firm.example", name: "Mem Member", role: "member" }),
  }))
  const staff = await newStaffBrowser(service, firm)
  const matter = `/console/matters/${matter_id}`
  for (const path of [
    `${matter}/assignment`,
    "/console/matters/new",
    "/console?of=firm",
    `${matter}/notes`,
  ]) {
    const { text } = await staff("GET", path)
    const offered = [...text.matchAll(/<option value="(user_[0-9A-F]+)"/g)].map(([, id]) => id)
    assert.equal(offered.includes(reader), false, path)
    assert.equal(offered.includes(member), true, path)
  }
  const assignee = () =>
    firm.run((tx) =>
      tx.one<{ assignee_id: string | null }>(sql`select assignee_id from matters where id = ${matter_id}`),
    )
  const before = await assignee()
  assert.equal((await staff("POST", `${matter}/assignment`, { assignee_id: reader })).status, 400)
  await staff("POST", "/console/matters/selection", {
    step: "assign",
    assignee_id: reader,
    matter: matter_id,
  })
  assert.deepEqual(await assignee(), before)
  await assert.rejects(
    firm.run((tx) => addNote(tx, matter_id, { text: "Call", assignee_id: reader, due_date: null })),
    { code: "bad_request" },
  )
  assert.equal((await staff("POST", `${matter}/assignment`, { assignee_id: member })).status, 303)
  assert.equal((await assignee()).assignee_id, member)
  await firm.run((tx) => reassignMatters(tx, member, reader))
  assert.equal(
    (await assignee()).assignee_id,
    null,
    "the open matters of a colleague who leaves do not go to a reader",
  )
})

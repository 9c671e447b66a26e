import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { newIntake } from "../../../test/harness/sample-intake.ts"
import { openTestService, type TestService } from "../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { assignMatter } from "../../matters/assignment.ts"
import { getMatterRow } from "../../matters/matter-row.ts"
import { sql } from "../../platform/db/sql.ts"
import { createStaff } from "../../users/users.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

async function leaving() {
  const firm = await service.newFirm()
  const { matter_id } = await newIntake(firm)
  const [max, ruth] = await firm.run(async (tx) => [
    await createStaff(tx, { email: "max@example.com", name: "Max", role: "member" }),
    await createStaff(tx, { email: "ruth@example.com", name: "Ruth", role: "member" }),
  ])
  await firm.run((tx) => assignMatter(tx, matter_id, max ?? null))
  const req = await newStaffBrowser(service, firm)
  const assignee = async () => (await firm.run((tx) => getMatterRow(tx, matter_id))).assignee_id
  return { firm, req, matter_id, max, ruth, assignee, url: `/console/team/${max}/deactivation` }
}

test("who deactivates a colleague says who takes over the open matters, or nothing happens", async () => {
  const { req, max, ruth, assignee, url } = await leaving()
  const response = await req("GET", url)
  assert.match(response.text, /New assignee of 1 open matter/)
  assert.doesNotMatch(response.text, /<option[^>]*>Max</, "who leaves takes over nothing")

  for (const reassign_to of ["", max ?? "", "user_0"]) {
    const refused = await req("POST", url, { reassign_to })
    assert.equal(refused.status, 400)
    assert.match(refused.text, /Choose the new assignee of 1 open matter/)
    assert.equal(await assignee(), max)
  }
  const done = await req("POST", url, { reassign_to: ruth ?? "" })
  assert.equal(done.status, 303)
  assert.equal(await assignee(), ruth)
})

test("open matters may be left without an assignee, which the page says; closed ones keep theirs", async () => {
  const { firm, req, matter_id, assignee, url } = await leaving()
  assert.match((await req("GET", url)).text, /None: the admins get their emails/)
  assert.equal((await req("POST", url, { reassign_to: "none" })).status, 303)
  assert.equal(await assignee(), null)

  const again = await leaving()
  await again.firm.run((tx) =>
    tx.run(sql`update matters set close_date = now() where id = ${again.matter_id}`),
  )
  assert.match((await again.req("GET", again.url)).text, /No open matter is assigned to this person/)
  assert.equal((await again.req("POST", again.url, {})).status, 303)
  assert.equal(await again.assignee(), again.max)
  const trail = await firm.run((tx) =>
    tx.all<{ field: string }>(
      sql`select field from changes where matter_id = ${matter_id} and field = 'assignee_id'`,
    ),
  )
  assert.equal(trail.length, 2)
})

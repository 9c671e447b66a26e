import assert from "node:assert/strict"
import { test } from "node:test"
import { newFirmWithIntake, newIntake } from "../../../../../test/harness/sample-intake.ts"
import { provideService } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { createStaff } from "../../../../firm/users/users.ts"
import { addNote } from "../../../../follow-up/notes/notes.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { reassignMatters } from "../../assignment.ts"

const service = provideService()

test("a matter created by API goes to its questionnaire's default assignee, while that person may act", async () => {
  const firm = await service.newFirm()
  await newIntake(firm)
  const staff = await newStaffBrowser(service, firm)
  const { id, title, internal_type, url_short_name } = await firm.one<Record<string, string>>(
    sql`select id, title, internal_type, url_short_name from questionnaires`,
  )
  const [member, reader] = await firm.run(async (tx) => [
    await createStaff(tx, { email: "dee@firm.example", name: "Dee Fault", role: "member" }),
    await createStaff(tx, { email: "rea@firm.example", name: "Rea Reader", role: "read_only" }),
  ])
  const choose = (default_assignee_id = "") =>
    staff("POST", `/console/questionnaires/${id}/settings`, {
      title: title ?? "",
      title_es: "",
      internal_type: internal_type ?? "",
      url_short_name: url_short_name ?? "",
      default_assignee_id,
    })
  const assigneeOfNew = async (path: string, more: object) => {
    const { status, body } = await firm.request("POST", path, {
      questionnaire_id: id,
      matter_name: "New",
      ...more,
    })
    assert.equal(status, 201, JSON.stringify(body))
    return firm.one<{ assignee_id: string | null }>(
      sql`select assignee_id from matters where id = ${body.id}`,
    )
  }
  const client = { first_name: "Ada", last_name: "Ruiz", email: "ada@client.example", party: "main" }
  assert.deepEqual(await assigneeOfNew("/v1/matters/create", {}), { assignee_id: null })
  assert.equal((await choose(reader)).status, 400)
  assert.equal((await choose(member)).status, 303)
  assert.deepEqual(await assigneeOfNew("/v1/matters/create", {}), { assignee_id: member })
  assert.deepEqual(await assigneeOfNew("/v1/matters/create-and-invite", { clients: [client] }), {
    assignee_id: member,
  })
  await firm.write(sql`update users set deactivated_at = now() where id = ${member ?? ""}`)
  assert.deepEqual(await assigneeOfNew("/v1/matters/create", {}), { assignee_id: null })
})

test("a colleague who only reads is offered nowhere as an assignee, and refused when sent anyway", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const { reader, member } = await firm.run(async (tx) => ({
    reader: await createStaff(tx, { email: "rea@firm.example", name: "Rea Reader", role: "read_only" }),
    member: await createStaff(tx, { email: "mem@firm.example", name: "Mem Member", role: "member" }),
  }))
  const staff = await newStaffBrowser(service, firm)
  const matter = `/console/matters/${matter_id}`
  for (const path of [`${matter}/menus`, "/console/matters/new", `${matter}/conversation?to=internal`]) {
    const { text } = await staff("GET", path)
    const offered = [...text.matchAll(/(?:<option|name="assignee_id") value="(user_[0-9A-F]+)"/g)].map(
      ([, id]) => id,
    )
    assert.equal(offered.includes(reader), false, path)
    assert.equal(offered.includes(member), true, path)
  }
  const assignee = () =>
    firm.one<{ assignee_id: string | null }>(sql`select assignee_id from matters where id = ${matter_id}`)
  const before = await assignee()
  assert.equal((await staff("POST", `${matter}/assignment`, { assignee_id: reader })).status, 400)
  await staff("POST", "/console/matters/selection", {
    step: "assign",
    assignee_id: reader,
    matter: matter_id,
  })
  assert.deepEqual(await assignee(), before)
  await assert.rejects(firm.call(addNote, matter_id, { text: "Call", assignee_id: reader, due_date: null }), {
    code: "bad_request",
  })
  assert.equal((await staff("POST", `${matter}/assignment`, { assignee_id: member })).status, 303)
  assert.equal((await assignee()).assignee_id, member)
  await firm.run((tx) => reassignMatters(tx, member, reader))
  assert.equal(
    (await assignee()).assignee_id,
    null,
    "the open matters of a colleague who leaves do not go to a reader",
  )
})

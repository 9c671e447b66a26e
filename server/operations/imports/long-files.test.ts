// Files of the size that a firm moves with: read and created in the background, in portions, each line once.

import assert from "node:assert/strict"
import { mock, test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { newPlanningFirm, type PlanningFirm } from "../../../test/harness/planning-firm.ts"
import { queuedJobs } from "../../../test/harness/queued-jobs.ts"
import { runBulkActionAt } from "../../../test/harness/run-bulk-action.ts"
import { provideService } from "../../../test/harness/service.ts"
import { newStaff } from "../../../test/harness/staff.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { changeMember } from "../../firm/users/team.ts"
import { createStaff } from "../../firm/users/users.ts"
import { databaseUnavailable, NoConnection } from "../../platform/db/database-faults.ts"
import { sql } from "../../platform/db/sql.ts"
import { createLines } from "./creating-lines.ts"
import { planInBackground } from "./plan-import.ts"

const service = provideService()

async function newFirm() {
  const opened = await newPlanningFirm(service)
  const { firm, send, questionnaire_id } = opened
  const upload = async (file: string) => {
    const form = new FormData()
    form.set("file", new Blob([file]), "Clients.csv")
    const { location } = await send("POST", "/console/imports", form)
    return { location, import_id: location.split("/").at(-1) ?? "" }
  }
  const read = (import_id: string) => planInBackground(service, { firm_id: firm.firm_id, import_id })
  const create = (location: string, choices: Record<string, string> = {}) =>
    send("POST", location, { step: "create", questionnaire_id, ...choices })
  const page = async (location: string) => (await send("GET", location)).text
  return { ...opened, upload, read, create, page }
}

const actionOf = ({ firm }: PlanningFirm, import_id: string) =>
  firm.one<{ id: string }>(sql`select bulk_action_id as id from imports where id = ${import_id}`)

/** Names have no digits. */
const nameOf = (n: number) => [...String(n)].map((digit) => "abcdefghij"[Number(digit)]).join("")

const couples = (count: number) =>
  `First name,Last name,Spouse first name,Spouse last name\n${Array.from({ length: count }, (_, n) => `Ada,Ruiz${nameOf(n)},Ben,Ruiz${nameOf(n)}`).join("\n")}\n`

/** Creating a line costs the same wherever it stands: leaves the first of a long file to be created. */
const keepFirst = ({ firm }: PlanningFirm, import_id: string, count: number) =>
  firm.write(sql`delete from import_lines where import_id = ${import_id} and line > ${count + 1}`)

const countRows = ({ firm }: PlanningFirm) =>
  firm.one(sql`
      select (select count(*)::integer from matters) as matters, (select count(*)::integer from contacts) as people,
             (select count(*)::integer from events where event_type = 'intakeform.created') as events`)

test("a file of 5,000 couples is read and created in the background, in portions, and each line is in the report", async () => {
  const opened = await newFirm()
  const { firm, send, upload, read, create, page } = opened
  const { location, import_id } = await upload(couples(5_000))
  assert.match(await page(location), /The file is being read/)
  assert.equal((await create(location)).status, 303, "nothing can be created before it is read")
  await read(import_id)
  const preview = await page(location)
  assert.match(preview, /Create 5,000 matters/)
  assert.match(preview, /1–50 of 5,000/)
  assert.ok(preview.length < 150_000, `${preview.length}`)
  const pressed = await Promise.all([create(location), create(location)])
  assertEach(pressed, ({ status }) => status, [303, 303])
  const { id } = await actionOf(opened, import_id)
  assert.match(await page(location), /0 of 5,000/)
  await keepFirst(opened, import_id, 250)
  // A process is killed after some portions: its last one is undone, and another process goes on.
  const lines = (from: number) => Array.from({ length: 100 }, (_, n) => String(from + n + 2))
  const { questionnaire_id } = opened
  const killed = firm.run(async (tx) => {
    await createLines(tx, { import_id, questionnaire_id }, lines(0))
    throw new Error("killed")
  })
  await assert.rejects(killed, /killed/)
  await firm.run((tx) => createLines(tx, { import_id, questionnaire_id }, lines(0)))
  await runBulkActionAt(service, firm, id)
  await runBulkActionAt(service, firm, id)
  assert.deepEqual(await countRows(opened), { matters: 250, people: 500, events: 250 })
  assert.match(await page(location), /250 matters created\./)
  const report = (await send("GET", `${location}/report.csv`)).text.split("\r\n")
  assert.equal(report.filter((line) => /,Created,/.test(line)).length, 250)
  assert.match(
    report[1] ?? "",
    /^2,Created,"Ruiza, Ada and Ben",,,http.*\/console\/matters\/matter_[0-9A-F]{32}$/,
  )
})

test("an import can be stopped and goes on, and what it created before can be undone", async () => {
  const opened = await newFirm()
  const { firm, send, upload, read, create, page } = opened
  const { location, import_id } = await upload(couples(250))
  await read(import_id)
  await create(location)
  await keepFirst(opened, import_id, 30)
  const { id } = await actionOf(opened, import_id)
  const action = `/console/bulk-actions/${id}`
  assert.equal((await send("POST", `${location}/undoing`)).status, 409, "while it runs")
  await firm.call(createLines, { import_id, questionnaire_id: opened.questionnaire_id }, ["2", "3"])
  assert.equal((await send("POST", `${action}/end`)).location, location)
  await runBulkActionAt(service, firm, action)
  assert.match(await page(location), /Stopped\. 2 lines created, 28 lines still to come\./)
  assert.match((await send("GET", `${location}/report.csv`)).text, /\r\n4,Not yet,/)
  assert.equal((await send("POST", `${action}/rest`)).location, location)
  await runBulkActionAt(service, firm, action)
  assert.match(await page(location), /30 matters created\./)
  const undoing = (await send("POST", `${location}/undoing`)).location
  await runBulkActionAt(service, firm, undoing)
  assert.deepEqual(await firm.one(sql`select count(*)::integer as left from matters`), {
    left: 0,
  })
})

test("an import whose requester left goes on for any other admin, in that admin's name", async () => {
  const opened = await newFirm()
  const { firm, upload, read, create } = opened
  const { location, import_id } = await upload(couples(250))
  await read(import_id)
  await create(location)
  await keepFirst(opened, import_id, 30)
  const { id } = await actionOf(opened, import_id)
  const other = await newStaff(firm, { role: "admin" })
  const send = await newStaffBrowser(service, firm, other.user_id)
  await firm.run((tx) => changeMember(tx, firm.admin.user_id, { role: "member" }))
  await runBulkActionAt(service, firm, id)
  const member = await newStaff(firm, { role: "member" })
  const sendAsMember = await newStaffBrowser(service, firm, member.user_id)
  assert.equal((await sendAsMember("POST", `/console/bulk-actions/${id}/rest`)).status, 404)
  const stopped = (await send("GET", location)).text
  assert.match(stopped, /Stopped\. 0 lines created, 30 lines still to come\./)
  assert.match(stopped, /Create the rest/)
  assert.equal((await send("POST", `/console/bulk-actions/${id}/rest`)).location, location)
  await runBulkActionAt(service, firm, id)
  assert.match((await send("GET", location)).text, /30 matters created\./)
  assert.deepEqual(await firm.one(sql`select requested_by as by from bulk_actions where id = ${id}`), {
    by: other.user_id,
  })
})

/** What version 1.0.0 serves. */
const released = ["bulk-action"] as const

test("version 1.0.0 takes no action that it does not know, and what it ended of an import goes on", async () => {
  const opened = await newFirm()
  const { firm, send, upload, read, create, page } = opened
  const { location, import_id } = await upload(couples(250))
  await read(import_id)
  await create(location)
  await keepFirst(opened, import_id, 30)
  const { id } = await actionOf(opened, import_id)
  for (const queue of released) assert.deepEqual(await queuedJobs(queue, firm.firm_id), [])
  assert.equal((await queuedJobs("bulk-action-2", firm.firm_id)).length, 1)
  // A process of that version had the job after all.
  await firm.write(sql`
    update bulk_actions set finished_at = now(), processed = cardinality(matter_ids) where id = ${id}`)
  assert.match(await page(location), /Stopped\. 0 lines created, 30 lines still to come\..*Create the rest/s)
  for (const _ of ["pressed", "and again"])
    assert.equal((await send("POST", `/console/bulk-actions/${id}/rest`)).location, location)
  await runBulkActionAt(service, firm, id)
  assert.match(await page(location), /30 matters created\./)
  await runBulkActionAt(service, firm, (await send("POST", `${location}/undoing`)).location)
  for (const queue of released) assert.deepEqual(await queuedJobs(queue, firm.firm_id), [])
})

test("a fault is a line of the report: its cell or its line is left out, and a colleague is chosen once for all", async () => {
  const opened = await newFirm()
  const { firm, send, upload, create, page } = opened
  const kim = await firm.call(createStaff, { email: "kim@example.com", name: "Kim", role: "member" })
  const rows = Array.from({ length: 20 }, (_, n) => `Ada,Ruiz ${n},${n < 8 ? "2/30/1970" : ""},Tomás\n`)
  const { location } = await upload(`First name,Last name,DOB,Assignee\n${rows.join("")},,3/5/1962,\n`)
  const shown = await page(location)
  assert.match(shown, /29 faults\. Nothing was created\./)
  assert.equal(shown.match(/No colleague is called “Tomás”/g)?.length, 21, "once, and beside each line")
  assert.match(shown, /D2, D3, D4, D5, D6, D7, D8, D9 and 12 more/)
  const refused = await create(location, { fault_0: kim })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /C2, C3, .*: choose what to do\. “2\/30\/1970” is not a date/)
  assert.equal((await create(location, { fault_0: kim, fault_rest: "leave" })).status, 303)
  assert.match(await page(location), /20 matters created, 1 line left out\./)
  const stored = await firm.all(sql`
      select m.assignee_id, c.date_of_birth from matters m join contacts c on c.matter_id = m.id group by 1, 2`)
  assert.deepEqual(stored, [{ assignee_id: kim, date_of_birth: null }])
  const report = (await send("GET", `${location}/report.csv`)).text
  assert.match(report, /\r\n2,Created,"Ruiz 0, Ada",,.*DOB: “2\/30\/1970” is not a date/)
  assert.match(report, /\r\n22,Left out,,.*A person needs a first or a last name/)
})

test("of many duplicates, all are skipped, added to or created at once, and each as chosen for itself on its page", async () => {
  const { firm, upload, create, page } = await newFirm()
  const file = (email: string) =>
    `First name,Last name,Email\n${Array.from({ length: 60 }, (_, n) => `Ada,Ruiz${nameOf(n)},a${n}@${email}\n`).join("")}`
  await create((await upload(file("example.com"))).location)
  const { location } = await upload(file("other.example"))
  assert.match(await page(location), /0 new, 60 to decide/)
  assert.match(await page(`${location}?duplicates=2`), /51–60 of 60/)
  const created = await create(location, { next: "2", choice_2: "create", choice_3: "skip" })
  assert.match(created.location, /\?duplicates=2#duplicates$/)
  assert.equal((await create(location)).status, 400)
  assert.equal((await create(location, { choice_rest: "join" })).status, 303)
  assert.match(await page(location), /1 matter created, 58 existing matters added to, 1 line skipped\./)
  const { emails } = await firm.one<{ emails: number }>(
    sql`select count(*)::integer as emails from email_addresses`,
  )
  assert.equal(emails, 60 + 58 + 1)
})

test("what a colleague created after the preview is not created again", async () => {
  const { firm, upload, create, page } = await newFirm()
  const file = "First name,Last name,Email\nAda,Ruiz,ada@example.com\nCy,Roe,cy@example.com\nDi,Poe,\n"
  const { location } = await upload(file)
  const others = await upload(
    "First name,Last name,Email\nAda,Ruiz,ada@example.com\nCy,Roe,other@example.com\n",
  )
  await create(others.location)
  await create(location)
  assert.match(await page(location), /1 matter created, 1 line skipped, 1 line left out\./)
  assert.deepEqual(await firm.one(sql`select count(*)::integer as matters from matters`), {
    matters: 3,
  })
})

test("a spouse with only a first name is asked about, and no one else's duplicate for certain", async () => {
  const { firm, upload, create, page } = await newFirm()
  const file = (last: string) => `First name,Last name,Spouse first name,Spouse last name\nAda,${last},Ben,\n`
  await create((await upload(file("Ruiz"))).location)
  const { location } = await upload(file("Roe"))
  assert.match(await page(location), /0 new, 1 to decide/)
  assert.equal((await create(location, { choice_rest: "create" })).status, 303)
  assert.deepEqual(await firm.one(sql`select count(*)::integer as matters from matters`), {
    matters: 2,
  })
})

test("a file whose reading fails says so and can be read again, unless only the database was away or busy", async () => {
  const { send, upload, read, page } = await newFirm()
  const { location, import_id } = await upload(couples(201))
  const failWith = (error: Error) => {
    const forFirm = mock.method(service.db, "forFirm")
    // What it reads is to be stored.
    forFirm.mock.mockImplementationOnce(() => Promise.reject(error), 2)
    return assert.rejects(read(import_id), error).finally(() => forFirm.mock.restore())
  }
  await failWith(new NoConnection("hangs"))
  assert.match(await page(location), /The file is being read/)
  await failWith(databaseUnavailable(Object.assign(new Error("deadlock detected"), { code: "40P01" })))
  assert.match(await page(location), /The file is being read/)
  await failWith(new Error("a bug"))
  const shown = await page(location)
  assert.match(shown, /1 fault\. Nothing was created/)
  assert.match(shown, /This program failed to read the file/)
  const mapping = ["first_name", "last_name", "spouse_first_name", "spouse_last_name"]
  const columns = mapping.map((field, at): [string, string] => [`column_${at}`, field])
  assert.equal((await send("POST", location, columns)).status, 303)
  assert.match(await page(location), /The file is being read/)
  await read(import_id)
  assert.match(await page(location), /Create 201 matters/)
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../../test/harness/literally.ts"
import { readWorkbook } from "../../../../test/harness/read-workbook.ts"
import { requestList } from "../../../../test/harness/requested-list.ts"
import { newFirmWithIntake, newIntake } from "../../../../test/harness/sample-intake.ts"
import { upload } from "../../../../test/harness/sample-uploads.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { unzip } from "../../../../test/harness/unzip.ts"
import { listAudit } from "../../../firm/audit/listing.ts"
import { changeMember } from "../../../firm/users/team.ts"
import { createStaff } from "../../../firm/users/users.ts"
import { saveAnswer } from "../../../intake/answers/answers.ts"
import { assignMatter } from "../../../intake/matters/assignment.ts"
import { closeMatter } from "../../../intake/matters/lifecycle.ts"
import { restrictMatter } from "../../../intake/matters/parties/access-list.ts"
import { deleteMatter } from "../../../operations/deletions/deletions.ts"
import { sql } from "../../../platform/db/sql.ts"
import { listMails } from "../../../platform/mail/outbox.ts"
import { prepareExport } from "../prepare-export.ts"
import { sweepExports } from "../sweep.ts"

const service = provideService({ clock: () => now, own_database: true })
const start = new Date("2026-03-02T09:30:00Z")
let now = start

const staffBrowser = (firm: TestFirm, user_id?: string) => newStaffBrowser(service, firm, user_id)

const newMember = (firm: TestFirm, email = "max@example.com") =>
  firm.run((tx) => createStaff(tx, { email, name: "Max", role: "member" }))

/** Creates a matter whose files have a recorded size of 60 MB. */
async function largeMatter(firm: TestFirm) {
  const intake = await newIntake(firm)
  const { matter_id, ids, main } = intake
  await firm.run((tx) =>
    saveAnswer(tx, service.ring, matter_id, { question_id: ids.ssn, about: main, value: "078-05-1120" }),
  )
  await upload(service, intake, { request_id: ids.statements }, "May.txt", "Content of May")
  await firm.write(sql`update documents set size = ${60 * 1024 ** 2} where matter_id = ${matter_id}`)
  return { matter_id, url: `/console/matters/${matter_id}/export` }
}

const idOf = (location: string) => location.split("/").at(-1) ?? ""
const create = (firm: TestFirm, location: string) =>
  prepareExport(service, { firm_id: firm.firm_id, export_id: idOf(location) })
const mailsOf = async (firm: TestFirm) =>
  (await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 50, offset: 0 }))).rows
    .map(({ subject }) => subject)
    .reverse()
const actionsOf = async (firm: TestFirm) =>
  (await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 50, offset: 0 }))).rows.map(
    ({ action }) => action,
  )

async function stored(firm: TestFirm): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of service.files.list(`exports/${firm.firm_id}/`)) keys.push(key)
  return keys
}

test("a large export is prepared, announced by email and downloaded, with an audit entry for each download", async () => {
  now = start
  const firm = await service.newFirm()
  const { url } = await largeMatter(firm)
  const send = await staffBrowser(firm)
  const { status, location } = await send("POST", url, { kind: "package", reveal: "true" })
  assert.equal(status, 303)
  assert.match(location, /^\/console\/settings\/exports\/export_/)
  assert.match((await send("GET", location)).text, /The export is in the queue/)
  assert.equal((await send("GET", `${location}/file`)).status, 404)
  await create(firm, location)
  await create(firm, location)
  assert.deepEqual(await mailsOf(firm), ["Your export is ready"])
  assert.match((await send("GET", "/console/settings/exports")).text, /Everything \(JSON and documents\)/)
  assert.match((await send("GET", location)).text, /Your export is ready/)
  assert.ok(!(await actionsOf(firm)).includes("answers_read"))
  const file = await send("GET", `${location}/file`)
  assert.equal(file.headers["content-type"], "application/zip")
  const entries = await unzip(file.bytes)
  assert.match(JSON.stringify([...entries].map(String)), /078-05-1120/)
  const actions = await actionsOf(firm)
  assert.deepEqual(actions.slice(0, 2).sort(), ["answers_read", "matter_exported"])
  const [key = ""] = await stored(firm)
  const raw = await service.files.read(key)
  const bytes = Buffer.concat(await raw.toArray())
  assert.ok(!bytes.includes("078-05-1120") && !bytes.includes("matter.json"))
})

test("small exports and those without files are sent immediately", async () => {
  now = start
  const firm = await service.newFirm()
  const { url } = await largeMatter(firm)
  const { matter_id } = await newIntake(firm)
  const send = await staffBrowser(firm)
  assert.equal((await send("POST", url, { kind: "tables" })).status, 200)
  assert.equal((await send("POST", `/console/matters/${matter_id}/export`, { kind: "package" })).status, 200)
  assert.equal((await send("GET", "/console/matters.csv")).status, 200)
})

test("only the member who requested an export and admins can open it", async () => {
  now = start
  const firm = await service.newFirm()
  const { url, matter_id } = await largeMatter(firm)
  const member = await newMember(firm)
  const asker = await staffBrowser(firm, member)
  const { location } = await asker("POST", url, { kind: "documents" })
  await create(firm, location)
  const other = await staffBrowser(firm, await newMember(firm, "mia@example.com"))
  const stranger = await staffBrowser(await service.newFirm())
  for (const path of ["", "/file"]) {
    assert.equal((await asker("GET", location + path)).status, 200)
    assert.equal((await (await staffBrowser(firm))("GET", location + path)).status, 200)
    assert.equal((await other("GET", location + path)).status, 404)
    assert.equal((await stranger("GET", location + path)).status, 404)
  }
  assert.doesNotMatch((await other("GET", "/console/settings/exports")).text, /All documents/)
  await firm.write(sql`update users set assigned_matters_only = true where id = ${member}`)
  assert.equal((await asker("GET", `${location}/file`)).status, 404)
  await firm.write(sql`update matters set assignee_id = ${member} where id = ${matter_id}`)
  assert.equal((await asker("GET", `${location}/file`)).status, 200)
})

test("the page of downloads has the export of everything for admins", async () => {
  const firm = await service.newFirm()
  const member = await newMember(firm)
  const has = async (user_id?: string) => {
    const { text } = await (await staffBrowser(firm, user_id))("GET", "/console/settings/exports")
    return /<form[^>]*action="\/console\/settings\/exports\/everything"/.test(text)
  }
  assert.deepEqual([await has(), await has(member)], [true, false])
})

test("a member who is no longer an admin cannot download unmasked answers", async () => {
  now = start
  const firm = await service.newFirm()
  const { url } = await largeMatter(firm)
  const send = await staffBrowser(firm)
  const { location } = await send("POST", url, { kind: "package", reveal: "true" })
  await create(firm, location)
  await firm.write(sql`update users set role = 'member' where id = ${firm.admin.user_id}`)
  assert.equal((await send("GET", `${location}/file`)).status, 404)
})

test("an export is deleted after a day, from the page and from disk", async () => {
  now = start
  const firm = await service.newFirm()
  const { url } = await largeMatter(firm)
  const { location } = await (await staffBrowser(firm))("POST", url, { kind: "documents" })
  now = new Date(start.getTime() + 3_600_000)
  await create(firm, location)
  now = new Date(start.getTime() + 24.9 * 3_600_000)
  await sweepExports(service)
  assert.equal((await stored(firm)).length, 1)
  assert.equal((await (await staffBrowser(firm))("GET", `${location}/file`)).status, 200)
  now = new Date(start.getTime() + 25 * 3_600_000)
  assert.equal((await (await staffBrowser(firm))("GET", `${location}/file`)).status, 404)
  await sweepExports(service)
  assert.deepEqual(await stored(firm), [])
})

test("an export whose day is over before it was prepared is not prepared", async () => {
  now = start
  const firm = await service.newFirm()
  const { url } = await largeMatter(firm)
  const { location } = await (await staffBrowser(firm))("POST", url, { kind: "documents" })
  now = new Date(start.getTime() + 48 * 3_600_000)
  await create(firm, location)
  assert.deepEqual([await stored(firm), await mailsOf(firm)], [[], []])
})

test("deleting a matter deletes its exports", async () => {
  now = start
  const firm = await service.newFirm()
  const { url, matter_id } = await largeMatter(firm)
  const send = await staffBrowser(firm)
  const created = await send("POST", url, { kind: "documents" })
  const waiting = await send("POST", url, { kind: "package" })
  await create(firm, created.location)
  await firm.run(async (tx) => {
    await closeMatter(tx, matter_id)
    await deleteMatter(tx, service.ring, { matter_id, reason: "Test" })
  })
  assert.equal((await send("GET", `${created.location}/file`)).status, 404)
  await create(firm, waiting.location)
  await sweepExports(service)
  assert.deepEqual(await stored(firm), [])
})

test("a failed export says so, and only the log has the cause", async () => {
  now = start
  const firm = await service.newFirm()
  const { url, matter_id } = await largeMatter(firm)
  const send = await staffBrowser(firm)
  const { location } = await send("POST", url, { kind: "documents" })
  const { file_key } = await firm.one<{ file_key: string }>(
    sql`select file_key from documents where matter_id = ${matter_id}`,
  )
  await service.files.remove(file_key)
  await create(firm, location)
  assert.deepEqual(await mailsOf(firm), ["Your export could not be created"])
  assert.match((await send("GET", location)).text, /The export could not be created/)
  assert.equal((await send("GET", `${location}/file`)).status, 404)
  assert.deepEqual(await stored(firm), [])
})

test("a long matter list becomes an export, with its filters and the member's restrictions", async () => {
  now = start
  const { firm, matter_id } = await newFirmWithIntake(service)
  const member = await newMember(firm)
  await firm.run(async (tx) => {
    await tx.run(sql`
      insert into matters (id, name, search_name, open_date, questionnaire_id, questionnaire_version, client_type,
                           contact_main_id, last_activity_at, created_at, assignee_id)
      select 'matter_' || upper(lpad(to_hex(n), 32, '0')), 'Jones ' || n, 'jones ' || n, open_date, questionnaire_id,
             questionnaire_version, client_type, contact_main_id, last_activity_at, created_at, ${member}
        from matters, generate_series(1, 5001) n where id = ${matter_id}`)
    await tx.run(sql`update users set assigned_matters_only = true where id = ${member}`)
  })
  const send = await staffBrowser(firm, member)
  const { location } = await send("GET", "/console/matters.csv?search=jones")
  assert.match(location, /^\/console\/settings\/exports\/export_/)
  await create(firm, location)
  const file = await send("GET", `${location}/file`)
  assert.equal(file.status, 200)
  assert.equal(file.text.trim().split("\r\n").length, 5_002)
  assert.doesNotMatch(file.text, literally(`${matter_id},`))

  const workbook = (await send("GET", "/console/matters.xlsx?search=jones")).location
  await create(firm, workbook)
  const { bytes, headers } = await send("GET", `${workbook}/file`)
  assert.match(String(headers["content-disposition"]), /matters-[\d-]+\.xlsx"/)
  const { sheets, xml } = readWorkbook(bytes)
  const cells = sheets.get("Matters") ?? assert.fail("no sheet")
  const headings = [...cells].filter(([at]) => /^[A-Z]+1$/.test(at)).map(([, { value }]) => value ?? "")
  const widths = [...xml.matchAll(/<col [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width))
  for (const [index, heading] of headings.entries()) assert.ok((widths[index] ?? 0) > heading.length, heading)
  const names = [...cells].filter(([at]) => /^A\d+$/.test(at)).map(([, { value }]) => value)
  assert.deepEqual([names.length, names.filter((name) => name?.startsWith("Jones ")).length], [5_002, 5_001])
  await firm.write(sql`delete from matters where name like 'Jones %'`)
})

test("a limited member loses a list export when one of its matters is assigned to a colleague", async () => {
  now = start
  const firm = await service.newFirm()
  const [first, second] = [await newIntake(firm), await newIntake(firm)]
  const member = await newMember(firm)
  const assign = (matter_id: string, to: string) => firm.run((tx) => assignMatter(tx, matter_id, to))
  for (const { matter_id } of [first, second]) await assign(matter_id, member)
  await firm.run((tx) => changeMember(tx, member, { assigned_matters_only: true }))
  const send = await staffBrowser(firm, member)
  const ask = () => requestList(service, firm, { user_id: member, filters: { assignee_id: member } })
  const [listed, waiting] = [await ask(), await ask()]
  await create(firm, listed)
  assert.match((await send("GET", `${listed}/file`)).text, literally(first.matter_id))
  await assign(first.matter_id, firm.admin.user_id)
  await create(firm, waiting)
  for (const url of [listed, `${listed}/file`, `${waiting}/file`])
    assert.equal((await send("GET", url)).status, 404)
  const again = await ask()
  await create(firm, again)
  const { text } = await send("GET", `${again}/file`)
  assert.match(text, literally(second.matter_id))
  assert.doesNotMatch(text, literally(first.matter_id))
})

test("a member loses a list export when one of its matters is restricted to others", async () => {
  now = start
  const firm = await service.newFirm()
  const closed = await newIntake(firm)
  const open = await newIntake(firm)
  const member = await newMember(firm)
  const send = await staffBrowser(firm)
  const listed = async () => {
    const location = await requestList(service, firm)
    assert.equal((await send("GET", location)).status, 200, "an unfinished export contains nothing yet")
    await create(firm, location)
    return location
  }
  const before_ = await listed()
  assert.match((await send("GET", `${before_}/file`)).text, literally(closed.matter_id))
  await firm.run((tx) => restrictMatter(tx, closed.matter_id, [member]))
  for (const url of [before_, `${before_}/file`]) assert.equal((await send("GET", url)).status, 404)
  assert.doesNotMatch((await send("GET", "/console/settings/exports")).text, literally(before_))
  const after_ = await listed()
  const { status, text } = await send("GET", `${after_}/file`)
  assert.equal(status, 200)
  assert.match(text, literally(open.matter_id))
  assert.doesNotMatch(text, literally(closed.matter_id))
  await firm.run((tx) => restrictMatter(tx, open.matter_id, [member]))
  assert.equal((await send("GET", `${after_}/file`)).status, 404)
})

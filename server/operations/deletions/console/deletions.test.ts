import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { newFirmWithIntake, newIntake } from "../../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { getFirm } from "../../../firm/firms/firms.ts"
import { createStaff } from "../../../firm/users/users.ts"
import { closeMatter, markStarted } from "../../../intake/matters/lifecycle.ts"
import { changeRetention } from "../../../intake/matters/retention.ts"
import { sql } from "../../../platform/db/sql.ts"
import { getMail, listMails } from "../../../platform/mail/outbox.ts"
import { deleteDueMatters } from "../automatic-deletion.ts"
import { purgeDueMatters } from "../purging.ts"

const service = provideService({ clock: () => now, own_database: true })
const start = new Date("2026-03-02T09:30:00Z")
let now = start

const staffBrowser = (firm: TestFirm, user_id?: string) => newStaffBrowser(service, firm, user_id)

async function closed(firm: TestFirm, { close_date = "" } = {}): Promise<string> {
  const { matter_id } = await newIntake(firm)
  await firm.run(async (tx) => {
    await closeMatter(tx, matter_id)
    if (close_date)
      await tx.run(sql`
        update matters set close_date = ${close_date}, created_at = ${close_date}::date where id = ${matter_id}`)
  })
  return matter_id
}

const good = { matter_name: "Smith", reason: "The client asked for it." }

const statusMenu = (matter_id: string) =>
  `/console/matters/${matter_id}/menus?menu=status&back=${encodeURIComponent(`/console/matters/${matter_id}`)}`

test("an admin deletes a matter by typing its name and a reason, and can restore it", async () => {
  now = start
  const firm = await service.newFirm()
  const matter_id = await closed(firm)
  const send = await staffBrowser(firm)
  const url = `/console/matters/${matter_id}/deletion`
  assert.match((await send("GET", statusMenu(matter_id))).text, literally(`href="${url}"`))
  assert.match((await send("GET", url)).text, /People/)
  for (const form of [
    { ...good, matter_name: "smith" },
    { ...good, reason: " " },
  ]) {
    const response = await send("POST", url, form)
    assert.equal(response.status, 400)
    assert.match(response.text, /There is a problem/)
  }
  const done = await send("POST", url, good)
  assert.equal(done.status, 303)
  for (const path of ["", "/review", "/deletion", "/memo.pdf", "/activity"]) {
    assert.equal((await send("GET", `/console/matters/${matter_id}${path}`)).status, 404, path)
  }
  assert.match((await send("GET", "/console/matters?search=smith")).text, /No matching matters/)
  assert.match((await send("GET", "/console/settings/retention")).text, /Restorable until/)
  assert.match((await send("GET", done.location)).text, /Restore the matter/)
  assert.equal((await send("GET", `${done.location}/certificate.pdf`)).status, 404)
  const back = await send("POST", `${done.location}/restoration`, {})
  assert.equal(back.location, `/console/matters/${matter_id}`)
  assert.equal((await send("GET", back.location)).status, 200)
  assert.equal((await send("POST", `${done.location}/restoration`, {})).status, 409)
})

test("an open matter cannot be deleted, and its page says to close it first", async () => {
  const { firm, matter_id, client } = await newFirmWithIntake(service)
  await firm.run((tx) => markStarted(tx, matter_id), client)
  const send = await staffBrowser(firm)
  const url = `/console/matters/${matter_id}/deletion`
  assert.match((await send("GET", url)).text, /Close it before you delete it/)
  assert.equal((await send("POST", url, good)).status, 409)
  assert.equal((await send("GET", `/console/matters/${matter_id}`)).status, 200)
})

test("a purged matter has a certificate as a page and as a file", async () => {
  now = start
  const firm = await service.newFirm()
  const matter_id = await closed(firm)
  const { location } = await (await staffBrowser(firm))(
    "POST",
    `/console/matters/${matter_id}/deletion`,
    good,
  )
  now = new Date(start.getTime() + 30 * 24 * 3_600_000)
  const send = await staffBrowser(firm)
  await purgeDueMatters(service)
  const page = await send("GET", location)
  assert.match(page.text, /Certificate of deletion/)
  assert.match(page.text, /The client asked for it\./)
  const file = await send("GET", `${location}/certificate.pdf`)
  assert.equal(file.status, 200)
  assert.equal(file.bytes.subarray(0, 5).toString(), "%PDF-")
  assert.equal((await send("POST", `${location}/restoration`, {})).status, 409)
})

test("no matter is due until the firm sets a retention rule; then a person deletes the due ones together", async () => {
  now = start
  const firm = await service.newFirm()
  const old = await closed(firm, { close_date: "2019-03-02" })
  const remaining = await closed(firm, { close_date: "2019-03-01" })
  await closed(firm, { close_date: "2019-03-03" })
  const send = await staffBrowser(firm)
  assert.doesNotMatch((await send("GET", "/console/settings/retention")).text, /Matters to delete/)
  for (const retention_years of ["0", "1.5", "seven or so", "101"]) {
    assert.equal(
      (await send("POST", "/console/settings/retention", { retention_years })).status,
      400,
      retention_years,
    )
  }
  assert.equal(
    (await send("POST", "/console/settings/retention", { retention_automatic: "true" })).status,
    400,
  )
  assert.equal((await send("POST", "/console/settings/retention", { retention_years: "7" })).status, 303)
  const page = await send("GET", "/console/settings/retention")
  assert.match(page.text, /2 matters are due for deletion/)
  assert.equal(await deleteDueMatters(service), 0)
  assert.equal([...page.text.matchAll(/name="matter_id"/g)].length, 2)
  const form: [string, string][] = [
    ["matter_id", old],
    ["reason", "Seven years after closing"],
  ]
  assert.equal((await send("POST", "/console/settings/retention/due", form)).status, 400)
  assert.equal(
    (await send("POST", "/console/settings/retention/due", [...form, ["confirmed", "true"]])).status,
    303,
  )
  assert.equal((await firm.request("GET", `/v1/matters/${old}`)).status, 404)
  assert.equal((await firm.request("GET", `/v1/matters/${remaining}`)).status, 200)
  const [restoration = ""] =
    /[^"]+\/restoration/.exec((await send("GET", "/console/settings/retention")).text) ?? []
  assert.equal((await send("POST", restoration, {})).status, 303)
  assert.equal((await firm.request("GET", `/v1/matters/${old}`)).status, 200)
})

test("neither a person nor the retention rule can delete a matter on legal hold until it is released", async () => {
  now = start
  const firm = await service.newFirm()
  const matter_id = await closed(firm, { close_date: "2000-01-01" })
  const other = await closed(firm, { close_date: "2001-01-01" })
  const send = await staffBrowser(firm)
  const home = `/console/matters/${matter_id}`
  assert.equal((await send("POST", `${home}/hold`, { reason: "" })).status, 400)
  assert.equal((await send("POST", `${home}/hold`, { reason: "Litigation" })).status, 303)
  assert.equal((await send("POST", `${home}/hold`, { reason: "Litigation" })).status, 409)
  assert.match((await send("GET", statusMenu(matter_id))).text, literally(`action="${home}/release"`))
  assert.match((await send("GET", `${home}/deletion`)).text, /on legal hold/)
  assert.equal((await send("POST", `${home}/deletion`, good)).status, 409)
  await firm.call(changeRetention, firm.firm_id, { years: 5, is_automatic: true, is_nameless: false })
  assert.doesNotMatch((await send("GET", "/console/settings/retention")).text, literally(matter_id))
  await deleteDueMatters(service)
  assert.equal((await firm.request("GET", `/v1/matters/${other}`)).status, 404)
  assert.equal((await firm.request("GET", `/v1/matters/${matter_id}`)).status, 200)
  const member = await firm.call(createStaff, { email: "max@example.com", name: "Max", role: "member" })
  assert.equal((await (await staffBrowser(firm, member))("POST", `${home}/release`, {})).status, 403)
  const release = () => send("POST", `${home}/release`, { release: "yes" })
  assert.equal((await release()).status, 303)
  assert.equal((await release()).status, 409)
  assert.equal((await send("POST", `${home}/deletion`, good)).status, 303)
})

test("a form that names a matter that is not due does not delete it", async () => {
  now = start
  const firm = await service.newFirm()
  const young = await closed(firm)
  const send = await staffBrowser(firm)
  await firm.call(changeRetention, firm.firm_id, { years: 7, is_automatic: false, is_nameless: false })
  const form = { matter_id: young, reason: "x", confirmed: "true" }
  assert.equal((await send("POST", "/console/settings/retention/due", form)).status, 409)
  assert.equal((await firm.request("GET", `/v1/matters/${young}`)).status, 200)
})

test("an automatic rule deletes due matters, emails the admins and does not affect other firms", async () => {
  now = start
  const firm = await service.newFirm()
  const other = await service.newFirm()
  const old = await closed(firm, { close_date: "2020-01-01" })
  const young = await closed(firm, { close_date: "2026-01-01" })
  const theirs = await closed(other, { close_date: "2000-01-01" })
  await firm.call(changeRetention, firm.firm_id, { years: 5, is_automatic: true, is_nameless: false })
  await deleteDueMatters(service)
  assert.equal((await firm.request("GET", `/v1/matters/${old}`)).status, 404)
  assert.equal((await firm.request("GET", `/v1/matters/${young}`)).status, 200)
  assert.equal((await other.request("GET", `/v1/matters/${theirs}`)).status, 200)
  const mails = await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 9, offset: 0 }))
  assertEach(mails.rows, ({ subject }) => subject, ["Matters deleted by your retention rule"])
  assert.match(
    (await (await staffBrowser(firm))("GET", "/console/settings/retention")).text,
    /Retention rule/,
  )
  assert.equal((await firm.run(getFirm)).settings.retention_years, 5)
})

test("an automatic rule leaves a matter that was restored to people, who see that it was", async () => {
  now = start
  const firm = await service.newFirm()
  const matter_id = await closed(firm, { close_date: "2020-01-01" })
  await firm.call(changeRetention, firm.firm_id, { years: 5, is_automatic: true, is_nameless: false })
  assert.equal(await deleteDueMatters(service), 1)
  const send = await staffBrowser(firm)
  const page = () => send("GET", "/console/settings/retention")
  const [restoration = ""] = /[^"]+\/restoration/.exec((await page()).text) ?? []
  assert.equal((await send("POST", restoration, {})).status, 303)
  assert.equal(await deleteDueMatters(service), 0)
  assert.equal((await firm.request("GET", `/v1/matters/${matter_id}`)).status, 200)
  const { text } = await page()
  assert.match(text, /1 matter is due for deletion/)
  assert.match(text, /deleted and restored/)
  assert.doesNotMatch(text, /<input[^>]*name="matter_id"[^>]*checked/)
  const { rows } = await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 9, offset: 0 }))
  const mail = await firm.run((tx) => getMail(tx, service.ring, rows[0]?.id ?? ""))
  assert.match(mail.text, /What is restored stays until a person deletes it/)
  const form = { matter_id, reason: "Seven years after closing", confirmed: "true" }
  assert.equal((await send("POST", "/console/settings/retention/due", form)).status, 303)
  assert.equal((await firm.request("GET", `/v1/matters/${matter_id}`)).status, 404)
})

test("an automatic rule leaves matters to people for 30 days after they were imported", async () => {
  now = start
  const firm = await service.newFirm()
  const matter_id = await closed(firm)
  await firm.run((tx) => tx.run(sql`update matters set close_date = '2001-01-01' where id = ${matter_id}`))
  await firm.call(changeRetention, firm.firm_id, { years: 5, is_automatic: true, is_nameless: false })
  const page = await (await staffBrowser(firm))("GET", "/console/settings/retention")
  assert.match(page.text, /1 matter is due for deletion/)
  now = new Date(start.getTime() + 29 * 24 * 3_600_000)
  assert.equal(await deleteDueMatters(service), 0)
  now = new Date(start.getTime() + 30 * 24 * 3_600_000)
  assert.equal(await deleteDueMatters(service), 1)
})

test("an automatic rule deletes nothing while its firm is suspended", async () => {
  now = start
  const firm = await service.newFirm()
  const old = await closed(firm, { close_date: "2020-01-01" })
  await firm.call(changeRetention, firm.firm_id, { years: 5, is_automatic: true, is_nameless: false })
  const suspend = (at: Date | null) =>
    service.db.forPlatform((tx) =>
      tx.run(sql`update firms set suspended_at = ${at} where id = ${firm.firm_id}`),
    )
  await suspend(start)
  assert.equal(await deleteDueMatters(service), 0)
  await suspend(null)
  assert.equal((await firm.request("GET", `/v1/matters/${old}`)).status, 200)
  assert.equal(await deleteDueMatters(service), 1)
})

test("a deleted matter is erased early after a confirmation and a reason, with a certificate and an audit entry", async () => {
  now = start
  const firm = await service.newFirm()
  const matter_id = await closed(firm)
  const send = await staffBrowser(firm)
  const { location } = await send("POST", `/console/matters/${matter_id}/deletion`, good)
  assert.match((await send("GET", location)).text, /Remove for good now/)
  const url = `${location}/removal`
  const why = "The client asked to be erased."
  for (const form of [
    { reason: why, sure: "" },
    { reason: " ", sure: "true" },
  ]) {
    const refused = await send("POST", url, form)
    assert.equal(refused.status, 400)
    assert.equal(await purgeDueMatters(service), 0)
  }
  assert.equal((await send("POST", url, { reason: why, sure: "true" })).location, location)
  assert.match((await send("GET", location)).text, /The matter is being removed for good/)
  assert.equal((await send("POST", `${location}/restoration`, {})).status, 409)
  assert.equal((await send("POST", url, { reason: why, sure: "true" })).status, 409)
  assert.equal(await purgeDueMatters(service), 1)
  assert.equal((await send("GET", `${location}/certificate.pdf`)).status, 200)
  const changes = await firm.all<{ action: string; label: string }>(
    sql`select action, label from audit_entries where matter_id = ${matter_id}`,
  )
  assert.ok(changes.some(({ action, label }) => action === "matter_removal_hastened" && label === why))
})

test("a matter on legal hold cannot be deleted, so it cannot be erased early either", async () => {
  now = start
  const firm = await service.newFirm()
  const matter_id = await closed(firm)
  const send = await staffBrowser(firm)
  await send("POST", `/console/matters/${matter_id}/hold`, { reason: "A lawsuit" })
  assert.equal((await send("POST", `/console/matters/${matter_id}/deletion`, good)).status, 409)
  assert.doesNotMatch((await send("GET", "/console/settings/retention")).text, /Restorable/)
})

test("a page past the end of a list says so", async () => {
  now = start
  const firm = await service.newFirm()
  const matter_id = await closed(firm)
  const send = await staffBrowser(firm)
  await send("POST", `/console/matters/${matter_id}/deletion`, good)
  for (const list of ["/console/settings/retention", "/console/settings/audit"]) {
    const response = await send("GET", `${list}?page=999`)
    assert.equal(response.status, 404, list)
    assert.match(response.text, /There is no such page/)
    assert.doesNotMatch(response.text, /No deleted matters|No entries yet|–1 of 1/)
  }
})

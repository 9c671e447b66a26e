import assert from "node:assert/strict"
import { test } from "node:test"
import { addQuestionnaire } from "../../../../../test/harness/added-questionnaire.ts"
import { literally } from "../../../../../test/harness/literally.ts"
import { readPdf } from "../../../../../test/harness/pdf-text.ts"
import { cellOf, readWorkbook } from "../../../../../test/harness/read-workbook.ts"
import {
  newFirmWithIntake,
  sampleDefinition,
  sampleParts,
} from "../../../../../test/harness/sample-intake.ts"
import { upload } from "../../../../../test/harness/sample-uploads.ts"
import { provideService, type TestFirm } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { unzip } from "../../../../../test/harness/unzip.ts"
import { listAudit } from "../../../../firm/audit/listing.ts"
import { changeMember } from "../../../../firm/users/team.ts"
import { createStaff } from "../../../../firm/users/users.ts"
import { saveAnswer } from "../../../../intake/answers/answers.ts"
import { createMatter } from "../../../../intake/matters/matters.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { exportKinds } from "../../kinds.ts"

const service = provideService()

const staffBrowser = (firm: TestFirm, user_id?: string) => newStaffBrowser(service, firm, user_id)

const newMember = (firm: TestFirm) =>
  firm.run((tx) => createStaff(tx, { email: "max@example.com", name: "Max", role: "member" }))

const actionsOf = async (firm: TestFirm) =>
  (await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 100, offset: 0 }))).rows.map(
    ({ action, label }) => (label ? `${action}: ${label}` : action),
  )

async function matterWithSecret() {
  const intake = await newFirmWithIntake(service)
  const { firm, matter_id, ids, main } = intake
  await firm.run((tx) =>
    saveAnswer(tx, service.ring, matter_id, { question_id: ids.ssn, about: main, value: "078-05-1120" }),
  )
  await upload(service, intake, { request_id: ids.statements }, "May.txt", "Content of May")
  return { firm, url: `/console/matters/${matter_id}/export` }
}

test("an export downloads as a file, masks sensitive answers, and is recorded in the audit log", async () => {
  const { firm, url } = await matterWithSecret()
  const send = await staffBrowser(firm)
  const tables = await send("POST", url, { kind: "tables" })
  assert.equal(tables.headers["content-type"], "application/zip")
  assert.match(
    String(tables.headers["content-disposition"]),
    /^attachment; filename="Smith \d{4}-\d\d-\d\d tables\.zip"/,
  )
  assert.equal(tables.headers["cache-control"], "private, no-store")
  assert.match(unzip(tables.bytes).get("answers.csv")?.toString() ?? "", /••••1120/)
  const documents = await send("POST", url, { kind: "documents" })
  assert.equal(unzip(documents.bytes).get("Account statements/May.txt")?.toString(), "Content of May")
  const pdf = await send("POST", url, { kind: "pdf" })
  assert.ok(pdf.bytes.subarray(0, 5).equals(Buffer.from("%PDF-")))
  const whole = unzip((await send("POST", url, { kind: "package" })).bytes)
  assert.ok(whole.has("matter.json") && whole.has("files/Account statements/May.txt"))
  assert.deepEqual(await actionsOf(firm), [
    "matter_exported: Everything (JSON and documents)",
    "matter_exported: File memo (PDF)",
    "matter_exported: All documents",
    "matter_exported: Tables (CSV)",
  ])
})

test("the menu of a matter has every export, and each download is audited", async () => {
  const { firm, url } = await matterWithSecret()
  const matter_url = url.replace(/\/export$/, "")
  const send = await staffBrowser(firm)
  const page = await send("GET", matter_url)
  assert.match(page.text, />\s*File memo \(PDF\)/)
  for (const kind of Object.keys(exportKinds).filter((name) => name !== "pdf"))
    assert.match(page.text, literally(`name="kind" value="${kind}"`))
  assert.match(page.text, /name="reveal"/)
  const memo = await send("GET", `${matter_url}/memo.pdf`)
  assert.equal(memo.headers["content-type"], "application/pdf")
  assert.match(String(memo.headers["content-disposition"]), /Smith \d{4}-\d\d-\d\d file memo\.pdf/)
  const { text } = readPdf(memo.bytes)
  assert.match(text, /File memo: Smith/)
  assert.match(text, literally("••••1120"))
  assert.doesNotMatch(text, literally("078-05-1120"))
  const workbook = await send("POST", url, { kind: "workbook" })
  assert.ok(unzip(workbook.bytes).has("xl/workbook.xml"))
  assert.deepEqual(await actionsOf(firm), [
    "matter_exported: Workbook (Excel)",
    "matter_exported: File memo (PDF)",
  ])
  const member = await newMember(firm)
  await firm.run((tx) => changeMember(tx, member, { assigned_matters_only: true }))
  const limited = await staffBrowser(firm, member)
  assert.equal((await limited("GET", `${matter_url}/memo.pdf`)).status, 404)
  assert.equal((await limited("POST", url, { kind: "workbook" })).status, 404)
})

test("an admin may export sensitive answers unmasked, and each is recorded as read", async () => {
  const { firm, url } = await matterWithSecret()
  const send = await staffBrowser(firm)
  const { bytes } = await send("POST", url, { kind: "tables", reveal: "true" })
  assert.match(unzip(bytes).get("answers.csv")?.toString() ?? "", /078-05-1120/)
  assert.deepEqual(await actionsOf(firm), [
    "answers_read",
    "matter_exported: Tables (CSV), sensitive answers in clear",
  ])
})

test("a member can export only masked answers, and only from accessible matters", async () => {
  const { firm, url } = await matterWithSecret()
  const send = await staffBrowser(firm, await newMember(firm))
  assert.doesNotMatch((await send("GET", url.replace(/\/export$/, ""))).text, /unmasked|name="reveal"/)
  assert.equal((await send("POST", url, { kind: "tables" })).status, 200)
  assert.equal((await send("POST", url, { kind: "tables", reveal: "true" })).status, 403)
  const { url: foreign } = await matterWithSecret()
  assert.equal((await send("POST", foreign, { kind: "tables" })).status, 404)
  for (const kind of ["everything", "constructor"]) {
    const wrong = await send("POST", url, { kind })
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /Choose what to export/)
  }
})

test("the list downloads as a table with all matters that its filters match, however many", async () => {
  const firm = await service.newFirm()
  await firm.run(async (tx) => {
    await tx.run(sql`update firms set time_zone = 'America/Chicago' where id = ${firm.firm_id}`)
    const questionnaire_id = await addQuestionnaire(tx, { definition: sampleDefinition(sampleParts()) })
    for (let index = 0; index < 503; index += 1)
      await createMatter(tx, { questionnaire_id, matter_name: `${index % 2 ? "Odd" : "=Even"} ${index}` })
  })
  const send = await staffBrowser(firm)
  const all = await send("GET", "/console/matters.csv")
  assert.equal(all.headers["content-type"], "text/csv; charset=utf-8")
  const lines = all.text.trimEnd().split("\r\n")
  assert.equal(lines.length, 504)
  assert.equal(new Set(lines.map((line) => line.split(",").at(-1))).size, 504)
  assert.match(lines[1] ?? "", /^'=Even 502,,created,,,,.*,Sample,.*,yes,Planning,planning,matter_\w+$/)
  const odd = await send("GET", "/console/matters.csv?search=odd&status=created")
  assert.equal(odd.text.trimEnd().split("\r\n").length, 252)
  assert.equal((await send("GET", "/console/matters.csv?from=nonsense")).status, 400)

  const member = await newMember(firm)
  await firm.run((tx) => changeMember(tx, member, { assigned_matters_only: true }))
  const restricted = await staffBrowser(firm, member)
  assert.equal((await restricted("GET", "/console/matters.csv")).text.trimEnd().split("\r\n").length, 1)
  // The workbook holds the same matters, dates as numbers that formulas can use, and no formulas of its own.
  const matter_id = /matter_\w+$/.exec(lines[1] ?? "")?.[0] ?? ""
  const odd_name = "=1+1 & <b> \u0007\u{1F9D1}"
  await firm.write(sql`update matters set name = ${odd_name}, due_on = '2026-03-02' where id = ${matter_id}`)
  const file = await send("GET", "/console/matters.xlsx")
  assert.match(String(file.headers["content-disposition"]), /matters-\d{4}-\d\d-\d\d\.xlsx"/)
  const { sheets, xml } = readWorkbook(file.bytes)
  assert.doesNotMatch(xml, /<f[ >]/)
  const cells = sheets.get("Matters") ?? assert.fail("no sheet")
  const heads = [...cells].filter(([at]) => /^[A-Z]+1$/.test(at)).map(([, { value }]) => value)
  assert.deepEqual(heads.slice(0, 2).concat(heads.slice(-2)), [
    "Name",
    "File number",
    "Approach",
    "Matter ID",
  ])
  assert.equal(heads.length, (lines[0] ?? "").split(",").length)
  assert.equal([...cells.keys()].filter((at) => /^A\d+$/.test(at)).length, 504)
  assert.deepEqual(cellOf(cells, "Name", 2), { type: "inlineStr", value: "=1+1 & <b> \u{1F9D1}" })
  const [day, second] = [86_400_000, 1_000]
  const dateOf = (heading: string, row: number) =>
    new Date(Date.parse("1899-12-30") + Number(cellOf(cells, heading, row)?.value) * day)
  assert.equal(dateOf("Due", 2).toISOString().slice(0, 10), "2026-03-02")
  assert.deepEqual(cellOf(cells, "Client may edit", 2), { type: "b", value: "1" })
  assert.deepEqual(cellOf(cells, "Status", 2), { type: "inlineStr", value: "Not started" })
  // Times are those of the firm's clocks, here six hours behind UTC or five.
  const active_at = (lines[2] ?? "").split(",")[heads.indexOf("Last activity at (America/Chicago)")] ?? ""
  const shown = new Date(active_at).toLocaleString("sv-SE", { timeZone: "America/Chicago" })
  const active = dateOf("Last activity at (America/Chicago)", 3).getTime()
  assert.ok(Math.abs(active - Date.parse(`${shown.replace(" ", "T")}Z`)) < second, active_at)
  const found = readWorkbook((await send("GET", "/console/matters.xlsx?search=odd&status=created")).bytes)
  assert.equal([...(found.sheets.get("Matters") ?? [])].filter(([at]) => /^A\d+$/.test(at)).length, 252)
  const none = readWorkbook((await restricted("GET", "/console/matters.xlsx")).bytes)
  assert.equal([...(none.sheets.get("Matters") ?? [])].filter(([at]) => /^A\d+$/.test(at)).length, 1)
  assert.deepEqual(await actionsOf(firm), [
    "matters_exported",
    "matters_exported: search=odd&status=created",
    "matters_exported",
    "matters_exported",
    "matters_exported: search=odd&status=created",
    "matters_exported",
  ])
})

test("the audit log downloads as a table with the page's filters", async () => {
  const { firm, url } = await matterWithSecret()
  const send = await staffBrowser(firm)
  await send("POST", url, { kind: "tables" })
  await send("POST", "/console/settings/keys", { name: "=cmd", scopes: "matters:read", expires: "" })
  const { text } = await send("GET", "/console/settings/audit.csv?action=key_created")
  assert.match(text, /^\uFEFFposition,occurred_at,action,/)
  assert.match(text, /\r\n2,[^\r]+,key_created,Created an API key,[^\r]+,'=cmd,audit_/)
  assert.equal(text.trimEnd().split("\r\n").length, 2)
  assert.equal((await send("GET", "/console/settings/audit?matter=nonsense")).status, 400)
  const page = await send("GET", `/console/settings/audit?who=${firm.admin.user_id}&action=matter_exported`)
  assert.match(page.text, /Exported a matter/)
  assert.doesNotMatch(page.text, /<td[^>]*>Created an API key/)
  const member = await staffBrowser(firm, await newMember(firm))
  assert.equal((await member("GET", "/console/settings/audit.csv")).status, 403)
})

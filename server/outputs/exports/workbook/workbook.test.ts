import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { cellOf, readWorkbook } from "../../../../test/harness/read-workbook.ts"
import { newFirmWithIntake } from "../../../../test/harness/sample-intake.ts"
import { provideService } from "../../../../test/harness/service.ts"
import { saveAnswer } from "../../../intake/answers/answers.ts"
import { changeBeneficiaries } from "../../../intake/assets/beneficiaries.ts"
import { addAsset } from "../../../intake/assets/editing.ts"
import { changeContact } from "../../../intake/contacts/editing.ts"
import { assignMatter } from "../../../intake/matters/assignment.ts"
import { changeFiling } from "../../../intake/matters/filing/filing.ts"
import { sql } from "../../../platform/db/sql.ts"
import { readMatterExport } from "../matter-export.ts"
import { renderWorkbook, typedCell } from "./workbook.ts"

const service = provideService()

async function openedWorkbook() {
  const { firm, matter_id, ids, main, child } = await newFirmWithIntake(service)
  const file = await firm.run(async (tx) => {
    await changeContact(tx, main, [
      { field: "first_name", value: "=HYPERLINK(1)" },
      { field: "date_of_birth", value: "1962-03-03" },
    ])
    await changeContact(tx, child, [{ field: "date_of_birth", value: "1899-12-31" }])
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: true })
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.will_date, value: "2019-06-07" })
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.ssn, about: main, value: "078-05-1120" })
    await saveAnswer(tx, service.ring, matter_id, {
      question_id: ids.children_wishes,
      value: "+1 <b> & \n@more",
    })
    await addAsset(tx, matter_id, {
      for_fin_category: ids.home,
      identifier_value: "-12 Elm",
      credit_value: "1250000.5",
      fields: { [ids.purchased]: "2004-02-29" },
    })
    await addAsset(tx, matter_id, {
      for_fin_category: ids.home,
      identifier_value: "Much",
      credit_value: "1234567890123456.78",
    })
    const policy = await addAsset(tx, matter_id, {
      for_fin_category: ids.insurance,
      identifier_value: "Policy",
    })
    await changeBeneficiaries(tx, policy, [{ contact_id: child, level: "primary", share: "100" }])
    await changeFiling(tx, matter_id, {
      file_number: "EP-7",
      due_on: "2026-12-01",
      tags: ["Taxes", "Urgent"],
    })
    await tx.run(sql`update users set name = 'Noor Haddad' where id = ${firm.admin.user_id}`)
    await assignMatter(tx, matter_id, firm.admin.user_id)
    await tx.run(sql`update firms set time_zone = 'America/Chicago' where id = ${firm.firm_id}`)
    return renderWorkbook(await readMatterExport(tx, service.ring, matter_id, { reveal: false }))
  })
  return readWorkbook(file)
}

const excelDay = (day: string) => (Date.parse(day) - Date.parse("1899-12-30")) / 86_400_000

test("a workbook has a sheet per part, and its cells are typed: text, dates and amounts", async () => {
  const { sheets } = await openedWorkbook()
  assert.deepEqual(
    [...sheets.keys()],
    [
      "Summary",
      "People",
      "Relations",
      "Roles",
      "Assets",
      "Beneficiaries",
      "Answers",
      "Messages",
      "Documents",
      "Corrections",
    ],
  )
  const cellUnder = (sheet: string, heading: string, row: number) =>
    cellOf(sheets.get(sheet) ?? new Map(), heading, row)
  assert.deepEqual(cellUnder("People", "Full name", 2), { type: "s", value: "=HYPERLINK(1) Smith" })
  assert.deepEqual(cellUnder("People", "Date of birth", 2), {
    type: "n",
    value: String(excelDay("1962-03-03")),
  })
  assert.deepEqual(cellUnder("Assets", "Value", 2), { type: "n", value: "1250000.5" })
  assert.deepEqual(cellUnder("Assets", "Value", 3), { type: "s", value: "1234567890123456.78" })
  assert.deepEqual(cellUnder("Beneficiaries", "Share in percent", 2), { type: "n", value: "100" })
  const values = [...(sheets.get("People")?.values() ?? [])].map(({ value }) => value)
  assert.ok(values.includes("1899-12-31"), "a date before Excel's calendar stays text")
  const answers = [...(sheets.get("Answers")?.values() ?? [])]
  assert.ok(answers.some(({ type, value }) => type === "n" && value === String(excelDay("2019-06-07"))))
  assert.ok(answers.some(({ value }) => value === "••••1120"))
})

test("no client input is a formula, and characters that XML forbids don't break the file", async () => {
  const { xml, sheets } = await openedWorkbook()
  assert.doesNotMatch(xml, /<f[ >]|078-05-1120/)
  const wish = [...(sheets.get("Answers")?.values() ?? [])].find(({ value }) => value?.startsWith("+1"))
  assert.deepEqual(wish, { type: "s", value: "+1 <b> & \n@more" })
  assert.ok(
    [...(sheets.get("Assets")?.values() ?? [])].some(
      ({ type, value }) => type === "s" && value === "-12 Elm",
    ),
  )
})

const headingsOf = (cells: ReadonlyMap<string, { value: string | undefined }> | undefined) =>
  [...(cells ?? [])].filter(([at]) => /^[A-Z]+1$/.test(at)).map(([, { value }]) => value)

test("the summary names the file, the assignee, the due day, the tags, and the net worth with and without insurance", async () => {
  const { sheets } = await openedWorkbook()
  const cells = sheets.get("Summary") ?? new Map()
  const facts = Object.fromEntries(
    [...cells]
      .filter(([at]) => at.startsWith("A"))
      .map(([at, { value }]) => [value, cells.get(`B${at.slice(1)}`)?.value]),
  )
  assert.equal(facts["File number"], "EP-7")
  assert.equal(facts.Status, "Not started")
  assert.equal(facts["Assigned to"], "Noor Haddad")
  assert.equal(facts.Due, String(excelDay("2026-12-01")))
  assert.equal(facts.Tags, "Taxes, Urgent")
  assert.equal(facts["Filled in by"], "The client")
  assert.equal(facts["Net worth without life insurance"], facts["Net worth"])
  assert.equal(facts["Life insurance, face value"], "0")
  assert.ok("As of (America/Chicago)" in facts)
  assert.match(String([...cells.values()].at(-1)?.value), /^matter_/)
})

test("every sheet is for people: names before ids, words for codes, filters, and totals", async () => {
  const { sheets, xml } = await openedWorkbook()
  for (const [title, cells] of [...sheets].slice(1)) {
    const ids = headingsOf(cells).map((heading) => /IDs?$|^Relationship type$/.test(heading ?? ""))
    assert.equal(ids.indexOf(true) < ids.lastIndexOf(false), false, `${title}: ${headingsOf(cells)}`)
  }
  const answers = sheets.get("Answers") ?? new Map()
  assert.equal(cellOf(answers, "Kind", 2)?.value, "Yes or no")
  assert.ok(headingsOf(answers).includes("Answered at (America/Chicago)"))
  assert.equal(cellOf(sheets.get("Beneficiaries") ?? new Map(), "Level", 2)?.value, "Primary")
  const assets = sheets.get("Assets") ?? new Map()
  assert.equal(cellOf(assets, "Category", 2)?.value, "Homes and land")
  assert.deepEqual(cellOf(assets, "Date of purchase", 2), {
    type: "n",
    value: String(excelDay("2004-02-29")),
  })
  assert.equal(cellOf(assets, "Category", 5)?.value, "Total")
  assert.equal(cellOf(assets, "Net", 5)?.value, "1234567891373457.28")
  assert.match(xml, /<autoFilter ref="A1:[A-Z]+4"\/>/)
  for (const [index, cells] of [...sheets.values()].entries()) {
    const [, sheet = ""] = xml.split(`xl/worksheets/sheet${index + 1}.xml\n`)
    const [columns = ""] = sheet.split("</cols>")
    const widths = [...columns.matchAll(/<col [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width))
    for (const [at, heading = ""] of headingsOf(cells).entries()) {
      const width = widths[at] ?? 0
      assert.ok(width >= Math.max(10, heading.length + 2) && width < 61, `${heading}: ${width}`)
    }
  }
})

test("a cell holds what Excel does: 32,767 characters, none cut in two, and numbers of 15 digits", () => {
  const textOf = (cell: string) => (typedCell(cell, "text", "UTC") as { value: string }).value
  assert.equal(textOf("a".repeat(32_768)).length, 32_767)
  assert.equal(textOf("a".repeat(32_767)).length, 32_767)
  assert.ok(textOf("😀".repeat(20_000)).isWellFormed())
  const typeOf = (cell: string, kind: "money" | "date") =>
    (typedCell(cell, kind, "UTC") as { type: unknown }).type
  assert.deepEqual(
    ["9".repeat(15), "9".repeat(16), "-1234567890123.45", "-12345678901234.56", "1.2.3"].map((cell) =>
      typeOf(cell, "money"),
    ),
    [Number, String, Number, String, String],
  )
  assertEach(["1900-02-28", "1900-03-01", "1900-03"], (cell) => typeOf(cell, "date"), [String, Date, String])
})

test("lines stay lines in a cell, whichever program broke them", () => {
  for (const end of ["\r\n", "\v", "\f", "\u0085", "\u2028", "\u2029"])
    assert.deepEqual(typedCell(`12 Elm Street${end}Apt 4`, "text", "UTC"), {
      value: "12 Elm Street\nApt 4",
      type: String,
      wrap: true,
    })
})

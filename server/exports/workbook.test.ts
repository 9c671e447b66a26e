import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { cellOf, readWorkbook } from "../../test/harness/read-workbook.ts"
import { newIntake } from "../../test/harness/sample-intake.ts"
import { openTestService, type TestService } from "../../test/harness/service.ts"
import { saveAnswer } from "../answers/answers.ts"
import { changeBeneficiaries } from "../assets/beneficiaries.ts"
import { addAsset } from "../assets/editing.ts"
import { changeContact } from "../contacts/editing.ts"
import { readMatterExport } from "./matter-export.ts"
import { renderWorkbook } from "./workbook.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

async function openedWorkbook() {
  const firm = await service.newFirm()
  const { matter_id, ids, main, child } = await newIntake(firm)
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
  assert.deepEqual(cellUnder("Assets", "Credit value", 2), { type: "n", value: "1250000.5" })
  assert.deepEqual(cellUnder("Assets", "Credit value", 3), { type: "s", value: "1234567890123456.78" })
  assert.deepEqual(cellUnder("Beneficiaries", "Share percent", 2), { type: "n", value: "100" })
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

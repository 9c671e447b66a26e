import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { newIntake } from "../../../../../test/harness/sample-intake.ts"
import { openTestService, type TestService } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { sql } from "../../../../platform/db/sql.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

test("the library adds to the selected section if it has questions", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newIntake(firm)
  const staff = await newStaffBrowser(service, firm)
  const { id, sections } = await firm.run((tx) =>
    tx.one<{ id: string; sections: { id: string; kind: string }[] }>(sql`
      select q.id, v.definition -> 'sections' as sections
        from matters m join questionnaires q on q.id = m.questionnaire_id
        join questionnaire_versions v on v.questionnaire_id = q.id
       where m.id = ${matter_id}`),
  )
  for (const { id: section, kind } of sections) {
    const { text } = await staff("GET", `/console/questionnaires/${id}/draft?part=${section}`)
    const isOffered = text.includes(`/library?to=${id}&amp;section=${section}"`)
    assert.equal(isOffered, kind === "questions", kind)
  }
})

test("a version's page says of each part what it asks for", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newIntake(firm)
  const staff = await newStaffBrowser(service, firm)
  const { questionnaire_id } = await firm.run((tx) =>
    tx.one<{ questionnaire_id: string }>(sql`select questionnaire_id from matters where id = ${matter_id}`),
  )
  const { text } = await staff("GET", `/console/questionnaires/${questionnaire_id}`)
  const facts = [...text.matchAll(/<dt[^>]*>(.*?)<\/dt>\s*<dd[^>]*>(.*?)<\/dd>/gs)].map(
    ([, key = "", value = ""]) =>
      `${key}: ${value}`
        .replace(/<[^>]*>/g, " ")
        .replace(/\s+/g, " ")
        .trim(),
  )
  assert.deepEqual(facts, [
    "Asked of each client: Name, date of birth (required), phone number",
    "Asked of the representative: Name, email address (required)",
    "A second client: Allowed",
    "Your children: Name, date of birth (required)",
    "Do you have a will today?: Yes or no Required",
    "When was it signed?: Date Required Shown only if “Do you have a will today?” is “Yes”.",
    "Social Security number: Text · Asked of each client Sensitive",
    "Whom should we call?: Person",
    "Wishes for your children: Long text",
    "Executor: Asked of each client · First choice and up to 2 after · Several can serve together Required",
    "Witness: One choice Inactive",
    "Guardian of the children: First choice and up to 1 after",
    "Homes and land: Value · Debt · Date of purchase · Insured?",
    "Life insurance: Value · Beneficiaries",
    "Copy of your will: One file Required Shown only if “Do you have a will today?” is “Yes”.",
    "Account statements: Several files",
  ])
})

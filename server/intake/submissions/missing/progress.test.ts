import assert from "node:assert/strict"
import { test } from "node:test"
import { marksOf, newFirmWithPortalIntake, newPortalIntake } from "../../../../test/harness/portal-intake.ts"
import { sampleDefinition } from "../../../../test/harness/sample-intake.ts"
import { provideService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { findSectionOf } from "../../../definition/parts.ts"
import { sql } from "../../../platform/db/sql.ts"
import { saveAnswer } from "../../answers/answers.ts"
import { changeBeneficiaries } from "../../assets/beneficiaries.ts"
import { addAsset } from "../../assets/editing.ts"
import { changePhones } from "../../contacts/contact-details.ts"
import { changeContact } from "../../contacts/editing.ts"
import { createMatter } from "../../matters/matters.ts"
import { changeAgendaItem } from "../../matters/progress/agenda.ts"
import { definitionOf } from "../../matters/progress/definition.ts"
import { markReviewed } from "../../matters/progress/section-reviews.ts"
import { recordUnfinishedFields } from "../../matters/progress/unfinished-fields.ts"
import { findMissing } from "./missing.ts"
import { readProgress } from "./progress.ts"

const service = provideService()

test("client and staff read the same figure at every step, and it never falls while the client fills in", async () => {
  const { firm, ada, ids, pageOf, matter_id } = await newFirmWithPortalIntake(service)
  const staff = await newStaffBrowser(service, firm)
  const seen: number[] = []
  const read = async () => {
    const { percent = -1 } = (await firm.run((tx) => readProgress(tx, [matter_id]))).get(matter_id) ?? {}
    const [, portal] = /(\d+)% done/.exec((await ada.get("/portal")).html) ?? []
    const list = (await staff("GET", "/console/matters")).text
    const [, console_figure] = /class="progress-line">(\d+)%/.exec(list) ?? []
    assert.deepEqual([Number(portal), Number(console_figure)], [percent, percent])
    seen.push(percent)
  }
  await read()
  const page = pageOf(ids.has_will)
  await ada.post(page, { ...marksOf((await ada.get(page)).html), [ids.has_will]: "no" })
  await read()
  const statements = pageOf(ids.statements)
  await ada.post(statements, { ...marksOf((await ada.get(statements)).html), [ids.statements]: "bring" })
  await read()
  const { definition } = await firm.run((tx) => definitionOf(tx, matter_id))
  const section_id = findSectionOf(definition, ids.statements)?.id ?? ""
  await firm.run((tx) => markReviewed(tx, matter_id, section_id))
  await read()
  for (const [at, percent] of seen.entries())
    assert.ok(at === 0 || percent >= (seen[at - 1] ?? 0), seen.join(", "))
  assert.ok((seen.at(-1) ?? 0) > (seen[0] ?? 0), seen.join(", "))
})

test("what one client answers counts in no other matter on the same questionnaire", async () => {
  const { firm, ids, matter_id } = await newFirmWithPortalIntake(service)
  const { questionnaire_id } = await firm.one<{ questionnaire_id: string }>(
    sql`select questionnaire_id from matters where id = ${matter_id}`,
  )
  const client = { first_name: "Zoe", last_name: "Marsh" }
  const other = await firm.run((tx) => createMatter(tx, { questionnaire_id, matter_name: "Marsh", client }))
  const read = async () => {
    const progress = await firm.run((tx) => readProgress(tx, [matter_id, other.id]))
    return [progress.get(matter_id)?.percent ?? -1, progress.get(other.id)?.percent ?? -1] as const
  }
  const [own, others] = await read()
  await firm.run((tx) => saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: "no" }))
  const after = await read()
  assert.ok(after[0] > own, after.join())
  assert.equal(after[1], others)
})

test("what the client wants to talk about counts as done, as it does for sending", async () => {
  const { firm, ids, main, spouse, matter_id } = await newFirmWithPortalIntake(service)
  const { definition } = await firm.run((tx) => definitionOf(tx, matter_id))
  const percent = async () =>
    (await firm.run((tx) => readProgress(tx, [matter_id]))).get(matter_id)?.percent ?? -1
  for (const { id } of definition.sections) await firm.run((tx) => markReviewed(tx, matter_id, id))
  const parts = definition.sections.flatMap((section) => {
    if (section.kind === "questions") return section.questions.map(({ id }) => id)
    if (section.kind === "roles") return section.roles.map(({ id }) => id)
    return section.kind === "documents" ? section.requests.map(({ id }) => id) : []
  })
  assert.ok(parts.includes(ids.executor) && (await percent()) < 100)
  const fields = parts.flatMap((id) => [id, `${id}:${main}`, `${id}:${spouse}`])
  await firm.run(async (tx) => {
    // Some twice, as by a form that is sent again.
    for (const field of [...fields, ...parts])
      await changeAgendaItem(tx, matter_id, { record_id: matter_id, field }, true)
  })
  // Required details of people count like required answers.
  assert.ok((await percent()) < 100)
  const born = { field: "date_of_birth", value: "1960-01-02" }
  await firm.run(async (tx) => {
    await changeContact(tx, main, [born])
    await changeAgendaItem(tx, matter_id, { record_id: spouse, field: born.field }, true)
  })
  assert.equal(await percent(), 100)
})

test("a confirmed part is not complete while it lacks what sending asks for", async () => {
  const firm = await service.newFirm()
  const { ids, main, spouse, child, other_child, matter_id } = await newPortalIntake(service, firm, {
    define: (ids) => ({
      sections: sampleDefinition(ids).sections.flatMap((each) => {
        if (each.kind === "clients")
          return { ...each, fields: { ...each.fields, phone_numbers: "required" as const } }
        return each.kind === "people" || each.kind === "assets" ? each : []
      }),
    }),
  })
  const read = () =>
    firm.run(async (tx) => {
      const missing = await findMissing(tx, service.ring, matter_id)
      const { percent, sections } = (await readProgress(tx, [matter_id])).get(matter_id) ?? assert.fail()
      assert.equal(percent === 100, missing.length === 0, `${percent}% with ${missing.length} missing`)
      return sections.checked
    })
  const { definition } = await firm.run((tx) => definitionOf(tx, matter_id))
  for (const { id } of definition.sections) await firm.run((tx) => markReviewed(tx, matter_id, id))
  assert.equal(await read(), 2, "the children’s dates of birth are known, and nothing is owned")
  const policy = await firm.run(async (tx) => {
    for (const id of [main, spouse]) {
      await changeContact(tx, id, [{ field: "date_of_birth", value: "1960-01-02" }])
      await changePhones(tx, id, [{ type: "mobile", number: "512 555 0161" }])
    }
    return addAsset(tx, matter_id, { for_fin_category: ids.insurance, identifier_value: "Policy" })
  })
  assert.equal(await read(), 3)
  const share = (share: string) =>
    firm.run((tx) => changeBeneficiaries(tx, policy, [{ contact_id: child, level: "primary", share }]))
  await share("60")
  assert.equal(await read(), 2)
  await share("100")
  assert.equal(await read(), 3)
  const born = (value: string | null) =>
    firm.run((tx) => changeContact(tx, other_child, [{ field: "date_of_birth", value }]))
  await born(null)
  assert.equal(await read(), 2)
  const begin = (typed: Record<string, string>) =>
    firm.run((tx) => recordUnfinishedFields(tx, matter_id, other_child, [{ field: "date_of_birth", typed }]))
  await begin({ month: "3", day: "14" })
  assert.equal(await read(), 2)
  // A relative's year is enough.
  await begin({ year: "1990" })
  assert.equal(await read(), 3)
  await firm.run((tx) => changePhones(tx, spouse, []))
  assert.equal(await read(), 2)
})

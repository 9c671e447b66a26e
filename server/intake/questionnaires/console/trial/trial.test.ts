import assert from "node:assert/strict"
import { test } from "node:test"
import { newFirmWithIntake, newIntake } from "../../../../../test/harness/sample-intake.ts"
import { provideService } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import type { Condition } from "../../../../definition/conditions/conditions.ts"
import { findSectionOf, questionsOf } from "../../../../definition/parts.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { saveAnswer } from "../../../answers/answers.ts"
import { withPart } from "../../editing/editing.ts"
import { findDraft, getQuestionnaireRow, saveDraft } from "../../questionnaires.ts"

const service = provideService()

test("the page simulates a draft for sample clients and for an existing matter, and stores nothing", async () => {
  const { firm, matter_id, ids } = await newFirmWithIntake(service)
  const { id } = await firm.one<{ id: string }>(sql`select id from questionnaires`)
  const staff = await newStaffBrowser(service, firm)
  const url = `/console/questionnaires/${id}/draft/trial`
  const rowOf = (html: string) =>
    new RegExp(`id="part_${ids.will_date}"[\\s\\S]*?</tr>`).exec(html)?.[0] ?? ""
  const page = await staff("GET", url)
  assert.equal(page.status, 200)
  assert.match(page.text, /Couple with young children: \d+ to \d+ questions/)
  assert.match(rowOf(page.text), /Sometimes/)
  assert.doesNotMatch(rowOf(page.text), /Hidden|Shown/)
  assert.doesNotMatch(
    page.text,
    new RegExp(`id="part_${ids.has_will}"`),
    "a part that everyone always sees has no row",
  )
  assert.match(page.text, /\d+ parts? that every client always sees/)
  assert.match(rowOf((await staff("GET", `${url}?matter=${matter_id}`)).text), /Hidden/)
  await firm.run((tx) => saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: "yes" }))
  assert.match(rowOf((await staff("GET", `${url}?matter=${matter_id}`)).text), /Shown/)
  const drafts = await firm.all(sql`select from questionnaires where draft is not null`)
  assert.equal(drafts.length, 0)
})

test("a part that none of the sample clients sees says so for each of them", async () => {
  const { firm, ids } = await newFirmWithIntake(service)
  const staff = await newStaffBrowser(service, firm)
  const { id } = await firm.one<{ id: string }>(sql`select id from questionnaires`)
  const rowOf = async (condition: Condition) => {
    await firm.run(async (tx) => {
      const { draft_revision } = await getQuestionnaireRow(tx, id)
      const draft = (await findDraft(tx, id)) ?? { sections: [] }
      const section = findSectionOf(draft, ids.will_date)
      const question = questionsOf(draft).find((each) => each.id === ids.will_date)
      assert.ok(section && question)
      await saveDraft(tx, id, withPart(draft, section.id, { ...question, condition }), draft_revision)
    })
    const { text } = await staff("GET", `/console/questionnaires/${id}/draft/trial`)
    return new RegExp(`id="part_${ids.will_date}"[\\s\\S]*?</tr>`).exec(text)?.[0] ?? ""
  }
  const unusual = await rowOf({ fact: "number_of_children", greater_than: "30" })
  assert.match(unusual, /Never/)
  assert.match(
    unusual,
    /scope="row"[^>]*><div class="cell"><span class="cell-note">/,
    "only sections are bold",
  )
  assert.doesNotMatch(unusual, /Always|Sometimes/)
})

test("another firm's matter cannot be simulated", async () => {
  const [ours, theirs] = [await service.newFirm(), await service.newFirm()]
  await newIntake(ours)
  const { matter_id } = await newIntake(theirs)
  const { id } = await ours.one<{ id: string }>(sql`select id from questionnaires`)
  const staff = await newStaffBrowser(service, ours)
  assert.equal(
    (await staff("GET", `/console/questionnaires/${id}/draft/trial?matter=${matter_id}`)).status,
    404,
  )
})

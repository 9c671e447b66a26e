import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { saveAnswer } from "../../answers/answers.ts"
import { assignMatter, renameMatter } from "../../matters/assignment.ts"
import { definitionOf } from "../../matters/definition.ts"
import { markStarted, markSubmitted } from "../../matters/life.ts"
import { listMatterOverviews } from "../../matters/list.ts"
import { switchReminders } from "../../matters/reminding.ts"
import { markReviewed } from "../../portal/progress.ts"
import { openTestService, type TestFirm, type TestService } from "../../test/harness.ts"
import { newIntake } from "../../test/sample_intake.ts"
import { readListFacts } from "./list_facts.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

const factsOf = (firm: TestFirm, matter_id: string) =>
  firm.run(async (tx) => {
    const { rows } = await listMatterOverviews(tx, {}, { page: 1, limit: 10, offset: 0 })
    return (await readListFacts({ tx, parts: service }, rows)).get(matter_id)
  })

test("while the client is at it, the list counts the sections that show and those found right", async () => {
  const firm = await service.newFirm()
  const { matter_id, ids } = await newIntake(firm)
  assert.equal((await factsOf(firm, matter_id))?.sections, null, "nobody has begun")
  const { sections } = await firm.run(async (tx) => {
    await markStarted(tx, matter_id)
    return (await definitionOf(tx, matter_id)).definition
  })
  await firm.run((tx) => markReviewed(tx, matter_id, sections[0]?.id ?? ""))
  // A condition hides the guardians: found right before, they count no more.
  await firm.run((tx) => markReviewed(tx, matter_id, ids.guardians_section))
  assert.deepEqual((await factsOf(firm, matter_id))?.sections, { checked: 1, of: sections.length - 1 })
  await firm.run((tx) =>
    saveAnswer(tx, service.ring, matter_id, { question_id: ids.children_wishes, value: "A dog" }),
  )
  assert.deepEqual((await factsOf(firm, matter_id))?.sections, { checked: 2, of: sections.length })
  await firm.run((tx) => markSubmitted(tx, matter_id))
  assert.equal((await factsOf(firm, matter_id))?.sections, null, "it is the firm's turn")
})

test("what staff file a matter by does not make it one that was changed since it was sent", async () => {
  let now = new Date()
  const service = await openTestService({ clock: () => now })
  try {
    const firm = await service.newFirm()
    const { matter_id, ids } = await newIntake(firm)
    await firm.run((tx) => markSubmitted(tx, matter_id))
    now = new Date(now.getTime() + 60_000)
    await firm.run(async (tx) => {
      await assignMatter(tx, matter_id, firm.admin.user_id)
      await renameMatter(tx, matter_id, "Smith, Ada")
      await switchReminders(tx, matter_id, "off")
    })
    assert.equal((await factsOf(firm, matter_id))?.is_changed, false)
    await firm.run((tx) =>
      saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: true }),
    )
    assert.equal((await factsOf(firm, matter_id))?.is_changed, true)
  } finally {
    await service.close()
  }
})

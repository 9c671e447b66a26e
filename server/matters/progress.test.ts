import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { marksOf, newPortalIntake } from "../../test/harness/portal-intake.ts"
import { openTestService, type TestService } from "../../test/harness/service.ts"
import { newStaffBrowser } from "../../test/harness/staff-browser.ts"
import { findSectionOf } from "../definition/parts.ts"
import { changeAgendaItem } from "./agenda.ts"
import { definitionOf } from "./definition.ts"
import { readProgress } from "./progress.ts"
import { markReviewed } from "./section-reviews.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

test("client and staff read the same figure at every step, and it never falls while the client fills in", async () => {
  const firm = await service.newFirm()
  const { ada, ids, pageOf, matter_id } = await newPortalIntake(service, firm)
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

test("what the client wants to talk about counts as done, as it does for sending", async () => {
  const firm = await service.newFirm()
  const { ids, main, spouse, matter_id } = await newPortalIntake(service, firm)
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
    for (const field of fields) await changeAgendaItem(tx, matter_id, { record_id: matter_id, field }, true)
  })
  assert.equal(await percent(), 100)
})

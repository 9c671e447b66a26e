import assert from "node:assert/strict"
import { test } from "node:test"
import { addQuestionnaire } from "../../../test/harness/added-questionnaire.ts"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { startDuring } from "../../../test/harness/collide.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import type { Approach, Definition } from "../../definition/definition.ts"
import { sql } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"
import { changeQuestionnaire, createQuestionnaire } from "../questionnaires/questionnaires.ts"
import { publishVersion } from "../questionnaires/versions.ts"
import {
  closeMatter,
  markCompleted,
  markReopened,
  markStarted,
  markSubmitted,
  reopenClosedMatter,
} from "./lifecycle.ts"
import { createMatter, renameMatter } from "./matters.ts"
import { definitionOf, moveToVersion } from "./progress/definition.ts"

const service = provideService({ clock: () => now })
let now = new Date("2026-03-02T23:30:00Z")

const newQuestionnaire = (firm: TestFirm, approach: Approach = "planning") =>
  firm.run((tx) =>
    addQuestionnaire(tx, { internal_type: approach === "planning" ? "Planning" : "Probate", approach }),
  )

test("renaming a matter to the name it has stores nothing", async () => {
  const firm = await service.newFirm()
  const questionnaire_id = await newQuestionnaire(firm)
  const { id } = await firm.run((tx) => createMatter(tx, { questionnaire_id, matter_name: "Ames" }))
  const rename = async (name: string) => {
    await firm.run((tx) => renameMatter(tx, id, name))
    return firm.one<{ row: string; changes: number }>(sql`
        select xmin::text as row, (select count(*)::integer from changes where matter_id = ${id}) as changes
          from matters where id = ${id}`)
  }
  const renamed = await rename("Cole")
  assert.deepEqual(await rename("Cole"), renamed)
  assert.notDeepEqual(await rename("Cole, Ida"), renamed)
})

test("a representative's intake has the representative from the start, and a deceased main contact is marked deceased", async () => {
  const firm = await service.newFirm()
  for (const [approach, state] of [
    ["rep-living", "living"],
    ["rep-deceased", "deceased"],
  ] as const) {
    const questionnaire_id = await newQuestionnaire(firm, approach)
    const client = { first_name: "Rita", last_name: "Rep" }
    const { id } = await firm.call(createMatter, { questionnaire_id, matter_name: "Estate", client })
    const { body } = await firm.request("GET", `/v1/matters/${id}`)
    assert.equal(body.client_type, "representative")
    assert.equal(body.contact_representative.full_name, "Rita Rep")
    assert.equal(body.contact_main.full_name, "")
    assert.equal(body.contact_main_status, state)
    assert.equal(body.number_of_contacts, 2)
  }
})

test("a matter goes through its full lifecycle, with the events of the API and no others", async () => {
  const firm = await service.newFirm()
  const questionnaire_id = await newQuestionnaire(firm)
  const context = { crm: "A-1", office: 3 }
  const { id } = await firm.run((tx) => createMatter(tx, { questionnaire_id, matter_name: "Smith", context }))
  const read = async () => {
    const { is_submitted, client_may_edit, close_date } = (await firm.request("GET", `/v1/matters/${id}`))
      .body
    return [is_submitted, client_may_edit, close_date]
  }
  const steps = [
    [markStarted, [false, true, null]],
    [markStarted, [false, true, null]],
    [markSubmitted, [true, true, null]],
    [markSubmitted, [true, true, null]],
    [markCompleted, [true, false, null]],
    [closeMatter, [true, false, "2026-03-02"]],
    [reopenClosedMatter, [true, false, null]],
    [markReopened, [true, true, null]],
    [closeMatter, [true, false, "2026-03-02"]],
    [reopenClosedMatter, [true, true, null]],
  ] as const
  // Still the evening of March 2 where the firm is.
  now = new Date("2026-03-03T00:10:00Z")
  for (const [step, after] of steps) {
    await firm.run<unknown>((tx) => step(tx, id))
    assert.deepEqual(await read(), after, step.name)
  }
  now = new Date("2026-03-02T23:30:00Z")
  const { results } = (await firm.request("GET", "/v1/events")).body
  assertEach(results, (event: { event_type: string }) => event.event_type.replace("intakeform.", ""), [
    ...["matter.reopened", "matter.closed", "reopened", "matter.reopened", "matter.closed"],
    ...["completed", "resubmitted", "submitted", "started", "created"],
  ])
  assert.deepEqual(results[0].matter, { id, context })
  assert.deepEqual(results[0].meta, { questionnaire: { id: questionnaire_id, internal_type: "Planning" } })
})

test("a step the state does not allow is refused and records no event", async () => {
  const firm = await service.newFirm()
  const questionnaire_id = await newQuestionnaire(firm)
  const { id } = await firm.run((tx) => createMatter(tx, { questionnaire_id, matter_name: "Smith" }))
  const refused = (
    step: (tx: Parameters<Parameters<TestFirm["run"]>[0]>[0], id: string) => Promise<unknown>,
    code: string,
  ) => assert.rejects(firm.call(step, id), { kind: "conflict", code })
  await refused(markReopened, "already_open")
  await refused(reopenClosedMatter, "not_closed")
  await firm.run((tx) => markCompleted(tx, id))
  await refused(markCompleted, "already_completed")
  await firm.run((tx) => closeMatter(tx, id))
  for (const step of [markCompleted, markReopened, markSubmitted]) await refused(step, "matter_closed")
  await refused(closeMatter, "already_closed")
  assert.equal((await firm.request("GET", "/v1/events")).body.count, 3)
})

test("a matter stays on its version until it is moved forward", async () => {
  const firm = await service.newFirm()
  const questionnaire_id = await newQuestionnaire(firm)
  const { id } = await firm.run((tx) => createMatter(tx, { questionnaire_id, matter_name: "Smith" }))
  const next: Definition = {
    sections: [{ id: newId("section"), kind: "people", title: "People", groups: [] }],
  }
  await firm.run((tx) => publishVersion(tx, questionnaire_id, next))
  const versionNow = () => firm.run((tx) => definitionOf(tx, id))
  assert.deepEqual(await versionNow().then(({ version, definition }) => [version, definition]), [
    1,
    { sections: [] },
  ])
  const late = await firm.run(async (tx) => {
    await moveToVersion(tx, id, 2)
    return startDuring(tx, () => firm.run((other) => moveToVersion(other, id, 2)))
  })
  await assert.rejects(late.outcome, { code: "version_not_later" })
  assert.deepEqual(await versionNow().then(({ version, definition }) => [version, definition]), [2, next])
  await assert.rejects(firm.call(moveToVersion, id, 1), { code: "version_not_later" })
  await assert.rejects(firm.call(moveToVersion, id, 3), { kind: "not_found" })
  const stranger = await service.newFirm()
  await assert.rejects(stranger.call(definitionOf, id), { kind: "not_found" })
})

test("no matter can be created on an inactive or unpublished questionnaire", async () => {
  const firm = await service.newFirm()
  const off = await newQuestionnaire(firm)
  await firm.run((tx) => changeQuestionnaire(tx, off, { active: false }))
  const unpublished = await firm.run((tx) =>
    createQuestionnaire(tx, {
      title: "T",
      internal_type: "Tax",
      approach: "business",
      url_short_name: "draft",
    }),
  )
  for (const questionnaire_id of [off, unpublished]) {
    const { status, body } = await firm.request("POST", "/v1/matters/create", {
      questionnaire_id,
      matter_name: "A",
    })
    assert.equal(status, 400)
    assertEach(body.errors, (fault: { param: string; code: string }) => [fault.param, fault.code], [
      ["questionnaire_id", "inactive_questionnaire"],
    ])
  }
})

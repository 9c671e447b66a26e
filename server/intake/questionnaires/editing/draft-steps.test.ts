import assert from "node:assert/strict"
import { test } from "node:test"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import type { Definition } from "../../../definition/definition.ts"
import { createQuestionnaire, findDraft, getQuestionnaireRow } from "../questionnaires.ts"
import { publishVersion } from "../versions.ts"
import { findSteps, saveStep, takeStep } from "./draft-steps.ts"
import { newSection, withSection } from "./editing.ts"

const service = provideService()

const one: Definition = { sections: [newSection("clients", "You")] }
const two = withSection(one, newSection("questions", "Home"))
const three = withSection(two, newSection("roles", "Acting"))

async function open(firm: TestFirm) {
  const id = await firm.run((tx) =>
    createQuestionnaire(tx, {
      ...{ title: "Wills", internal_type: "Planning", approach: "planning", url_short_name: "wills" },
      definition: one,
    }),
  )
  const revision = async () => (await firm.run((tx) => getQuestionnaireRow(tx, id))).draft_revision
  const titles = async () => (await firm.run((tx) => findDraft(tx, id)))?.sections.map(({ title }) => title)
  return {
    id,
    titles,
    save: async (definition: Definition | null, words: string, seen?: number) => {
      const at = seen ?? (await revision())
      return firm.run((tx) => saveStep(tx, id, definition, at, words))
    },
    take: async (direction: "undo" | "redo") => {
      const seen = await revision()
      await firm.run((tx) => takeStep(tx, id, direction, seen))
      return titles()
    },
    steps: () => firm.run((tx) => findSteps(tx, id)),
  }
}

test("every step can be undone and redone, and a new step discards the undone ones", async () => {
  const draft = await open(await service.newFirm())
  await draft.save(two, "Add Home")
  await draft.save(three, "Add Acting")
  assert.deepEqual(await draft.take("undo"), ["You", "Home"])
  assert.deepEqual(await draft.steps(), { undo: "Add Home", redo: "Add Acting" })
  assert.deepEqual(await draft.take("undo"), ["You"])
  assert.deepEqual(await draft.take("undo"), ["You"], "nothing is left to undo")
  assert.deepEqual(await draft.take("redo"), ["You", "Home"])
  assert.deepEqual(await draft.take("redo"), ["You", "Home", "Acting"])
  await draft.take("undo")
  await draft.save(one, "Remove Home")
  assert.deepEqual(await draft.steps(), { undo: "Remove Home", redo: undefined })
})

test("continuous edits to a part are one step, and discarding a draft can be undone", async () => {
  const firm = await service.newFirm()
  const draft = await open(firm)
  assert.equal(await draft.save(two, "Change Home"), true)
  assert.equal(await draft.save(three, "Change Home"), false)
  await draft.save(null, "Discard the draft")
  assert.deepEqual(await draft.titles(), ["You"])
  assert.deepEqual(await draft.take("undo"), ["You", "Home", "Acting"])
  assert.deepEqual(await draft.take("undo"), ["You"])
})

test("a step based on an outdated draft is rejected, and publishing discards all steps", async () => {
  const firm = await service.newFirm()
  const draft = await open(firm)
  await draft.save(two, "Add Home")
  await assert.rejects(draft.save(three, "Add Acting", 0), { code: "draft_changed" })
  assert.deepEqual(await draft.titles(), ["You", "Home"])
  await firm.run((tx) => publishVersion(tx, draft.id, two))
  assert.deepEqual(await draft.steps(), { undo: undefined, redo: undefined })
})

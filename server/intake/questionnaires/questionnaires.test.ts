import assert from "node:assert/strict"
import { test } from "node:test"
import { addQuestionnaire } from "../../../test/harness/added-questionnaire.ts"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import type { Definition } from "../../definition/definition.ts"
import type { Failure } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import {
  changeQuestionnaire,
  createQuestionnaire,
  findDraft,
  getQuestionnaireRow,
  saveDraft,
} from "./questionnaires.ts"
import { getVersion, listVersions, publishVersion, writeQuestionnaireFile } from "./versions.ts"

const service = provideService()

const empty: Definition = { sections: [] }

const planning = (firm: TestFirm, url_short_name: string, definition: Definition | undefined = empty) =>
  firm.run((tx) => addQuestionnaire(tx, { title: "Estate planning", url_short_name, definition }))

const category = (
  title: Definition["sections"][number]["title"],
  order: number,
  general_category: string | null,
) => ({
  id: newId("category"),
  title,
  general_category,
  active: order !== 3,
  order,
  ask_credit_value: true,
  ask_debit_value: order === 1,
  ask_beneficiaries: false,
  identifier_label: "Name",
  owner_label: "Owner",
  credit_label: "Value",
  debit_label: "Debt",
  additional_fields: [],
})

function assets(...categories: ReturnType<typeof category>[]): Definition {
  return {
    sections: [{ id: newId("section"), title: "Property", kind: "assets", show_net_worth: true, categories }],
  }
}

test("questionnaires are listed in order of creation, in pages, without archived ones", async () => {
  const firm = await service.newFirm()
  const ids = [await planning(firm, "a"), await planning(firm, "b"), await planning(firm, "c")]
  const gone = await planning(firm, "d")
  await firm.run((tx) => changeQuestionnaire(tx, gone, { archived: true }))
  const { body } = await firm.request("GET", "/v1/questionnaires?page_size=2")
  assert.equal(body.count, 3)
  assert.equal(body.previous, null)
  const { body: last } = await firm.request("GET", new URL(body.next).pathname + new URL(body.next).search)
  assert.equal(last.next, null)
  assertEach([...body.results, ...last.results], (questionnaire) => questionnaire.id, ids)
  assert.equal((await firm.request("GET", "/v1/questionnaires?page=2")).body.detail, "Invalid page.")
  assert.equal((await firm.request("GET", `/v1/questionnaires/${gone}`)).body.active, false)
})

test("a questionnaire is active from publication until it is deactivated", async () => {
  const firm = await service.newFirm()
  const id = await firm.run((tx) =>
    createQuestionnaire(tx, {
      title: "T",
      internal_type: "Tax",
      approach: "business",
      url_short_name: "tax",
    }),
  )
  const isActive = async () => (await firm.request("GET", `/v1/questionnaires/${id}`)).body.active
  assert.equal(await isActive(), false)
  await firm.run((tx) => publishVersion(tx, id, empty))
  assert.equal(await isActive(), true)
  await firm.run((tx) => changeQuestionnaire(tx, id, { active: false }))
  assert.equal(await isActive(), false)
})

test("versions are numbered consecutively and never change, even with concurrent publications", async () => {
  const firm = await service.newFirm()
  const id = await planning(firm, "estate")
  const numbers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      firm.call(publishVersion, id, assets(category(`Kind ${index}`, 1, null))),
    ),
  )
  assert.deepEqual(numbers.toSorted(), [2, 3, 4, 5, 6, 7, 8, 9])
  const listed = (offset: number) => firm.run((tx) => listVersions(tx, id, { limit: 5, offset }))
  const numbersOf = async (offset: number) => (await listed(offset)).rows.map(({ number }) => number)
  assert.deepEqual(
    [await numbersOf(0), await numbersOf(5)],
    [
      [9, 8, 7, 6, 5],
      [4, 3, 2, 1],
    ],
  )
  assert.equal((await listed(0)).count, 9)
  assert.deepEqual(await firm.run((tx) => getVersion(tx, id, 1)), empty)
})

test("an editor cannot overwrite another editor's changes to a draft unknowingly", async () => {
  const firm = await service.newFirm()
  const id = await planning(firm, "estate")
  const seen = (await firm.run((tx) => getQuestionnaireRow(tx, id))).draft_revision
  const mine = assets(category("Mine", 1, null))
  const revision = await firm.run((tx) => saveDraft(tx, id, mine, seen))
  await assert.rejects(firm.call(saveDraft, id, empty, seen), { kind: "conflict", code: "draft_changed" })
  assert.deepEqual(await firm.run((tx) => findDraft(tx, id)), mine)
  await firm.run((tx) => saveDraft(tx, id, empty, revision))
})

test("a discarded draft is gone, and saving an edit based on it is a conflict", async () => {
  const firm = await service.newFirm()
  const id = await planning(firm, "estate")
  const seen = (await firm.run((tx) => getQuestionnaireRow(tx, id))).draft_revision
  const revision = await firm.run((tx) => saveDraft(tx, id, assets(category("Mine", 1, null)), seen))
  await assert.rejects(firm.call(saveDraft, id, null, seen), { kind: "conflict", code: "draft_changed" })
  await firm.run((tx) => saveDraft(tx, id, null, revision))
  assert.deepEqual(await firm.run((tx) => findDraft(tx, id)), empty)
  await assert.rejects(firm.call(saveDraft, id, empty, revision), { code: "draft_changed" })
})

test("an exported version has the current title in each language", async () => {
  const firm = await service.newFirm()
  const id = await planning(firm, "estate")
  const titleInFile = () =>
    firm.run(
      async (tx) => JSON.parse(await writeQuestionnaireFile(tx, await getQuestionnaireRow(tx, id), 1)).title,
    )
  assert.equal(await titleInFile(), "Estate planning")
  const title = { en: "Estate plan", es: "Planificación patrimonial" }
  await firm.run((tx) => changeQuestionnaire(tx, id, { title }))
  await firm.run((tx) => changeQuestionnaire(tx, id, { internal_type: "Estate" }))
  assert.deepEqual(await titleInFile(), title)
})

test("short names are unique within a firm, and other firms can use them", async () => {
  const [firm, other] = [await service.newFirm(), await service.newFirm()]
  await planning(firm, "estate")
  const second = await planning(firm, "probate")
  await assert.rejects(planning(firm, "estate"), { code: "short_name_taken" })
  await assert.rejects(
    firm.call(changeQuestionnaire, second, { url_short_name: "estate" }),
    (error: Failure) => error.code === "short_name_taken" && error.errors?.[0]?.param === "url_short_name",
  )
  await planning(other, "estate")
})

test("financial categories come from current versions, in order, with exactly the documented fields", async () => {
  const firm = await service.newFirm()
  const [home, car, art] = [
    category({ en: "Homes", es: "Casas" }, 1, "A017"),
    category("Cars", 2, "A021"),
    category("Art", 3, null),
  ]
  const id = await planning(firm, "estate", assets(category("Old", 1, "A001")))
  await firm.run((tx) => publishVersion(tx, id, assets(art, car, home)))
  const { status, body } = await firm.request("GET", "/v1/financial-categories")
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.count, 3)
  assert.deepEqual(body.results[0], {
    id: home.id,
    for_questionnaire: id,
    title: "Homes",
    general_category: { id: "A017", label: "Real Estate" },
    active: true,
    order: 1,
    ask_credit_value: true,
    ask_debit_value: true,
    ask_beneficiaries: false,
  })
  assertEach(body.results, (row: { title: string; active: boolean }) => [row.title, row.active], [
    ["Homes", true],
    ["Cars", true],
    ["Art", false],
  ])
  assert.deepEqual(body.results[2].general_category, { id: null, label: null })
  const second = await firm.request("GET", "/v1/financial-categories?page_size=2&page=2")
  assertEach(second.body.results, (row: { id: string }) => row.id, [art.id])
})

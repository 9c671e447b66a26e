// The firm's own questions: saved from a draft, found in the library, exported and imported.

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../../test/harness/assert-each.ts"
import { ask, choices, t } from "../../../../../test/harness/definition-parts.ts"
import { literally } from "../../../../../test/harness/literally.ts"
import { provideService, type TestFirm } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import type { Definition, Question } from "../../../../definition/definition.ts"
import { questionsOf } from "../../../../definition/parts.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { listBankQuestions, saveQuestions } from "../../bank.ts"
import { createQuestionnaire, findDraft, getQuestionnaireRow } from "../../questionnaires.ts"

const service = provideService()

const url = "/console/questionnaires/library"
const importUrl = "/console/questionnaires/import"
const owns = ask("question_owns", "yes_no", t("Do you own a boat?", "¿Tiene un barco?"))
const which = ask("question_which", "one_of", t("Which kind of boat?", "¿Qué tipo de barco?"), {
  help: t("As its papers say.", "Como dicen sus papeles."),
  options: choices(["sail", "Sailboat", "Velero"], ["motor", "Motorboat", "Lancha"]),
  condition: { question: "question_owns", is: true },
})
const total = ask("question_total", "computed", "All boats", {
  formula: { kind: "count", of: [{ question: "question_which" }] },
})
const definition: Definition = {
  sections: [{ id: "section_boats", kind: "questions", title: "Boats", questions: [owns, which, total] }],
}

function newDraft(firm: TestFirm): Promise<string> {
  const head = {
    title: "Boats",
    internal_type: "Boats",
    approach: "planning",
    url_short_name: "boats",
  } as const
  return firm.run((tx) => createQuestionnaire(tx, { ...head, definition }))
}

const saved = (firm: TestFirm) => firm.run(listBankQuestions)

test("a question is saved without its condition, replaced when saved again, and added to a draft", async () => {
  const firm = await service.newFirm()
  const id = await newDraft(firm)
  const send = await newStaffBrowser(service, firm)
  const revision = async () => String((await firm.run((tx) => getQuestionnaireRow(tx, id))).draft_revision)
  const draft = `/console/questionnaires/${id}/draft`
  const page = async (part: string) => (await send("GET", `${draft}?part=${part}`)).text
  const keep = async (item: string) => send("POST", draft, { revision: await revision(), step: "save", item })
  assert.match(await page(which.id), /Save to our library/)
  assert.equal((await keep(which.id)).status, 303)
  assert.match(await page(which.id), /Our library<\/a> has this question/)
  const [one] = await saved(firm)
  const { condition: _, ...alone } = which
  assert.deepEqual({ ...one, id: which.id }, alone)

  assert.match((await keep(total.id)).text, /calculated from other questions/)
  for (const part of [total.id, "section_boats"]) assert.doesNotMatch(await page(part), /to our library/)
  assert.equal((await keep("section_boats")).status, 404)
  await firm.run((tx) => saveQuestions(tx, [{ ...which, help: "Ask at the harbor." }]))
  assert.match(await page(which.id), /Save this version to our library/)
  assertEach(await saved(firm), ({ help, ...question }) => [help, question.id], [
    ["Ask at the harbor.", one?.id],
  ])

  const library = (await send("GET", `${url}?to=${id}&search=harbor`)).text
  assert.match(library, /Which kind of boat\?/)
  assert.doesNotMatch(library, /Do you own a boat/)
  const added = await send("POST", `${url}?to=${id}`, { home: "section_boats", keys: one?.id ?? "" })
  assert.equal(added.status, 303)
  const questions = questionsOf((await firm.run((tx) => findDraft(tx, id))) ?? { sections: [] })
  assert.equal(questions.length, 4)
  assert.equal(questions[3]?.help, "Ask at the harbor.")
  assert.notEqual(questions[3]?.id, one?.id)
})

test("a saved question can be edited and removed, but two cannot have the same text and type", async () => {
  const firm = await service.newFirm()
  const send = await newStaffBrowser(service, firm)
  assert.doesNotMatch((await send("GET", url)).text, /id="keys_firm"/)
  const boat = ask("a", "text", "Which boat?")
  await firm.call(saveQuestions, [boat, ask("b", "text", "Which car?"), ask("c", "date", "Which boat?")])
  const one = (await saved(firm)).find(({ type, prompt }) => type === "text" && prompt === boat.prompt)
  const page = `${url}/${one?.id}`
  const change = async (prompt: string, prompt_es = "") => {
    const seen = /name="seen" value="([^"]+)"/.exec((await send("GET", page)).text)?.[1] ?? ""
    return send("POST", page, { seen, prompt, prompt_es, help: "Its name." })
  }
  assert.match((await change("Which car?")).text, /already has a question of this type/)
  assert.match((await change(" ")).text, /Enter the question/)
  assert.equal((await change("Which ship?", "¿Qué barco?")).status, 303)
  const ship = (await saved(firm)).find(({ id }) => id === one?.id)
  assert.deepEqual([ship?.prompt, ship?.help], [{ en: "Which ship?", es: "¿Qué barco?" }, "Its name."])
  assert.match((await send("GET", `${url}?search=ship`)).text, /Which ship\?[\s\S]*Its name\./)
  assert.equal((await send("POST", `${page}/removal`, {})).status, 303)
  assert.equal((await send("GET", page)).status, 404)
  assert.equal((await saved(firm)).length, 2)
  const actions = await firm.all<{ action: string }>(
    sql`select action from audit_entries where action like 'saved_question%' order by id`,
  )
  assertEach(actions, ({ action }) => action, ["saved_question_changed", "saved_question_removed"])
})

test("an exported library can be imported elsewhere after a review", async () => {
  const [from, to] = [await service.newFirm(), await service.newFirm()]
  const columns = [{ id: "field_x", prompt: "Name", type: "text" as const }]
  await from.run((tx) => saveQuestions(tx, [which, ask("t", "table", "Which boats?", { columns }), owns]))
  const text = (await (await newStaffBrowser(service, from))("GET", `${url}/questions.json`)).text
  await to.run((tx) => saveQuestions(tx, [owns, { ...which, help: "Ours." }]))
  const send = await newStaffBrowser(service, to)
  const form = new FormData()
  form.set("chosen", new Blob([text], { type: "application/json" }), "questions.json")
  const shown = await send("POST", importUrl, form)
  assert.equal(shown.status, 200)
  for (const word of ["New", "Replaces yours", "Same as yours", "Import 3 questions"])
    assert.match(shown.text, new RegExp(word))
  assert.equal((await saved(to)).length, 2)

  const seen = /name="seen" value="([^"]+)"/.exec(shown.text)?.[1] ?? ""
  assert.equal((await send("POST", importUrl, { file: text, seen })).status, 303)
  const plain = (questions: readonly Question[]) => questions.map(({ id: _, ...question }) => question)
  assert.deepEqual(plain(await saved(to)), plain(await saved(from)))
  // The library has changed since the review, so the page is shown again.
  assert.match((await send("POST", importUrl, { file: text, seen })).text, /Import these questions\?/)
})

test("every fault in a file is reported with its question, and nothing is stored", async () => {
  const firm = await service.newFirm()
  const send = await newStaffBrowser(service, firm)
  const sent = async (questions: unknown) =>
    send("POST", importUrl, { file: JSON.stringify({ format: "foyer-questions-1", questions }) })
  const shape = await sent([which, { ...owns, type: "maybe" }, { id: "x" }])
  assert.equal(shape.status, 400)
  for (const fault of [
    "“questions[0]” contains “condition”",
    "“questions[1].type” must be one of",
    "“questions[2]” is missing",
  ])
    assert.match(shape.text, literally(fault), fault)
  assert.doesNotMatch(shape.text, /schema is/)
  const { condition: _, options: __, ...bare } = which
  const { formula: ___, ...sum } = total
  const sense = await sent([owns, bare, sum, { ...owns, required: true }])
  for (const fault of [
    "“questions[1]”: ",
    "has fewer than two options",
    "calculated from other questions",
    "“questions[3]”: It has the same text and type as “questions[0]”",
  ])
    assert.match(sense.text, literally(fault), fault)
  for (const questions of [[], "x", Array.from({ length: 301 }, () => owns)])
    assert.equal((await sent(questions)).status, 400)
  assert.deepEqual(await saved(firm), [])
})

test("a full library rejects more questions with a message", async () => {
  const firm = await service.newFirm()
  const many = Array.from({ length: 300 }, (_, number) => ask("x", "text", `Question ${number}?`))
  await firm.run((tx) => saveQuestions(tx, many))
  await assert.rejects(firm.call(saveQuestions, [owns]), /can hold up to 300 questions/)
  await firm.run((tx) => saveQuestions(tx, many.slice(0, 2)))
  assert.equal((await saved(firm)).length, 300)
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { ask } from "../../../../../test/harness/definition-parts.ts"
import { newFirmWithIntake, newIntake } from "../../../../../test/harness/sample-intake.ts"
import { provideService } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { questionsOf } from "../../../../definition/parts.ts"
import { textIn } from "../../../../definition/text.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { listBankQuestions, saveQuestions } from "../../bank.ts"
import { findDraft } from "../../questionnaires.ts"

const service = provideService()

test("an author can search the library and add several questions to a section or a new one", async () => {
  const { firm, ids } = await newFirmWithIntake(service)
  const { id } = await firm.one<{ id: string }>(sql`select id from questionnaires`)
  const staff = await newStaffBrowser(service, firm)
  const url = `/console/questionnaires/library?to=${id}`
  const found = (await staff("GET", `${url}&search=mascotas`)).text
  assert.match(found, /Who should look after your pets\?/)
  assert.doesNotMatch(found, /Would you like to donate organs/)
  assert.match((await staff("GET", `${url}&search=zeppelin`)).text, /No matching questions/)
  const draft = async () => {
    const definition = await firm.run((tx) => findDraft(tx, id))
    assert(definition)
    return definition
  }
  const home = (await draft()).sections.find(({ kind }) => kind === "questions")?.id ?? ""
  const add = async (section: string, ...keys: string[]) =>
    staff("POST", url, [["home", section], ...keys.map((key): [string, string] => ["keys", key])])
  const none = await add(home)
  assert.equal(none.status, 400)
  assert.match(none.text, /Select the questions to add/)
  assert.equal((await add(home, "question_pets", "question_organs")).status, 303)
  const prompts = questionsOf(await draft()).map(({ prompt }) => textIn(prompt, "en"))
  assert.deepEqual(prompts.slice(-2), [
    "Would you like to donate organs or tissue?",
    "Who should look after your pets?",
  ])
  assert.ok(questionsOf(await draft()).some((question) => question.id === ids.has_will))
  await add("", "question_crypto")
  assert.equal(textIn((await draft()).sections.at(-1)?.title, "es"), "Impuestos")
  const anywhere = "/console/questionnaires/library"
  assert.match((await staff("POST", anywhere, { keys: "question_pets" })).text, /Choose the questionnaire/)
  const chosen = await staff("POST", anywhere, { keys: "question_pets", to: id })
  assert.match(chosen.location, new RegExp(`/${id}/draft`))
  assert.equal(textIn(questionsOf(await draft()).at(-1)?.prompt, "en"), "Who should look after your pets?")
})

test("a long library is paged, and the selection survives paging and searching", async () => {
  const firm = await service.newFirm()
  await newIntake(firm)
  const { id } = await firm.one<{ id: string }>(sql`select id from questionnaires`)
  const prompts = Array.from({ length: 60 }, (_, index) => `Question of ours, number ${index + 100}?`)
  await firm.call(
    saveQuestions,
    prompts.map((prompt) => ask("question_ours", "text", prompt)),
  )
  const keys = await firm.run(async (tx) => (await listBankQuestions(tx)).map((each) => each.id))
  const [first = "", last = ""] = [keys.at(0), keys.at(-1)]
  const staff = await newStaffBrowser(service, firm)
  const url = `/console/questionnaires/library?to=${id}`
  const begin = (await staff("GET", url)).text
  const offered = (page: string) => page.match(/Question of ours, number \d+\?/g) ?? []
  assert.equal(offered(begin).length, 50)
  assert.match(begin, /Page 1 of 3, 114 questions/)
  const look = (page: string, search: string, ...ticked: string[]) =>
    staff("POST", url, [
      ["search", search],
      ["look", page],
      ...ticked.map((key): [string, string] => ["keys", key]),
    ])
  const isChecked = (page: string, key: string) =>
    new RegExp(`<input[^>]*value="${key}"[^>]*\\bchecked`).test(page) ||
    new RegExp(`<input[^>]*\\bchecked[^>]*value="${key}"`).test(page)
  const second = (await look("2", "", first)).text
  assert.equal(offered(second).length, 10 + 1)
  assert.match(second, /Already chosen/)
  assert.ok(isChecked(second, first) && !isChecked(second, last))
  const searched = (await look("1", "zeppelin", first, last)).text
  assert.match(searched, /No matching questions/)
  assert.ok(isChecked(searched, first) && isChecked(searched, last))
  const added = await staff("POST", url, [
    ["search", "zeppelin"],
    ["keys", first],
    ["keys", last],
  ])
  assert.equal(added.status, 303)
  const definition = await firm.run((tx) => findDraft(tx, id))
  assert(definition)
  assert.deepEqual(
    questionsOf(definition)
      .slice(-2)
      .map(({ prompt }) => prompt),
    [prompts[0], prompts.at(-1)],
  )
})

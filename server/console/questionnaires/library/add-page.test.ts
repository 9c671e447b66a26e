import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { openTestService, type TestService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { questionsOf } from "../../../definition/parts.ts"
import { textIn } from "../../../definition/text.ts"
import { sql } from "../../../platform/db/sql.ts"
import { findDraft } from "../../../questionnaires/questionnaires.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

test("questions are found by words and several are taken over at once, into a section or a new one", async () => {
  const firm = await service.newFirm()
  const { ids } = await newIntake(firm)
  const { id } = await firm.run((tx) => tx.one<{ id: string }>(sql`select id from questionnaires`))
  const staff = await newStaffBrowser(service, firm)
  const url = `/console/questionnaires/${id}/draft/library`
  const found = (await staff("GET", `${url}?search=mascotas`)).text
  assert.match(found, /Who should look after your pets\?/)
  assert.doesNotMatch(found, /Would you like to donate organs/)
  assert.match((await staff("GET", `${url}?search=zeppelin`)).text, /No question says that/)
  const draft = async () => {
    const definition = await firm.run((tx) => findDraft(tx, id))
    assert(definition)
    return definition
  }
  const revision = async () => /name="revision" value="(\d+)"/.exec((await staff("GET", url)).text)?.[1] ?? ""
  const home = (await draft()).sections.find(({ kind }) => kind === "questions")?.id ?? ""
  const add = async (section: string, ...keys: string[]) =>
    staff("POST", url, [
      ["revision", await revision()],
      ["home", section],
      ...keys.map((key): [string, string] => ["keys", key]),
    ])
  const none = await add(home)
  assert.equal(none.status, 400)
  assert.match(none.text, /Tick the questions to add/)
  assert.equal((await add(home, "question_pets", "question_organs")).status, 303)
  const prompts = questionsOf(await draft()).map(({ prompt }) => textIn(prompt, "en"))
  assert.deepEqual(prompts.slice(-2), [
    "Would you like to donate organs or tissue?",
    "Who should look after your pets?",
  ])
  assert.ok(questionsOf(await draft()).some((question) => question.id === ids.has_will))
  await add("", "question_crypto")
  assert.equal(textIn((await draft()).sections.at(-1)?.title, "es"), "Impuestos")
  const stale = await staff("POST", url, { revision: "0", home, keys: "question_pets" })
  assert.equal(stale.status, 409)
})

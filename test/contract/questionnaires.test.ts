import assert from "node:assert/strict"
import { test } from "node:test"
import { changeQuestionnaire } from "../../server/intake/questionnaires/questionnaires.ts"
import { assertConforms, questionnaire, questionnaire_page, user } from "./api.ts"
import { provideSampleFirm } from "./sample-firm.ts"

const sample = provideSampleFirm()

test("Get Questionnaires: all the firm's questionnaires, each the same when read alone", async () => {
  const { status, body } = await sample.get("/v1/questionnaires")
  assert.equal(status, 200)
  assertConforms(questionnaire_page, body)
  assert.equal(body.count, 4)
  for (const item of body.results) {
    const single = await sample.get(`/v1/questionnaires/${item.id}`)
    assert.equal(single.status, 200)
    assertConforms(questionnaire, single.body)
    assert.deepEqual(single.body, item)
  }
})

test("an inactive questionnaire stays readable and is marked as inactive, in its matters too", async () => {
  const { closed, firm, get } = sample
  const { id } = (await get(`/v1/matters/${closed.matter_id}`)).body.questionnaire
  await firm.run((tx) => changeQuestionnaire(tx, id, { active: false }))
  assert.equal((await get(`/v1/questionnaires/${id}`)).body.active, false)
  assert.equal((await get(`/v1/matters/${closed.matter_id}`)).body.questionnaire.active, false)
})

test("Get Single User: returns the staff or client user who caused an event", async () => {
  const { firm, get, couple } = sample
  for (const [id, email] of [
    [firm.admin.user_id, "ada.admin@example.com"],
    [couple.client.user_id, "ada@example.com"],
  ]) {
    const { status, body } = await get(`/v1/users/${id}`)
    assert.equal(status, 200)
    assertConforms(user, body)
    assert.deepEqual(body, { id, email })
  }
})

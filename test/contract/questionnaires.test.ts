import assert from "node:assert/strict"
import { test } from "node:test"
import { categoriesOf } from "../../server/definition/parts.ts"
import { definitionOf } from "../../server/intake/matters/progress/definition.ts"
import { changeQuestionnaire } from "../../server/intake/questionnaires/questionnaires.ts"
import { assertEach } from "../harness/assert-each.ts"
import { assertConforms, financial_category_page, questionnaire, questionnaire_page, user } from "./api.ts"
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

test("Get Financial Categories: categories are sorted by questionnaire and then in their order", async () => {
  const { couple, firm, get } = sample
  const { status, body } = await get("/v1/financial-categories")
  assert.equal(status, 200)
  assertConforms(financial_category_page, body)
  assert.equal(body.count, 8)
  const quest_id = (await get(`/v1/matters/${couple.matter_id}`)).body.questionnaire.id
  const own = body.results.filter((one: { for_questionnaire: string }) => one.for_questionnaire === quest_id)
  const { definition } = await firm.run((tx) => definitionOf(tx, couple.matter_id))
  assertEach(
    own,
    ({ id }: { id: string }) => id,
    categoriesOf(definition).map(({ id }) => id),
  )
  assert.deepEqual(own[0], {
    id: couple.ids.home,
    for_questionnaire: quest_id,
    title: "Homes and land",
    general_category: { id: "A017", label: "Real Estate" },
    active: true,
    order: 1,
    ask_credit_value: true,
    ask_debit_value: true,
    ask_beneficiaries: false,
  })
  const questionnaires = (await get("/v1/questionnaires")).body.results.map(({ id }: { id: string }) => id)
  const order = body.results.map((one: { for_questionnaire: string }) =>
    questionnaires.indexOf(one.for_questionnaire),
  )
  assert.deepEqual(order, order.toSorted())
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

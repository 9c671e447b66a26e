import assert from "node:assert/strict"
import { before, test } from "node:test"
import { changeQuestionnaire } from "../../server/intake/questionnaires/questionnaires.ts"
import { addQuestionnaire } from "../harness/added-questionnaire.ts"
import { provideServiceAndFirm } from "../harness/service.ts"
import { assertConforms, event_page, matter, prepared_matter } from "./api.ts"

const { service, firm } = provideServiceAndFirm({}, "Hartwell & Pryce")
let questionnaire_id: string
let inactive: string
before(async () => {
  const post = (url_short_name: string) =>
    firm.run((tx) => addQuestionnaire(tx, { title: url_short_name, url_short_name }))
  questionnaire_id = await post("planning")
  inactive = await post("old")
  await firm.run((tx) => changeQuestionnaire(tx, inactive, { active: false }))
})

const create = (body: unknown, headers?: Record<string, string>) =>
  firm.request("POST", "/v1/matters/create", body, headers)

test("Create Matter: 201 with the id and the invitation, and the matter can be read at once", async () => {
  const { status, body } = await create({ questionnaire_id, matter_name: "Smith" })
  assert.equal(status, 201, JSON.stringify(body))
  assertConforms(prepared_matter, body)
  assert.equal(body.invite_url, `${service.base_url}/invite/${body.invite_key}`)
  const read = await firm.request("GET", `/v1/matters/${body.id}`)
  assertConforms(matter, read.body)
  assert.equal(read.body.name, "Smith")
  assert.equal(read.body.is_submitted, false)
})

test("Create Matter: a trailing slash is accepted", async () => {
  const created = await firm.request("POST", "/v1/matters/create/", { questionnaire_id, matter_name: "S" })
  assert.equal(created.status, 201)
})

test("Create Matter: a context with every allowed value comes back unchanged in the events", async () => {
  // Spread, because a literal's `__proto__` is no key.
  const context = { a: "", b: "ü".repeat(500), ["k".repeat(64)]: 2 ** 53, ...JSON.parse('{"__proto__":"x"}') }
  const { status, body } = await create({ questionnaire_id, matter_name: "Context", context })
  assert.equal(status, 201, JSON.stringify(body))
  const events = (await firm.request("GET", "/v1/events")).body
  assertConforms(event_page, events)
  assert.equal(JSON.stringify(events.results[0].matter.context, sorted), JSON.stringify(context, sorted))
  const found = await firm.request("GET", "/v1/matters?context.__proto__=x")
  assert.deepEqual([found.body.count, found.body.results[0].id], [1, body.id])
})

/** Keys in order, `__proto__` included. */
const sorted = (_: string, value: unknown) =>
  typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

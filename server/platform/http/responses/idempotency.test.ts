import assert from "node:assert/strict"
import { test } from "node:test"
import { addQuestionnaire } from "../../../../test/harness/added-questionnaire.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { deleteMatter, restoreMatter } from "../../../operations/deletions/deletions.ts"
import { sql } from "../../db/sql.ts"
import { newId } from "../../ids.ts"
import { removeOldResponses } from "./idempotency.ts"

const service = provideService({ clock: () => now })
let now = new Date("2026-03-02T12:00:00Z")

async function newFirm(): Promise<{
  firm: TestFirm
  body: { questionnaire_id: string; matter_name: string }
}> {
  const firm = await service.newFirm()
  const questionnaire_id = await firm.run((tx) => addQuestionnaire(tx))
  return { firm, body: { questionnaire_id, matter_name: "Smith" } }
}

const create = (firm: TestFirm, body: unknown, key: string) =>
  firm.request("POST", "/v1/matters/create", body, { "idempotency-key": key })
const count = async (firm: TestFirm) => (await firm.request("GET", "/v1/matters")).body.count

test("50 identical parallel creates make one matter, and every success has the same response", async () => {
  const { firm, body } = await newFirm()
  const answers = await Promise.all(Array.from({ length: 50 }, () => create(firm, body, "one")))
  const created = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status !== 201)
  assert.ok(created.length > 0)
  assert.equal(new Set(created.map((answer) => JSON.stringify(answer.body))).size, 1)
  assert.equal(created.filter(({ headers }) => !headers["idempotent-replayed"]).length, 1)
  assert.ok(refused.every(({ status, body }) => status === 409 && body.code === "request_in_progress"))
  assert.equal(await count(firm), 1)
  assert.equal((await firm.request("GET", "/v1/events")).body.count, 1)
})

test("another API key with the same Idempotency-Key gets a matter of its own, not the first one's link", async () => {
  const { firm, body } = await newFirm()
  const other = {
    authorization: `Token ${await firm.newKey(["matters:write"])}`,
    "idempotency-key": "shared",
  }
  const first = await create(firm, body, "shared")
  const second = await firm.request("POST", "/v1/matters/create", body, other)
  assert.deepEqual([first.status, second.status], [201, 201])
  assert.notEqual(second.body.invite_key, first.body.invite_key)
  assert.equal(second.headers["idempotent-replayed"], undefined)
  const third = await firm.request("POST", "/v1/matters/create", { ...body, matter_name: "Jones" }, other)
  assert.equal(third.status, 422, "its own key, used with another body")
  assert.deepEqual((await create(firm, body, "shared")).body, first.body)
})

test("the same request gets the same response, however its JSON is formatted", async () => {
  const { firm, body } = await newFirm()
  const first = await create(firm, body, "k")
  const respelt = `{ "matter_name": "Sm\\u0069th",  "questionnaire_id": "${body.questionnaire_id}" }`
  const again = await firm.request("POST", "/v1/matters/create/", respelt, {
    "idempotency-key": "k",
    "content-type": "application/json; charset=utf-8",
  })
  assert.deepEqual([again.status, again.body], [201, first.body])
  assert.equal(again.headers["idempotent-replayed"], "true")
  assert.equal(first.headers["idempotent-replayed"], undefined)
})

test("a key that was used with a different request is refused", async () => {
  const { firm, body } = await newFirm()
  await create(firm, body, "k")
  const other = await create(firm, { ...body, matter_name: "Hart" }, "k")
  assert.deepEqual([other.status, other.body.code], [422, "idempotency_key_reused"])
  const elsewhere = await firm.request(
    "POST",
    "/v1/matters/create-and-invite",
    { ...body, clients: [{ email: "a@example.com", party: "main" }] },
    { "idempotency-key": "k" },
  )
  assert.equal(elsewhere.status, 422)
  assert.equal(await count(firm), 1)
})

test("a failed request can be corrected and sent again with its key", async () => {
  const { firm, body } = await newFirm()
  assert.equal((await create(firm, { ...body, questionnaire_id: newId("questionnaire") }, "k")).status, 400)
  assert.equal((await create(firm, body, "k")).status, 201)
})

test("responses are replayed for 24 hours, and no longer", async () => {
  const { firm, body } = await newFirm()
  const first = await create(firm, body, "k")
  now = new Date("2026-03-03T11:59:59Z")
  assert.equal((await create(firm, body, "k")).body.id, first.body.id)
  assert.equal(await firm.run(removeOldResponses), 0)
  now = new Date("2026-03-03T12:00:01Z")
  const later = await create(firm, { ...body, matter_name: "Hart" }, "k")
  assert.equal(later.status, 201)
  assert.equal((await create(firm, { ...body, matter_name: "Hart" }, "k")).body.id, later.body.id)
  now = new Date("2026-03-05T12:00:00Z")
  assert.equal(await firm.run(removeOldResponses), 1)
  now = new Date("2026-03-02T12:00:00Z")
})

test("a key has 1 to 255 visible characters", async () => {
  const { firm, body } = await newFirm()
  for (const key of ["", "a b", "k".repeat(256), "clé"]) {
    const { status, body: problem } = await create(firm, body, key)
    assert.equal(status, 400, key)
    assert.equal(problem.errors[0].param, "Idempotency-Key")
  }
  assert.equal((await create(firm, body, "k".repeat(255))).status, 201)
})

test("a stored response about a matter is deleted with the matter, and restoring the matter does not bring it back", async () => {
  const { firm, body } = await newFirm()
  const { ring } = service
  const first = await create(firm, body, "a")
  const matter_id = first.body.id as string
  const write = () =>
    firm.request(
      "POST",
      `/v1/matters/${matter_id}/messages`,
      { subject: "The farm", text: "Who has it now?" },
      { "idempotency-key": "b" },
    )
  assert.equal((await write()).status, 201)
  const saved = () => firm.all(sql`select from idempotent_answers`)
  assert.equal((await saved()).length, 2)
  const deletion_id = await firm.run((tx) => deleteMatter(tx, ring, { matter_id, reason: "Test" }))
  assert.deepEqual(await saved(), [])
  assert.equal((await write()).status, 404)
  const second = await create(firm, body, "a")
  assert.equal(second.headers["idempotent-replayed"], undefined)
  assert.notEqual(second.body.id, matter_id)
  await firm.run((tx) => restoreMatter(tx, ring, deletion_id))
  assert.equal((await create(firm, body, "a")).body.id, second.body.id)
})

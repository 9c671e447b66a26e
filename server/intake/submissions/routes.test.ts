import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { newIntake } from "../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm, type TestFirm } from "../../../test/harness/service.ts"
import { saveAnswer } from "../answers/answers.ts"
import { addContact, changeContact } from "../contacts/editing.ts"
import { removeContact } from "../contacts/removal.ts"
import { assignRole } from "../roles/roles.ts"
import { acceptLines } from "./review/acceptance.ts"
import { compareSubmissions } from "./review/seen-changes.ts"
import { completeMatter, submitMatter } from "./submissions.ts"

const { service, firm } = provideServiceAndFirm()

async function get(path: string) {
  const { status, body } = await firm.request("GET", `/v1/matters/${path}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

test("the API lists the submissions and the differences from one", async () => {
  const { matter_id, main, child, ids, client, asClient } = await newIntake(firm, { couple: false })
  assert.deepEqual(await get(`${matter_id}/submissions`), {
    matter: matter_id,
    submissions: [],
    unavailable_documents: [],
  })
  assert.equal((await firm.request("GET", `/v1/matters/${matter_id}/differences`)).status, 404)

  await asClient(async (tx) => {
    await changeContact(tx, main, [{ field: "date_of_birth", value: "1960-05-06" }])
    await assignRole(tx, matter_id, { role_id: ids.executor, focus_contact_id: null, levels: [[main]] })
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: "no" })
    await submitMatter(tx, service.ring, matter_id)
  })
  assert.deepEqual((await get(`${matter_id}/differences`)).differences, [])
  const fay = await asClient(async (tx) => {
    await changeContact(tx, main, [{ field: "preferred_name", value: "Addie" }])
    await removeContact(tx, child)
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.ssn, about: main, value: "123-45-6789" })
    return addContact(tx, matter_id, { relationship_type: "4FRND", first_name: "Fay" })
  })
  const { differences, ...range } = await get(`${matter_id}/differences`)
  assert.deepEqual(range, { matter: matter_id, from: 1, until: null })
  const person = { part: "contacts", seen_at: null }
  const differenceOf = (record: string, field = "") =>
    differences.find((one: { record: string; field: string }) => one.record === record && one.field === field)
  assert.deepEqual(differenceOf(main, "preferred_name"), {
    ...person,
    change: "changed",
    record: main,
    label: differenceOf(main, "preferred_name").label,
    field: "preferred_name",
    before: null,
    after: "Addie",
  })
  assert.deepEqual(
    [differenceOf(fay).change, differenceOf(fay).before, differenceOf(fay).after],
    ["added", null, "Fay"],
  )
  assert.deepEqual([differenceOf(child).change, differenceOf(child).after], ["removed", null])
  assert.doesNotMatch(
    JSON.stringify(differences),
    /123-?45/,
    "a sensitive answer shows only its last characters",
  )

  await firm.run(async (tx) => {
    const shown = await compareSubmissions(tx, service.ring, matter_id, { from: 1 })
    const marks = shown.filter(({ record_id }) => record_id === fay).map(({ mark }) => mark)
    await acceptLines(tx, service.ring, matter_id, marks)
  })
  const after = (await get(`${matter_id}/differences`)).differences
  const seen = after.filter(({ seen_at }: { seen_at: string | null }) => seen_at !== null)
  assertEach(seen, ({ record }: { record: string }) => record, [fay])
  assert.match(seen[0].seen_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)

  await firm.run((tx) => completeMatter(tx, service.ring, matter_id))
  const { submissions } = await get(`${matter_id}/submissions`)
  assert.deepEqual(
    submissions.map(({ number, reason, submitted_by }: Record<string, unknown>) => [
      number,
      reason,
      submitted_by,
    ]),
    [
      [2, "completed", firm.admin.user_id],
      [1, "submitted", client.user_id],
    ],
  )
  const step = await get(`${matter_id}/differences?from=1&until=2`)
  assert.deepEqual([step.from, step.until, step.differences.length], [1, 2, differences.length])
  assert.deepEqual((await get(`${matter_id}/differences`)).differences, [])
})

test("an unknown submission is not found, and a malformed number is named", async () => {
  const { matter_id } = await newIntake(firm)
  const answerOf = async (query: string) => {
    const { status, body } = await firm.request("GET", `/v1/matters/${matter_id}/differences?${query}`)
    return [status, body.errors?.[0].param]
  }
  for (const query of ["from=1", "from=0", "from=1&until=2", "from=2147483648"])
    assert.deepEqual(await answerOf(query), [404, undefined], query)
  assert.deepEqual(await answerOf("from=last"), [400, "from"])
  assert.deepEqual(await answerOf("from=1&until=1.5"), [400, "until"])
  const foreign = await newIntake(await service.newFirm())
  for (const part of ["submissions", "differences", "differences?from=1"])
    assert.equal((await firm.request("GET", `/v1/matters/${foreign.matter_id}/${part}`)).status, 404, part)
})

test("a key without access to documents gets no differences", async () => {
  const { matter_id } = await newIntake(firm)
  const getWith = async (...scopes: Parameters<TestFirm["newKey"]>[0]) => {
    const authorization = `Token ${await firm.newKey(scopes)}`
    return firm.request("GET", `/v1/matters/${matter_id}/differences`, undefined, { authorization })
  }
  assert.equal((await getWith("matters:read")).status, 403)
  assert.equal(
    (await getWith("matters:read", "documents:read")).status,
    404,
    "nothing has been submitted yet",
  )
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { newIntake } from "../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { turnIntoTestFirm } from "../../../test/harness/test-firm.ts"

const service = provideService()

async function newTestFirm(): Promise<TestFirm> {
  const firm = await service.newFirm()
  await turnIntoTestFirm(firm)
  return firm
}

const step = (firm: TestFirm, matter_id: string, path: string, body?: object, key?: string) =>
  firm.request("POST", `/v1/test/matters/${matter_id}/${path}`, body, key ? { "idempotency-key": key } : {})

async function typesOf(firm: TestFirm): Promise<string[]> {
  const { body } = await firm.request("GET", "/v1/events?page_size=100")
  const types = body.results.map((event: { event_type: string }) => event.event_type).toReversed()
  return types.filter((type: string) => type.startsWith("intakeform."))
}

test("a key of a test firm takes a matter from its start to a second submission and its completion", async () => {
  const firm = await newTestFirm()
  const { matter_id } = await newIntake(firm)
  const before = await typesOf(firm)
  const happened = async () => (await typesOf(firm)).slice(before.length)

  const started = await step(firm, matter_id, "submission", { until: "start" })
  assert.deepEqual(
    [started.status, started.body.event_type, started.body.submission],
    [201, null, null],
    JSON.stringify(started.body),
  )
  assert.deepEqual(await happened(), ["intakeform.started"])
  const early = await step(firm, matter_id, "change")
  assert.deepEqual([early.status, early.body.code], [409, "not_submitted"])

  const filled = await step(firm, matter_id, "submission", { until: "fill_in" })
  assert.ok(filled.body.answers > started.body.answers, JSON.stringify(filled.body))
  assert.equal(filled.body.submission, null)
  assert.deepEqual(await happened(), ["intakeform.started"])

  const submitted = await step(firm, matter_id, "submission", { until: "submit" })
  assert.deepEqual(
    [submitted.status, submitted.body.event_type, submitted.body.submission, submitted.body.answers],
    [201, "intakeform.submitted", 1, filled.body.answers],
  )
  const record = await firm.request("GET", `/v1/matters/${matter_id}/record?submission=1`)
  assert.equal(record.status, 200)
  assert.equal(record.body.contacts.length, submitted.body.people)
  assert.equal(
    (await step(firm, matter_id, "submission", { until: "submit" })).body.code,
    "already_submitted",
  )

  const changed = await step(firm, matter_id, "change")
  assert.deepEqual([changed.status, changed.body.submission], [201, 2])
  assert.ok(changed.body.changed)
  assert.equal((await firm.request("POST", `/v1/matters/${matter_id}/completion`)).status, 200)
  const late = await step(firm, matter_id, "change")
  assert.deepEqual([late.status, late.body.code], [409, "matter_read_only"])
  assert.deepEqual(await happened(), [
    "intakeform.started",
    "intakeform.submitted",
    "intakeform.resubmitted",
    "intakeform.completed",
  ])
})

test("one of two requests at once submits; with an idempotency key, the other gets the same response", async () => {
  const firm = await newTestFirm()
  const [one, other] = [await newIntake(firm), await newIntake(firm)]
  const sendBoth = (matter_id: string, ...keys: string[]) =>
    Promise.all([0, 1].map((index) => step(firm, matter_id, "submission", { until: "submit" }, keys[index])))

  const unnamed = await sendBoth(one.matter_id)
  assert.deepEqual(unnamed.map(({ status }) => status).toSorted(), [201, 409])
  const named = await sendBoth(other.matter_id, "same", "same")
  assertEach(named, ({ status }) => status, [201, 201])
  assert.deepEqual(named[0]?.body, named[1]?.body)
  assert.equal((await typesOf(firm)).filter((type) => type === "intakeform.submitted").length, 2)
})

test("more requests at once than database connections all get their response", async () => {
  const firm = await newTestFirm()
  const matters = await Promise.all(Array.from({ length: 24 }, () => newIntake(firm)))
  const sent = await Promise.all(
    matters.map(({ matter_id }) => step(firm, matter_id, "submission", { until: "start" })),
  )
  assert.deepEqual([...new Set(sent.map(({ status }) => status))], [201])
})

test("a real firm's matter, another firm's, and a wrong body are refused, and nothing happens", async () => {
  const [firm, real] = [await newTestFirm(), await service.newFirm("Real & Co")]
  const [own, theirs] = [await newIntake(firm), await newIntake(real)]
  const before = [await typesOf(firm), await typesOf(real)]
  for (const path of ["submission", "change"]) {
    const body = path === "submission" ? { until: "submit" } : undefined
    const refused = await step(real, theirs.matter_id, path, body)
    assert.deepEqual([refused.status, refused.body.code], [409, "not_a_test"], JSON.stringify(refused.body))
    assert.equal((await step(firm, theirs.matter_id, path, body)).status, 404)
    assert.equal((await step(real, own.matter_id, path, body)).status, 404)
    const reads = { authorization: `Token ${await firm.newKey(["matters:read"])}` }
    const url = `/v1/test/matters/${own.matter_id}/${path}`
    assert.equal((await firm.request("POST", url, body, reads)).status, 403)
  }
  for (const body of [
    {},
    { until: "complete" },
    { until: "start", seed: "x".repeat(101) },
    { until: "start", couple: "yes" },
    { until: "start", who: "main" },
  ])
    assert.equal((await step(firm, own.matter_id, "submission", body)).status, 400, JSON.stringify(body))
  assert.deepEqual([await typesOf(firm), await typesOf(real)], before)
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm, type TestFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { storedAbout } from "../../../../test/harness/stored-about.ts"
import { deleteMatter } from "../../../operations/deletions/deletions.ts"
import { sql } from "../../../platform/db/sql.ts"
import { markStarted, markSubmitted } from "../../matters/lifecycle.ts"
import { steps } from "./steps.ts"

const { service, firm } = provideServiceAndFirm()

type Name = keyof typeof steps
const take = (matter_id: string, step: Name, headers: Record<string, string> = {}) =>
  firm.request("POST", `/v1/matters/${matter_id}/${step}`, undefined, headers)
const statusOf = async (matter_id: string) =>
  (await firm.request("GET", `/v1/matters/${matter_id}/status`)).body

/** A matter whose client has started, or submitted too. */
async function newMatter(at: TestFirm, submitted = false): Promise<string> {
  const { matter_id } = await newIntake(at)
  await at.run(async (tx) => {
    await markStarted(tx, matter_id)
    if (submitted) await markSubmitted(tx, matter_id)
  })
  return matter_id
}

const recordsOf = (matter_id: string) =>
  firm.one<{ events: string[]; audited: string[]; submissions: number }>(sql`
      select array(select event_type from events where matter_id = ${matter_id} order by id) as events,
             array(select action || ', ' || label from audit_entries where matter_id = ${matter_id} order by id) as audited,
             (select count(*) from submissions where matter_id = ${matter_id}) as submissions`)

test("each step stores exactly what its page in the console stores", async () => {
  const other = await service.newFirm()
  const send = await newStaffBrowser(service, other)
  const [ours, theirs] = [await newMatter(firm, true), await newMatter(other, true)]
  const states: [Name, string, boolean][] = [
    ["completion", "completed", false],
    ["client-editing", "submitted", true],
    ["closing", "closed", false],
    ["reopening", "submitted", true],
    ["completion", "completed", false],
    ["closing", "closed", false],
    ["reopening", "completed", false],
  ]
  for (const [step, state, client_may_edit] of states) {
    assert.equal((await send("POST", `/console/matters/${theirs}/${step}`)).status, 303, step)
    const { status, body } = await take(ours, step)
    assert.deepEqual([status, body.state, body.client_may_edit], [200, state, client_may_edit], step)
    assert.deepEqual(body, await statusOf(ours))
    assert.deepEqual(await storedAbout(firm, ours), await storedAbout(other, theirs), step)
  }
  const { events, audited } = await recordsOf(ours)
  const ofKind = (kind: string) => events.filter((type) => type.startsWith(kind))
  assert.deepEqual(ofKind("intakeform.").slice(-3), [
    "intakeform.completed",
    "intakeform.reopened",
    "intakeform.completed",
  ])
  const cycle = ["matter.closed", "matter.reopened"]
  assert.deepEqual(ofKind("matter."), [...cycle, ...cycle])
  assert.deepEqual(
    audited,
    states.map(([step]) => `${steps[step].done}, By API key`),
  )
})

test("the status tells how far a matter is, and which submission is the last", async () => {
  const matter_id = await newMatter(firm)
  const started = await statusOf(matter_id)
  assert.match(started.started_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assert.deepEqual(started, {
    ...{
      matter: matter_id,
      state: "started",
      is_submitted: false,
      client_may_edit: true,
      questionnaire_version: 1,
      last_submission: null,
    },
    ...{ started_at: started.started_at, submitted_at: null, completed_at: null, close_date: null },
  })
  const completed = (await take(matter_id, "completion")).body
  assert.deepEqual([completed.last_submission, completed.is_submitted], [1, false])
  await take(matter_id, "client-editing")
  assert.equal((await take(matter_id, "completion")).body.last_submission, 2)
})

test("a step that is done is no error and records nothing", async () => {
  const matter_id = await newMatter(firm, true)
  const walk: Name[] = [
    "client-editing",
    "reopening",
    "completion",
    "completion",
    "closing",
    "closing",
    "reopening",
    "reopening",
  ]
  const changed = []
  for (const step of walk) {
    const before = await recordsOf(matter_id)
    assert.equal((await take(matter_id, step)).status, 200, step)
    const { audited } = await recordsOf(matter_id)
    changed.push(audited.length - before.audited.length)
  }
  assert.deepEqual(changed, [0, 0, 1, 0, 1, 0, 1, 0])
  assert.equal((await recordsOf(matter_id)).submissions, 1)
})

test("a closed matter is neither completed nor reopened for its client", async () => {
  const matter_id = await newMatter(firm, true)
  await take(matter_id, "completion")
  await take(matter_id, "closing")
  const before = await storedAbout(firm, matter_id)
  for (const step of ["completion", "client-editing"] as const) {
    const { status, body } = await take(matter_id, step)
    assert.deepEqual([status, body.code], [409, "matter_closed"], step)
  }
  assert.deepEqual(await storedAbout(firm, matter_id), before)
})

test("of completions at once, one completes, and all get the completed matter", async () => {
  const matter_id = await newMatter(firm, true)
  const answers = await Promise.all(Array.from({ length: 6 }, () => take(matter_id, "completion")))
  for (const { status, body } of answers) assert.deepEqual([status, body.state], [200, "completed"])
  const { events, audited, submissions } = await recordsOf(matter_id)
  assert.equal(events.filter((type) => type === "intakeform.completed").length, 1)
  assert.deepEqual([audited.length, submissions], [1, 1])
})

test("with an Idempotency-Key, a step is taken once, even if staff have taken it back", async () => {
  const matter_id = await newMatter(firm, true)
  const headers = { "idempotency-key": `complete-${matter_id}` }
  const first = await take(matter_id, "completion", headers)
  await take(matter_id, "client-editing")
  const again = await take(matter_id, "completion", headers)
  assert.deepEqual([again.body, again.headers["idempotent-replayed"]], [first.body, "true"])
  assert.equal((await statusOf(matter_id)).state, "submitted")
  assert.equal((await take(matter_id, "closing", headers)).status, 422)
})

test("a deleted matter is not found", async () => {
  const matter_id = await newMatter(firm)
  await take(matter_id, "closing")
  await firm.run((tx) => deleteMatter(tx, service.ring, { matter_id, reason: "Test" }))
  for (const step of Object.keys(steps) as Name[]) assert.equal((await take(matter_id, step)).status, 404)
})

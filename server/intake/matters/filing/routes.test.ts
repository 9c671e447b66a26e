import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { newStaff } from "../../../../test/harness/staff.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { storedAbout } from "../../../../test/harness/stored-about.ts"
import { sql } from "../../../platform/db/sql.ts"
import { closeMatter } from "../lifecycle.ts"
import { restrictMatter } from "../parties/access-list.ts"

const { service, firm } = provideServiceAndFirm()

const urlOf = (matter_id: string) => `/v1/matters/${matter_id}/filing`
const change = (matter_id: string, body: object, headers: Record<string, string> = {}) =>
  firm.request("PATCH", urlOf(matter_id), body, headers)
const newMatter = async () => (await newIntake(firm)).matter_id
const nothing = { file_number: "", due_on: null, tags: [], stage_id: null, assignee_id: null }
const faultsOf = ({ body }: { body: { errors: { param: string; code: string }[] } }) =>
  body.errors.map(({ param, code }) => `${param} ${code}`)
const auditOf = (matter_id: string) =>
  firm.all<{ action: string; label: string; user_id: string }>(sql`
      select action, label, user_id from audit_entries where matter_id = ${matter_id} order by id`)

test("a change stores exactly what the console's menus store", async () => {
  const other = await service.newFirm()
  const [ours, theirs] = [await newMatter(), (await newIntake(other)).matter_id]
  const assignee_id = firm.admin.user_id
  const send = await newStaffBrowser(service, other)
  const filing = {
    file_number: " HP  7 ",
    due_on: "2027-02-28",
    tags: ["Trust", " very\u00a0 urgent", "Trust"],
  }
  for (const [path, form] of [
    ["filing", { file_number: filing.file_number }],
    ["filing", { due_on: filing.due_on }],
    ["filing", { tags: filing.tags.join(", ") }],
    ["assignment", { assignee_id: other.admin.user_id }],
  ] as const)
    assert.equal((await send("POST", `/console/matters/${theirs}/${path}`, form)).status, 303)
  const { file_number, due_on, tags } = filing
  for (const body of [{ file_number }, { due_on }, { tags }]) await change(ours, body)
  const changed = await change(ours, { assignee_id })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  assert.deepEqual(changed.body, {
    matter: ours,
    file_number: "HP  7",
    due_on: "2027-02-28",
    tags: ["Trust", "very urgent"],
    stage_id: null,
    assignee_id,
  })
  assert.deepEqual((await firm.request("GET", urlOf(ours))).body, changed.body)
  assert.deepEqual(await storedAbout(firm, ours), await storedAbout(other, theirs))
  assert.deepEqual(
    await auditOf(ours),
    ["matter_filed", "matter_filed", "matter_filed", "matter_assigned"].map((action) => ({
      action,
      label: "By API key",
      user_id: assignee_id,
    })),
  )
})

test("only named fields change, null and empty remove, and repeating a change records nothing", async () => {
  const matter_id = await newMatter()
  const assignee_id = firm.admin.user_id
  const all = { file_number: "7", due_on: "2027-01-31", tags: ["B", "A"], assignee_id }
  await change(matter_id, all)
  for (const [body, expected] of [
    [{ file_number: "8" }, { file_number: "8" }],
    [{ due_on: null }, { due_on: null }],
    [{ tags: ["a"] }, { tags: ["a"] }],
    [{ assignee_id: null }, { assignee_id: null }],
    [
      { file_number: " ", tags: [] },
      { file_number: "", tags: [] },
    ],
  ] as const) {
    const before = (await firm.request("GET", urlOf(matter_id))).body
    const first = await change(matter_id, body)
    assert.deepEqual(first.body, { ...before, ...expected })
    const audited = await auditOf(matter_id)
    assert.deepEqual((await change(matter_id, body)).body, first.body)
    assert.deepEqual(await auditOf(matter_id), audited)
  }
  assert.deepEqual((await firm.request("GET", urlOf(matter_id))).body, { matter: matter_id, ...nothing })
  assertEach(
    await auditOf(matter_id),
    ({ action }) => action,
    ["filed", "assigned", "filed", "filed", "filed", "unassigned", "filed"].map((what) => `matter_${what}`),
  )
})

test("all faults are named at once, and then nothing changes", async () => {
  const matter_id = await newMatter()
  const wrong = await change(matter_id, {
    file_number: "x".repeat(61),
    due_on: "2027-02-29",
    tags: ["one, two"],
    assignee_id: "user_1",
    color: "red",
  })
  assert.equal(wrong.status, 400)
  assert.deepEqual(faultsOf(wrong).toSorted(), [
    "assignee_id unknown_value",
    "color unknown_field",
    "due_on wrong_format",
    "file_number too_long",
    "tags not_accepted",
  ])
  for (const [body, fault] of [
    [{}, "body too_few"],
    [{ due_on: "" }, "due_on wrong_format"],
    [{ due_on: "0000-01-01" }, "due_on wrong_format"],
    [{ due_on: "tomorrow" }, "due_on wrong_format"],
    [{ due_on: 20270131 }, "due_on wrong_type"],
    [{ tags: "Trust" }, "tags wrong_type"],
    [{ tags: ["x".repeat(41)] }, "tags.0 too_long"],
    [{ tags: Array.from({ length: 21 }, (_, n) => `${n}`) }, "tags too_many"],
    [{ file_number: null }, "file_number wrong_type"],
    [{ assignee_id: "" }, "assignee_id unknown_value"],
  ] as const) {
    const refused = await change(matter_id, body)
    assert.equal(refused.status, 400, JSON.stringify(body))
    assert.deepEqual(faultsOf(refused), [fault], JSON.stringify(body))
  }
  assert.deepEqual((await firm.request("GET", urlOf(matter_id))).body, { matter: matter_id, ...nothing })
  assert.deepEqual(await auditOf(matter_id), [])
})

test("only staff who may see and edit the matter can be its assignee", async () => {
  const matter_id = await newMatter()
  const person = async (role: "member" | "read_only", name: string) =>
    (await newStaff(firm, { email: `${name}@hartwell.example`, role })).user_id
  const [reader, member, outsider, former] = [
    await person("read_only", "rhea"),
    await person("member", "mia"),
    await person("member", "otto"),
    await person("member", "finn"),
  ]
  await firm.run(async (tx) => {
    await tx.run(sql`update users set deactivated_at = now() where id = ${former}`)
    await restrictMatter(tx, matter_id, [firm.admin.user_id, member])
  })
  const stranger = (await service.newFirm()).admin.user_id
  const { client } = await newIntake(firm)
  for (const assignee_id of [reader, outsider, former, stranger, client.user_id])
    assert.deepEqual(faultsOf(await change(matter_id, { assignee_id })), ["assignee_id unknown_value"])
  assert.equal((await change(matter_id, { assignee_id: member })).body.assignee_id, member)
})

test("with If-Match, a change is refused once the filing is another, and its own ETag fits the next", async () => {
  const matter_id = await newMatter()
  const tag = String((await firm.request("GET", urlOf(matter_id))).headers.etag)
  const first = await change(matter_id, { file_number: "1" }, { "if-match": tag })
  assert.equal(first.status, 200)
  const late = await change(matter_id, { file_number: "2" }, { "if-match": tag })
  assert.deepEqual([late.status, late.body.code], [412, "precondition_failed"])
  const read = await firm.request("GET", urlOf(matter_id))
  assert.equal(read.body.file_number, "1")
  assert.equal(first.headers.etag, read.headers.etag)
  const renamed = await change(matter_id, { file_number: "3" }, { "if-match": String(first.headers.etag) })
  assert.equal(renamed.status, 200)
  assert.equal((await change(matter_id, { file_number: "4" }, { "if-match": "*" })).status, 200)
})

test("of changes at once with one If-Match, one is carried out", async () => {
  const matter_id = await newMatter()
  const tag = String((await firm.request("GET", urlOf(matter_id))).headers.etag)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => change(matter_id, { file_number: `${n}` }, { "if-match": tag })),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(7).fill(412)])
  assert.equal((await auditOf(matter_id)).length, 1)
})

test("with an Idempotency-Key, a change is carried out once, whatever If-Match says later", async () => {
  const matter_id = await newMatter()
  const tag = String((await firm.request("GET", urlOf(matter_id))).headers.etag)
  const headers = { "idempotency-key": "filing-1", "if-match": tag }
  const first = await change(matter_id, { file_number: "1" }, headers)
  await change(matter_id, { file_number: "2" })
  const again = await change(matter_id, { file_number: "1" }, headers)
  assert.deepEqual(
    [again.status, again.body, again.headers["idempotent-replayed"]],
    [200, first.body, "true"],
  )
  assert.equal(again.headers.etag, first.headers.etag)
  assert.equal((await firm.request("GET", urlOf(matter_id))).body.file_number, "2")
  assert.equal((await change(matter_id, { file_number: "3" }, headers)).status, 422)
})

test("a closed matter can be filed, as in the console", async () => {
  const matter_id = await newMatter()
  await firm.run((tx) => closeMatter(tx, matter_id))
  assert.equal((await change(matter_id, { tags: ["Archive"] })).status, 200)
})

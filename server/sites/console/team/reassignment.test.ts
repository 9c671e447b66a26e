import assert from "node:assert/strict"
import { test } from "node:test"
import { startDuring } from "../../../../test/harness/collide.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { recordStatements } from "../../../../test/harness/recorded-statements.ts"
import { newFirmWithIntake, newIntake } from "../../../../test/harness/sample-intake.ts"
import { sentForm } from "../../../../test/harness/sent-form.ts"
import { provideService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { changeMember, getMember } from "../../../firm/users/team.ts"
import { createStaff } from "../../../firm/users/users.ts"
import { planMessage } from "../../../follow-up/conversations/planned-messages.ts"
import { addNote } from "../../../follow-up/notes/notes.ts"
import { assignMatter, findDefaultAssignee, reassignMatters } from "../../../intake/matters/assignment.ts"
import { deactivateMember } from "../../../intake/matters/deactivation.ts"
import { closeMatter, reopenClosedMatter } from "../../../intake/matters/lifecycle.ts"
import { getMatterRow } from "../../../intake/matters/matter-row.ts"
import { restrictMatter } from "../../../intake/matters/parties/access-list.ts"
import {
  changeQuestionnaire,
  listUsableQuestionnaires,
} from "../../../intake/questionnaires/questionnaires.ts"
import { deleteMatter, restoreMatter } from "../../../operations/deletions/deletions.ts"
import { sql } from "../../../platform/db/sql.ts"
import { newId } from "../../../platform/ids.ts"

const service = provideService()

async function leaving() {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const [max, ruth] = await firm.run(async (tx) => [
    await createStaff(tx, { email: "max@example.com", name: "Max", role: "member" }),
    await createStaff(tx, { email: "ruth@example.com", name: "Ruth", role: "member" }),
  ])
  await firm.run((tx) => assignMatter(tx, matter_id, max ?? null))
  const req = await newStaffBrowser(service, firm)
  const assignee = async () => (await firm.run((tx) => getMatterRow(tx, matter_id))).assignee_id
  const page = `/console/settings/team/${max}`
  return { firm, req, matter_id, max, ruth, assignee, page, url: `${page}/deactivation` }
}

test("deactivating a colleague requires choosing a new assignee for their open matters", async () => {
  const { req, max, ruth, assignee, page, url } = await leaving()
  const response = await req("GET", page)
  assert.match(response.text, /New assignee of 1 open matter/)
  assert.doesNotMatch(response.text, /<option[^>]*>Max</, "the leaving colleague is not offered")

  for (const reassign_to of ["", max ?? "", "user_0"]) {
    const refused = await req("POST", url, { reassign_to })
    assert.equal(refused.status, 400)
    assert.match(refused.text, /Choose the new assignee of 1 open matter/)
    assert.equal(await assignee(), max)
  }
  const done = await req("POST", url, { reassign_to: ruth ?? "" })
  assert.equal(done.status, 303)
  assert.equal(await assignee(), ruth)
})

test("a colleague who may only read from now on hands open matters over", async () => {
  const { req, max, ruth, assignee, page } = await leaving()
  const demote = (matters_to: string) =>
    req("POST", `${page}/role`, { name: "Max", role: "read_only", matters_to })
  const labels = [...(await req("GET", page)).text.matchAll(/<label[^>]*>(.*?)<\/label>/gs)].map(
    ([, label = ""]) => label.replace(/<[^>]+>/g, "").trim(),
  )
  for (const when of ["after the change to Read-only", "after the deactivation"])
    assert.ok(labels.includes(`New assignee of 1 open matter ${when}`), `${when} in ${labels}`)
  assert.deepEqual(labels, [...new Set(labels)], "each field of the page has a label of its own")
  for (const matters_to of ["", max ?? "", "user_0"]) {
    assert.equal((await demote(matters_to)).status, 400)
    assert.equal(await assignee(), max)
  }
  const renamed = await req("POST", `${page}/role`, { name: "Maximilian", role: "member" })
  assert.equal(renamed.status, 303, "who stays responsible hands nothing over")
  assert.equal((await demote(ruth ?? "")).status, 303)
  assert.equal(await assignee(), ruth)
})

test("Undo of a role that only reads brings back what was handed over, except what was assigned anew or closed since", async () => {
  const { firm, req, matter_id, max, ruth, page } = await leaving()
  const others = [await newIntake(firm), await newIntake(firm), await newIntake(firm), await newIntake(firm)]
  const [anew = "", closed = "", restricted = "", ruths = ""] = others.map((one) => one.matter_id)
  for (const id of [anew, closed, restricted]) await firm.call(assignMatter, id, max ?? null)
  await firm.call(assignMatter, ruths, ruth ?? null)
  await firm.call(restrictMatter, restricted, [max ?? ""])
  await req("POST", `${page}/role`, { name: "Max", role: "read_only", matters_to: ruth ?? "" })
  await firm.call(assignMatter, anew, firm.admin.user_id)
  await firm.call(assignMatter, anew, ruth ?? null)
  await firm.call(closeMatter, closed)
  const [, action = "", html = ""] =
    /<form method="post" action="([^"]+)" data-in-place[^>]*>(.*?)<button[^>]*data-undo/s.exec(
      (await req("GET", page)).text,
    ) ?? []
  const form = Object.entries(sentForm(html)).flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, value]),
  )
  const { status, location } = await req("POST", action, form)
  assert.equal(status, 303)
  assert.match((await req("GET", location)).text, /The changes were undone\. 1 open matter moved back\./)
  assert.equal((await firm.run((tx) => getMember(tx, max ?? ""))).role, "member")
  const assignees = await firm.all<{ id: string; assignee_id: string | null }>(sql`
    select id, assignee_id from matters`)
  const of = new Map(assignees.map(({ id, assignee_id }) => [id, assignee_id]))
  assert.deepEqual(
    [matter_id, restricted, anew, closed, ruths].map((id) => of.get(id)),
    [max, max, ruth, ruth, ruth],
  )
})

test("open matters may be left without an assignee; closed ones keep theirs", async () => {
  const { firm, req, matter_id, assignee, page, url } = await leaving()
  assert.match((await req("GET", page)).text, /No assignee: the admins get the emails/)
  assert.equal((await req("POST", url, { reassign_to: "none" })).status, 303)
  assert.equal(await assignee(), null)

  const again = await leaving()
  await again.firm.write(sql`update matters set close_date = now() where id = ${again.matter_id}`)
  assert.match((await again.req("GET", again.page)).text, /No open matter is assigned to this person/)
  assert.equal((await again.req("POST", again.url, {})).status, 303)
  assert.equal(await again.assignee(), again.max)
  const trail = await firm.all<{ field: string }>(
    sql`select field from changes where matter_id = ${matter_id} and field = 'assignee_id'`,
  )
  assert.equal(trail.length, 2)
})

test("a restricted matter the admin cannot see is reassigned too, without being shown", async () => {
  const { firm, req, matter_id, max, ruth, assignee, page, url } = await leaving()
  const second = await newIntake(firm)
  await firm.run(async (tx) => {
    await restrictMatter(tx, matter_id, [max ?? "", ruth ?? ""])
    await assignMatter(tx, second.matter_id, max ?? null)
  })
  assert.match((await req("GET", page)).text, /New assignee of 1 open matter/)
  assert.equal((await req("POST", url, { reassign_to: firm.admin.user_id })).status, 303)
  assert.equal(await assignee(), null)
  assert.equal((await firm.run((tx) => getMatterRow(tx, second.matter_id))).assignee_id, firm.admin.user_id)
  assert.match((await req("GET", "/console/settings/audit")).text, /1 open matter</)
  const colleague = await newStaffBrowser(service, firm, ruth)
  assert.match((await colleague("GET", "/console/matters?queue=unassigned")).text, literally(matter_id))
})

test("the step says what happens with tasks, and a matter says whose they are now", async () => {
  const { firm, req, matter_id, max, ruth, page, url } = await leaving()
  await firm.call(addNote, matter_id, { text: "Call the bank", assignee_id: max ?? null, due_date: null })
  assert.match((await req("GET", page)).text, /Tasks not done go to the assignees of their matters/)
  assert.equal((await req("POST", url, { reassign_to: ruth ?? "" })).status, 303)
  const { text } = await req("GET", `/console/matters/${matter_id}/conversation?mode=internal`)
  assert.match(text, /For Max\s*\(now Ruth\)/)
  const colleague = await newStaffBrowser(service, firm, ruth)
  assert.match((await colleague("GET", "/console?of=own")).text, /Call the bank/)
  assert.equal((await req("POST", `${page}/reactivation`)).status, 303)
  assert.match(
    (await (await newStaffBrowser(service, firm, max))("GET", "/console?of=own")).text,
    /Call the bank/,
  )
})

test("a task of someone who left does not wait for an assignee who may only read", async () => {
  const { firm, matter_id, max, ruth } = await leaving()
  await firm.call(addNote, matter_id, { text: "Call the bank", assignee_id: max ?? null, due_date: null })
  await firm.run((tx) => deactivateMember(tx, max ?? "", ruth))
  const home = async () => (await (await newStaffBrowser(service, firm, ruth))("GET", "/console?of=own")).text
  assert.match(await home(), /Call the bank/)
  await firm.write(sql`update users set role = 'read_only' where id = ${ruth}`)
  assert.doesNotMatch(await home(), /Call the bank/)
})

test("a matter that is open again after its assignee has left waits in the queue of those without one", async () => {
  const { firm, matter_id, max, assignee } = await leaving()
  const { matter_id: second } = await newIntake(firm)
  const deletion = await firm.run(async (tx) => {
    await assignMatter(tx, second, max ?? null)
    const id = await deleteMatter(tx, service.ring, { matter_id: second, reason: "By mistake" })
    await closeMatter(tx, matter_id)
    await deactivateMember(tx, max ?? "", undefined)
    return id
  })
  assert.equal(await assignee(), max)
  await firm.run(async (tx) => {
    await reopenClosedMatter(tx, matter_id)
    await restoreMatter(tx, service.ring, deletion)
  })
  assert.equal(await assignee(), null)
  assert.equal((await firm.run((tx) => getMatterRow(tx, second))).assignee_id, null)
})

test("whoever calls it, deactivating ends sessions and moves matters", async () => {
  const { firm, max, ruth, assignee } = await leaving()
  const session = await newStaffBrowser(service, firm, max)
  assert.equal((await session("GET", "/console")).status, 200)
  await assert.rejects(firm.call(deactivateMember, max ?? "", undefined), /new assignee of 1 open matter/)
  await firm.run((tx) => deactivateMember(tx, max ?? "", ruth ?? null))
  assert.equal(await assignee(), ruth)
  assert.match((await session("GET", "/console")).location, /sign-in/)
  const sessions = sql`select from sessions where user_id = ${max ?? ""}`
  assert.deepEqual(await firm.all(sessions), [])
})

test("deactivating a colleague lists the questionnaires whose matters, and the matters that, no one else has", async () => {
  const { firm, req, matter_id, max, ruth, page, url } = await leaving()
  const rows = await firm.run((tx) => listUsableQuestionnaires(tx))
  await firm.run(async (tx) => {
    await changeQuestionnaire(tx, rows[0]?.id ?? "", { default_assignee_id: max ?? null })
    await restrictMatter(tx, matter_id, [max ?? "", ruth ?? ""])
  })
  const before = (await req("GET", page)).text
  assert.match(before, literally(`<a href="/console/questionnaires/${rows[0]?.id}/settings">Sample</a>`))
  assert.doesNotMatch(before, /Restricted: |planned in these/)
  assert.equal((await req("POST", `/console/settings/team/${ruth}/deactivation`)).status, 303)
  assert.match((await req("GET", page)).text, /Restricted: <a href="\/console\/restricted-matters">1 matter</)
  assert.equal((await req("POST", url)).status, 303)
  assert.match((await req("GET", "/console/restricted-matters")).text, /No one who works here/)
})

test("deactivating a colleague lists the matters in which they planned messages", async () => {
  const { firm, req, matter_id, max, page } = await leaving()
  const message = { id: newId("message"), topic_id: null, subject: "Thursday", text: "Shall we meet?" }
  const send_at = new Date(Date.now() + 86_400_000)
  await firm.run((tx) => planMessage(tx, service.ring, matter_id, { ...message, send_at }), {
    user_id: max ?? "",
  })
  const { text } = await req("GET", page)
  assert.match(text, /Messages planned in these are not sent/)
  assert.match(text, literally(`<a href="/console/matters/${matter_id}/conversation">`))
})

test("deactivating a colleague lists their API keys and webhooks that keep working", async () => {
  const { firm, req, url } = await leaving()
  const user_id = await firm.call(createStaff, { email: "noor@example.com", name: "Noor", role: "admin" })
  const noor = await newStaffBrowser(service, firm, user_id)
  for (const name of ["Practice management", "Old script"])
    assert.equal((await noor("POST", "/console/settings/keys", { name, scopes: "matters:read" })).status, 303)
  await firm.run((tx) => tx.run(sql`update api_keys set revoked_at = ${tx.now} where name = 'Old script'`))
  const endpoint = { url: "http://127.0.0.1:9/noor", event_types: "intakeform.submitted" }
  assert.equal((await noor("POST", "/console/settings/webhooks", endpoint)).status, 303)
  const { text } = await req("GET", `/console/settings/team/${user_id}`)
  assert.match(text, /<a href="\/console\/settings\/keys\/key_[^"]+">Practice management<\/a>/)
  assert.match(text, /<a href="\/console\/settings\/webhooks\/ep_[^"]+">127\.0\.0\.1/)
  assert.doesNotMatch(text, /Old script/)
  assert.doesNotMatch((await req("GET", url)).text, /This person created/)
})

test("no matter is assigned to a colleague while they are deactivated", async () => {
  const { firm, req, matter_id, max, ruth, assignee, url } = await leaving()
  assert.ok(max && ruth)
  await firm.run((tx) => assignMatter(tx, matter_id, ruth))
  const deactivation = await firm.run(async (tx) => {
    await assignMatter(tx, matter_id, max)
    return startDuring(tx, () => req("POST", url, { reassign_to: ruth }))
  })
  assert.match((await deactivation.outcome).text, /Choose the new assignee of 1 open matter/)
  assert.equal((await firm.run((tx) => getMember(tx, max))).deactivated_at, null)
  assert.equal(await assignee(), max)

  const questionnaire_id = await firm.run(async (tx) => {
    const { id } = await tx.one<{ id: string }>(
      sql`update questionnaires set default_assignee_id = ${ruth} returning id`,
    )
    return id
  })
  const { assignment, search } = await firm.run(async (tx) => {
    await changeMember(tx, ruth, { active: false })
    return {
      assignment: await startDuring(tx, () => firm.run((other) => assignMatter(other, matter_id, ruth))),
      search: await startDuring(tx, () => firm.run((other) => findDefaultAssignee(other, questionnaire_id))),
    }
  })
  await assert.rejects(assignment.outcome, { code: "bad_request" })
  assert.equal(await search.outcome, undefined)
})

test("a matter that is reopened while its assignee is deactivated has none afterward", async () => {
  const { firm, matter_id, max, ruth, assignee } = await leaving()
  await firm.run((tx) => closeMatter(tx, matter_id))
  const reopen = () => firm.run((tx) => reopenClosedMatter(tx, matter_id), { user_id: ruth ?? "" })
  const reopening = await firm.run(async (tx) => {
    await deactivateMember(tx, max ?? "", undefined)
    return startDuring(tx, reopen)
  })
  await reopening.outcome
  assert.equal(await assignee(), null)
})

test("thirty matters of a colleague who leaves move in as many statements as one, each with its history", async () => {
  const { firm, max, ruth, matter_id } = await leaving()
  const move = async (from = "", to = "") =>
    (await recordStatements(() => firm.run((tx) => reassignMatters(tx, from, to)))).length
  const one = await move(max, ruth)
  for (const _ of Array.from({ length: 29 })) {
    const { matter_id: other } = await newIntake(firm)
    await firm.run((tx) => assignMatter(tx, other, ruth ?? null))
  }
  assert.equal(await move(ruth, max), one)
  const rows = await firm.all<{ matter_id: string; value: string }>(sql`
    select distinct on (matter_id) matter_id, value from changes
     where field = 'assignee_id' order by matter_id, revision desc`)
  assert.equal(rows.length, 30)
  assert.deepEqual(new Set(rows.map(({ value }) => value)), new Set([max]))
  assert.equal((await firm.run((tx) => getMatterRow(tx, matter_id))).assignee_id, max)
})

// Acknowledges client changes through the console's pages, without JavaScript.
import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { newIntake, type SampleIntake } from "../../../../test/harness/sample-intake.ts"
import { openTestService, type TestFirm, type TestService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { listAudit } from "../../../firm/audit/listing.ts"
import { inviteStaff } from "../../../firm/users/staff.ts"
import { sql } from "../../../platform/db/sql.ts"
import { saveAnswer } from "../../answers/answers.ts"
import { changeContact } from "../../contacts/editing.ts"
import { assignRole } from "../../roles/roles.ts"
import { submitMatter } from "../submissions.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

const signedIn = (firm: TestFirm, user_id?: string) => newStaffBrowser(service, firm, user_id)

/** A submitted matter in which the client later changed an answer and the name of a child. */
async function newChangedMatter(firm: TestFirm): Promise<SampleIntake> {
  const intake = await newIntake(firm)
  const { ids, matter_id, main, spouse, child, client } = intake
  await service.db.forFirm(
    firm.firm_id,
    async (tx) => {
      for (const id of [main, spouse]) {
        await changeContact(tx, id, [{ field: "date_of_birth", value: "1960-05-06" }])
        await assignRole(tx, matter_id, { role_id: ids.executor, focus_contact_id: id, levels: [[child]] })
      }
      await saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: "no" })
      await submitMatter(tx, service.ring, matter_id)
    },
    client,
  )
  await service.db.forFirm(
    firm.firm_id,
    async (tx) => {
      await saveAnswer(tx, service.ring, matter_id, { question_id: ids.friend, value: child })
      await changeContact(tx, child, [{ field: "suffix", value: "Jr." }])
    },
    client,
  )
  return intake
}

const marksIn = (text: string) =>
  [...text.matchAll(/<button[^>]*name="seen"[^>]*value="([^"]+)"/g)].map(([, mark = ""]) => mark)
const shownIn = (text: string) =>
  [...text.matchAll(/name="shown" value="([^"]+)"/g)].map(
    ([, mark = ""]) => ["shown", mark] as [string, string],
  )

test("the list, overview and submissions flag unseen changes until staff acknowledge one, then all of them", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newChangedMatter(firm)
  const send = await signedIn(firm)
  const home = `/console/matters/${matter_id}`
  const changes = `${home}/submissions/1/changes`
  assert.match((await send("GET", "/console/matters")).text, /Changes not seen/)
  assert.match((await send("GET", home)).text, /Not all seen/)
  assert.match((await send("GET", home)).text, /No one has seen it yet\./)
  const page = (await send("GET", changes)).text
  const marks = marksIn(page)
  assert.ok(marks.length >= 2)
  assert.match((await send("GET", `${home}/submissions`)).text, new RegExp(`${marks.length} not seen`))

  const one = await send("POST", changes, [["seen", marks[0] ?? ""]])
  assert.deepEqual([one.status, one.location], [303, changes])
  const after = (await send("GET", changes)).text
  assert.equal(marksIn(after).length, marks.length - 1)
  assert.match(after, /Ada Admin, Today/)
  assert.match((await send("GET", "/console/matters")).text, /Changes not seen/)

  await send("POST", changes, [["all", "true"], ...shownIn(after)])
  assert.equal(marksIn((await send("GET", changes)).text).length, 0)
  for (const url of ["/console/matters", home, `${home}/submissions`])
    assert.doesNotMatch((await send("GET", url)).text, /not seen|Not all seen/, url)
  assert.match((await send("GET", `${home}/submissions`)).text, /seen\./)
  const { rows } = await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 50, offset: 0 }))
  const entries = rows.filter(({ action }) => action === "changes_seen")
  assert.deepEqual(
    entries.map((entry) => [entry.matter_id, entry.user_id]),
    [
      [matter_id, firm.admin.user_id],
      [matter_id, firm.admin.user_id],
    ],
  )
})

test("acknowledging leaves out values that changed after the page was opened", async () => {
  const firm = await service.newFirm()
  const { matter_id, child, client } = await newChangedMatter(firm)
  const send = await signedIn(firm)
  const changes = `/console/matters/${matter_id}/submissions/1/changes`
  const shown = shownIn((await send("GET", changes)).text)
  await service.db.forFirm(
    firm.firm_id,
    (tx) => changeContact(tx, child, [{ field: "suffix", value: "III" }]),
    client,
  )
  await send("POST", changes, [["all", "true"], ...shown])
  const left = marksIn((await send("GET", changes)).text)
  assert.equal(left.length, 1)
  assert.match((await send("GET", "/console/matters")).text, /Changes not seen/)
  const late = await send("POST", changes, [["seen", shown[0]?.[1] ?? ""]])
  assert.equal(late.status, 400)
  assert.match(late.text, /Check the current version\./)
  const nothing = await send("POST", changes)
  assert.equal(nothing.status, 400)
})

test("a member limited to assigned matters cannot see or acknowledge changes in others", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newChangedMatter(firm)
  const { user_id } = await firm.run(async (tx) => {
    const email = `limited.${Date.now()}@example.com`
    const created = await inviteStaff(tx, { email, name: "Limited", role: "member" })
    await tx.run(sql`update users set assigned_matters_only = true where id = ${created.user_id}`)
    return created
  })
  const [admin, limited] = [await signedIn(firm), await signedIn(firm, user_id)]
  const changes = `/console/matters/${matter_id}/submissions/1/changes`
  const [mark = ""] = marksIn((await admin("GET", changes)).text)
  assert.equal((await limited("GET", changes)).status, 404)
  assert.equal((await limited("POST", changes, [["seen", mark]])).status, 404)
  assert.ok(marksIn((await admin("GET", changes)).text).includes(mark))
})

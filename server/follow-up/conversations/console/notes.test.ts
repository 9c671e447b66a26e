import assert from "node:assert/strict"
import { test } from "node:test"
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../../../../test/harness/browser.ts"
import { newFirmWithIntake, newIntake } from "../../../../test/harness/sample-intake.ts"
import { openServiceAndBrowser } from "../../../../test/harness/service-and-browser.ts"
import { newStaff } from "../../../../test/harness/staff.ts"
import { enterConsole, newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { createStaff } from "../../../firm/users/users.ts"
import { listCorrections } from "../../../intake/corrections/corrections.ts"
import { markStarted } from "../../../intake/matters/lifecycle.ts"
import { actAs } from "../../../platform/db/act-as.ts"
import { sql } from "../../../platform/db/sql.ts"
import { addNote, listNotes, markTask } from "../../notes/notes.ts"

const both = await openServiceAndBrowser()
const { service } = both

for (const javascript of [true, false])
  test(`staff add a note and a task, and complete the task from the home page, ${javascript ? "with" : "without"} JavaScript`, async () => {
    const { firm, matter_id } = await newFirmWithIntake(service)
    const page = await enterConsole({ ...both, firm }, { javascript, width: javascript ? 360 : 1280 })
    await page.goto(`/console/matters/${matter_id}`)
    await page.getByRole("link", { name: /^Conversation/ }).click()
    await page.getByText("Nothing here yet").waitFor()
    await page.getByRole("link", { name: "Internal" }).click()
    await page.getByRole("button", { name: "Add for your firm" }).click()
    await page.getByText("Write a note or a task.").first().waitFor()
    await page.getByLabel("Note or task").fill("The son lives abroad.\n@Ada knows him.")
    await page.getByRole("button", { name: "Add for your firm" }).click()
    await page.getByText("The note was added.").waitFor()
    await page.getByText("Mentions Ada Admin").waitFor()
    await page.getByLabel("Note or task").fill("Call the bank")
    await page.getByText("Assign it as a task").click()
    await page.getByLabel("Assign to").selectOption({ label: "Ruth Pryce (you)" })
    await page.getByLabel("Due date").fill("2020-01-31")
    await page.getByRole("button", { name: "Add for your firm" }).click()
    await page.getByText("The task was added.").waitFor()
    await page.getByText("Overdue").waitFor()
    if (javascript) await expectNoAxeViolations(page, { also_dark: true })
    await expectNoSidewaysScroll(page)
    await page.goto("/console?of=own")
    await page.getByRole("link", { name: "Tasks and mentions 1" }).waitFor()
    await page.getByText("Call the bank").waitFor()
    await page.getByRole("button", { name: /^Done/ }).click()
    await page.getByText("The task is done.").waitFor()
    assert.equal(await page.getByText("Call the bank").count(), 0)
    const [task] = await firm.run((tx) => listNotes(tx, matter_id))
    assert.deepEqual(
      [task?.text, task?.due_date, task?.done_by_name],
      ["Call the bank", "2020-01-31", "Ruth Pryce"],
    )
    await page.context().close()
  })

test("opening the notes leaves a mention on the home page until it is marked as done there", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const staff = await newStaffBrowser(service, firm)
  await firm.run(async (tx) => {
    await actAs(tx, await createStaff(tx, { email: "ruth@example.com", name: "Ruth Pryce", role: "member" }))
    await addNote(tx, matter_id, { text: "@Ada, ask the bank", assignee_id: null, due_date: null })
  })
  const home = async () => (await staff("GET", "/console?of=own")).text
  const notes = async () => (await staff("GET", `/console/matters/${matter_id}/conversation`)).text
  assert.ok((await notes()).includes("/mention"))
  const [, action = ""] = (await home()).match(/action="([^"]*\/mention)"/) ?? []
  assert.ok(action.startsWith(`/console/matters/${matter_id}/notes/`))
  const done = await staff("POST", action, { back: "/console?of=own" })
  assert.deepEqual([done.status, done.location], [303, "/console?of=own"])
  assert.equal((await home()).includes("ask the bank"), false)
  assert.equal((await notes()).includes("/mention"), false)
})

test("a colleague who only reads marks a mention as done", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const rita = await firm.run((tx) =>
    createStaff(tx, { email: "rita@example.com", name: "Rita Reader", role: "read_only" }),
  )
  await firm.run((tx) => addNote(tx, matter_id, { text: "@Rita, look", assignee_id: null, due_date: null }))
  const staff = await newStaffBrowser(service, firm, rita)
  const home = async () => (await staff("GET", "/console?of=own")).text
  const [, action = ""] = (await home()).match(/action="([^"]*\/mention)"/) ?? []
  assert.equal((await staff("POST", action)).status, 303)
  assert.doesNotMatch(await home(), /@Rita/)
})

test("a form that is sent twice adds one note and asks one thing", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  await firm.run((tx) => markStarted(tx, matter_id))
  const staff = await newStaffBrowser(service, firm)
  const url = `/console/matters/${matter_id}/conversation`
  const sendTwo = async (to: string, form: Record<string, string>) => {
    const { text } = await staff("GET", `${url}?to=${to}`)
    const [, name = "", id = ""] = text.match(/name="((?:note|correction)_id)" value="(\w+)"/) ?? []
    const send = () => staff("POST", url, { to, [name]: id, ...form })
    return (await Promise.all([send(), send()])).map(({ status }) => status)
  }
  assert.deepEqual(await sendTwo("internal", { text: "@Ada, call the bank" }), [303, 303])
  assert.deepEqual(await sendTwo("ask", { subject: "cleo", words: "Is she called Clio?" }), [303, 303])
  const [notes, corrections] = await firm.run((tx) =>
    Promise.all([listNotes(tx, matter_id), listCorrections(tx, matter_id)]),
  )
  assert.deepEqual([notes.length, corrections.length], [1, 1])
  const [other, mine] = [await newIntake(firm), notes[0]?.id ?? ""]
  const elsewhere = `/console/matters/${other.matter_id}/conversation`
  const refused = await staff("POST", elsewhere, { to: "internal", note_id: mine, text: "Call" })
  assert.equal(refused.status, 404)
})

test("a removed task comes back as it was, for its author alone and in its own matter", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const { user_id: ruth } = await newStaff(firm)
  const send = await newStaffBrowser(service, firm, undefined, { in_place: true })
  await firm.run((tx) =>
    addNote(tx, matter_id, { text: "@Ruth, call <the> bank", assignee_id: ruth, due_date: "2020-01-31" }),
  )
  const stored = () => firm.run((tx) => listNotes(tx, matter_id))
  const inbox = () => firm.all(sql`select user_id, kind, about from staff_notifications`)
  const [before] = await stored()
  const [task, notified] = [before?.id ?? "", await inbox()]
  await firm.run((tx) => markTask(tx, matter_id, task, true))
  const [done] = await stored()
  const url = `/console/matters/${matter_id}/notes/${task}/removal`
  const back = `/console/matters/${matter_id}/conversation`
  const removal = JSON.parse((await send("POST", url, { entry: task, back })).text)
  assert.deepEqual([await stored(), await inbox()], [[], []])
  const [, removed = ""] = removal.message.match(/name="removed" value="([^"]+)"/) ?? []
  assert.doesNotMatch(removed, /bank/)
  const undo = { removed, entry: task, back }
  const other = await newIntake(firm)
  const elsewhere = url.replace(matter_id, other.matter_id)
  const member = await newStaffBrowser(service, firm, ruth, { in_place: true })
  for (const refused of [
    await send("POST", elsewhere, undo),
    await member("POST", url, undo),
    await send("POST", url, { ...undo, removed: `${removed}A` }),
  ])
    assert.equal(refused.status, 404)
  for (let press = 0; press < 2; press += 1) {
    const { part } = JSON.parse((await send("POST", url, undo)).text)
    assert.match(part, /call &lt;the> bank/)
  }
  assert.deepEqual([await stored(), await inbox()], [[done], notified])
})

test("only the author of a note can remove it", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const staff = await newStaffBrowser(service, firm)
  const base = `/console/matters/${matter_id}`
  const url = `${base}/conversation`
  await staff("POST", url, { to: "internal", text: "Call the bank" })
  assert.match((await staff("GET", url)).text, /Remove/)
  const [note] = await firm.run((tx) => listNotes(tx, matter_id))
  assert.equal((await staff("POST", `${base}/notes/${note?.id}/removal`)).status, 303)
  assert.doesNotMatch((await staff("GET", url)).text, /Call the bank/)
})

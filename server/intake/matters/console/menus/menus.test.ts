import assert from "node:assert/strict"
import { test } from "node:test"
import { newFirmWithIntake } from "../../../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { createStaff } from "../../../../firm/users/users.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { changeDueDay, changeFiling } from "../../filing/filing.ts"
import { storedValues } from "./changes.ts"
import { dueDays } from "./filing-menus.tsx"

const service = provideService()

async function enter() {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const home = `/console/matters/${matter_id}`
  const plain = await newStaffBrowser(service, firm)
  const inPlace = await newStaffBrowser(service, firm, undefined, { in_place: true })
  const stored = () => firm.run((tx) => storedValues(tx, matter_id))
  return { firm, matter_id, home, plain, inPlace, stored }
}

/** The fields of the form behind "Undo", and where it is sent. */
function undoIn(html: string): { action: string; fields: Record<string, string> } {
  const form = /<form method="post" action="([^"]+)"[^>]*>((?:<input[^>]*>)+)<button[^>]*data-undo/.exec(html)
  const inputs = [...(form?.[2] ?? "").matchAll(/name="([^"]+)" value="([^"]*)"/g)]
  return {
    action: form?.[1] ?? "",
    fields: Object.fromEntries(inputs.map(([, name, value]) => [name, value])),
  }
}

const noor = (firm: TestFirm) =>
  firm.run((tx) => createStaff(tx, { email: "noor@firm.example", name: "Noor Haddad", role: "member" }))

const whole = [/^<div class="matter-head"/, /^<tr role="row" id="matter_/] as const
/** What is replaced in the head, and in the list. */
const partsOf: Record<string, readonly [RegExp, RegExp]> = {
  assignee_id: [
    /^<details[^>]* id="head-assignee"[\s\S]*<span id="printed-assignee">[\s\S]*<span id="head-unnotified"/,
    /^<details[^>]* id="matter_\w+-assignee"[\s\S]*<span class="cell-note" id="matter_\w+-unnotified"/,
  ],
  due_on: [
    /^<details class="dropdown" id="head-due"[\s\S]*<span id="printed-due">/,
    /^<details[^>]* id="matter_\w+-due"/,
  ],
  tag: [/^<details class="dropdown" id="head-filing"/, /^<details[^>]* id="matter_\w+-tags"/],
  tags: [/^<details class="dropdown" id="head-filing"/, /^<details[^>]* id="matter_\w+-tags"/],
  matter_name: [
    /^<details[^>]* id="head-name"[\s\S]*<b id="printed-name">/,
    /^<a class="one-line" id="matter_\w+-name"/,
  ],
}

test("each value changes in place by one small response, and Undo restores it", async () => {
  const { firm, matter_id, home, inPlace, stored } = await enter()
  const noor_id = await noor(firm)
  await firm.run((tx) =>
    changeFiling(tx, matter_id, { file_number: "A-1", due_on: "2026-10-02", tags: ["Court", "Trust"] }),
  )
  const before = await stored()
  const changes: [string, Record<string, string>, string, RegExp][] = [
    ["assignment", { assignee_id: noor_id }, before.assignee_id, /Assigned to Noor Haddad\./],
    ["filing", { due_on: "2027-01-04" }, before.due_on, /Due Jan 4, 2027\./],
    ["filing", { due_on: "" }, before.due_on, /No due day\./],
    ["filing", { tag: "Trust" }, before.tags, /Tags: Court\./],
    ["filing", { tag: "Farm" }, before.tags, /Tags: Court, Farm, Trust\./],
    ["filing", { tags: "Urgent, Farm" }, before.tags, /Tags: Court, Farm, Trust, Urgent\./],
    ["filing", { file_number: "LN/7" }, before.file_number, /File number LN\/7\./],
    ["name", { matter_name: "Smith & Sons" }, before.matter_name, /The name is “Smith &amp; Sons”\./],
  ]
  for (const [path, form, was, message] of changes)
    for (const back of [home, "/console/matters?sort=name"]) {
      const sent = await inPlace("POST", `${home}/${path}`, { ...form, was, back })
      const label = `${path} ${JSON.stringify(form)} from ${back}`
      assert.equal(sent.status, 200, `${label}: ${sent.text}`)
      const placed = JSON.parse(sent.text)
      assert.match(placed.message, message, label)
      const [head, row] = partsOf[Object.keys(form)[0] ?? ""] ?? whole
      assert.match(placed.part, back === home ? head : row)
      assert.notDeepEqual(await stored(), before, label)
      const { action, fields } = undoIn(placed.message)
      const decoded = Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, value.replaceAll("&amp;", "&")]),
      )
      assert.equal((await inPlace("POST", action, decoded)).status, 200, label)
      assert.deepEqual(await stored(), before, `${label}, undone`)
    }
})

test("a value that a colleague has changed meanwhile is not overwritten, and is shown", async () => {
  const { firm, matter_id, home, plain, inPlace, stored } = await enter()
  await firm.run((tx) => changeDueDay(tx, matter_id, "2026-12-08"))
  const form = { due_on: "2027-01-04", was: "", back: home }
  const { status, text } = await inPlace("POST", `${home}/filing`, form)
  const { message, part } = JSON.parse(text)
  assert.equal(status, 200)
  assert.match(message, /role="alert"[\s\S]*a colleague was faster: Due Dec 8, 2026\./)
  assert.match(part, /Due Dec 8/)
  assert.equal((await plain("POST", `${home}/filing`, form)).location, home)
  assert.match((await plain("GET", home)).text, /a colleague was faster: Due Dec 8, 2026\./)
  assert.equal((await stored()).due_on, "2026-12-08")
  const actions = await firm.all(sql`select action from audit_entries`)
  assert.deepEqual(actions, [], "nothing was done")
})

test("without script, the message of a change with long values comes without Undo rather than not at all", async () => {
  const { firm, matter_id, home, plain, stored } = await enter()
  const tags = Array.from({ length: 20 }, (_, at) => `${at} ${"李".repeat(37)}`)
  await firm.run((tx) => changeFiling(tx, matter_id, { file_number: "", due_on: null, tags }))
  const was = (await stored()).tags
  assert.equal((await plain("POST", `${home}/filing`, { tag: tags[0] ?? "", was, back: home })).status, 303)
  assert.match((await plain("GET", home)).text, /id="flash"/)
})

test("faults are named by field, and change nothing", async () => {
  const { home, inPlace, stored } = await enter()
  const before = await stored()
  const faults: [string, Record<string, string>, string, string][] = [
    ["filing", { due_on: "2026-02-31" }, before.due_on, "due_on"],
    ["filing", { file_number: "x".repeat(61) }, before.file_number, "file_number"],
    ["filing", { tags: "y".repeat(41) }, before.tags, "tags"],
    ["name", { matter_name: " " }, before.matter_name, "matter_name"],
    ["assignment", { assignee_id: "user_0" }, before.assignee_id, "assignee_id"],
  ]
  for (const [path, form, was, param] of faults) {
    const { status, text } = await inPlace("POST", `${home}/${path}`, { ...form, was, back: home })
    assert.deepEqual([status, JSON.parse(text).errors?.[0]?.param], [400, param], text)
  }
  assert.deepEqual(await stored(), before)
})

test("completing and closing take one press, say what is open, and can be undone exactly", async () => {
  const { firm, matter_id, home, plain, inPlace } = await enter()
  const state = () =>
    firm.one<Record<string, unknown>>(
      sql`select state, client_may_edit, close_date, completed_at from matters where id = ${matter_id}`,
    )
  for (const [step, message] of [
    ["completion", /The matter is completed\.[\s\S]*required things are missing/],
    ["closing", /The matter is closed\./],
  ] as const) {
    const before = await state()
    assert.equal((await plain("POST", `${home}/${step}`)).status, 303)
    const page = (await plain("GET", home)).text
    assert.match(page, message)
    const { action, fields } = undoIn(
      page.replaceAll(/<input type="hidden" name="(page_owner|form_id)"[^>]*>/g, ""),
    )
    assert.notDeepEqual(await state(), before)
    assert.equal((await plain("POST", action, fields)).status, 303)
    assert.deepEqual(await state(), before)
  }
  const again = await inPlace("POST", `${home}/reopening`, { was: "", back: home })
  assert.match(JSON.parse(again.text).message, /This matter is already open\./)
  const stale = await inPlace("POST", `${home}/closing`, { was: "/x", back: home })
  assert.match(JSON.parse(stale.text).message, /the status has changed since you opened this page/)
  assert.equal((await state()).close_date, null)
})

test("someone who only reads sees values without menus, and may not change them", async () => {
  const { firm, home, plain } = await enter()
  const reader_id = await firm.run((tx) =>
    createStaff(tx, { email: "rea@firm.example", name: "Rea Reader", role: "read_only" }),
  )
  const reader = await newStaffBrowser(service, firm, reader_id)
  for (const path of [home, "/console/matters"])
    assert.doesNotMatch((await reader("GET", path)).text, /data-menu=|data-in-place/, path)
  for (const path of ["assignment", "filing", "name", "completion", "closing"])
    assert.equal((await reader("POST", `${home}/${path}`, { was: "", due_on: "" })).status, 403, path)
  const menus = (await plain("GET", `${home}/menus`)).text
  assert.doesNotMatch(menus, /Rea Reader/)
})

test("without script, the menus are one page of plain forms that return to the page they were opened from", async () => {
  const { home, plain, stored } = await enter()
  await plain("GET", "/console/matters?sort=name")
  assert.match(
    (await plain("GET", `${home}/menus`)).text,
    /name="back" value="\/console\/matters\?sort=name"/,
  )
  const page = await plain(
    "GET",
    `${home}/menus?${new URLSearchParams({ menu: "due", back: `${home}/review` })}`,
  )
  assert.match(page.text, /name="back" value="[^"]*\/review"/)
  assert.doesNotMatch(page.text, /name="assignee_id"/)
  const sent = await plain("POST", `${home}/filing`, {
    due_on: "2027-03-05",
    was: "",
    back: `${home}/review`,
  })
  assert.deepEqual([sent.status, sent.location], [303, `${home}/review`])
  assert.equal((await stored()).due_on, "2027-03-05")
  const elsewhere = await plain("POST", `${home}/filing`, {
    due_on: "",
    was: "2027-03-05",
    back: "https://evil.example",
  })
  assert.equal(elsewhere.location, "/console")
})

test("the usual due days are working days, named as people say them", () => {
  const named = (today: string) => dueDays(today).map(({ text, day }) => `${text} ${day}`)
  assert.deepEqual(named("2026-11-26"), [
    "Today 2026-11-26",
    "Tomorrow 2026-11-27",
    "Monday 2026-11-30",
    "Tuesday 2026-12-01",
    "Wednesday 2026-12-02",
    "Thursday 2026-12-03",
    "In two weeks 2026-12-10",
    "In four weeks 2026-12-24",
  ])
  assert.equal(named("2024-02-28")[1], "Tomorrow 2024-02-29")
  assert.deepEqual(named("2026-12-31").slice(0, 3), [
    "Today 2026-12-31",
    "Tomorrow 2027-01-01",
    "Monday 2027-01-04",
  ])
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { addQuestionnaire } from "../../../../test/harness/added-questionnaire.ts"
import { collide } from "../../../../test/harness/collide.ts"
import { literally } from "../../../../test/harness/literally.ts"
import {
  newFirmWithIntake,
  newIntake,
  sampleDefinition,
  sampleParts,
} from "../../../../test/harness/sample-intake.ts"
import { sentForm } from "../../../../test/harness/sent-form.ts"
import type { TestFirm } from "../../../../test/harness/service.ts"
import { openServiceAndBrowser } from "../../../../test/harness/service-and-browser.ts"
import { newStaff } from "../../../../test/harness/staff.ts"
import { enterConsole, newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { dayFrom } from "../../../definition/values/dates.ts"
import { changeFirm, changeSettings, getFirm } from "../../../firm/firms/firms.ts"
import { assignMatter } from "../../../intake/matters/assignment.ts"
import { markStarted, markSubmitted } from "../../../intake/matters/lifecycle.ts"
import { createMatter, renameMatter } from "../../../intake/matters/matters.ts"
import { rawSql, readFirmDay, sql } from "../../../platform/db/sql.ts"
import { newId } from "../../../platform/ids.ts"
import { addNote } from "../../notes/notes.ts"

const { service, browser } = await openServiceAndBrowser()

/** Creates a matter with this name, submitted by its client. */
async function newSubmitted(
  firm: TestFirm,
  name: string,
  assignee_id: string | null = null,
): Promise<string> {
  const { matter_id } = await newIntake(firm)
  await firm.run(async (tx) => {
    await renameMatter(tx, matter_id, name)
    if (assignee_id) await assignMatter(tx, matter_id, assignee_id)
    await markStarted(tx, matter_id)
    await markSubmitted(tx, matter_id)
    await tx.run(sql`
      insert into submissions (matter_id, number, reason, snapshot, submitted_at)
      values (${matter_id}, 1, 'submitted', '{}', ${tx.now})`)
  })
  return matter_id
}

for (const javascript of [true, false]) {
  test(`the home page shows what is waiting and lets members act on it in place, ${javascript ? "with" : "without"} script`, async () => {
    const firm = await service.newFirm()
    const matter_id = await newSubmitted(firm, "Larkspur, Ada")
    const page = await enterConsole({ browser, service, firm }, { javascript, width: 1280 })
    assert.equal(new URL(page.url()).pathname, "/console")
    await page.getByRole("heading", { level: 1, name: "Needs your attention" }).waitFor()
    // No matter is assigned to her, so the page lists the whole firm's.
    await page.getByRole("link", { name: "Submitted, not read 1" }).waitFor()
    await page.getByRole("link", { name: "Review Larkspur, Ada" }).waitFor()
    await page.locator(`#more-${matter_id} > summary`).click()
    await page.getByRole("button", { name: "Mark as read Larkspur, Ada" }).click()
    await page.getByText("Marked as read.").waitFor()
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByText("It waits to be read again.").waitFor()
    await page.getByRole("link", { name: "Submitted, not read 1" }).waitFor()
    await page.locator(`#more-${matter_id} > summary`).click()
    await page.getByRole("button", { name: "Mark as read Larkspur, Ada" }).click()
    await page.getByText("Marked as read.").waitFor()
    assert.equal(await page.getByRole("link", { name: /^Submitted, not read/ }).count(), 0)
    await page.getByRole("button", { name: "Assign to me Larkspur, Ada" }).click()
    await page.getByText("The matter was assigned.").waitFor()
    const { assignee } = await firm.one<{ assignee: string }>(sql`
        select u.name as assignee from matters m join users u on u.id = m.assignee_id where m.id = ${matter_id}`)
    assert.equal(assignee, "Ruth Pryce")
    await page.context().close()
  })
}

test("an action in place returns its queue alone, with the next entry in place of the one done", async () => {
  const firm = await service.newFirm()
  const [first] = [await newSubmitted(firm, "Larkspur, Ada"), await newSubmitted(firm, "Abbott, Ben")]
  const staff = await newStaffBrowser(service, firm, undefined, { in_place: true })
  const mark = (back: string) => staff("POST", `/console/matters/${first}/reading`, { back })
  const { status, text } = await mark("/console?of=firm")
  assert.equal(status, 200)
  const { part } = JSON.parse(text)
  assert.match(part, /^<div[^>]*id="queue-unread"[\s\S]*Abbott, Ben/)
  assert.doesNotMatch(part, /Larkspur|queue-unassigned/)
  assert.ok(text.length < 3_000, `${text.length} bytes`)
  const emptied = JSON.parse((await mark("/console?of=own")).text)
  assert.match(emptied.part, /^<div id="queue-unread" hidden/)
  assert.equal(JSON.parse((await mark(`/console/matters/${first}`)).text).to, `/console/matters/${first}`)
})

test("pressing g then h opens the home page", async () => {
  const firm = await service.newFirm()
  const page = await enterConsole({ browser, service, firm }, { javascript: true })
  await page.goto("/console/account")
  await page.keyboard.press("g")
  await page.keyboard.press("h")
  await page.waitForURL("**/console")
  await page.context().close()
})

test("a member limited to assigned matters sees only those in the queues and cannot take others", async () => {
  const firm = await service.newFirm()
  const { user_id } = await newStaff(firm, {
    name: "Mia Member",
    role: "member",
    assigned_matters_only: true,
  })
  await newSubmitted(firm, "Mine, Ada", user_id)
  const other = await newSubmitted(firm, "Larkspur, Ada")
  const mia = await newStaffBrowser(service, firm, user_id)
  for (const path of ["/console", "/console?of=firm", "/console/matters?queue=unread"]) {
    const { text } = await mia("GET", path)
    assert.match(text, /Mine, Ada/, path)
    assert.doesNotMatch(text, /Larkspur|Whole firm/, path)
  }
  assert.doesNotMatch((await mia("GET", "/console/matters?queue=unassigned")).text, /Larkspur/)
  assert.equal(
    (await mia("POST", `/console/matters/${other}/assignee`, { assignee_id: user_id })).status,
    404,
  )
  assert.equal((await mia("POST", `/console/matters/${other}/reading`)).status, 404)
})

test("of two who take a matter at the same moment, one is refused", async () => {
  const firm = await service.newFirm()
  const matter_id = await newSubmitted(firm, "Larkspur, Ada")
  const { user_id } = await newStaff(firm)
  const works = await Promise.all(
    [firm.admin.user_id, user_id].map(async (assignee_id) => {
      const send = await newStaffBrowser(service, firm, assignee_id)
      return () => send("POST", `/console/matters/${matter_id}/assignee`, { assignee_id })
    }),
  )
  const row = sql`select from matters where id = ${matter_id}`
  const responses = await collide(service, row, works)
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [303, 409])
})

test("assigning in place is refused if someone else was assigned meanwhile", async () => {
  const firm = await service.newFirm()
  const matter_id = await newSubmitted(firm, "Larkspur, Ada", firm.admin.user_id)
  const { user_id } = await newStaff(firm, { name: "Noor", role: "member" })
  const noor = await newStaffBrowser(service, firm, user_id)
  const late = await noor("POST", `/console/matters/${matter_id}/assignee`, { assignee_id: user_id })
  assert.equal(late.status, 409)
  assert.match(late.text, /Someone assigned a colleague in the meantime/)
})

test("the address to return to can only be a console page", async () => {
  const firm = await service.newFirm()
  const matter_id = await newSubmitted(firm, "Larkspur, Ada")
  const staff = await newStaffBrowser(service, firm)
  for (const [back, to] of [
    ["/console?of=firm", "/console?of=firm"],
    ["/console/matters?queue=unread", "/console/matters?queue=unread"],
    ["https://example.com/", "/console"],
    ["//example.com", "/console"],
    ["/consolex", "/console"],
  ])
    assert.equal(
      (await staff("POST", `/console/matters/${matter_id}/reading`, { back: back ?? "" })).location,
      to,
    )
})

test("a firm's setting decides after how many days a matter is stalled", async () => {
  const firm = await service.newFirm()
  await newIntake(firm)
  const page = await enterConsole({ browser, service, firm })
  await page.goto("/console/settings/reminders")
  await page.getByLabel("Days until a matter is stalled").fill("0")
  await page.getByRole("button", { name: "Save" }).last().click()
  await page.getByRole("link", { name: "whole number from 1 to 365" }).waitFor()
  await page.getByLabel("Days until a matter is stalled").fill("30")
  await page.getByRole("button", { name: "Save" }).last().click()
  await page.context().close()
  const { settings } = await firm.run((tx) => getFirm(tx))
  assert.equal(settings.stalled_days, 30)
})

test("in a new firm, the home page, matter list and new-matter form show each role the first steps it may take", async () => {
  const firm = await service.newFirm()
  const { user_id } = await newStaff(firm, { role: "member" })
  const admin = await newStaffBrowser(service, firm)
  const member = await newStaffBrowser(service, firm, user_id)
  for (const url of ["/console", "/console/matters", "/console/matters/new"]) {
    const { text } = await admin("GET", url)
    assert.match(text, /Begin with a questionnaire/, url)
    assert.match(text, /href="\/console\/questionnaires#title"[\s\S]*Choose a template/, url)
    assert.match((await member("GET", url)).text, /as soon as an author or an admin has published one/, url)
    assert.doesNotMatch((await member("GET", url)).text, /Choose a template/, url)
  }
  const definition = sampleDefinition(sampleParts())
  await firm.run((tx) => addQuestionnaire(tx, { internal_type: "P", url_short_name: "p", definition }))
  for (const url of ["/console", "/console/matters"])
    assert.match((await member("GET", url)).text, /No matters yet[\s\S]*href="\/console\/matters\/new"/, url)
})

/** The words and counts of the queues' links, and the addresses of the lists they open. */
function queuesIn(html: string): Record<string, { count: string; href: string }> {
  const links = html.matchAll(
    /class="day-title"[^>]*><a href="([^"]*)">([^<]*) <span class="count">([^<]*)</g,
  )
  return Object.fromEntries(
    [...links].map(([, href = "", title = "", count = ""]) => [
      title,
      { count, href: href.replaceAll("&amp;", "&") },
    ]),
  )
}

const countsIn = (html: string) =>
  Object.fromEntries(Object.entries(queuesIn(html)).map(([title, { count }]) => [title, count]))

function withoutTags(html: string): string {
  return html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")
}

/** Asserts that each queue of matters has as many as the list it links to; for at most a page of them. */
async function expectSameInLists(staff: StaffBrowser, url: string): Promise<Record<string, string>> {
  const { text } = await staff("GET", url)
  for (const [title, { count, href }] of Object.entries(queuesIn(text))) {
    if (!href.startsWith("/console/matters?")) continue
    const rows = (await staff("GET", href)).text.match(/<tr role="row" id="matter_/g) ?? []
    assert.equal(String(rows.length), count, `${title} at ${href}`)
  }
  return countsIn(text)
}

type StaffBrowser = Awaited<ReturnType<typeof newStaffBrowser>>

test("the home page's numbers are those of the lists it links to, and only what is filled shows", async () => {
  const firm = await service.newFirm()
  const mine = firm.admin.user_id
  for (let index = 0; index < 7; index += 1) {
    const matter_id = await newSubmitted(firm, `Ames ${index}`, index < 3 ? mine : null)
    if (index > 1)
      await firm.write(
        sql`update matters set due_on = current_date - ${index}::integer where id = ${matter_id}`,
      )
  }
  const staff = await newStaffBrowser(service, firm)
  // All families are called Smith: each of the sample's people is one entry for a conflict check.
  const { "Possible conflicts": people, ...counts } = await expectSameInLists(staff, "/console?of=firm")
  assert.deepEqual(counts, { Matters: "5", "Submitted, not read": "7", "No assignee": "4" })
  const conflicts = (await staff("GET", "/console/conflicts")).text
  assert.match(conflicts, new RegExp(`Possible conflicts: ${people}<`))
  assert.deepEqual(await expectSameInLists(staff, "/console?of=own"), {
    Matters: "1",
    "Submitted, not read": "3",
    "Possible conflicts": people,
  })
  const view = withoutTags((await staff("GET", "/console/matters?queue=unassigned&page_size=2")).text)
  assert.match(view, /1–2 of 4\b/)
  assert.match(view, /All 4 matters, on every page/)
})

test("the home page leads from one's own matters to the firm's and back", async () => {
  const firm = await service.newFirm()
  await newSubmitted(firm, "Larkspur, Ada", firm.admin.user_id)
  await newSubmitted(firm, "Moss, Ben")
  const staff = await newStaffBrowser(service, firm)
  const shown = async (url: string) => {
    const { text } = await staff("GET", url)
    const links = ["Assigned to you", "Whole firm"].map(
      (words) => new RegExp(`href="([^"]*)"[^>]*>\\s*${words}`).exec(text)?.[1],
    )
    return { links, names: ["Larkspur, Ada", "Moss, Ben"].filter((name) => text.includes(name)) }
  }
  const { links, names } = await shown("/console")
  assert.deepEqual(names, ["Larkspur, Ada"])
  assert.deepEqual((await shown(links[1] ?? "")).names, ["Larkspur, Ada", "Moss, Ben"])
  assert.deepEqual((await shown(links[0] ?? "")).names, names)
})

test("due matters show their day, the first one first, and overdue ones say so", async () => {
  const firm = await service.newFirm()
  const days: [string, string][] = [
    ["Later, Ada", "current_date + 3"],
    ["Overdue, Ada", "current_date - 400"],
  ]
  for (const [name, day] of days) {
    const matter_id = await newSubmitted(firm, name, firm.admin.user_id)
    await firm.write(sql`update matters set due_on = ${rawSql(day)} where id = ${matter_id}`)
  }
  const staff = await newStaffBrowser(service, firm)
  const text = withoutTags((await staff("GET", "/console")).text)
  assert.match(text, /Due this week Matters 2 Overdue, Ada Overdue: .* Review Overdue, Ada Later, Ada/)
})

test("where counting stops, the home page and the board say 1,000+, and the list has the exact number", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const stages = [{ id: newId("stage"), name: "Signing", due_days: null, waits_for: null }]
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { stages }))
  await firm.write(sql`
      insert into matters (id, name, search_name, open_date, questionnaire_id, questionnaire_version, client_type,
                           contact_main_id, last_activity_at, created_at)
      select 'matter_' || upper(md5(id || n)), 'M' || n, 'm' || n, open_date, questionnaire_id,
             questionnaire_version, client_type, contact_main_id, last_activity_at, created_at
        from matters, generate_series(1, 1011) n where id = ${matter_id}`)
  const staff = await newStaffBrowser(service, firm)
  assert.deepEqual(countsIn((await staff("GET", "/console?of=firm")).text), { "No assignee": "1,000+" })
  const list = withoutTags((await staff("GET", "/console/matters?queue=unassigned")).text)
  assert.match(list, /1–50 of 1,?012\b/)
  assert.match(list, /All 1,012 matters, on every page/)
  const board = withoutTags((await staff("GET", "/console/matters?layout=board")).text)
  assert.match(board, /No stage 1,000\+/)
  assert.match(board, /All 1,000\+ in the list/)
})

test("inquiries are in one's own day and in the firm's, with the number of their list", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  await firm.run((tx) => assignMatter(tx, matter_id, firm.admin.user_id))
  await firm.run((tx) =>
    tx.run(sql`
      insert into inquiries (id, questionnaire_id, first_name, last_name, email, phone, language, received_at)
      select 'inquiry_' || upper(md5(m.id || n)), m.questionnaire_id, 'Zoe', 'No ' || n, n || '@example.com', '', 'en', ${tx.now}
        from matters m, generate_series(1, 123) n where m.id = ${matter_id}`),
  )
  const staff = await newStaffBrowser(service, firm)
  for (const of of ["own", "firm"])
    assert.deepEqual(countsIn((await staff("GET", `/console?of=${of}`)).text), { Inquiries: "123" })
  assert.match(withoutTags((await staff("GET", "/console/inquiries")).text), /of 123\b/)
})

test("an admin's first steps disappear one by one as they are done, or when dismissed, for the whole firm", async () => {
  const firm = await service.newFirm()
  const staff = await newStaffBrowser(service, firm)
  const { user_id } = await newStaff(firm, { role: "member" })
  await firm.write(sql`update users set deactivated_at = now() where id = ${user_id}`)
  const done = async () => /First steps: (\d) of 5/.exec((await staff("GET", "/console")).text)?.[1]
  assert.equal(await done(), "0")
  for (const href of [
    "/console/settings/firm#logo",
    "/console/settings/firm#time_zone",
    "/console/settings/team#team-form",
    "/console/questionnaires#title",
  ])
    assert.match((await staff("GET", "/console")).text, literally(`href="${href}"`))
  await firm.run((tx) => changeFirm(tx, { name: "Hartwell" }))
  assert.equal(await done(), "0", "without a time zone")
  const shown = /<form[^>]*action="\/console\/settings\/firm".*?<\/form>/s.exec(
    (await staff("GET", "/console/settings/firm")).text,
  )
  const unchanged = Object.entries(sentForm(shown?.[0] ?? "")).map(
    ([name, [value = ""]]): [string, string] => [name, value],
  )
  assert.equal((await staff("POST", "/console/settings/firm", unchanged)).status, 303)
  assert.equal(await done(), "1", "the time zone shown is the firm's")
  await firm.write(sql`update users set deactivated_at = null where id = ${user_id}`)
  assert.equal(await done(), "2")
  const member = await newStaffBrowser(service, firm, user_id)
  assert.doesNotMatch((await member("GET", "/console")).text, /First steps/)
  const mail = (sent_at: Date | null) =>
    firm.run((tx) =>
      tx.run(sql`
        insert into mails (id, recipient, subject, created_at, sent_at)
        values (${newId("mail")}, 'ada@example.com', 'Hello', ${tx.now}, ${sent_at})`),
    )
  await mail(null)
  assert.equal(await done(), "2", "an email that was never sent tries nothing")
  await mail(new Date())
  assert.equal(await done(), "3")
  await newIntake(firm)
  assert.equal(await done(), "4")
  assert.equal((await member("POST", "/console/checklist/dismissal")).status, 403)
  assert.equal((await staff("POST", "/console/checklist/dismissal")).location, "/console")
  assert.equal(await done(), undefined)
})

test("when nothing waits today, the home page says so, and what comes next", async () => {
  const firm = await service.newFirm()
  const mine = firm.admin.user_id
  const staff = await newStaffBrowser(service, firm)
  const read = async (url = "/console") => withoutTags((await staff("GET", url)).text)
  // Neither waits for her: the client has it, or a colleague.
  await newIntake(firm)
  const [own, theirs] = await firm.run(async (tx) => {
    await tx.run(sql`delete from matters`)
    const { id: questionnaire_id } = await tx.one<{ id: string }>(sql`select id from questionnaires`)
    const create = async (matter_name: string) =>
      (await createMatter(tx, { questionnaire_id, matter_name })).id
    return [await create("Larkspur, Ada"), await create("Moss, Ben")] as const
  })
  await firm.call(assignMatter, own, mine)
  assert.match(await read(), /Nothing is waiting for you today The rest of the day is yours\. When a client/)
  assert.match(await read(), /No assignee 1/, "below it, what waits for the firm")

  const today = await firm.run(readFirmDay)
  const due = (id: string, days: number) =>
    firm.write(sql`update matters set due_on = ${dayFrom(today, days)} where id = ${id}`)
  await due(own, 1)
  await due(theirs, 1)
  const tomorrow = /Nothing is waiting for you today .* Next, Larkspur, Ada is due tomorrow\. When/
  assert.match(await read(), tomorrow)
  assert.match(await read("/console?of=own"), tomorrow)
  assert.doesNotMatch(await read("/console?of=firm"), /Nothing is waiting/)
  await firm.write(sql`update matters set assignee_id = ${mine} where id = ${theirs}`)
  assert.match(
    await read("/console?of=firm"),
    /for the firm today Next, Larkspur, Ada is due tomorrow, and 1 more\./,
  )
  await due(own, 0)
  assert.doesNotMatch(await read(), /Nothing is waiting/)

  await due(own, 40)
  await due(theirs, 50)
  const [, day] = /Next, Larkspur, Ada is due on (\w{3} \d{1,2}(?:, \d{4})?)\./.exec(await read()) ?? []
  assert.ok(day)
  await firm.write(sql`update matters set due_on = null where id = ${own}`)
  assert.match(await read(), /Next, Moss, Ben is due on /)
  await firm.run((tx) =>
    addNote(tx, own, { text: "Call the bank", assignee_id: mine, due_date: dayFrom(today, 1) }),
  )
  assert.match(await read(), /Next, a task in Larkspur, Ada is due tomorrow\./)
})

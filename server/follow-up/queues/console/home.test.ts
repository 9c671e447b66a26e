import assert from "node:assert/strict"
import { test } from "node:test"
import { expectNoAxeViolations } from "../../../../test/harness/browser.ts"
import { newIntake, sampleDefinition, sampleParts } from "../../../../test/harness/sample-intake.ts"
import type { TestFirm } from "../../../../test/harness/service.ts"
import { openServiceAndBrowser } from "../../../../test/harness/service-and-browser.ts"
import { newStaff } from "../../../../test/harness/staff.ts"
import { enterConsole, newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { inviteStaff } from "../../../firm/users/staff.ts"
import { changeMember } from "../../../firm/users/team.ts"
import { assignMatter, renameMatter } from "../../../intake/matters/assignment.ts"
import { markStarted, markSubmitted } from "../../../intake/matters/lifecycle.ts"
import { createQuestionnaire } from "../../../intake/questionnaires/questionnaires.ts"
import { sql } from "../../../platform/db/sql.ts"

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
    await page.getByRole("link", { name: "1 Submitted, not read" }).click()
    await page.getByRole("heading", { level: 1, name: "Submitted, not read" }).waitFor()
    await page.getByRole("button", { name: "Mark as read Larkspur, Ada" }).click()
    await page.getByText("Marked as read.").waitFor()
    await page.getByText("Nothing to do here").waitFor()
    await page.goto("/console?of=firm")
    await page.locator(".queues-empty").getByRole("link", { name: "Submitted, not read" }).waitFor()
    await page.getByLabel("Assignee of Larkspur, Ada").selectOption({ label: "Ruth Pryce (you)" })
    await page.getByRole("button", { name: "Assign Larkspur, Ada" }).click()
    await page.getByText("The matter was assigned.").waitFor()
    const { assignee } = await firm.run((tx) =>
      tx.one<{ assignee: string }>(sql`
        select u.name as assignee from matters m join users u on u.id = m.assignee_id where m.id = ${matter_id}`),
    )
    assert.equal(assignee, "Ruth Pryce")
    await page.context().close()
  })
}

for (const width of [360, 1280])
  test(`the home page and a queue are accessible at ${width} px, light and dark`, async () => {
    const firm = await service.newFirm()
    await newSubmitted(firm, "Larkspur, Ada")
    await newSubmitted(firm, `${"O".repeat(90)}, Ada`)
    const page = await enterConsole({ browser, service, firm }, { javascript: true, width, height: 740 })
    for (const path of ["/console", "/console/queues/unread?of=firm", "/console/queues/stalled?of=own"]) {
      await page.goto(path)
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path)
      await expectNoAxeViolations(page, { also_dark: true })
    }
    await page.context().close()
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
  const { user_id } = await firm.run((tx) =>
    inviteStaff(tx, { email: `mia.${Date.now()}@hartwell.example`, name: "Mia Member", role: "member" }),
  )
  await firm.run((tx) => changeMember(tx, user_id, { assigned_matters_only: true }))
  await newSubmitted(firm, "Mine, Ada", user_id)
  const other = await newSubmitted(firm, "Larkspur, Ada")
  const mia = await newStaffBrowser(service, firm, user_id)
  for (const path of ["/console", "/console?of=firm", "/console/queues/unread?of=firm"]) {
    const { text } = await mia("GET", path)
    assert.match(text, /Mine, Ada/, path)
    assert.doesNotMatch(text, /Larkspur|Whole firm/, path)
  }
  assert.equal((await mia("GET", "/console/queues/unassigned?of=firm")).status, 404)
  assert.equal(
    (await mia("POST", `/console/matters/${other}/assignee`, { assignee_id: user_id })).status,
    404,
  )
  assert.equal((await mia("POST", `/console/matters/${other}/reading`)).status, 404)
})

test("assigning in place is refused if someone else was assigned meanwhile", async () => {
  const firm = await service.newFirm()
  const matter_id = await newSubmitted(firm, "Larkspur, Ada", firm.admin.user_id)
  const { user_id } = await firm.run((tx) =>
    inviteStaff(tx, { email: `noor.${Date.now()}@hartwell.example`, name: "Noor", role: "member" }),
  )
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
    ["/console/queues/unread?of=own&page=2", "/console/queues/unread?of=own&page=2"],
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
  await page.goto("/console/firm")
  await page.getByLabel("Days until a matter is stalled").fill("0")
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByRole("link", { name: "whole number from 1 to 365" }).waitFor()
  await page.getByLabel("Days until a matter is stalled").fill("30")
  await page.getByRole("button", { name: "Save" }).click()
  await page.goto("/console")
  await page.getByText("no activity or reminder for 30 days").waitFor()
  await page.context().close()
})

test("in a new firm, the home page, matter list and new-matter form show each role the first steps it may take", async () => {
  const firm = await service.newFirm()
  const { user_id } = await newStaff(firm, { role: "member" })
  const admin = await newStaffBrowser(service, firm)
  const member = await newStaffBrowser(service, firm, user_id)
  for (const url of ["/console", "/console/matters", "/console/matters/new"]) {
    const { text } = await admin("GET", url)
    assert.match(text, /Begin with a questionnaire/, url)
    assert.match(text, /href="\/console\/questionnaires\/new"[\s\S]*Choose a template/, url)
    assert.match((await member("GET", url)).text, /as soon as an author or an admin has published one/, url)
    assert.doesNotMatch((await member("GET", url)).text, /Choose a template/, url)
  }
  const definition = sampleDefinition(sampleParts())
  await firm.run((tx) =>
    createQuestionnaire(tx, {
      title: "Sample",
      internal_type: "P",
      approach: "planning",
      url_short_name: "p",
      definition,
    }),
  )
  for (const url of ["/console", "/console/matters"])
    assert.match((await member("GET", url)).text, /No matters yet[\s\S]*href="\/console\/matters\/new"/, url)
})

/** The counts of the home page's tabs and tiles, by their words, and the words of its links to whole lists. */
function countsOf(html: string) {
  const text = withoutTags(html)
  const tileOf = (title: string) => new RegExp(`([\\d,]+\\+?) ${title}`).exec(text)?.[1]
  const tabOf = (title: string) => new RegExp(`${title} ([\\d,]+\\+?)`).exec(text)?.[1]
  return { tileOf, tabOf, alls: [...text.matchAll(/All ([\d,]+\+?)/g)].map(([, count]) => count) }
}

function withoutTags(html: string): string {
  return html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")
}

test("tabs, tiles, queues, and the list name the same number of matters", async () => {
  const firm = await service.newFirm()
  const mine = firm.admin.user_id
  for (let index = 0; index < 7; index += 1)
    await newSubmitted(firm, `Ames ${index}`, index < 3 ? mine : null)
  const staff = await newStaffBrowser(service, firm)
  const { tileOf, tabOf, alls } = countsOf((await staff("GET", "/console?of=firm")).text)
  assert.equal(tileOf("Submitted, not read"), "7")
  assert.equal(tileOf("No assignee"), "4")
  // All families are called Smith, so they also wait for conflict checks.
  assert.equal(tileOf("Possible conflicts"), "6")
  assert.deepEqual(alls, ["7", "6"])
  assert.equal(tabOf("Whole firm"), "17")
  const own = countsOf((await staff("GET", "/console?of=own")).text)
  assert.equal(own.tileOf("Submitted, not read"), "3")
  const ownTiles = ["Submitted, not read", "Possible conflicts"].map((one) => Number(own.tileOf(one)))
  assert.equal(tabOf("Assigned to you"), String(ownTiles.reduce((sum, count) => sum + count)))
  const queue = countsOf((await staff("GET", "/console/queues/unassigned?of=firm")).text)
  assert.equal(queue.tabOf("Whole firm"), "4")
  const list = withoutTags((await staff("GET", "/console/matters?assignee=none&page_size=2")).text)
  assert.match(list, /1–2 of 4\b/)
  assert.match(list, /All 4 matters of this list/)
})

test("where counting stops, tabs, tiles, and queues say 1,000+, and the list has the exact number", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newIntake(firm)
  await firm.run((tx) =>
    tx.run(sql`
      insert into matters (id, name, search_name, open_date, questionnaire_id, questionnaire_version, client_type,
                           contact_main_id, last_activity_at, created_at)
      select 'matter_' || upper(md5(id || n)), 'M' || n, 'm' || n, open_date, questionnaire_id,
             questionnaire_version, client_type, contact_main_id, last_activity_at, created_at
        from matters, generate_series(1, 1011) n where id = ${matter_id}`),
  )
  const staff = await newStaffBrowser(service, firm)
  const { tileOf, tabOf, alls } = countsOf((await staff("GET", "/console?of=firm")).text)
  assert.deepEqual(
    [tileOf("No assignee"), tabOf("Whole firm"), tabOf("Assigned to you"), alls],
    ["1,000+", "1,000+", "0", ["1,000+"]],
  )
  const queue = (await staff("GET", "/console/queues/unassigned?of=firm")).text
  assert.equal(countsOf(queue).tabOf("Whole firm"), "1,000+")
  assert.match(withoutTags(queue), /There are more than 1,000\./)
  const list = withoutTags((await staff("GET", "/console/matters?assignee=none")).text)
  assert.match(list, /1–50 of 1,?012\b/)
  assert.match(list, /All 1,012 matters of this list/)
})

test("inquiries beyond a hundred are counted like everything else", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newIntake(firm)
  await firm.run((tx) =>
    tx.run(sql`
      insert into inquiries (id, questionnaire_id, first_name, last_name, email, phone, language, received_at)
      select 'inquiry_' || upper(md5(m.id || n)), m.questionnaire_id, 'Zoe', 'No ' || n, n || '@example.com', '', 'en', ${tx.now}
        from matters m, generate_series(1, 123) n where m.id = ${matter_id}`),
  )
  const staff = await newStaffBrowser(service, firm)
  const { tileOf, tabOf, alls } = countsOf((await staff("GET", "/console?of=firm")).text)
  assert.deepEqual([tileOf("Inquiries"), tabOf("Whole firm"), alls], ["123", "124", ["123"]])
  assert.match(withoutTags((await staff("GET", "/console/inquiries")).text), /of 123\b/)
})

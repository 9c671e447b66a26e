// Two days in the console, following only the words on its pages. What each of a paralegal's jobs takes in presses and page
// loads is a promise too; words that somebody types are one press.
import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { before, test } from "node:test"
import type { Locator, Page } from "playwright-core"
import { getDocument } from "unpdf/pdfjs"
import { saveTemplate, storeTemplate } from "../server/outputs/document-templates/document-templates.ts"
import { expectNoAxeViolations } from "./harness/browser.ts"
import { countPresses } from "./harness/count-presses.ts"
import { type DemoPeople, openDemo } from "./harness/demo-people.ts"
import { literally } from "./harness/literally.ts"
import { sampleWordFile } from "./harness/sample-word-file.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { unzip } from "./harness/unzip.ts"

const { service, browser } = await openServiceAndBrowser({ holds_demo: true })

const matter_name = "O’Neil-Ștefănescu, Siobhán and Andrei"
const new_name = "Whitcombe, Iris"
let people: DemoPeople
let page: Page
let counter: ReturnType<typeof countPresses>
before(async () => {
  people = await openDemo(service, browser)
})

async function signIn(name: string): Promise<void> {
  page = await people.openStaff({ name })
  counter = countPresses(page)
}

const main = () => page.getByRole("main")
const follow = (name: string | RegExp) => counter.click(main().getByRole("link", { name }).first())
const press = (name: string | RegExp) => counter.click(main().getByRole("button", { name }).first())
/** Types where the focus is, which is in this field. */
const typeIn = async (field: Locator, text: string) => {
  await field.and(page.locator(":focus")).waitFor()
  await counter.type(text)
}
const titled = (name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor()
const go = (name: string, on = page) =>
  on.getByRole("navigation", { name: "Console" }).getByRole("link", { name, exact: true }).first().click()

test("a paralegal's day: the queues, calls, a review, a correction, a message, a memo, and a letter", async () => {
  await signIn("Noor Haddad")
  await seeWhatNeedsHer()
  await takeCalls()
  await askFromHome()
  await writeToClient()
  await changeInPlace()
  await openMemo()
  await openFilledTemplate()
})

/** She sees what needs her attention, and the counts link to the lists. */
async function seeWhatNeedsHer(): Promise<void> {
  await page.goto("/console")
  await titled("Needs your attention")
  await follow(/^Whole firm/)
  await main()
    .getByRole("link", { name: /^Submitted, not read \d+$/ })
    .click()
  await main().getByRole("link", { name: "D’Angelo, Salvatore and Kathleen", exact: true }).waitFor()
  await go("Home")
  await follow(/^Assigned to you/)
  await main().getByRole("heading", { name: "Changes not seen" }).waitFor()
}

/** Whoever calls is found by anything the caller says, in three presses. */
async function takeCalls(): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Search" })
  const find = (said: string, found: RegExp, title: string) =>
    counter.job(said, { presses: 3, loads: 1 }, async () => {
      await counter.key("Control+k")
      await typeIn(dialog.getByRole("combobox"), said)
      await dialog.getByRole("option", { name: found, selected: true }).waitFor()
      await Promise.all([page.waitForEvent("load"), counter.key("Enter")])
      await titled(title)
    })
  const caller = "Siobhán Maeve O’Neil-Ștefănescu"
  for (const said of ["shevaun oneil stefanesku", "hp 2107"]) await find(said, /Siobhán/, matter_name)
  await find("siobhan@oneil-stefanescu.example", /Siobhán/, caller)
  for (const said of ["josephine whitlok", "202 555 0188"])
    await find(said, /Josephine/, "Josephine Whitlock")
  await find("(703)555 0142", /Siobhán Maeve O’Neil-Ștefănescu.*\(703\) 555-0142/, caller)
}

/** From the home page she reviews what changed, and requests a correction next to the answer. */
async function askFromHome(): Promise<void> {
  await go("Home")
  await titled("Needs your attention")
  const line = main()
    .getByRole("listitem")
    .filter({ has: page.getByLabel("Your words to the client") })
  await counter.job("one correction", { presses: 3, loads: 1 }, async () => {
    await follow("Review O’Neil")
    await main()
      .getByRole("heading", { name: /^Changed since last seen: \d+$/ })
      .waitFor()
    await follow(/^Ask .*Ford F-150/)
    await line.getByText("$6,100").first().waitFor()
    await press("Ask now")
    await page.getByText("The client has been asked for corrections.").first().waitFor()
  })
  await follow(/^Ask .*Potomac Mutual/)
  await line.getByText("$58,750").first().waitFor()
  await line.getByText("$61,200").first().waitFor()
  await expectNoAxeViolations(page)
  await typeIn(page.getByLabel("Your words to the client"), "It was more in October.")
  await press("Ask now")
  await line.waitFor({ state: "detached" })
  const client = await people.openClient("couple")
  await client.goto("/portal")
  await client.getByText("It was more in October.").first().waitFor()
  await client.getByText("Please check this again. Is it right?").first().waitFor()
  await client.context().close()
}

/** She writes to the client, who reads it in the portal and replies. */
async function writeToClient(): Promise<void> {
  await counter.job("a message", { presses: 3, loads: 1 }, async () => {
    await follow(/^Conversation/)
    await main().getByLabel("Your message").focus()
    await typeIn(page.getByLabel("Your message"), "It is the lake house at Heron Point.")
    await press("Send to the client")
    await main().getByText("It is the lake house at Heron Point.").waitFor()
  })
  await page.getByLabel("Your message").fill("Does Tuesday at ten suit you both?")
  await page.getByLabel("Topic").fill("Our meeting")
  await press("Send to the client")
  await main().getByText("Does Tuesday at ten suit you both?").waitFor()
  const client = await people.openClient("couple")
  await client.goto("/portal")
  await client.getByRole("link", { name: "Read the messages" }).click()
  await client.getByRole("link", { name: "Our meeting" }).first().click()
  await client.getByText("Does Tuesday at ten suit you both?").waitFor()
  await client.getByLabel("Your reply").fill("Tuesday is fine.")
  await client.getByRole("button", { name: "Send the message" }).click()
  await client.context().close()
  await go("Home")
  await follow(/^Reply/)
  await main().getByText("Tuesday is fine.").waitFor()
}

/** Assignee, due day, tag and name: two presses each on the page they are shown on. */
async function changeInPlace(): Promise<void> {
  await Promise.all([page.waitForEvent("load"), follow("Overview")])
  const menu = (id: string) => page.locator(`#head-${id} > summary`)
  const inMenu = (id: string, name: string) =>
    page.locator(`#head-${id}`).getByRole("button", { name, exact: true })
  for (const [id, choice, done] of [
    ["assignee", "Tomás Beltrán", "Assigned to Tomás Beltrán."],
    ["due", "Tomorrow", "Due "],
    ["filing", "Blended family", "Tags: "],
  ] as const)
    await counter.job(id, { presses: 2, loads: 0 }, async () => {
      await counter.click(menu(id))
      await counter.click(
        inMenu(id, choice)
          .or(page.locator(`#head-${id}`).getByRole("button", { name: new RegExp(`^${choice}`) }))
          .first(),
      )
      await page.locator("#toasts").getByText(done).waitFor()
    })
  await counter.job("name", { presses: 2, loads: 0 }, async () => {
    await counter.click(menu("name"))
    await typeIn(page.getByLabel("Name of the matter"), "O’Neil, Siobhán and Andrei")
  })
  // The press that continues with something else saves the name.
  await counter.click(menu("assignee"))
  await titled("O’Neil, Siobhán and Andrei")
  await page.locator("#toasts").getByRole("button", { name: "Undo" }).click()
  await titled(matter_name)
}

/** The file memo opens in an independent reader, with the family, the assets, and open items. */
async function openMemo(): Promise<void> {
  let memo: Awaited<ReturnType<typeof download>> | undefined
  await counter.job("the memo", { presses: 1, loads: 0 }, async () => {
    memo = await download(() => follow("File memo (PDF)"))
  })
  const pdf = await getDocument({ data: new Uint8Array(memo?.bytes ?? []) }).promise
  const texts: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    texts.push(items.map((item) => ("str" in item ? item.str : "")).join(" "))
  }
  const text = texts.join("\n").replace(/\s+/g, " ")
  for (const words of [matter_name, "418 Larkspur Lane", "It was more in October.", "Lucia Maeve"])
    assert.match(text, literally(words), words)
}

/** A letter from the firm's own Word template opens in an independent reader, filled in. */
async function openFilledTemplate(): Promise<void> {
  const { firm_id } = people.demo
  const bytes = await sampleWordFile([
    "Dear {{client.full_name}},",
    "{{#children}}",
    "{{full_name}}",
    "{{/children}}",
  ])
  const file = { filename: "Engagement.docx", bytes }
  const { user_id } = await service.db.forFirm(firm_id, (tx) =>
    tx.one<{ user_id: string }>({
      text: "select id as user_id from users where role = 'admin' limit 1",
      values: [],
    }),
  )
  const stored = await storeTemplate(service, { firm_id, user_id }, file)
  await service.db.forFirm(firm_id, (tx) => saveTemplate(tx, stored), { user_id })
  await page.reload()
  let filled: Awaited<ReturnType<typeof download>> | undefined
  await counter.job("a letter", { presses: 3, loads: 1 }, async () => {
    await counter.click(page.locator("#head-export > summary"))
    await follow("Fill in a template")
    // The only template is chosen.
    filled = await download(() => press("Create"))
  })
  assert.equal(filled?.name, `${matter_name} Engagement.docx`)
  const xml = unzip(filled.bytes).get("word/document.xml")?.toString("utf8") ?? ""
  const paragraphs = await page.evaluate((source) => {
    const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    const read = new DOMParser().parseFromString(source, "application/xml")
    return [...read.getElementsByTagNameNS(word, "p")].map(({ textContent }) => textContent)
  }, xml)
  assert.ok(paragraphs.includes("Dear Siobhán Maeve O’Neil-Ștefănescu,"), paragraphs.join("\n"))
  assert.ok(paragraphs.includes("Lucia Maeve O’Neil-Ștefănescu"), paragraphs.join("\n"))
}

test("a partner's day: a conflict check before a new matter, a restriction, and the reports", async () => {
  await signIn("Eleanor Hartwell")
  await checkForConflicts()
  await createMatter()
  await restrictIt()
  const address = page.url()
  for (const name of ["Tomás Beltrán", "Marcus Pryce"]) await findNothing(name, address)
  await readFigures()
})

/** The firm knows a new client's husband under another spelling; the decision is recorded. */
async function checkForConflicts(): Promise<void> {
  await page.goto("/console")
  await go("Conflict check")
  await page.getByLabel("Name, email or phone of a person or organization").fill("Declan ONeill")
  await press("Check")
  const row = main()
    .getByRole("row", { name: /Declan O’Neil/ })
    .first()
  await row.getByText("O’Neil-Ștefănescu, Siobhán and Andrei").waitFor()
  await expectNoAxeViolations(page)
  await page.getByLabel("No conflict", { exact: true }).check()
  await page
    .getByLabel("Why (optional)")
    .fill("Brother of a client, in another matter. Nobody opposes anybody.")
  await press("Record the check")
  await titled("Conflict check: Declan ONeill")
  await main().getByText("Nobody opposes anybody.").waitFor()
  await main()
    .getByText(/Eleanor Hartwell/)
    .first()
    .waitFor()
  await go("Conflict check")
  await main().getByRole("link", { name: "Declan ONeill" }).waitFor()
}

async function createMatter(): Promise<void> {
  await go("Matters")
  await follow("New matter")
  await page.getByLabel("Estate Planning").check()
  await page.getByLabel("Name of the matter").fill(new_name)
  await page.getByLabel("First name (if you know it)").first().fill("Iris")
  await page.getByLabel("Last name (if you know it)").first().fill("Whitcombe")
  await page.getByLabel("I will share the link myself").check()
  await press("Create the matter")
  await titled(new_name)
}

async function restrictIt(): Promise<void> {
  await page.locator("#head-status > summary").click()
  await follow(/^Restrict/)
  await page.getByLabel("Only certain people").check()
  assert.ok(await page.getByLabel("Eleanor Hartwell (you)").isChecked())
  await expectNoAxeViolations(page)
  await press("Save")
  await titled(new_name)
  await main().getByText("Who may see the matter was changed.").waitFor()
}

/** It is not in the list or its download, the search, or at its URL, even for an admin who is not on its list. */
async function findNothing(name: string, address: string): Promise<void> {
  const colleague = await people.openStaff({ name })
  await colleague.goto("/console")
  await go("Matters", colleague)
  await colleague.getByLabel("Name or file number").fill("Whitcombe")
  await colleague.getByRole("button", { name: "Apply" }).click()
  await colleague.getByText("No matching matters").waitFor()
  await colleague.getByRole("link", { name: "Clear all filters" }).click()
  await colleague.locator("#export > summary").click()
  const list = await table(colleague, "Table (CSV)")
  assert.match(list, /Goldfarb/)
  assert.doesNotMatch(list, /Whitcombe/)
  await colleague.getByRole("button", { name: "Search" }).first().click()
  const dialog = colleague.getByRole("dialog", { name: "Search" })
  await dialog.getByRole("combobox").fill("Goldfarb")
  await dialog
    .getByRole("option", { name: /Goldfarb/ })
    .first()
    .waitFor()
  await dialog.getByRole("combobox").fill("Whitcombe")
  await dialog
    .getByRole("option", { name: /Goldfarb/ })
    .first()
    .waitFor({ state: "detached" })
  assert.equal(await dialog.getByRole("option", { name: /Whitcombe/ }).count(), 0)
  assert.equal((await colleague.goto(address))?.status(), 404)
  assert.doesNotMatch(await colleague.getByRole("main").innerText(), /Whitcombe|Iris/)
  await colleague.context().close()
}

const csvOf = (table: string) => new RegExp(`^CSV ${table}$`, "i")

/** Every number on the page is in its file. */
async function readFigures(): Promise<void> {
  await go("Reports")
  await titled("Reports")
  await expectNoAxeViolations(page)
  for (const name of ["by month", "by questionnaire", "where clients stop", "current workload"]) {
    const [, ...rows] = (await table(page, csvOf(name))).trim().split("\r\n")
    assert.ok(rows.length > 0, name)
  }
  const [, ...months] = (await table(page, csvOf("by month"))).trim().split("\r\n")
  const sum = (column: number) => months.reduce((all, row) => all + Number(row.split(",")[column]), 0)
  const funnel = main().getByRole("listitem")
  for (const [column, step] of ["Opened", "Invited", "Started", "Submitted", "Completed"].entries()) {
    const shown = await funnel.filter({ hasText: new RegExp(`^${step}`) }).innerText()
    assert.match(shown.replace(/\s+/g, " "), new RegExp(`^${step} ${sum(column + 1)} `))
  }
}

async function table(on: Page, name: string | RegExp): Promise<string> {
  // Waits for the page's scripts, or the click would go without them.
  await on.waitForLoadState()
  const { bytes } = await download(() => on.getByRole("link", { name }).first().click(), on)
  return bytes.toString("utf8")
}

async function download(act: () => Promise<void>, on = page): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([on.waitForEvent("download"), act()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

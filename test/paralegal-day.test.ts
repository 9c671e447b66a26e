// A paralegal's day in the console, following only the words on its pages. What each job takes in presses and page loads
// is a promise too; words that somebody types are one press.
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

async function download(act: () => Promise<void>, on = page): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([on.waitForEvent("download"), act()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

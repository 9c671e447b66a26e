// A paralegal's day in the console, following only the words on its pages: the home queues, a call, a review, a
// correction, a message, and documents for the file, which independent readers open.
import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { before, test } from "node:test"
import type { Page } from "playwright-core"
import { getDocument } from "unpdf/pdfjs"
import { saveTemplate, storeTemplate } from "../server/outputs/document-templates/document-templates.ts"
import { expectNoAxeViolations } from "./harness/browser.ts"
import { type DemoPeople, openDemo } from "./harness/demo-people.ts"
import { literally } from "./harness/literally.ts"
import { sampleWordFile } from "./harness/sample-word-file.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { unzip } from "./harness/unzip.ts"

const { service, browser } = await openServiceAndBrowser({ holds_demo: true })

const matter_name = "O’Neil-Ștefănescu, Siobhán and Andrei"
let people: DemoPeople
let page: Page
before(async () => {
  people = await openDemo(service, browser)
  page = await people.openStaff({ name: "Noor Haddad" })
})

const main = () => page.getByRole("main")
const follow = (name: string | RegExp) => main().getByRole("link", { name }).first().click()
const press = (name: string | RegExp) => main().getByRole("button", { name }).first().click()
const titled = (name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor()
const go = (name: string) =>
  page.getByRole("navigation", { name: "Console" }).getByRole("link", { name, exact: true }).first().click()

test("a paralegal's day: the queues, a call, a review, a correction, a message, a memo, and a letter", async () => {
  await seeWhatNeedsHer()
  await takeCall()
  await reviewAndAsk()
  await writeToClient()
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

/** A client calls: a misspelled name finds them, and so does their phone number. */
async function takeCall(): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Search" })
  const look = async (words: string) => {
    await page.getByRole("button", { name: "Search" }).first().click()
    await dialog.getByRole("combobox").fill(words)
  }
  await look("shevaun oneil stefanesku")
  await dialog
    .getByRole("option", { name: /Siobhán/ })
    .first()
    .waitFor()
  await page.keyboard.press("Escape")
  await look("(703)555 0142")
  const caller = dialog.getByRole("option", { name: /Siobhán Maeve O’Neil-Ștefănescu/ })
  await caller.getByText("(703) 555-0142").waitFor()
  await caller.click()
  await titled(matter_name)
  await main().getByText("Siobhán Maeve O’Neil-Ștefănescu").first().waitFor()
}

/** She reviews what changed, and requests a correction next to the answer. */
async function reviewAndAsk(): Promise<void> {
  await follow("Overview")
  await follow("See what changed")
  await main()
    .getByRole("heading", { name: /^Changed since last seen: \d+$/ })
    .waitFor()
  const line = main()
    .getByRole("listitem")
    .filter({ has: page.getByLabel("Your words to the client") })
  await follow(/^Ask .*Potomac Mutual/)
  await line.getByText("$58,750").first().waitFor()
  await line.getByText("$61,200").first().waitFor()
  await line.getByLabel("Your words to the client").fill("It was more in October.")
  await expectNoAxeViolations(page)
  await press("Send now")
  await page.getByText("The client has been asked for corrections.").first().waitFor()
  const client = await people.openClient("couple")
  await client.goto("/portal")
  await client.getByText("It was more in October.").first().waitFor()
  await client.context().close()
}

/** She writes to the client, who reads it in the portal and replies. */
async function writeToClient(): Promise<void> {
  await follow(/^Conversation/)
  await follow("Write about something else")
  await page.getByLabel("Topic").fill("Our meeting")
  await page.getByLabel("Your message").fill("Does Tuesday at ten suit you both?")
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

/** The file memo opens in an independent reader, with the family, the assets, and open items. */
async function openMemo(): Promise<void> {
  await page.locator("#head-export > summary").click()
  const memo = await download(() => follow("File memo (PDF)"))
  const pdf = await getDocument({ data: new Uint8Array(memo.bytes) }).promise
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
  await page.locator("#head-export > summary").click()
  await follow("Fill in a template")
  await page.getByLabel("Engagement").check()
  const filled = await download(() => press("Create"))
  assert.equal(filled.name, `${matter_name} Engagement.docx`)
  const xml = unzip(filled.bytes).get("word/document.xml")?.toString("utf8") ?? ""
  const paragraphs = await page.evaluate((source) => {
    const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    const read = new DOMParser().parseFromString(source, "application/xml")
    return [...read.getElementsByTagNameNS(word, "p")].map(({ textContent }) => textContent)
  }, xml)
  assert.ok(paragraphs.includes("Dear Siobhán Maeve O’Neil-Ștefănescu,"), paragraphs.join("\n"))
  assert.ok(paragraphs.includes("Lucia Maeve O’Neil-Ștefănescu"), paragraphs.join("\n"))
}

async function download(act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent("download"), act()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

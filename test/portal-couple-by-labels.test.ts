// A couple's matter from the links to the API, without script on a phone, following only the words on the pages: they
// lack a file and a signature, send, sign and bring them later, answer the firm’s question, and send again.

import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { collectCorrection, requestCorrections } from "../server/intake/corrections/requests.ts"
import { createInvitation } from "../server/intake/matters/invitations/invitations.ts"
import { assertEach } from "./harness/assert-each.ts"
import { expectNoSidewaysScroll, screenshot } from "./harness/browser.ts"
import { newFirmWithIntake } from "./harness/sample-intake.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { addSampleAgreement, sampleAgreement } from "./harness/signed-agreement.ts"
import { type Answers, walk } from "./harness/walk-by-labels.ts"

const { service, browser } = await openServiceAndBrowser()

const couple: Answers = {
  "About you": { "Date of birth": { Month: "3", Day: "14", Year: "1962" } },
  "About Ben": { "Date of birth": { Month: "November", Day: "2", Year: "1960" } },
  "Homes and land": {
    Description: "12 Elm Street",
    "Both of us": "chosen",
    Value: "1,250,000.5",
    Mortgage: "300k",
  },
  [sampleAgreement.title.en]: { "Your full name": "Ada Smith", "I have read this text": "agreed" },
  "": {
    "Do you have a will today?": "Yes",
    "When was it signed?": { Month: "6", Day: "7", Year: "2001" },
    "Executor (for Ada): First choice": "Cleo Smith",
    "Executor (for Ben): First choice": "Cleo Smith",
    "Wishes for your children": "Let them finish school.",
    "Account statements": { file: "statements.docx" },
    "Copy of your will": { says: "I’ll bring it" },
  },
}

const press = async (page: Page, role: "link" | "button", name: string | RegExp) => {
  const loaded = page.waitForEvent("domcontentloaded")
  await page.getByRole("main").getByRole(role, { name }).first().click()
  await loaded
  await expectNoSidewaysScroll(page)
}
const words = (page: Page) => page.getByRole("main").innerText()

test("a couple sends without a file and a signature, both come later, and the second sending has nothing open", async () => {
  const intake = await newFirmWithIntake(service, { firm_name: "Hartwell & Pryce" })
  const { firm, matter_id, ids } = intake
  await addSampleAgreement(firm)
  const open = async (party: "main" | "partner", email: string) => {
    const { invite_key } = await firm.run((tx) => createInvitation(tx, service, { matter_id, party, email }))
    const page = await browser.newPage({
      ...{ base_url: service.base_url, width: 360, height: 740, javascript: false },
    })
    return { page, link: `/invite/${invite_key}` }
  }
  const read = async (path: string) => (await firm.request("GET", `/v1/matters/${matter_id}${path}`)).body
  const openItems = async () =>
    (await read("/submissions")).submissions.map(({ open_items }: { open_items: Record<string, string>[] }) =>
      open_items.map(({ kind, label, closed_at }) => [kind, label, closed_at !== null]),
    )

  const { page: ada, link } = await open("main", "ada@example.com")
  const { loads } = await walk(ada, link, couple)
  assert.ok(loads < 40, `${loads} pages`)
  assert.match(await words(ada), /Still open[\s\S]*Copy of your will[\s\S]*Ben Smith’s signature/)
  await screenshot(ada, "38-couple-sent")
  assert.deepEqual(await openItems(), [
    [
      ["document", "Copy of your will", false],
      ["signature", "Engagement letter", false],
    ],
  ])
  const { contacts } = await read("/contacts")
  assert.deepEqual(
    contacts
      .slice(0, 2)
      .map(({ full_name, date_of_birth }: Record<string, string>) => [full_name, date_of_birth]),
    [
      ["Ada Smith", "1962-03-14"],
      ["Ben Smith", "1960-11-02"],
    ],
  )
  const { roles } = await read("/roles")
  assert.deepEqual(
    roles.flatMap(({ assignments }: { assignments: { display_name: string }[] }) =>
      assignments.map(({ display_name }) => display_name),
    ),
    ["Cleo Smith", "Cleo Smith"],
  )
  const { assets } = await read("/assets")
  assertEach(assets, ({ owner_value, net_value }: Record<string, string>) => [owner_value, net_value], [
    ["Ada Smith and Ben Smith", "950000.50"],
  ])
  const { documents } = await read("/documents")
  assertEach(documents, ({ filename }: Record<string, string>) => filename, ["statements.docx"])

  const { page: ben, link: bens } = await open("partner", "ben@example.com")
  await ben.goto(bens)
  await press(ben, "button", "Start")
  await ben.goto("/portal")
  await press(ben, "link", /Engagement letter/)
  await ben.getByLabel("Your full name").fill("Ben Smith")
  await ben.getByRole("checkbox").check()
  await press(ben, "button", "Sign")
  await ada.goto("/portal")
  assert.match(await words(ada), /Still open/)
  // The will is found: two presses from the home page.
  await press(ada, "link", /Copy of your will/)
  await ada.getByLabel("Choose a file").setInputFiles({
    ...{ name: "will.txt", mimeType: "text/plain", buffer: Buffer.from("The last will of Ada Smith") },
  })
  await press(ada, "button", "Upload")
  assert.equal(new URL(ada.url()).pathname, "/portal")
  await screenshot(ada, "38-couple-received")
  const home = await ada.locator("body").innerText()
  assert.match(home, /Received: “Copy of your will” and Ben Smith’s signature.*Nothing is open anymore/)
  assert.doesNotMatch(home, /Still open|not yet sent|Changes not sent/)
  assert.deepEqual(await openItems(), [
    [
      ["document", "Copy of your will", true],
      ["signature", "Engagement letter", true],
    ],
  ])

  await firm.run(async (tx) => {
    await collectCorrection(tx, matter_id, {
      ...{
        kind: "question",
        record_id: ids.will_date,
        about: null,
        words: "Is it the day on the last page?",
      },
    })
    await requestCorrections(tx, service, matter_id, { invitation_ids: [], let_edit: true })
  })
  await ada.goto("/portal")
  assert.match(await words(ada), /Hartwell & Pryce asks you to look at one thing again/)
  await press(ada, "link", /When was it signed/)
  assert.match(await words(ada), /Is it the day on the last page\?/)
  await ada.getByLabel("Day").fill("9")
  await press(ada, "button", /^Save/)
  assert.match(await words(ada), /You have looked at everything/)
  await ada.goto("/portal/check")
  await press(ada, "button", /^Send/)
  assert.match(new URL(ada.url()).pathname, /\/portal\/submissions\/2$/)
  assert.doesNotMatch(await words(ada), /Still open/)
  await screenshot(ada, "39-couple-sent-again")
  assert.deepEqual((await openItems()).at(0), [])
  const { answers } = await read("/answers?submission=2")
  const dated = answers.find(({ prompt }: Record<string, string>) => prompt === "When was it signed?")
  assert.equal(dated.value, "2001-06-09")
  const again = await read("/submissions")
  assertEach(again.submissions, ({ number, reason }: Record<string, unknown>) => [number, reason], [
    [2, "resubmitted"],
    [1, "submitted"],
  ])
})

// A couple's complete journey with script off, from the link to the API: people, roles, assets, files, submitting,
// coming back, and submitting again; the firm's webhook receiver gets an event for each step.

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Locator, Page } from "playwright-core"
import { Webhook } from "standardwebhooks"
import { createInvitation } from "../server/intake/matters/invitations/invitations.ts"
import { createMatter } from "../server/intake/matters/matters.ts"
import { createQuestionnaire } from "../server/intake/questionnaires/questionnaires.ts"
import { type Jobs, openJobs } from "../server/jobs.ts"
import { assertEach } from "./harness/assert-each.ts"
import {
  expectNoSidewaysScroll,
  expectTallControls,
  openBrowser,
  screenshot,
  type TestBrowser,
} from "./harness/browser.ts"
import { openParts } from "./harness/open-parts.ts"
import { sampleDocx, sampleJpeg } from "./harness/sample-files.ts"
import { type SampleParts, sampleDefinition, sampleParts } from "./harness/sample-intake.ts"
import { openTestService, type TestFirm, type TestService } from "./harness/service.ts"
import { waitForTitle } from "./harness/wait-for-title.ts"
import { startWebhookReceiver, type WebhookReceiver } from "./harness/webhook-receiver.ts"

let service: TestService
let jobs: Jobs
let browser: TestBrowser
let receiver: WebhookReceiver

before(async () => {
  // Background work serves every firm of a database, so this test uses a separate one.
  service = await openTestService({ own_database: true, listen: true })
  jobs = await openJobs({ ...service, connection: { connectionString: service.database_url } })
  browser = await openBrowser()
  receiver = await startWebhookReceiver()
})
after(async () => {
  await browser?.close()
  await receiver?.close()
  await jobs?.close()
  await service?.close()
})

test("without script, the API returns exactly what a couple enters, submits, changes, and submits again", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const secrets = await subscribe(firm)
  const { matter_id, ids, links } = await invite(firm)

  const maria = await browser.newPage({
    javascript: false,
    width: 360,
    height: 740,
    base_url: service.base_url,
  })
  const seen = client(maria)
  const typed = namesTypedOn(maria)
  await maria.goto(links.main)
  await maria.getByRole("button", { name: "Start" }).click()
  await fillInPeople(maria, seen)
  await fillInQuestions(maria)
  await fillInRoles(maria, seen)
  await fillInAssets(maria, seen)
  await fillInDocuments(maria, seen)

  await maria.goto("/portal/check")
  await seen("check")
  await press(maria, "Send to Hartwell & Pryce")
  await seen("sent")
  assert.match(new URL(maria.url()).pathname, /\/portal\/submissions\/1$/)
  await expectWholeMatter(firm, matter_id, ids)
  await expectCopy(maria)
  // Six people in every role, as owners and beneficiaries: each name was typed once.
  assert.deepEqual(typed.toSorted(), ["Ana", "Ben", "Jo", "Luis", "Maria", "王小龍"])

  // The other client is not locked out, changes something, and submits again: once, however often they press the
  // button.
  const ben = await browser.newPage({ javascript: false, width: 1280, base_url: service.base_url })
  await ben.goto(links.partner)
  await ben.getByRole("button", { name: "Start" }).click()
  await ben.goto("/portal")
  assert.doesNotMatch(await ben.getByRole("main").innerText(), /changes not yet sent/)
  await ben.goto("/portal/check")
  await openParts(ben)
  await ben
    .getByRole("link", { name: /^Change Name, Luis/ })
    .first()
    .click()
  assert.match(ben.url(), /return=all/)
  await ben.getByLabel("First name", { exact: true }).fill("Luis Alberto")
  await press(ben, "Save and continue")
  assert.match(ben.url(), /\/portal\/check\?part=/)
  await ben.goto("/portal")
  await client(ben)("home-with-changes")
  await ben.getByRole("link", { name: "Check and send the changes" }).click()
  const form = await formOf(ben)
  await press(ben, "Send the changes to Hartwell & Pryce")
  assert.match(ben.url(), /\/portal\/submissions\/2$/)
  const again = await ben.request.post("/portal/submission", { form, maxRedirects: 0 })
  assert.match(again.headers().location ?? "", /\/portal\/submissions\/2$/)

  const read = async (query: string) =>
    (await firm.request("GET", `/v1/matters/${matter_id}/contacts${query}`)).body.contacts.map(
      (contact: { full_name: string }) => contact.full_name,
    )
  assert.ok((await read("")).includes("Luis Alberto O’Neil-Ștefănescu"))
  assert.ok((await read("?submission=1")).includes("Luis O’Neil-Ștefănescu"))
  assert.equal((await firm.request("GET", `/v1/matters/${matter_id}?submission=3`)).status, 404)
  await expectWebhooks(secrets, matter_id)
})

/** The first names in every submitted form. */
function namesTypedOn(page: Page): string[] {
  const names: string[] = []
  page.on("request", (request) => {
    const form = new URLSearchParams(request.method() === "POST" ? (request.postData() ?? "") : "")
    for (const [, value] of form)
      for (const name of ["Maria", "Ben", "Ana", "Luis", "王小龍", "Jo"])
        if (value === name || value.startsWith(`${name} `)) names.push(name)
  })
  return names
}

async function fillInPeople(page: Page, seen: Look): Promise<void> {
  let form: Page | Locator = page
  const fillName = async (first: string, last: string) => {
    await form.getByLabel("First name", { exact: true }).fill(first)
    await form.getByLabel("Last name").fill(last)
  }
  const born = async (month: string, day: string, year: string) => {
    await form.getByLabel("Month").fill(month)
    await form.getByLabel("Day").fill(day)
    await form.getByLabel("Year").fill(year)
  }
  await fillName("Maria", "O’Neil-Ștefănescu")
  await born("mar", "3", "1962")
  await page.getByLabel("Mobile phone").fill("(512) 555-0142")
  await save(page)
  await page.getByLabel("Married").check()
  await page.getByLabel("How many children").fill("3")
  await save(page)
  await fillName("Ben", "Nguyễn")
  await born("11", "30", "1960")
  await save(page)

  // Three children were counted, so the portal has a form for each.
  for (const [index, first] of ["Ana", "Luis", "王小龍"].entries()) {
    form = page.getByRole("region", { name: `Child ${index + 1} of 3` })
    await form.getByLabel("Who is this person to you?").selectOption({ label: "Child" })
    await fillName(first, "O’Neil-Ștefănescu")
    await born("5", "17", "1994")
  }
  await save(page)
  await seen("children")
  await save(page)
}

async function fillInQuestions(page: Page): Promise<void> {
  await page.getByLabel("Yes").check()
  await save(page)
  await page.getByLabel("Month").fill("June")
  await page.getByLabel("Day").fill("7")
  await page.getByLabel("Year").fill("2019")
  await save(page)
  await page.getByLabel("Social Security number").fill("123-45-6789")
  await save(page)
  await save(page)
  await page.getByLabel("Ana O’Neil-Ștefănescu").check()
  await page.getByLabel("Wishes for your children").fill("Stay together.\nKeep the piano.")
  await save(page)
}

async function fillInRoles(page: Page, seen: Look): Promise<void> {
  const choose = (level: string, label: string) =>
    page.getByLabel(level, { exact: true }).selectOption({ label })
  // For Maria: her husband first, then two who serve together, one of whom is added here.
  await choose("Executor (for Maria): First choice", "Ben Nguyễn, Spouse")
  await choose("Executor (for Maria): Successor", "Ana O’Neil-Ștefănescu, Child")
  await page.getByText("Together with someone else", { exact: true }).nth(1).click()
  const second = "Executor (for Maria): Successor: Together with someone else"
  await choose(second, "Someone else (added on the next page)")
  await save(page)
  await seen("new-person")
  await page.getByLabel("Who is this person to you?").selectOption({ label: "Friend" })
  await page.getByLabel("First name", { exact: true }).fill("Jo")
  await page.getByLabel("Last name").fill("O")
  await save(page)
  await page.getByLabel(second, { exact: true }).first().waitFor()
  // For Ben: entered twice, and in the wrong order.
  for (const level of ["First choice", "Successor"])
    await choose(`Executor (for Ben): ${level}`, "Luis O’Neil-Ștefănescu, Child")
  await save(page)
  await waitForTitle(page, /^Error: /)
  await seen("role-twice")
  await choose("Executor (for Ben): Successor", "Maria O’Neil-Ștefănescu, You")
  await save(page)
  await page.goto("/portal")
  await page.locator("#done-parts > summary").click()
  await page.getByRole("link", { name: "Who should act for you" }).first().click()
  await seen("roles-check")
  await page
    .getByRole("link", { name: /^Change Successor/ })
    .last()
    .click()
  await seen("role")
  await choose("First choice", "Maria O’Neil-Ștefănescu, You")
  await choose("Successor", "Luis O’Neil-Ștefănescu, Child")
  await save(page)
  await press(page, "This is right, continue")
  await page.getByLabel("First choice").selectOption({ label: "Jo O, Friend" })
  await save(page)
}

async function fillInAssets(page: Page, seen: Look): Promise<void> {
  await seen("assets-none")
  await page.getByLabel("Description").fill("12 Elm Street")
  await page.getByLabel("Both of us").check()
  await page.getByLabel(/^Value/).fill("quite a lot")
  await page.getByLabel(/^Mortgage/).fill("$300,000")
  await page.getByLabel("Month").fill("2")
  await page.getByLabel("Day").fill("29")
  await page.getByLabel("Year").fill("2004")
  await page.getByLabel("Yes").check()
  await save(page)
  await waitForTitle(page, /^Error: /)
  assert.equal(await page.getByLabel("Description").inputValue(), "12 Elm Street")
  await seen("asset-error")
  await page.getByLabel(/^Value/).fill("1,250,000.5")
  await press(page, "Save and add another")
  await page.getByLabel("Description").fill("Cabin")
  await page.getByLabel("Someone else").check()
  await page.getByLabel("A trust, a company").fill("The Nguyễn Family Trust")
  await page.getByLabel(/^Value/).fill("0.10")
  await save(page)
  await seen("assets")
  await save(page)

  const insurance = async (
    name: string,
    amount: string,
    receivers: Record<string, string>,
    button = "Save and add another",
  ) => {
    await page.getByLabel("Description").fill(name)
    await page.getByRole("radio", { name: "Maria O’Neil-Ștefănescu", exact: true }).check()
    await page.getByLabel(/^Value/).fill(amount)
    const first = page.getByRole("group", { name: /^Who receives it first/ })
    for (const [receiver, share] of Object.entries(receivers)) {
      await first.getByLabel(receiver, { exact: true }).check()
      await first.getByLabel(`${receiver}’s share`).fill(share)
    }
    await press(page, button)
  }
  const [ana, luis, ben] = ["Ana O’Neil-Ștefănescu", "Luis O’Neil-Ștefănescu", "Ben Nguyễn"]
  const policies = page.url()
  await insurance("Policy one", "100000", { [ben]: "60", [ana]: "30" })
  await waitForTitle(page, /^Error: /)
  await seen("shares-error")
  assert.match(await page.getByRole("alert").innerText(), /come to 90.00%. They must come to 100%/)
  await page
    .getByRole("group", { name: /^Who receives it first/ })
    .getByLabel(`${ana}’s share`)
    .fill("40")
  await press(page, "Save and add another")
  await insurance("Policy two", "50000.05", { [ana]: "", [luis]: "", "王小龍 O’Neil-Ștefănescu": "" })
  await insurance("Policy three", "1", { [ben]: "" }, "Save and continue")
  await page.goto(policies)
  await page.getByRole("link", { name: "Change Policy three" }).click()
  await page.getByText("Who is next in line? (optional)").click()
  const contingent = page.getByRole("group", { name: /^Who is next in line/ })
  await contingent.getByLabel("Jo O", { exact: true }).check()
  await save(page)
  await page.getByRole("link", { name: "Files Policy three" }).click()
  await page.getByLabel("Choose files").setInputFiles(file("policy.docx", sampleDocx()))
  await save(page)
  await seen("policies")
  await save(page)
}

async function fillInDocuments(page: Page, seen: Look): Promise<void> {
  const [photo, wrong] = [file("will – página 1.jpg", sampleJpeg()), file("will.exe", Buffer.from("MZ"))]
  const wanted = (name: string) => page.locator(".upload-part", { has: page.getByRole("heading", { name }) })
  await seen("documents")
  await wanted("Copy of your will").getByLabel("Add").check()
  await wanted("Copy of your will").getByLabel("Choose a file").setInputFiles(wrong)
  await wanted("Copy of your will").getByRole("button", { name: "Upload" }).click()
  assert.match(await page.getByRole("alert").innerText(), /will.exe: This type of file is not accepted/)
  await seen("upload-error")
  await wanted("Copy of your will").getByLabel("Choose a file").setInputFiles(photo)
  await wanted("Copy of your will").getByRole("button", { name: "Upload" }).click()
  assert.match((await wanted("Copy of your will").textContent()) ?? "", /will – página 1.jpg/)
  await seen("uploaded")
  await wanted("Account statements").getByLabel("Add").check()
  await wanted("Account statements").getByLabel("Choose files").setInputFiles([photo, wrong])
  await wanted("Account statements").getByRole("button", { name: "Upload" }).click()
  assert.match(await page.getByRole("main").innerText(), /Received: will – página 1.jpg/)
  await seen("one-of-two-uploaded")
  await wanted("Account statements")
    .getByRole("link", { name: /^Remove/ })
    .click()
  await seen("remove-file")
  await press(page, "Remove the file")
  await save(page)
}

/** Reads the matter through the API and compares it exactly with what was typed. */
async function expectWholeMatter(firm: TestFirm, matter_id: string, ids: SampleParts): Promise<void> {
  const get = async (path: string) => {
    const { status, body } = await firm.request("GET", `/v1/matters/${matter_id}${path}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const matter = await get("")
  assert.deepEqual(
    [
      matter.is_submitted,
      matter.number_of_children,
      matter.contact_main_marital_status,
      matter.number_of_contacts,
    ],
    [true, 3, "married", 6],
  )
  const { contacts } = await get("/contacts")
  const byName = Object.fromEntries(
    contacts.map((contact: { full_name: string; id: string }) => [contact.full_name, contact.id]),
  )
  assert.deepEqual(Object.keys(byName), [
    "Maria O’Neil-Ștefănescu",
    "Ben Nguyễn",
    "Ana O’Neil-Ștefănescu",
    "Luis O’Neil-Ștefănescu",
    "王小龍 O’Neil-Ștefănescu",
    "Jo O",
  ])
  assertEach(contacts.slice(0, 3), (contact: { date_of_birth: string }) => contact.date_of_birth, [
    "1962-03-03",
    "1960-11-30",
    "1994-05-17",
  ])
  assert.equal(contacts[0].phone_numbers[0].number, "(512) 555-0142")

  const { roles } = await get("/roles")
  assert.deepEqual(
    roles.map((role: { id: string; assignments: { display_name: string }[] }) => [
      role.id,
      ...role.assignments.map((level) => level.display_name),
    ]),
    [
      [ids.executor, "Ben Nguyễn", "Ana O’Neil-Ștefănescu and Jo O"],
      [ids.executor, "Maria O’Neil-Ștefănescu", "Luis O’Neil-Ștefănescu"],
      [ids.guardian, "Jo O"],
    ],
  )

  const { assets } = await get("/assets")
  type Given = { contact: string; share: string; level: string }
  const names = Object.fromEntries(Object.entries(byName).map(([name, id]) => [id, name.split(" ")[0]]))
  assert.deepEqual(
    assets.map((asset: Record<string, string> & { beneficiaries: Given[] | null }) => [
      asset.identifier_value,
      asset.owner_value,
      asset.credit_value,
      asset.debit_value,
      asset.beneficiaries?.map(({ contact, share, level }) => `${names[contact]} ${share} ${level}`) ?? null,
    ]),
    [
      ["12 Elm Street", "Maria O’Neil-Ștefănescu and Ben Nguyễn", "1250000.50", "300000.00", null],
      ["Cabin", "The Nguyễn Family Trust", "0.10", "0.00", null],
      [
        "Policy one",
        "Maria O’Neil-Ștefănescu",
        "100000.00",
        "0.00",
        ["Ben 60.00 primary", "Ana 40.00 primary"],
      ],
      [
        "Policy two",
        "Maria O’Neil-Ștefănescu",
        "50000.05",
        "0.00",
        ["Ana 33.34 primary", "Luis 33.33 primary", "王小龍 33.33 primary"],
      ],
      [
        "Policy three",
        "Maria O’Neil-Ștefănescu",
        "1.00",
        "0.00",
        ["Ben 100.00 primary", "Jo 100.00 contingent"],
      ],
    ],
  )
  assertEach(assets[0].additional_fields, (field: { answer: string }) => field.answer, ["2004-02-29", "Yes"])

  const { answers } = await get("/answers")
  assertEach(answers, (answer: { question: string; value: unknown }) => [answer.question, answer.value], [
    [ids.has_will, true],
    [ids.will_date, "2019-06-07"],
    [ids.ssn, "123-45-6789"],
    [ids.friend, byName["Ana O’Neil-Ștefănescu"]],
    [ids.children_wishes, "Stay together.\nKeep the piano."],
  ])
  for (const [path, filename, content] of [
    ["/documents", "will – página 1.jpg", sampleJpeg()],
    ["/financial-documents", "policy.docx", sampleDocx()],
  ] as const) {
    const { documents } = await get(path)
    assertEach(documents, (document: { filename: string }) => document.filename, [filename])
    const file = await fetch(documents[0].download_url)
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), content)
  }
}

/** The copy is a tagged PDF without sensitive values. */
async function expectCopy(page: Page): Promise<void> {
  const copy = await page.request.get(`${page.url()}/copy.pdf`)
  assert.equal(copy.headers()["content-type"], "application/pdf")
  assert.match(copy.headers()["content-disposition"] ?? "", /^attachment; filename="Sample-1.pdf"/)
  const text = (await copy.body()).toString("latin1")
  assert.match(text, /^%PDF-1\.7/)
  assert.match(text, /\/MarkInfo/)
  assert.doesNotMatch(text, /123-45-6789/)
}

/** The started, submitted, and resubmitted events arrived, with signatures an independent library accepts. */
async function expectWebhooks(secrets: Record<string, string>, matter_id: string): Promise<void> {
  const types = ["intakeform.started", "intakeform.submitted", "intakeform.resubmitted"]
  const requests = await receiver.waitFor((all) => all.length >= types.length)
  const received = requests.map((request) => {
    const type = JSON.parse(request.body.toString("utf8")).event_type as string
    return new Webhook(secrets[type] ?? "").verify(request.body, request.headers) as {
      event_type: string
      matter: string
    }
  })
  assert.deepEqual(received.map(({ event_type }) => event_type).sort(), [...types].sort())
  for (const event of received) assert.match(JSON.stringify(event), new RegExp(matter_id))
}

async function subscribe(firm: TestFirm): Promise<Record<string, string>> {
  const secrets: Record<string, string> = {}
  for (const event_type of ["intakeform.started", "intakeform.submitted", "intakeform.resubmitted"]) {
    const { status, body } = await firm.request("POST", "/v1/subscriptions", {
      url: receiver.url,
      event_type,
    })
    assert.equal(status, 201, JSON.stringify(body))
    secrets[event_type] = body.secret
  }
  return secrets
}

function invite(firm: TestFirm) {
  const ids = sampleParts()
  const definition = sampleDefinition(ids)
  const [clients] = definition.sections
  if (clients?.kind === "clients")
    Object.assign(clients.fields, { marital_status: "required", number_of_children: "required" })
  return firm.run(async (tx) => {
    const questionnaire_id = await createQuestionnaire(tx, {
      title: "Sample",
      internal_type: "Planning",
      approach: "planning",
      url_short_name: "sample",
      definition,
    })
    const { id: matter_id } = await createMatter(tx, { questionnaire_id, matter_name: "O’Neil" })
    const main = await createInvitation(tx, service, { matter_id, party: "main", email: "maria@example.com" })
    const partner = await createInvitation(tx, service, {
      matter_id,
      party: "partner",
      email: "ben@example.com",
    })
    return { matter_id, ids, links: { main: main.invite_url, partner: partner.invite_url } }
  })
}

function file(name: string, buffer: Buffer) {
  return { name, mimeType: "application/octet-stream", buffer }
}

async function save(page: Page): Promise<void> {
  await press(page, "Save and continue")
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name, exact: true }).first().click()
}

/** The fields the page's form would send. */
function formOf(page: Page): Promise<Record<string, string>> {
  return page
    .locator("#page-form input[type=hidden]")
    .evaluateAll((inputs) =>
      Object.fromEntries(inputs.map((input) => [input.getAttribute("name"), input.getAttribute("value")])),
    )
}

type Look = (name: string) => Promise<void>

/** Checks every visited page: nothing overflows or is too small to tap. */
function client(page: Page): Look {
  let number = 0
  return async (name) => {
    number += 1
    await expectNoSidewaysScroll(page)
    await expectTallControls(page)
    await screenshot(page, `full-${String(number).padStart(2, "0")}-${name}`)
  }
}

// Double presses and the browser's back button: everything is stored once, going back never asks to resubmit a form,
// and nothing personal reappears after signing out.

import assert from "node:assert/strict"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { after, test } from "node:test"
import type { Locator, Page } from "playwright-core"
import { createInvitation } from "../server/intake/matters/invitations/invitations.ts"
import { createMatter } from "../server/intake/matters/matters.ts"
import { sql } from "../server/platform/db/sql.ts"
import { addQuestionnaire } from "./harness/added-questionnaire.ts"
import { assertNone } from "./harness/assert-each.ts"
import { openBrowser, type TestBrowser } from "./harness/browser.ts"
import { sampleDocx } from "./harness/sample-files.ts"
import { sampleDefinition, sampleParts } from "./harness/sample-intake.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { waitUntil } from "./harness/wait-until.ts"

const { service, browser } = await openServiceAndBrowser()
const firm = await service.newFirm("Hartwell & Pryce")
/** Like users' browsers, this one has a back/forward cache. */
const keeping = await openBrowser({ keeps_pages: true })
after(keeping.close)
const line = await openLine(service.base_url)
after(() => line.server.close())

for (const javascript of [true, false]) {
  test(`pressing any button twice stores once, ${javascript ? "with" : "without"} script`, async () => {
    const { page, matter_id } = await invited(browser, { javascript, base_url: line.url })
    line.posts.length = 0
    await press(page, "Start")
    await fillName(page, "Maria", "Ruiz")
    await fillDate(page)
    await page.getByLabel("Mobile phone").fill("512 555 0142")
    await press(page)
    const children = page.locator("#children")
    await children.getByLabel("Daughter", { exact: true }).check()
    await fillName(children, "Ana", "Ruiz")
    await fillDate(children)
    await press(page)
    await page.getByLabel("No", { exact: true }).check()
    await press(page)
    await press(page)
    await doublePress(page, page.getByRole("button", { name: "Someone else" }))
    await page.getByLabel("Relationship").selectOption({ label: "Friend" })
    await fillName(page, "Jo", "O")
    await press(page)
    await press(page)
    await page
      .getByLabel(/First choice$/)
      .first()
      .selectOption({ label: "Ana Ruiz, Daughter" })
    await press(page)
    await page.getByLabel("Description").fill("Elm Street 12")
    await press(page)
    await press(page, "None of these")
    const file = { name: "statement.docx", mimeType: "application/octet-stream", buffer: sampleDocx() }
    await page.getByLabel("Choose files").setInputFiles(file)
    await press(page)
    await press(page, "Send to Hartwell & Pryce")
    await page.getByText("Your answers have been sent").waitFor()

    assert.deepEqual(await countsOf(matter_id), {
      contacts: 3,
      assets: 1,
      documents: 1,
      submissions: 1,
      started: 1,
      changed_again: 0,
    })
    // Without script, the second press also reaches the server; with it, the page suppresses it.
    const { posts } = line
    const forms = posts.filter((url) => !url.endsWith("/portal/fields"))
    assert.ok(javascript || forms.length > 20, `${forms.length} forms were sent`)
    if (javascript) assertNone(forms, (url, at) => url === forms[at + 1] && /sections/.test(url))
    await goThrough(page, javascript ? 10 : 2)
  })
}

test("going back past a page with an error doesn't get stuck", async () => {
  const { page } = await invited(keeping)
  await page.getByRole("button", { name: "Start" }).click()
  await page.getByLabel("First name", { exact: true }).fill("Maria")
  await page.getByRole("button", { name: "Save and continue" }).click()
  await page.getByRole("alert").waitFor()
  await page.getByLabel("Last name").fill("Ruiz")
  await fillDate(page)
  await page.getByRole("button", { name: "Save and continue" }).click()
  await page.locator("#children").waitFor()
  await page.goBack()
  assert.equal(await page.getByLabel("Last name").inputValue(), "Ruiz")
  // A change after going back causes no conflict.
  await page.getByLabel("Last name").fill("Ortiz")
  await page.getByRole("button", { name: "Save and continue" }).click()
  await page.locator("#children").waitFor()
  await page.goBack()
  await page.reload()
  assert.equal(await page.getByLabel("Last name").inputValue(), "Ortiz")
})

for (const javascript of [true, false]) {
  test(`after signing out the back button shows nothing personal, ${javascript ? "with" : "without"} script`, async () => {
    const { page } = await invited(keeping, { javascript })
    await page.getByRole("button", { name: "Start" }).click()
    await fillName(page, "Maria", "Ruiz")
    await fillDate(page)
    await page.getByRole("button", { name: "Save and continue" }).click()
    await page.locator("#children").waitFor()
    await page.goto("/portal")
    await page.getByText("Welcome, Maria").first().waitFor()
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByText("You are signed out").waitFor()
    for (let step = 0; step < 4; step += 1) {
      await page.goBack()
      await page.waitForLoadState()
      assert.doesNotMatch(await page.content(), /Welcome, Maria|value="Maria"|value="Ruiz"/)
      assert.match(await page.content(), /Use the link in your invitation|Welcome back|Start/)
    }
  })
}

async function invited(browser: TestBrowser, options: { javascript?: boolean; base_url?: string } = {}) {
  const ids = sampleParts()
  const { matter_id, invite_key } = await firm.run(async (tx) => {
    const questionnaire_id = await addQuestionnaire(tx, {
      title: "Estate planning",
      url_short_name: ids.executor.slice(-12).toLowerCase(),
      definition: sampleDefinition(ids),
    })
    const { id } = await createMatter(tx, { questionnaire_id, matter_name: "Ruiz" })
    const created = { matter_id: id, party: "main" as const, email: "maria@example.com" }
    return { matter_id: id, invite_key: (await createInvitation(tx, service, created)).invite_key }
  })
  const page = await browser.newPage({ width: 360, height: 640, base_url: service.base_url, ...options })
  await page.goto(`/invite/${invite_key}`)
  return { page, matter_id }
}

/** Presses a button twice and waits for the next page. */
async function press(page: Page, name = "Save and continue"): Promise<void> {
  const from = page.url()
  await doublePress(page, page.getByRole("main").getByRole("button", { name }).first())
  // The second press interrupts the first navigation, so the browser may report it as aborted.
  await waitUntil(() => page.url() !== from, `“${name}” leads nowhere`)
  await page.waitForLoadState()
}

/** Presses the second time after the first was sent but before a response, so that both presses get through. */
async function doublePress(page: Page, button: Locator): Promise<void> {
  const release = line.hold()
  const sent = line.posts.length
  await button.click({ noWaitAfter: true })
  await waitUntil(() => line.posts.length > sent, "nothing was sent")
  // Clicks at the mouse position, because the button's position can't be read while the page is being left.
  await page.mouse.down()
  await page.mouse.up()
  release()
}

/** A proxy that forwards forms at once and holds their responses until released. */
async function openLine(target: string) {
  const posts: string[] = []
  let held = Promise.resolve()
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = "/" } = incoming
    // Holds only later responses, because the page may be waiting for an earlier one.
    const until = held
    if (method === "POST") posts.push(url)
    const forwarded = request(new URL(url, target), { method, headers }, async (answer) => {
      if (method === "POST") await until
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return resolve
  }
  return { server, posts, hold, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function fillName(page: Page | Locator, first: string, last: string): Promise<void> {
  await page.getByLabel("First name", { exact: true }).fill(first)
  await page.getByLabel("Last name").fill(last)
}

async function fillDate(page: Page | Locator): Promise<void> {
  for (const [part, value] of Object.entries({ Month: "3", Day: "03", Year: "1962" }))
    await page.getByLabel(part, { exact: true }).fill(value)
}

/** Goes back and forward: each page responds, and none asks to resubmit. */
async function goThrough(page: Page, steps: number): Promise<void> {
  for (const go of [() => page.goBack(), () => page.goForward()])
    for (let step = 0; step < steps; step += 1) {
      const from = page.url()
      await go()
      assert.notEqual(page.url(), from)
      assert.equal(await page.getByRole("main").count(), 1, `${page.url()} does not come back`)
    }
}

async function countsOf(matter_id: string): Promise<unknown> {
  return firm.one(sql`
      select (select count(*) from contacts where matter_id = ${matter_id}) as contacts,
             (select count(*) from assets where matter_id = ${matter_id}) as assets,
             (select count(*) from documents where matter_id = ${matter_id}) as documents,
             (select count(*) from submissions where matter_id = ${matter_id}) as submissions,
             (select count(*) from events where matter_id = ${matter_id} and event_type = 'intakeform.started') as started,
             (select count(*) from changes where matter_id = ${matter_id} and revision > 1) as changed_again`)
}

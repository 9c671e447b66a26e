// What the server has not saved, or refuses: it stops no other page, and is neither hidden nor deleted without a word.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { newPortalIntake, type PortalIntake } from "./harness/portal-intake.ts"
import { openPageOf, openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { untilSaved } from "./harness/until-saved.ts"

const opened = await openServiceAndBrowser()
const { service } = opened
const firm = await service.newFirm("Hartwell & Pryce")

async function openAt(client: PortalIntake["ada"], url: string): Promise<Page> {
  const page = await openPageOf(opened, client.cookies, { width: 360, height: 740 })
  await page.goto(url)
  return page
}

const firstName = (page: Page) => page.getByLabel("First name", { exact: true })
const isPending = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith("foyer.outbox.")))

test("a page that can't be saved stops neither the entries nor the button of another", async () => {
  for (const status of [403, 429, 500, undefined]) {
    const intake = await newPortalIntake(service, firm)
    const page = await openAt(intake.ada, intake.names)
    await page.route("**/portal/fields", (route) =>
      route.request().postData()?.includes("main/names")
        ? status
          ? route.fulfill({ status, contentType: "text/html", body: "<html><body>Refused</body></html>" })
          : route.abort("connectionreset")
        : route.continue(),
    )
    await firstName(page).fill("select * from")
    await page.getByText("Not saved yet.").waitFor()
    await page.goto(intake.peopleAt(`children/${intake.child}`))
    await firstName(page).fill("Clio")
    const link = page.getByRole("link", { name: "Not saved yet: an entry on another page." })
    await link.waitFor()
    assert.equal(await link.getAttribute("href"), intake.names)
    const here = page.url()
    await page.getByRole("button", { name: "Save and continue" }).click()
    await page.waitForURL((url) => url.href !== here)
    const { body } = await firm.request("GET", `/v1/matters/${intake.matter_id}/contacts`)
    assert.ok(body.contacts.some(({ first_name }: { first_name: string }) => first_name === "Clio"))
    assert.ok(await isPending(page))
  }
})

test("the second of two conflicts is still there after the first is resolved, and when the page opens again", async () => {
  const intake = await newPortalIntake(service, firm)
  const [ada, ben] = [await openAt(intake.ada, intake.names), await openAt(intake.ben, intake.names)]
  await firstName(ben).fill("Adele")
  await ben.getByLabel("Last name").fill("Ortiz")
  await untilSaved(ben)
  await firstName(ada).fill("Adelaide")
  await ada.getByLabel("Last name").fill("Ortega")
  const conflicts = ada.locator("[data-conflict]")
  await conflicts.nth(1).waitFor()
  await ada.goto("/portal")
  await ada.goto(intake.names)
  await conflicts.nth(1).waitFor()
  const useTheirs = conflicts.nth(0).getByRole("button", { name: "Use theirs" })
  await Promise.all([ada.waitForEvent("load"), useTheirs.click()])
  await firstName(ada).and(ada.locator("[value=Adele]")).waitFor()
  await ada.locator("[data-conflict]", { hasText: "Their answer: Ortiz" }).waitFor()
  assert.equal(await conflicts.count(), 1)
})

test("signing out asks before it deletes what is not saved, and sends it first if it can", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = await openAt(intake.ada, intake.names)
  const questions: string[] = []
  let isSure = false
  page.on("dialog", (dialog) => {
    questions.push(dialog.message())
    void (isSure ? dialog.accept() : dialog.dismiss())
  })
  await page.route("**/portal/fields", (route) => route.abort())
  await firstName(page).fill("Adela")
  await page.getByText("Kept on this device").waitFor()
  const signOut = page.getByRole("button", { name: "Sign out" })
  await Promise.all([page.waitForEvent("dialog"), signOut.click()])
  assert.match(questions[0] ?? "", /Some of what you typed is not saved yet/)
  assert.ok(await isPending(page))
  assert.equal(await firstName(page).inputValue(), "Adela")
  isSure = true
  await signOut.click()
  await page.getByText("You are signed out").waitFor()
  assert.equal(await isPending(page), false)

  const again = await newPortalIntake(service, firm)
  const other = await openAt(again.ada, again.names)
  await firstName(other).fill("Adele")
  await other.getByRole("button", { name: "Sign out" }).click()
  await other.getByText("You are signed out").waitFor()
  const { body } = await firm.request("GET", `/v1/matters/${again.matter_id}/clients`)
  assert.equal(body.contacts[0].first_name, "Adele")
})

test("signing out that is pressed again while entries are sent asks once", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = await openAt(intake.ada, intake.names)
  let questions = 0
  page.on("dialog", (dialog) => {
    questions += 1
    void dialog.dismiss()
  })
  const held: (() => void)[] = []
  let isHeld = true
  await page.route("**/portal/fields", async (route) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
    await route.abort()
  })
  await firstName(page).fill("Adela")
  const signOut = page.getByRole("button", { name: "Sign out" })
  await signOut.click()
  await signOut.and(page.locator("[aria-busy]")).waitFor()
  await signOut.click()
  isHeld = false
  const dialog = page.waitForEvent("dialog")
  for (const release of held) release()
  await dialog
  await signOut.and(page.locator(":not([aria-busy])")).waitFor()
  // The question of the second press would come before the later of two more attempts.
  for (const _ of ["first", "second"]) await page.waitForEvent("requestfailed")
  assert.equal(questions, 1)
})

test("what can no longer be saved is shown with its question and as it was chosen, also on another page", async () => {
  const intake = await newPortalIntake(service, firm)
  const child = intake.peopleAt(`children/${intake.child}`)
  const page = await openAt(intake.ada, child)
  await page.route("**/portal/fields", (route) => route.abort())
  await firstName(page).fill("Clio")
  const choice = page.locator("select:visible").first()
  const option = choice.locator("option[value]:not([value=''])").last()
  const [value, shown] = [await option.getAttribute("value"), await option.textContent()]
  await choice.selectOption(value)
  await page.getByText("Kept on this device").waitFor()
  await intake.ben.post(`${child}/remove`)
  await page.unroute("**/portal/fields")
  await page.goto("/portal")
  const panel = page.locator("#rejected-changes")
  await panel.getByText("First name").waitFor()
  const texts = await panel
    .locator("textarea")
    .evaluateAll((areas) => areas.map((area) => (area as HTMLTextAreaElement).value))
  assert.ok(texts.includes("Clio"))
  assert.ok(texts.includes(shown ?? ""), texts.join())
})

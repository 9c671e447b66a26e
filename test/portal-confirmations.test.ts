// The next page confirms what was added or removed: announced, focused, and shown once.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { completeMatter } from "../server/intake/submissions/submissions.ts"
import { sql } from "../server/platform/db/sql.ts"
import { expectNoAxeViolations, screenshot } from "./harness/browser.ts"
import { newPortalIntake, type PortalIntake } from "./harness/portal-intake.ts"
import { upload } from "./harness/sample-uploads.ts"
import { openPageOf, openServiceAndBrowser } from "./harness/service-and-browser.ts"

const opened = await openServiceAndBrowser()
const { service } = opened
const firm = await service.newFirm("Hartwell & Pryce")

for (const javascript of [true, false]) {
  const how = javascript ? "with" : "without"

  test(`adding or removing a person is confirmed at the top, focused, ${how} script`, async () => {
    const intake = await newPortalIntake(service, firm)
    const page = await open(intake, javascript, intake.peopleAt("children/new"))
    await page.getByLabel("Who is this person to you?").selectOption({ label: "Son" })
    await page.getByLabel("First name", { exact: true }).fill("Otto")
    await page.getByLabel("Last name").fill("Ruiz")
    await page.getByText("Not sure?").click()
    await page.getByLabel(/^I don’t know yet/).check()
    await page.getByRole("button", { name: "Save and continue" }).click()
    await expectConfirmed(page, "Otto Ruiz was added.")
    await page.goto(intake.peopleAt("children"))
    await page.getByRole("link", { name: "Remove about Otto Ruiz" }).click()
    await page.getByRole("button", { name: "Remove Otto Ruiz" }).click()
    await expectConfirmed(page, "Otto Ruiz was removed from the list.")
    await expectNoAxeViolations(page)
    if (javascript) await screenshot(page, "36-confirmed")
    // The next Tab goes to what is below, and the message isn't repeated.
    await page.keyboard.press("Tab")
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Change about Cleo Smith")
    await page.reload()
    assert.equal(await page.locator("#done").count(), 0)
  })

  test(`removing a file is confirmed at the top, focused, ${how} script`, async () => {
    const intake = await newPortalIntake(service, firm)
    const { ids, pageOf } = intake
    await upload(service, intake, { request_id: ids.statements }, "bank.txt", "A statement.")
    const page = await open(intake, javascript, pageOf(ids.statements))
    await page.getByRole("link", { name: "Remove bank.txt" }).click()
    await page.getByRole("button", { name: "Remove the file" }).click()
    await expectConfirmed(page, "The file bank.txt was removed.")
  })
}

test("only the session that made the change sees the confirmation", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, ben } = intake
  const added = await ada.post(intake.peopleAt("children/new"), {
    relationship_type: "2SON",
    first_name: "Otto",
    last_name: "Ruiz",
  })
  assert.doesNotMatch(added.location, /Otto/)
  ben.cookies.set("foyer_done", ada.cookies.get("foyer_done") ?? "")
  assert.ok(ben.cookies.get("foyer_done"))
  assert.doesNotMatch((await ben.get("/portal")).html, /was added/)
  assert.match(
    (await ada.get(`${added.location}?lang=es`.replace(/#done(.*)/, "$1"))).html,
    /Se agregó a Otto Ruiz\./,
  )
})

test("links in banners are large enough to tap", async () => {
  const intake = await newPortalIntake(service, firm)
  await firm.run(async (tx) => {
    await completeMatter(tx, service.ring, intake.matter_id)
    await tx.run(sql`update matters set is_submitted = true where id = ${intake.matter_id}`)
  })
  const page = await open(intake, true, "/portal", 360)
  const box = await page.getByRole("link", { name: "See the copy" }).boundingBox()
  assert.ok(box && box.height >= 44 && box.width >= 44, JSON.stringify(box))
  await screenshot(page, "37-sent-banner-phone")
})

async function open(intake: PortalIntake, javascript: boolean, url: string, width?: number): Promise<Page> {
  const page = await openPageOf(opened, intake.ada.cookies, { javascript, ...(width && { width }) })
  await page.goto(url)
  return page
}

async function expectConfirmed(page: Page, sentence: string): Promise<void> {
  await page.getByRole("status").filter({ hasText: sentence }).waitFor()
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), sentence)
}

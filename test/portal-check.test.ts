// The check page before submitting, for a couple with every kind of record, on a phone and a desktop.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import type { Page } from "playwright-core"
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectTallControls,
  screenshot,
} from "./harness/browser.ts"
import { type DemoPeople, openDemo } from "./harness/demo-people.ts"
import { openParts } from "./harness/open-parts.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"

const { service, browser } = await openServiceAndBrowser({ holds_demo: true })
let people: DemoPeople

before(async () => {
  people = await openDemo(service, browser)
})

const phone = { width: 360, height: 740 }

test("all a couple's answers fit on five phone screens", async () => {
  const page = await people.openClient("couple", phone)
  for (const lang of ["en", "es"]) {
    await page.goto(`/portal/check?lang=${lang}`)
    const screens = (await heightOf(page)) / phone.height
    assert.ok(screens <= 5, `${screens.toFixed(1)} screens in ${lang}`)
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
    await expectTallControls(page)
    await screenshot(page, `check-couple-${lang}`)
  }
  await page.context().close()
})

test("each part is one closed card with two lines, which opens with a tap", async () => {
  const page = await people.openClient("couple", phone)
  await page.goto("/portal/check?lang=en")
  const cards = page.locator("details.review-part")
  assert.equal(await cards.count(), 12)
  assert.equal(
    await cards.evaluateAll((all) => all.filter((card) => (card as HTMLDetailsElement).open).length),
    0,
  )
  const brief = cards.filter({ hasText: "What you own and what you owe" }).locator(".review-brief")
  assert.match(await brief.innerText(), /Homes|homes|Real/)
  const { height } = (await brief.boundingBox()) ?? { height: 0 }
  assert.ok(height > 15 && height < 50, `${height} px for two lines`)

  const wishes = cards.filter({ has: page.getByRole("heading", { name: "Your wishes" }) })
  await wishes.locator("summary").press("Enter")
  await wishes
    .getByRole("link", { name: /^Change/ })
    .first()
    .click()
  assert.match(page.url(), /return=all/)
  await page.getByRole("button", { name: "Save and continue" }).click()
  await page.waitForURL(/portal\/check\?part=/)
  assert.ok(await wishes.evaluate((card) => (card as HTMLDetailsElement).open))
  await openParts(page)
  await expectNoAxeViolations(page, { also_dark: true })
  await expectTallControls(page)
  await page.context().close()
})

test("the page has a submit button at the top and the bottom, and both work", async () => {
  const page = await people.openClient("couple", { width: 1280, height: 800, javascript: false })
  await page.goto("/portal/check?lang=en")
  const send = page.getByRole("button", { name: "Send the changes to Hartwell & Pryce" })
  assert.equal(await send.count(), 2)
  await send.first().click()
  await page.getByRole("heading", { name: "Before you send" }).waitFor()
  await page.getByRole("button", { name: "Send anyway" }).click()
  await page.getByRole("heading", { name: "Your changes have been sent" }).waitFor()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await screenshot(page, "sent-desk")
  await page.context().close()
})

function heightOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight)
}

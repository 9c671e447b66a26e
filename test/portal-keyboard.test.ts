// From Start to the submission using only the keyboard: the focus is always visible and never lost.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Locator, Page } from "playwright-core"
import { createInvitation } from "../server/intake/matters/invitations/invitations.ts"
import { sampleDocx } from "./harness/sample-files.ts"
import { newIntake } from "./harness/sample-intake.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"

const { service, browser } = await openServiceAndBrowser()

test("a client without a mouse can go from Start to the submission", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const { matter_id } = await newIntake(firm, { couple: false })
  const { invite_key } = await firm.run((tx) =>
    createInvitation(tx, service, { matter_id, party: "main", email: "ada@example.com" }),
  )
  const page = await browser.newPage({ base_url: service.base_url })
  await page.goto(`/invite/${invite_key}`)

  await page.keyboard.press("Tab")
  await expectSeen(page)
  assert.equal(await focused(page).innerText(), "Skip to main content")
  await page.keyboard.press("Enter")
  await press(page, page.getByRole("button", { name: "Start" }))

  for (const [part, value] of Object.entries({ Month: "March", Day: "3", Year: "1962" })) {
    await tabTo(page, page.getByLabel(part, { exact: true }))
    await page.keyboard.type(value)
  }
  await press(page, button(page))
  await page.goto("/portal")

  await press(page, page.getByRole("main").getByRole("link", { name: "Your wishes" }).last())
  await choose(page)
  await press(page, button(page))
  await tabTo(page, page.getByLabel("Social Security number"))
  await page.keyboard.type("123-45-6789")
  await press(page, button(page))
  await choose(page)
  await press(page, button(page))
  await page.goto("/portal")

  await press(page, page.getByRole("main").getByRole("link", { name: "Who should act for you" }).last())
  const list = page.getByLabel(/First choice$/).first()
  await tabTo(page, list)
  await page.keyboard.type("Dan")
  assert.match(await list.locator("option:checked").innerText(), /^Dan/)
  await press(page, button(page))
  await page.goto("/portal")

  await press(page, page.getByRole("main").getByRole("link", { name: "Documents" }).last())
  const chooser = page.waitForEvent("filechooser")
  await tabTo(page, page.locator("input[type=file][name]"))
  await page.keyboard.press("Space")
  await (await chooser).setFiles({
    name: "a.docx",
    mimeType: "application/octet-stream",
    buffer: sampleDocx(),
  })
  await page.getByRole("link", { name: "a.docx", exact: true }).waitFor()
  await press(page, button(page))
  await page.goto("/portal")

  await press(page, page.getByRole("main").getByRole("link", { name: "Check and send" }).last())
  await press(page, button(page, "Send to Hartwell & Pryce"))
  await page.getByText("Your answers have been sent").waitFor()
  await press(page, page.getByRole("button", { name: "Sign out" }))
  await page.getByText("You are signed out").waitFor()
})

test("an error gets the focus, and its link leads to the field", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const { matter_id } = await newIntake(firm, { couple: false })
  const { invite_key } = await firm.run((tx) =>
    createInvitation(tx, service, { matter_id, party: "main", email: "ada@example.com" }),
  )
  const page = await browser.newPage({ base_url: service.base_url })
  await page.goto(`/invite/${invite_key}`)
  await press(page, page.getByRole("button", { name: "Start" }))
  await press(page, button(page))
  assert.equal(await focused(page).getAttribute("id"), "error-summary")
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await expectSeen(page)
  assert.match((await focused(page).getAttribute("id")) ?? "", /^date_of_birth/)
})

function button(page: Page, name = "Save and continue"): Locator {
  return page.getByRole("main").getByRole("button", { name }).first()
}

function focused(page: Page): Locator {
  return page.locator(":focus")
}

/** Tabs until the target has the focus; checks that every stop is visible and none is a trap. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor()
  // After the last stop, the focus is in the browser's own UI once, and returns with the next Tab.
  for (let stops = 0, away = 0; stops < 60 && away < 2; stops += 1) {
    if ((await target.and(focused(page)).count()) > 0) return
    await page.keyboard.press("Tab")
    if (!(await expectSeen(page))) away += 1
  }
  assert.fail(`${page.url()}: the Tab key does not reach ${target}`)
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  const shown = page.waitForEvent("load")
  await page.keyboard.press("Enter")
  await shown
}

/** A radio group is one stop; the arrow keys choose among its buttons. */
async function choose(page: Page): Promise<void> {
  const choices = page.getByRole("main").getByRole("radio")
  await tabTo(page, choices.first())
  await page.keyboard.press("ArrowDown")
  await expectSeen(page)
  assert.ok(await choices.nth(1).isChecked())
}

/**
 * Checks that the focused element is in the window with a visible focus; false if nothing on the page has the focus.
 */
async function expectSeen(page: Page): Promise<boolean> {
  const fault = await page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return undefined
    const name = element.outerHTML.slice(0, 120)
    const { top, bottom, width, height } = element.getBoundingClientRect()
    if (width === 0 || height === 0) return `${name} has no size`
    if (bottom < 0 || top > innerHeight) return `${name} is out of sight`
    const marks = [element, element.closest(".choice"), element.closest(".file-drop"), element.parentElement]
    const isMarked = marks.some((each) => {
      if (!each) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each)
      return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== "none"
    })
    return isMarked ? "" : `${name} does not show that it has the focus`
  })
  assert.ok(!fault, `${page.url()}: ${fault}`)
  return fault !== undefined
}

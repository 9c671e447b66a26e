// Changes matters in place, in a real browser.
import assert from "node:assert/strict"
import { test } from "node:test"
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectTallControls,
} from "../../../../test/harness/browser.ts"
import { newFirmWithIntake, newIntake } from "../../../../test/harness/sample-intake.ts"
import { upload } from "../../../../test/harness/sample-uploads.ts"
import { openServiceAndBrowser } from "../../../../test/harness/service-and-browser.ts"
import { enterConsole, newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { storedValues } from "../../../intake/matters/console/menus/changes.ts"

const { service, browser } = await openServiceAndBrowser()

test("by keyboard, a row's due day is set, undone, and set again from the palette, without leaving the list", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const page = await enterConsole({ browser, service, firm }, { javascript: true, width: 1280, height: 800 })
  await page.goto("/console/matters")
  const stored = () => firm.run((tx) => storedValues(tx, matter_id))
  let loads = 0
  page.on("load", () => loads++)
  const toast = page.locator("#toasts .banner")
  await page.locator(`#${matter_id}-due > summary`).focus()
  await page.keyboard.press("Enter")
  await page.waitForFunction(() => document.activeElement?.matches(".dropdown-panel button"))
  for (const [key, line] of [
    ["i", "In two weeks"],
    ["i", "In four weeks"],
    ["End", "Set"],
    ["Home", "Today"],
  ] as const) {
    await page.keyboard.press(key)
    assert.ok((await page.evaluate(() => document.activeElement?.textContent ?? "")).startsWith(line), line)
  }
  await page.keyboard.press("Escape")
  await page.locator(`#${matter_id}-assignee > summary`).focus()
  await page.keyboard.press("Enter")
  await page.locator(`#${matter_id}-assignee button`).first().waitFor()
  await page.waitForFunction(() => document.activeElement?.matches(".dropdown-panel button"))
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Escape")
  assert.equal(await page.evaluate(() => document.activeElement?.parentElement?.id), `${matter_id}-assignee`)
  await page.keyboard.press("ArrowDown")
  await page.waitForFunction(() => document.activeElement?.matches(".dropdown-panel button"))
  await expectNoAxeViolations(page)
  await page.keyboard.press("Enter")
  await toast.getByText("Assigned to").waitFor()
  assert.equal((await stored()).assignee_id, firm.admin.user_id)
  assert.equal(await page.evaluate(() => document.activeElement?.parentElement?.id), `${matter_id}-assignee`)
  await page.keyboard.press("z")
  await toast.getByText("No one is assigned.").waitFor()
  assert.equal((await stored()).assignee_id, "")
  await page.keyboard.press("j")
  await page.keyboard.press("Control+k")
  await page.keyboard.type("due in two")
  await page.getByRole("option", { name: /^Due in two weeks/ }).waitFor()
  await page.keyboard.press("Enter")
  await toast.getByText(/^Due /).waitFor()
  assert.notEqual((await stored()).due_on, "")
  assert.equal(loads, 0)
  await page.context().close()
})

test("a list follows its filters, and the button that applies them shows only for what is typed", async () => {
  const firm = await service.newFirm()
  await newIntake(firm)
  const page = await enterConsole({ browser, service, firm }, { javascript: true })
  await page.goto("/console/matters")
  const apply = page.getByRole("button", { name: "Apply" })
  assert.equal(await apply.isVisible(), false)
  await page.getByLabel("Assignee").focus()
  await page.getByLabel("Assignee").selectOption("Me")
  await page.getByText("No matching matters").waitFor()
  assert.equal(new URL(page.url()).searchParams.get("assignee"), "me")
  await page.waitForFunction(() => document.activeElement?.id === "assignee")
  await page.getByLabel("Assignee").selectOption("None")
  await page.getByRole("link", { name: "Smith" }).waitFor()
  await page.getByLabel("Name or file number").fill("Jones")
  await expectNoAxeViolations(page)
  await apply.click()
  await page.getByText("No matching matters").waitFor()
  assert.equal(await apply.isVisible(), false)
  await page.context().close()
})

test("on a phone the head of a matter shows all its values in four rows", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const page = await enterConsole({ browser, service, firm }, { width: 360 })
  const filing = { tags: "Trust, Blended family, Second home", was: "", back: "/console/matters" }
  const send = await newStaffBrowser(service, firm)
  await send("POST", `/console/matters/${matter_id}/filing`, filing)
  await page.goto(`/console/matters/${matter_id}`)
  const tall = await page.locator("#matter-head").evaluate((head) => head.getBoundingClientRect().height)
  assert.ok(tall <= 4 * 50, `${tall} px`)
  await expectTallControls(page)
  await expectNoSidewaysScroll(page)
  await page.context().close()
})

test("what was typed stays when the server cannot be reached and when the session has ended", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const page = await enterConsole({ browser, service, firm }, { javascript: true })
  await page.goto(`/console/matters/${matter_id}`)
  await page.locator("#head-name > summary").click()
  const field = page.getByLabel("Name of the matter")
  await field.fill("Smith, Ada and Ben")
  const rename = page.getByRole("button", { name: "Rename" })
  await page.route("**/name", (route) => route.fulfill({ status: 200, body: "<p>Welcome to the hotel</p>" }))
  await rename.click()
  await page.getByRole("alert").getByText("the server could not be reached").waitFor()
  await page.unroute("**/name")
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await rename.click()
  await page.getByRole("alert").getByRole("link", { name: "Sign in" }).waitFor()
  assert.equal(await field.inputValue(), "Smith, Ada and Ben")
  await page.context().addCookies(cookies)
  await field.fill(" ")
  await rename.click()
  await page.getByText("Enter a name for the matter.").waitFor()
  assert.equal(await field.getAttribute("aria-invalid"), "true")
  await field.fill("Smith, Ada and Ben")
  await rename.click()
  await page.getByRole("heading", { level: 1, name: "Smith, Ada and Ben" }).waitFor()
  await page.context().close()
})

test("after a decision about a file, and after Undo, the focus stays at the file or at what was undone", async () => {
  const { firm, ...intake } = await newFirmWithIntake(service)
  const { document_id } = await upload(
    service,
    intake,
    { request_id: intake.ids.statements },
    "may.txt",
    "Balance: 12",
  )
  const page = await enterConsole({ browser, service, firm }, { javascript: true })
  const focusedIn = () => page.evaluate(() => document.activeElement?.closest("li[id], .card[id]")?.id)
  await page.goto(`/console/matters/${intake.matter_id}/documents`)
  await page.locator(`#${document_id}`).getByRole("button", { name: "Accept" }).press("Enter")
  const undo = page.locator("#toasts").getByRole("button", { name: "Undo" })
  await undo.waitFor()
  assert.equal(await focusedIn(), document_id)
  await undo.press("Enter")
  await page.locator(`#${document_id}`).getByRole("button", { name: "Accept" }).waitFor()
  assert.equal(await focusedIn(), intake.ids.statements)
  await page.context().close()
})

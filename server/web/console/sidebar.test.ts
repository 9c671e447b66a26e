import assert from "node:assert/strict"
import { test } from "node:test"
import { openServiceAndBrowser } from "../../../test/harness/service-and-browser.ts"
import { enterConsole } from "../../../test/harness/staff-browser.ts"

const opened = await openServiceAndBrowser()

test("the sidebar has seven entries, on a laptop's screen without scrolling", async () => {
  const firm = await opened.service.newFirm()
  const page = await enterConsole({ ...opened, firm }, { width: 1280, height: 800 })
  const nav = await page.locator(".side-nav .nav").evaluate(({ scrollHeight, clientHeight }) => ({
    scrollHeight,
    clientHeight,
  }))
  const entries = await page.locator(".side-nav .nav-link").allInnerTexts()
  assert.deepEqual(entries, [
    "Home",
    "Matters",
    "Inquiries",
    "Conflict check",
    "Reports",
    "Questionnaires",
    "Settings",
  ])
  assert.ok(nav.scrollHeight <= nav.clientHeight, JSON.stringify(nav))
  await page.context().close()
})

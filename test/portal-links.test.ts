// A client who has lost the email asks for the link again, in a real browser.
import assert from "node:assert/strict"
import { test } from "node:test"
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectTallControls,
  screenshot,
} from "./harness/browser.ts"
import { inviteClient } from "./harness/portal-browser.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"

const { service, browser } = await openServiceAndBrowser({
  settings: { FOYER_SMTP_URL: "smtp://127.0.0.1:9" },
})

for (const width of [360, 1280])
  test(`at ${width} px, a broken link leads to "Send me my link"`, async () => {
    const firm = await service.newFirm("Hartwell & Pryce")
    const { invite_key } = await inviteClient(service, firm, { email: "maria@example.com" })
    const page = await browser.newPage({ width, height: 760, base_url: service.base_url })
    const look = async (name: string) => {
      await expectNoSidewaysScroll(page)
      await expectNoAxeViolations(page, { also_dark: true })
      await expectTallControls(page)
      await screenshot(page, `links-${name}-${width}`)
    }
    await page.goto(`/invite/${invite_key.slice(0, 20)}`)
    await look("closed-door")
    await page.getByLabel("Your email address").fill("maria")
    await page.getByRole("button", { name: "Send me my link" }).click()
    await page.getByRole("alert").getByRole("link").click()
    await look("fault")
    await page.getByLabel("Your email address").fill("maria@example.com")
    await page.getByRole("button", { name: "Send me my link" }).click()
    await page.getByRole("heading", { name: "Check your email" }).waitFor()
    await look("sent")
    await page.getByRole("link", { name: "Try another address" }).click()
    assert.equal(await page.getByLabel("Your email address").inputValue(), "")
    await page.getByRole("link", { name: "Español" }).click()
    await page.getByRole("button", { name: "Enviarme mi enlace" }).waitFor()
    await look("es")
  })

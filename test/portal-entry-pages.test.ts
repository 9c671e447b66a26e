// The pages on the way into the portal and out of it, in Spanish and in dark mode, wide and narrow.
import { test } from "node:test"
import type { Page } from "playwright-core"
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectTallControls,
  screenshot,
} from "./harness/browser.ts"
import { inviteClient } from "./harness/portal-browser.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { probate } from "./harness/templates.ts"

const { service, browser } = await openServiceAndBrowser()
const { base_url } = service

test("every entry page and list passes the checks in Spanish, in dark mode, wide and narrow", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const { invite_key } = await inviteClient(service, firm, {
    questionnaire: probate,
    party: "representative",
  })
  const page = await browser.newPage({ base_url, dark: true, lang: "es-US", width: 1280, height: 800 })
  const seen = client(page)
  await page.goto(`/invite/${invite_key}`)
  await seen("invitation")
  await page.getByRole("button", { name: "Empezar" }).click()
  await next(page, "Guardar y continuar")
  await page.getByText("Falta responder a «Nombre».").first().waitFor()
  await seen("error")
  await page.goto("/portal")
  await seen("task-list")
  await page.goto("/portal/account")
  await seen("account")
  await page.goto("/portal/people/new")
  await seen("add-person")
  await page.goto("/portal/nothing")
  await seen("not-found")
  await page.goto("/portal/account")
  await page.getByRole("button", { name: "Cerrar sesión", exact: true }).click()
  await page.getByText("Ha cerrado la sesión").waitFor()
  await seen("signed-out")
  await page.setViewportSize({ width: 320, height: 600 })
  await page.goto(`/invite/${invite_key}`)
  await seen("no-way-back")
  await page.goto(`/invite/${"a".repeat(26)}`)
  await seen("unknown-link")

  const known = await inviteClient(service, firm, { email: "ann@example.com", first_name: "Ann" })
  await page.goto(`/invite/${known.invite_key}`)
  await page.getByRole("button", { name: "Empezar" }).click()
  await page.getByLabel("Nombre", { exact: true }).waitFor()
  await page.context().clearCookies()
  await page.goto(`/invite/${known.invite_key}`)
  await seen("come-back")
  await next(page, /Enviar un código/)
  await page.getByLabel("Código de seis dígitos").fill("12")
  await next(page, "Continuar")
  await seen("wrong-code")
})

/** Presses a button, and waits for the page that follows. */
async function next(page: Page, name: string | RegExp): Promise<void> {
  const loaded = page.waitForEvent("domcontentloaded")
  await page.getByRole("main").getByRole("button", { name }).click()
  await loaded
}

/** Checks every visited page: it passes axe, and nothing overflows or is too small to tap. */
function client(page: Page) {
  let number = 0
  return async (name: string) => {
    number += 1
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
    await expectTallControls(page)
    await screenshot(page, `portal-es-${String(number).padStart(2, "0")}-${name}`)
  }
}

// A client's walk through the portal in a real browser with script off: everything works without it.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Locator, Page } from "playwright-core"
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectTallControls,
  screenshot,
} from "./harness/browser.ts"
import { inviteClient } from "./harness/portal-browser.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { probate } from "./harness/templates.ts"
import { waitForTitle } from "./harness/wait-for-title.ts"

const { service, browser } = await openServiceAndBrowser()
const { base_url } = service

test("a couple with three children fills in their part without script", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const { invite_key } = await inviteClient(service, firm, {
    email: "maria@example.com",
    first_name: "Maria",
  })
  const page = await browser.newPage({ javascript: false, width: 360, height: 640, base_url })
  const seen = client(page)

  await page.goto(`/invite/${invite_key}`)
  await seen("invitation")
  await page.getByRole("button", { name: "Start" }).click()

  // The first question appears after one press.
  await page.getByLabel("First name", { exact: true }).fill("Maria")
  await seen("names")
  await next(page)
  await waitForTitle(page, /^Error: /)
  assert.equal(await page.getByLabel("First name", { exact: true }).inputValue(), "Maria")
  await seen("names-error")
  await page.getByLabel("Last name").fill("O’Neil-Ștefănescu")
  await page.getByLabel("Month").fill("mar")
  await page.getByLabel("Day").fill("3")
  await page.getByLabel("Year").fill("1962")
  await page.getByLabel("Female").check()
  await page.getByLabel("Mobile phone").fill("(512) 555-0142")
  await page.getByLabel("Email address", { exact: true }).fill("maria@example.com")
  await page.getByLabel("Street address").fill("12 Elm Street")
  await page.getByLabel("City").fill("Austin")
  await page.getByLabel("State or region").fill("TX")
  await page.getByLabel("ZIP or postal code").fill("78701")
  await seen("about-you")
  await next(page)

  await page.getByLabel("Married").check()
  await page.getByLabel("How many children").fill("3")
  await seen("family")
  await next(page)

  await page.getByLabel("Yes").check()
  await seen("partner")
  await next(page)
  await page.getByLabel("First name", { exact: true }).fill("Ben")
  await page.getByLabel("Last name").fill("Nguyễn")
  await page.getByLabel("Month").fill("11")
  await page.getByLabel("Day").fill("30")
  await page.getByLabel("Year").fill("1960")
  await page.getByLabel("Mobile phone").fill("512.555.0143")
  await page.getByLabel("Email address", { exact: true }).fill("ben@example.com")
  await page.getByLabel("The same as yours").check()
  await seen("about-partner")
  await next(page)

  // A complete part leads to the next one, which asks for the first child at once.
  await page.getByRole("heading", { name: "Add a child" }).waitFor()
  await page.goto("/portal")
  await seen("task-list")
  await follow(page, page.getByRole("link", { name: "About you" }).first())
  await seen("clients-check")
  assert.match(await page.getByRole("main").innerText(), /12 Elm Street, Austin, TX 78701/)
  await page.goto("/portal")

  await page
    .getByRole("link", { name: /Your family and the people you trust/ })
    .first()
    .click()
  for (const [first, relationship] of [
    ["Ana", "Daughter"],
    ["Luis", "Son"],
    ["Sofía", "Daughter"],
  ] as const) {
    await page.getByLabel("Who is this person to you?").selectOption({ label: relationship })
    await page.getByLabel("First name", { exact: true }).fill(first)
    await page.getByLabel("Last name").fill("Nguyễn")
    await page.getByLabel("Month").fill("5")
    await page.getByLabel("Day").fill("17")
    await page.getByLabel("Year").fill("1994")
    await page.getByText("Phone and address").click()
    await page.getByLabel("The same as yours").check()
    if (first === "Ana") await seen("add-child")
    await next(page)
  }
  await seen("people")
  await next(page, "Continue")

  await page.getByLabel("Lawful permanent resident").check()
  await page.getByLabel("Social Security number").fill("123-45-6789")
  await seen("question")
  await next(page)
  await seen("question-follow-up")
  await page.getByLabel("What country").fill("Romania")
  await seen("question-sensitive")
  const page_url = page.url()
  await next(page)
  await page.waitForURL(({ href }) => href !== page_url)
  await page.goBack()
  await page.reload()
  assert.doesNotMatch(await page.content(), /123-45-6789/)
  await seen("question-masked")
})

test("every entry page and list passes the checks in Spanish, in dark mode, wide and narrow", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const { invite_key } = await inviteClient(service, firm, {
    questionnaire: probate,
    party: "representative",
  })
  const page = await browser.newPage({ base_url, dark: true, lang: "es-US", width: 1280, height: 800 })
  const seen = client(page, "es")
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

/** Presses the continue button, and waits for the page that follows. */
function next(page: Page, name: string | RegExp = "Save and continue"): Promise<void> {
  return follow(page, page.getByRole("main").getByRole("button", { name }))
}

async function follow(page: Page, target: Locator): Promise<void> {
  const loaded = page.waitForEvent("domcontentloaded")
  await target.click()
  await loaded
}

/** Checks every visited page: nothing overflows or is too small to tap, and entry pages pass axe. */
function client(page: Page, series = "en") {
  let number = 0
  return async (name: string) => {
    number += 1
    if (series === "es") await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
    await expectTallControls(page)
    await screenshot(page, `portal-${series}-${String(number).padStart(2, "0")}-${name}`)
  }
}

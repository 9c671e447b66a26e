// Two people on one matter, each in their own browser: both answers survive, no one is locked out, and no one takes the
// other's place.

import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { createInvitation } from "../server/intake/matters/invitations/invitations.ts"
import { markCompleted } from "../server/intake/matters/lifecycle.ts"
import { assertEach } from "./harness/assert-each.ts"
import { expectNoAxeViolations, screenshot } from "./harness/browser.ts"
import { inviteClient, newPortalBrowser, type PortalBrowser } from "./harness/portal-browser.ts"
import { newPortalIntake, type PortalIntake } from "./harness/portal-intake.ts"
import { giveRequired } from "./harness/sample-intake.ts"
import { openPageOf, openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { untilSaved } from "./harness/until-saved.ts"

const opened = await openServiceAndBrowser()
const { service, browser } = opened
const firm = await service.newFirm("Hartwell & Pryce")

test("edits to different fields both survive; the same field shows both values and who entered them", async () => {
  const intake = await newPortalIntake(service, firm)
  const [ada, ben] = [await open(intake.ada, intake.names), await open(intake.ben, intake.names)]
  await ada.getByLabel("First name", { exact: true }).fill("Adela")
  await ben.getByLabel("Last name").fill("Ortiz")
  for (const page of [ada, ben]) await untilSaved(page)
  assert.equal(await nameOf(intake), "Adela Ortiz")

  await ben.getByLabel("First name", { exact: true }).fill("Adele")
  await ben.getByText("Their answer: Adela").waitFor()
  await ben.locator("[data-conflict]", { hasText: /Changed by (Ada|ada@example)/ }).waitFor()
  assert.equal(await ben.getByLabel("First name", { exact: true }).inputValue(), "Adele")
  await screenshot(ben, "33-dispute")
  await expectNoAxeViolations(ben)
  assert.equal(await nameOf(intake), "Adela Ortiz")
  await ben.getByRole("button", { name: "Keep mine" }).click()
  await ben.locator("[data-conflict]").waitFor({ state: "detached" })
  await untilSaved(ben)
  assert.equal(await nameOf(intake), "Adele Ortiz")

  // The first client's page is now outdated: it shows the conflict, and the client may accept the other value.
  await ada.getByLabel("First name", { exact: true }).fill("Adelaide")
  await ada.locator("[data-conflict]", { hasText: /Changed by (Ben|ben@example)/ }).waitFor()
  await ada.getByRole("button", { name: "Use theirs" }).click()
  await ada.getByLabel("First name", { exact: true }).and(ada.locator("[value=Adele]")).waitFor()
  assert.equal(await nameOf(intake), "Adele Ortiz")
})

test("one submits while the other is typing: the input is saved, and can be submitted again", async () => {
  const intake = await newPortalIntake(service, firm)
  await firm.run((tx) => giveRequired(tx, service, intake))
  const [ada, ben] = [await open(intake.ada, "/portal/check"), await open(intake.ben, intake.names)]
  await ben.getByLabel("Last name").press("End")
  await ben.getByLabel("Last name").pressSequentially("-K")
  await ada.getByRole("button", { name: "Send to Hartwell & Pryce" }).first().click()
  await ada.getByText("Your answers have been sent").waitFor()
  await ben.getByLabel("Last name").pressSequentially("ern")
  await untilSaved(ben)
  await ben.getByRole("button", { name: "Save and continue" }).click()
  await ben.waitForURL(/\/portal\/check$/)
  assert.equal(await nameOf(intake), "Ada Smith-Kern")
  await ben.goto("/portal/check")
  await ben.getByRole("button", { name: "Send the changes to Hartwell & Pryce" }).first().click()
  await ben.getByText("Your changes have been sent").waitFor()
  const { body } = await firm.request("GET", `/v1/matters/${intake.matter_id}/contacts?submission=2`)
  assert.equal(body.contacts[0].full_name, "Ada Smith-Kern")
})

test("input for a record the spouse removed, or a matter the firm completed, is not shown as saved", async () => {
  const intake = await newPortalIntake(service, firm)
  const child = intake.peopleAt(`children/${intake.child}`)
  const [ada, other] = [await open(intake.ada, child), await open(intake.ada, intake.names)]
  await intake.ben.post(`${child}/remove`)
  await ada.getByLabel("First name", { exact: true }).fill("Clio")
  await ada.getByText("was removed in the meantime, so your last entry was not saved").waitFor()
  assert.equal(await ada.getByText(/^Saved \d/).count(), 0)

  await firm.run((tx) => markCompleted(tx, intake.matter_id))
  await other.getByLabel("First name", { exact: true }).fill("Adela")
  await other.getByText("This can no longer be changed, so your last entry was not saved.").waitFor()
  assert.equal(await other.getByText(/^Saved \d/).count(), 0)
})

test("a spouse who comes after the first part has been reviewed starts at the list", async () => {
  const { matter_id, invite_key } = await inviteClient(service, firm, { first_name: "Maria" })
  const client = newPortalBrowser(service)
  const { location } = await client.post(`/invite/${invite_key}/start`)
  await client.post(`${location}/check`)
  const { invite_key: own } = await firm.run((tx) =>
    createInvitation(tx, service, { matter_id, party: "partner", first_name: "Ben" }),
  )
  assert.equal((await newPortalBrowser(service).post(`/invite/${own}/start`)).location, "/portal")
})

test("the spouse may open the link first, is asked about themselves first, and stays the spouse", async () => {
  const { matter_id, invite_key } = await inviteClient(service, firm, {
    first_name: "Maria",
    email: "maria@example.com",
  })
  const partner = await firm.run((tx) =>
    createInvitation(tx, service, {
      matter_id,
      party: "partner",
      first_name: "Ben",
      email: "ben@example.com",
    }),
  )
  const ben = await enter(partner.invite_key)
  assert.equal(await ben.getByRole("heading", { level: 1 }).innerText(), "About you")
  await ben.getByLabel("First name", { exact: true }).fill("Ben")
  await ben.getByLabel("Last name").fill("Kern")
  await untilSaved(ben)
  const section = new URL(ben.url()).pathname.split("/").slice(0, 4).join("/")
  await ben.goto(`${section}/main`)
  assert.match(await ben.getByRole("heading", { level: 1 }).innerText(), /your spouse or partner/)
  await ben.getByText("who has a personal link").waitFor()
  await ben.getByLabel("First name", { exact: true }).fill("Maria")
  await ben.getByLabel("Last name").fill("Ruiz")
  await untilSaved(ben)

  const maria = await browser.newPage({ base_url: service.base_url })
  await maria.goto(`/invite/${invite_key}`)
  // Both names are known, so the start page says whose link this is.
  await maria.getByText("This questionnaire is for Maria and Ben. You are Maria.").waitFor()
  await maria.getByRole("button", { name: "Start" }).click()
  await maria.waitForURL(/\/portal\/sections/)
  await maria.goto(`${section}/main/names`)
  assert.match(await maria.getByRole("heading", { level: 1 }).innerText(), /your full name/)
  assert.equal(await maria.getByLabel("First name", { exact: true }).inputValue(), "Maria")
  const { body } = await firm.request("GET", `/v1/matters/${matter_id}/contacts`)
  assertEach(body.contacts, ({ full_name }: Record<string, string>) => full_name, ["Maria Ruiz", "Ben Kern"])
})

async function open(client: PortalBrowser, url: string): Promise<Page> {
  const page = await openPageOf(opened, client.cookies)
  await page.goto(url)
  return page
}

async function enter(invite_key: string): Promise<Page> {
  const page = await browser.newPage({ base_url: service.base_url })
  await page.goto(`/invite/${invite_key}`)
  await page.getByRole("button", { name: "Start" }).click()
  await page.waitForURL(/\/portal\/sections/)
  return page
}

async function nameOf({ matter_id }: PortalIntake): Promise<string> {
  const { body } = await firm.request("GET", `/v1/matters/${matter_id}/contacts`)
  return body.contacts[0].full_name
}

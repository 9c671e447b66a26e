// Staff correct something for a client who called, in a real browser; the client then sees who changed what.
import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Page } from "playwright-core"
import { staffLifetime } from "../server/access/console.ts"
import { createSession } from "../server/access/sessions.ts"
import { sql } from "../server/platform/db/sql.ts"
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  openBrowser,
  screenshot,
  type TestBrowser,
} from "../server/test/browser.ts"
import { crawl } from "../server/test/crawl.ts"
import { openTestService, type TestFirm, type TestService } from "../server/test/harness.ts"
import { newPortalIntake, type PortalIntake } from "../server/test/portal_intake.ts"
import { inviteStaff } from "../server/users/staff.ts"
import { fillIn } from "./contract/practice.ts"

let service: TestService
let browser: TestBrowser
before(async () => {
  service = await openTestService({ listen: true })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await service?.close()
})

async function openAs(cookies: Record<string, string>, options: { width?: number; dark?: boolean } = {}) {
  const page = await browser.newPage({ ...options, base_url: service.base_url })
  const url = service.base_url
  await page.context().addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })))
  return page
}

async function staffToken(firm: TestFirm): Promise<string> {
  return firm.run(async (tx) => {
    const { user_id } = await inviteStaff(tx, {
      email: `dana.${firm.firm_id}@firm.example`.toLowerCase(),
      name: "Dana Reyes",
      role: "admin",
    })
    return (await createSession(tx, { user_id, device: "Test", lifetime: staffLifetime })).token
  })
}

const clientOf = ({ ada }: PortalIntake) => ({ foyer_client: ada.cookies.get("foyer_client") ?? "" })

const firstName = async (firm: TestFirm, intake: PortalIntake) =>
  (
    await firm.run((tx) =>
      tx.one<{ first_name: string }>(sql`select first_name from contacts where id = ${intake.main}`),
    )
  ).first_name

async function look(page: Page, name: string): Promise<void> {
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await screenshot(page, name)
}

for (const [width, dark] of [
  [1280, false],
  [360, true],
] as const) {
  test(`staff begin, change a name and an answer, and stop; the client sees who did, ${width} px wide`, async () => {
    const firm = await service.newFirm("Hartwell & Pryce")
    const intake = await newPortalIntake(service, firm)
    // One browser: the client is signed in beside, and stays so.
    const token = await staffToken(firm)
    const page = await openAs({ foyer_staff: token, ...clientOf(intake) }, { width, dark })
    await page.goto(`/console/matters/${intake.matter_id}`)
    await page.getByRole("link", { name: "Edit for the client" }).click()
    await look(page, `70-behalf-begin-${width}`)
    await page.getByRole("button", { name: "Edit for the client" }).click()
    await page.getByText(/You are changing .* matter for them, as Dana Reyes/).waitFor()
    await look(page, `71-behalf-home-${width}`)

    await page.goto(intake.names.replace("/portal", `/on-behalf/${intake.matter_id}`))
    await page.getByLabel("First name", { exact: true }).fill("Annabel")
    await page.getByText(/^Saved \d/).waitFor()
    assert.equal(await firstName(firm, intake), "Annabel")
    await look(page, `72-behalf-name-${width}`)
    await page.goto(intake.pageOf(intake.ids.has_will).replace("/portal", `/on-behalf/${intake.matter_id}`))
    await page.getByLabel("No", { exact: true }).check()
    await page.getByText(/^Saved \d/).waitFor()

    const beside = await page.context().newPage()
    await beside.goto("/portal")
    assert.equal(await beside.getByText("You are changing").count(), 0)

    await page.getByRole("button", { name: "Stop" }).click()
    await page.getByText("You are no longer changing this matter for the client.").waitFor()
    await page.goto(`/on-behalf/${intake.matter_id}`)
    assert.match(page.url(), /\/console\/matters\/[^/]+\/on-behalf$/)

    const client = await openAs(clientOf(intake), { width, dark })
    await client.goto("/portal")
    await client.getByText(/Dana Reyes of Hartwell & Pryce changed 2 answers/).waitFor()
    await look(client, `73-behalf-told-${width}`)
    await client.goto(intake.names)
    await client.getByText(/Changed by Dana Reyes of Hartwell & Pryce, /).waitFor()
    await look(client, `74-behalf-marked-${width}`)
    await client.getByLabel("First name", { exact: true }).fill("Anna")
    await client.getByText(/^Saved \d/).waitFor()
    await client.reload()
    assert.equal(await client.getByText(/Changed by Dana Reyes/).count(), 0, "her own answer is hers again")
  })
}

test("every page that staff get works, on a phone, in the dark and in Spanish", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const intake = await newPortalIntake(service, firm)
  await fillIn(service, intake)
  const page = await openAs({ foyer_staff: await staffToken(firm) }, { width: 360, dark: true })
  await page.goto(`/console/matters/${intake.matter_id}/on-behalf`)
  await page.getByRole("button", { name: "Edit for the client" }).click()
  const home = `/on-behalf/${intake.matter_id}`
  const { patterns, broken } = await crawl(page, {
    start: `${service.base_url}${home}?lang=es`,
    prefix: home,
    visit: async () => {
      await expectNoAxeViolations(page)
      await expectNoSidewaysScroll(page)
      await page.getByText(/Está modificando el expediente de .*, como Dana Reyes/).waitFor()
    },
  })
  assert.deepEqual(broken, [])
  assert.ok(patterns.length > 20, `${patterns.length} pages`)
})

test("what was typed while it ended is kept, and saved once it has begun again", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const intake = await newPortalIntake(service, firm)
  const page = await openAs({ foyer_staff: await staffToken(firm) })
  await page.goto(`/console/matters/${intake.matter_id}/on-behalf`)
  await page.getByRole("button", { name: "Edit for the client" }).click()
  await page.goto(intake.names.replace("/portal", `/on-behalf/${intake.matter_id}`))
  await firm.run((tx) => tx.run(sql`update behalf_sessions set expires_at = to_timestamp(0)`))
  await page.getByLabel("First name", { exact: true }).fill("Annabel")
  const again = page.getByRole("link", { name: "Begin again in a new tab" })
  await again.waitFor()
  await look(page, "75-behalf-ended")
  const [tab] = await Promise.all([page.context().waitForEvent("page"), again.click()])
  await tab.getByRole("button", { name: "Edit for the client" }).click()
  await tab.getByText(/You are changing/).waitFor()
  await tab.close()
  await page.bringToFront()
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
  await page.getByText(/^Saved \d/).waitFor()
  assert.equal(await firstName(firm, intake), "Annabel")
})

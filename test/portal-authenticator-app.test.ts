// Clients with an authenticator app, in a real browser with and without script: setup, sign-in, loss, and removal.
import assert from "node:assert/strict"
import { test } from "node:test"
import { Secret, TOTP } from "otpauth"
import type { Page } from "playwright-core"
import { listAudit } from "../server/firm/audit/listing.ts"
import { renewInvitation } from "../server/intake/matters/invitations/invitations.ts"
import { sql } from "../server/platform/db/sql.ts"
import { type Invited, inviteClient, newPortalBrowser } from "./harness/portal-browser.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { subjectsTo } from "./harness/staff.ts"
import { enterConsole } from "./harness/staff-browser.ts"

let now = new Date("2026-03-02T09:30:00Z")
const opened = await openServiceAndBrowser({ clock: () => now })
const { service, browser } = opened

const wait = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000)
}

let count = 0

/** Creates a client who has pressed Start. */
async function newClient({ javascript = true } = {}) {
  const firm = await service.newFirm("Hartwell & Pryce")
  const email = `careful${++count}.${Date.now()}.${process.pid}@example.com`
  const invited = await inviteClient(service, firm, { first_name: "Maria", email })
  const page = await browser.newPage({ base_url: service.base_url, javascript, width: 360, height: 740 })
  await page.goto(`/invite/${invited.invite_key}`)
  await page.getByRole("button", { name: "Start" }).click()
  await page.goto("/portal/account")
  return { firm, email, invited, page }
}

async function lastCode(email: string): Promise<string> {
  const codes = (await subjectsTo(service, email)).flatMap((subject) => /^\d{6}/.exec(subject)?.[0] ?? [])
  return codes.at(-1) ?? assert.fail(`no code went to ${email}`)
}

/** Sets up the app as the page says; returns its code generator and the recovery codes. */
async function setUp(page: Page, email: string) {
  await page.getByRole("link", { name: "Set up an authenticator app" }).click()
  await page.getByRole("button", { name: /^Send a code to/ }).click()
  const key = (await page.locator("main code").innerText()).replaceAll(" ", "")
  const app = new TOTP({ secret: Secret.fromBase32(key), digits: 6, period: 30 })
  const code = () => app.generate({ timestamp: now.getTime() })
  assert.equal(await page.getByRole("img", { name: /^QR code/ }).count(), 1)
  await page.getByLabel("Code from the app").fill("000000")
  await page.getByLabel(/^Code we sent to/).fill(await lastCode(email))
  await page.getByRole("button", { name: "Turn it on" }).click()
  await page.getByText("This code does not match the picture.").first().waitFor()
  assert.equal((await page.locator("main code").innerText()).replaceAll(" ", ""), key, "the key stays")
  await page.getByLabel("Code from the app").fill(code())
  await page.getByRole("button", { name: "Turn it on" }).click()
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor()
  const recovery = await page.locator(".codes code").allInnerTexts()
  assert.equal(recovery.length, 10)
  await page.getByRole("link", { name: "I have saved them" }).click()
  assert.match(await page.locator("#app").innerText(), /10 recovery codes left/)
  return { code, recovery }
}

/** Comes back through the link with an emailed code. */
async function comeBack(page: Page, { invite_key }: Invited, email: string): Promise<void> {
  await page.context().clearCookies()
  wait(61)
  await page.goto(`/invite/${invite_key}`)
  await page.getByRole("button", { name: /^Send a code to/ }).click()
  await page.getByLabel("Six-digit code").fill(await lastCode(email))
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByRole("heading", { name: "Enter the code from your app" }).waitFor()
  assert.deepEqual(await page.context().cookies(), [], "no one is signed in yet")
}

const field = (page: Page) => page.getByLabel("Code from your authenticator app")

async function type(page: Page, code: string): Promise<void> {
  await field(page).fill(code)
  await page.getByRole("button", { name: "Continue" }).click()
}

const told = async (email: string) => (await subjectsTo(service, email)).filter((one) => !/^\d{6}/.test(one))

for (const javascript of [true, false]) {
  const way = javascript ? "with script" : "without script"

  test(`the app's code is asked for after the emailed code, ${way}; a recovery code works too`, async () => {
    const { firm, page, email, invited } = await newClient({ javascript })
    const { code, recovery } = await setUp(page, email)
    await comeBack(page, invited, email)
    await type(page, "")
    await page.getByText("Type the code your authenticator app shows").first().waitFor()
    await type(page, "000000")
    await page.getByText("This code is not right").first().waitFor()
    const right = code()
    await type(page, right)
    await page.waitForURL("**/portal")

    await comeBack(page, invited, email)
    await type(page, right)
    await page.getByText("This code is not right").first().waitFor()
    await type(page, recovery[2] ?? "")
    await page.waitForURL("**/portal")
    await page.goto("/portal/account")
    assert.match(await page.locator("#app").innerText(), /9 recovery codes left/)
    assert.deepEqual(await told(email), ["Your authenticator app is set up", "A recovery code was used"])

    // Turning it off requires the app's code, not the mailbox.
    await page.getByRole("link", { name: "Turn it off" }).click()
    assert.equal(await page.getByLabel(/^Code we sent/).count(), 0)
    await field(page).fill("000000")
    await page.getByRole("button", { name: "Turn it off" }).click()
    await page.getByText("This code is not right").first().waitFor()
    wait(30)
    await field(page).fill(code())
    await page.getByRole("button", { name: "Turn it off" }).click()
    await page.getByRole("link", { name: "Set up an authenticator app" }).waitFor()
    const { rows } = await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 20, offset: 0 }))
    assert.deepEqual(rows.map(({ action }) => action).toReversed(), [
      "signed_in",
      "client_second_factor_on",
      "sign_in_failed",
      "signed_in",
      "sign_in_failed",
      "recovery_code_used",
      "signed_in",
      "client_second_factor_off",
    ])
  })
}

test("a password, a renewed link, Start, and waiting open nothing without the app's code", async () => {
  const { firm, page, email, invited } = await newClient()
  const { code } = await setUp(page, email)
  await page.getByRole("link", { name: /^Add\s+Password/ }).click()
  await field(page).fill("000000")
  await page.getByLabel("Password", { exact: true }).fill("violet kettle harbor")
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByText("This code is not right").first().waitFor()
  wait(30)
  await page.getByLabel("Password", { exact: true }).fill("violet kettle harbor")
  await field(page).fill(code())
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByText("From now on you can come back this way.").waitFor()

  const client = newPortalBrowser(service)
  const { invite_key } = await firm.run((tx) => renewInvitation(tx, service, invited.invitation_id))
  const isIn = async () => (await client.get("/portal")).status === 200
  await client.post(`/invite/${invite_key}/start`)
  assert.equal(await isIn(), false)
  const response = await client.post(`/invite/${invite_key}/session`, { password: "violet kettle harbor" })
  assert.equal(response.status, 200)
  assert.equal(await isIn(), false)
  const pending = /name="pending" value="([^"]+)"/.exec(response.html)?.[1] ?? ""
  assert.notEqual(pending, "")
  wait(10 * 60)
  const step = (form: Record<string, string>) => client.post(`/invite/${invite_key}/second-step`, form)
  assert.match((await step({ pending, app_code: code() })).html, /took a little too long/)
  assert.match((await step({ pending: "made up", app_code: code() })).html, /took a little too long/)
  assert.equal(await isIn(), false)

  // Even without any other credential, the link alone opens nothing.
  await firm.run((tx) =>
    tx.run(sql`
      with emptied as (update invitations set email = '' where id = ${invited.invitation_id} returning user_id)
      update users u set email = '', password_hash = null from emptied e where u.id = e.user_id`),
  )
  await client.post(`/invite/${invite_key}/start`)
  assert.equal(await isIn(), false)
})

test("one client's valid code doesn't work for another client", async () => {
  const maria = await newClient()
  const app = await setUp(maria.page, maria.email)
  const nora = await newClient()
  await setUp(nora.page, nora.email)
  await comeBack(maria.page, maria.invited, maria.email)
  const pending = (await maria.page.locator("input[name=pending]").getAttribute("value")) ?? ""
  const client = newPortalBrowser(service)
  const form = { pending, app_code: app.code() }
  const answer = await client.post(`/invite/${nora.invited.invite_key}/second-step`, form)
  assert.equal(answer.status, 422)
  assert.equal(client.cookies.size, 0)
})

test("wrong codes lock further attempts for a while, even with the right code", async () => {
  const { page, email, invited } = await newClient()
  const { code } = await setUp(page, email)
  await comeBack(page, invited, email)
  const client = newPortalBrowser(service)
  const pending = (await page.locator("input[name=pending]").getAttribute("value")) ?? ""
  const step = (app_code: string) =>
    client.post(`/invite/${invited.invite_key}/second-step`, { pending, app_code })
  for (let time = 0; time < 8; time += 1) assert.match((await step("000000")).html, /This code is not right/)
  assert.match((await step(code())).html, /Too many tries/)
  wait(31)
  assert.equal((await step(code())).status, 303)
})

test("the firm removes a lost app: the audit log records it, the client gets an email, and no code is asked for", async () => {
  const { firm, page, email, invited } = await newClient()
  await setUp(page, email)
  const staff = await enterConsole({ browser, service, firm }, { javascript: true })
  await staff.goto(`/console/matters/${invited.matter_id}/invitations/${invited.invitation_id}`)
  await staff.getByText("Remove the authenticator app").click()
  await staff.getByRole("button", { name: "Remove the app" }).click()
  await staff.getByText("The authenticator app was removed.").waitFor()
  assert.deepEqual((await told(email)).at(-1), "Your authenticator app was removed")
  const { rows } = await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 5, offset: 0 }))
  const entry = rows.find(({ action }) => action === "client_app_removed")
  assert.equal(entry?.matter_id, invited.matter_id)
  await page.goto("/portal")
  await page.waitForURL("**/portal/sign-in?**")
  wait(61)
  await page.goto(`/invite/${invited.invite_key}`)
  await page.getByRole("button", { name: /^Send a code to/ }).click()
  await page.getByLabel("Six-digit code").fill(await lastCode(email))
  await page.getByRole("button", { name: "Continue" }).click()
  await page.waitForURL("**/portal")
})

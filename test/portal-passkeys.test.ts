// Clients who come back with a passkey, in a real browser with a virtual device that verifies its owner.

import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { listAudit } from "../server/firm/audit/listing.ts"
import { revokeInvitation } from "../server/intake/matters/invitations/invitations.ts"
import { sql } from "../server/platform/db/sql.ts"
import { assertEach } from "./harness/assert-each.ts"
import { expectNoAxeViolations, screenshot } from "./harness/browser.ts"
import { type Invited, inviteClient, newPortalBrowser } from "./harness/portal-browser.ts"
import type { TestFirm } from "./harness/service.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { lastCodeTo, subjectsTo } from "./harness/staff.ts"
import { enterConsole } from "./harness/staff-browser.ts"
import { plugIn } from "./harness/virtual-authenticator.ts"

const opened = await openServiceAndBrowser({ host: "localhost" })
const { service, browser } = opened

let count = 0
const fresh = () => `keeper${++count}.${Date.now()}.${process.pid}@example.com`

interface Client {
  firm: TestFirm
  invited: Invited
  email: string
  page: Page
}

/** Creates a client who has pressed Start, in a browser with a passkey device. */
async function newClient({
  firm = undefined as TestFirm | undefined,
  email = fresh(),
} = {}): Promise<Client> {
  const at = firm ?? (await service.newFirm("Hartwell & Pryce"))
  const invited = await inviteClient(service, at, { first_name: "Maria", email })
  const page = await browser.newPage({ base_url: service.base_url, width: 360, height: 740 })
  await plugIn(page)
  await start(page, invited)
  return { firm: at, invited, email, page }
}

async function start(page: Page, { invite_key }: Invited): Promise<void> {
  await page.goto(`/invite/${invite_key}`)
  await page.getByRole("button", { name: "Start" }).click()
  await page.waitForURL("**/portal/sections/**")
}

/** Reauthenticates with the code the page has sent. */
async function prove({ page, email }: Pick<Client, "page" | "email">): Promise<void> {
  const ask = page.getByRole("button", { name: /^Send a code to/ })
  if ((await ask.count()) > 0) await ask.click()
  await page.getByLabel(/^Code we sent to/).fill(await lastCodeTo(service, email))
}

async function addPasskey(client: Client, name = "Maria’s phone"): Promise<void> {
  const { page } = client
  await page.goto("/portal/account")
  await page.getByRole("link", { name: "Add a passkey" }).click()
  await prove(client)
  await page.getByLabel("Name of this device").fill(name)
  await page.getByRole("button", { name: "Create the passkey" }).click()
  await page.waitForURL("**/portal/account?saved=passkey#passkeys")
}

const signIn = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" }).click()

const told = async (email: string) => (await subjectsTo(service, email)).filter((one) => !/^\d{6}/.test(one))

test("a client adds a passkey, signs out, comes back with it without typing anything, and removes it", async () => {
  const client = await newClient()
  const { page, firm, email } = client
  await addPasskey(client)
  assert.match(await page.locator("#passkeys").innerText(), /Maria’s phone[\s\S]*Not used yet/)
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.waitForURL("**/portal/signed-out?at=*")
  await signIn(page)
  await page.waitForURL("**/portal")
  await page.goto("/portal/account")
  assert.match(await page.locator("#passkeys").innerText(), /Maria’s phone[\s\S]*Last used/)

  await page.getByRole("link", { name: /^Remove Maria/ }).click()
  await prove(client)
  await page.getByRole("button", { name: "Remove the passkey" }).click()
  await page.waitForURL("**/portal/account#passkeys")
  assert.deepEqual(await told(email), ["A passkey was added", "A passkey was removed"])
  const { rows } = await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 20, offset: 0 }))
  assertEach(
    rows.filter(({ action }) => /passkey/.test(action)),
    ({ action, matter_id }) => [action, matter_id],
    [
      ["passkey_removed", client.invited.matter_id],
      ["passkey_added", client.invited.matter_id],
    ],
  )
  await page.context().clearCookies()
  await page.goto("/portal/sign-in")
  await signIn(page)
  await page
    .getByText(/We don’t recognize this passkey/)
    .first()
    .waitFor()
})

test("a link asks for its own client's passkey, and sign-in returns to the page the client came for", async () => {
  const client = await newClient()
  const { page, invited } = client
  await addPasskey(client)
  await page.context().clearCookies()
  await page.goto(`/invite/${invited.invite_key}`)
  await signIn(page)
  await page.waitForURL("**/portal")
  await page.goto("/portal/account")
  // The session is gone from the server, not the browser: input waits, and is saved after the passkey sign-in.
  await service.db.forPlatform((tx) =>
    tx.run(sql`update sessions set expires_at = created_at where matter_id = ${invited.matter_id}`),
  )
  await page.goto("/portal/check")
  await signIn(page)
  await page.waitForURL("**/portal/check")
})

test("a client of two matters has a passkey for each, and each opens its own", async () => {
  const first = await newClient()
  const { page, email, firm } = first
  await addPasskey(first, "Phone, first")
  const second = { ...first, invited: await inviteClient(service, firm, { first_name: "Maria", email }) }
  await page.context().clearCookies()
  await start(page, second.invited)
  await addPasskey(second, "Phone, second")
  for (const [{ invited }, own] of [
    [first, "Phone, first"],
    [second, "Phone, second"],
  ] as const) {
    await page.context().clearCookies()
    await page.goto(`/invite/${invited.invite_key}`)
    await signIn(page)
    await page.waitForURL("**/portal")
    await page.goto("/portal/account")
    assert.match(await page.locator("#passkeys").innerText(), new RegExp(own))
    assert.doesNotMatch(
      await page.locator("#passkeys").innerText(),
      new RegExp(own === "Phone, first" ? "second" : "first"),
    )
  }
})

test("a passkey opens its own firm’s matter only, and nothing of the console", async () => {
  const client = await newClient()
  const { page } = client
  await addPasskey(client)
  const other = await newClient({ firm: await service.newFirm("Elm & Stone") })
  await addPasskey(other, "Another’s phone")
  await page.context().clearCookies()
  // The other firm's link asks for the other client's passkey, which this device does not have.
  await page.goto(`/invite/${other.invited.invite_key}`)
  await signIn(page)
  await page.getByText(/No passkey responded/).waitFor()
  // A valid passkey response posted at another client's link opens its own matter.
  const answer = await answerOf(page, "/portal/sign-in")
  const newcomer = newPortalBrowser(service)
  const { html } = await newcomer.get(`/invite/${other.invited.invite_key}`)
  const offer = /name="offer" value="([^"]+)"/.exec(html)?.[1] ?? ""
  const posted = await newcomer.post(`/invite/${other.invited.invite_key}/passkey`, { ...answer, offer })
  assert.equal(posted.status, 422, "an answer to another challenge")
  await newcomer.post(`/invite/${other.invited.invite_key}/passkey`, answer)
  assert.match((await newcomer.get("/portal/account")).html, new RegExp(client.email))
  assert.equal((await newcomer.post("/portal/sign-in/passkey", answer)).status, 429, "an answer works once")
  const console_answer = await newcomer.post("/console/passkey", answer)
  assert.equal(console_answer.status, 403)
})

test("a device that does not verify its owner, and a withdrawn invitation, open nothing", async () => {
  const client = await newClient()
  const { page, firm, invited } = client
  await addPasskey(client)
  await firm.run((tx) => revokeInvitation(tx, invited.invitation_id))
  await page.context().clearCookies()
  await page.goto("/portal/sign-in")
  await signIn(page)
  await page.getByRole("heading", { name: "This link no longer works" }).waitFor()
  assert.deepEqual(await page.context().cookies(), [])
})

test("adding a passkey requires reauthentication, and without script the page says why it can't be added", async () => {
  const { page, firm, invited } = await newClient()
  await page.goto("/portal/account/passkeys/new")
  await page.getByRole("button", { name: /^Send a code to/ }).click()
  await page.getByLabel(/^Code we sent to/).fill("000000")
  await page.getByRole("button", { name: "Create the passkey" }).click()
  await page.getByText("That code doesn’t match.").first().waitFor()
  const { passkeys } = await firm.one<{ passkeys: number }>(
    sql`select count(*) as passkeys from passkeys where matter_id = ${invited.matter_id}`,
  )
  assert.equal(passkeys, 0)
  const still = await browser.newPage({ base_url: service.base_url, javascript: false })
  await still.context().addCookies(await page.context().cookies())
  await still.goto("/portal/account/passkeys/new")
  await still.getByText(/This browser cannot create passkeys/).waitFor()
  assert.equal(await still.getByRole("button", { name: "Create the passkey" }).isVisible(), false)
})

test("the firm removes a client's passkeys after a lost phone; the client is notified and signed out", async () => {
  const client = await newClient()
  const { page, firm, invited, email } = client
  await addPasskey(client)
  const staff = await enterConsole({ browser, service, firm }, { javascript: true })
  await staff.goto(`/console/matters/${invited.matter_id}/invitations/${invited.invitation_id}`)
  await staff.getByText("Remove all passkeys").click()
  await staff.getByRole("button", { name: "Remove the passkeys" }).click()
  await staff.getByText("The passkeys were removed.").waitFor()
  assert.deepEqual(await told(email), ["A passkey was added", "Your passkeys were removed"])
  await page.goto("/portal")
  await page.waitForURL("**/portal/sign-in?**")
})

test("a client with neither address nor password confirms each change of sign-in settings with the passkey", async () => {
  const client = await newClient({ email: "" })
  const { page, firm, invited } = client
  // No credential exists yet that could be asked for.
  await page.goto("/portal/account/passkeys/new")
  await page.getByLabel("Name of this device").fill("Maria’s phone")
  await page.getByRole("button", { name: "Create the passkey" }).click()
  await page.waitForURL("**/portal/account?saved=passkey#passkeys")

  const newcomer = newPortalBrowser(service)
  for (const { name, value } of await page.context().cookies()) newcomer.cookies.set(name, value)
  const set = { password: "amber window lantern" }
  const withoutProof = await newcomer.post("/portal/account/password", set)
  assert.equal(withoutProof.status, 422)
  assert.match(withoutProof.html, /Confirm with your passkey, then enter this again/)
  const signIn = () =>
    firm.one<{ has_password: boolean; email: string }>(sql`
        select u.password_hash is not null as has_password, u.email
          from users u join invitations i on i.user_id = u.id where i.id = ${invited.invitation_id}`)
  assert.equal((await signIn()).has_password, false)

  await page.goto("/portal/account/email")
  assert.equal(await page.getByLabel("Email").count(), 0)
  await expectNoAxeViolations(page)
  await screenshot(page, "38-confirm-with-passkey")
  await page.getByRole("button", { name: "Confirm with your passkey" }).click()
  const address = fresh()
  await page.getByLabel("New email address").fill(address)
  await page.getByRole("button", { name: "Send the code" }).click()
  await page.waitForURL("**/email/confirmation")
  // That change has used up the proof.
  assert.equal((await newcomer.post("/portal/account/password", set)).status, 422)
  await page.getByLabel("Six-digit code").fill(await lastCodeTo(service, address))
  await page.getByRole("button", { name: "Use this address" }).click()
  await page.waitForURL("**/portal/account?saved=yes")
  assert.deepEqual(await signIn(), { has_password: false, email: address })
})

test("a passkey proof belongs to the client, covers one page, and is valid for ten minutes", async () => {
  const client = await newClient({ email: "" })
  const other = await newClient({ email: "", firm: client.firm })
  for (const { page } of [client, other]) {
    await page.goto("/portal/account/passkeys/new")
    await page.getByRole("button", { name: "Create the passkey" }).click()
    await page.waitForURL("**/portal/account?saved=passkey#passkeys")
  }
  const { page, firm, invited } = client
  const posted = await answerTo(page, "/portal/account/email", "Confirm with your passkey")
  const theirs = await answerTo(other.page, "/portal/account/email", "Confirm with your passkey")
  const { page_owner: _, ...foreign } = theirs
  const newcomer = newPortalBrowser(service)
  for (const { name, value } of await page.context().cookies()) newcomer.cookies.set(name, value)
  await page.context().clearCookies()
  const entry = await answerOf(page, "/portal/sign-in")
  const confirm = (form: Record<string, string>) => newcomer.post("/portal/account/passkey", form)
  const { offer = "", credential = "" } = posted
  assert.equal((await confirm(theirs)).status, 401, "from a page of someone else")
  for (const form of [foreign, entry, { ...foreign, offer }, { offer }, { credential }])
    assert.equal((await confirm({ to: "email", ...form })).status, 422)
  assert.equal((await confirm({ ...posted, to: "//elsewhere.example" })).location, "/portal/account")
  assert.equal((await confirm(posted)).status, 429, "an answer works once")

  const requestsAgain = async () =>
    /Confirm with your passkey/.test((await newcomer.get("/portal/account/password")).html)
  assert.equal(await requestsAgain(), false)
  await firm.write(sql`
      update sessions set proven_at = proven_at - interval '10 minutes' where matter_id = ${invited.matter_id}`)
  assert.equal(await requestsAgain(), true)
})

for (const [how, lose] of [
  ["has ended", ({ firm }: Client) => firm.write(sql`update sessions set expires_at = created_at`)],
  ["this browser has forgotten", ({ page }: Client) => page.context().clearCookies()],
] as const) {
  test(`input from a session that ${how} is saved once the client signs in with a passkey`, async () => {
    const client = await newClient()
    const { page, firm, invited } = client
    const section = page.url()
    await addPasskey(client)
    // The page's script never loads, so the browser submits the form itself.
    await page.route("**/*.js", (route) => route.abort())
    await page.goto(section)
    await page.getByLabel("First name", { exact: true }).fill("Maria")
    await page.getByLabel("Last name").fill("Ruiz-Kept")
    await page.unroute("**/*.js")
    await lose(client)
    await page.getByRole("button", { name: "Save and continue" }).click()
    await page.getByRole("heading", { name: "Sign in again" }).waitFor()
    assert.doesNotMatch(await page.content(), /Ruiz-Kept/)
    await signIn(page)
    await page.getByRole("heading", { name: "Your answers are still here" }).waitFor()
    const saved = () =>
      firm.maybe<{ last_name: string }>(sql`
          select c.last_name from matters m join contacts c on c.id = m.contact_main_id
           where m.id = ${invited.matter_id}`)
    assert.notEqual((await saved())?.last_name, "Ruiz-Kept", "it was saved without a press")
    await page.getByRole("button", { name: "Save and continue" }).click()
    await page.waitForURL(/\/portal\/sections\/(?!.*names$)/)
    assert.equal((await saved())?.last_name, "Ruiz-Kept")
  })
}

/** A device's sign-in response, taken from the form before it is submitted. */
const answerOf = (page: Page, url: string) => answerTo(page, url, "Sign in with a passkey")

/** A device's response on a page, after its button is pressed. */
async function answerTo(page: Page, url: string, button: string): Promise<Record<string, string>> {
  await page.goto(url)
  await page.route("**/passkey", (route) => route.abort())
  const stopped = page.waitForEvent("requestfailed", (request) => request.method() === "POST")
  await page.getByRole("button", { name: button }).click()
  const body = (await stopped).postData() ?? ""
  await page.unroute("**/passkey")
  return Object.fromEntries(new URLSearchParams(body))
}

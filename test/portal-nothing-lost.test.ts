// With script: failures of the connection, the tab, the server, or the session while a client types. Nothing typed is
// lost, nothing is saved twice, the page continues by itself, and sensitive input is never stored on the device.
import assert from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { test } from "node:test"
import pg from "pg"
import type { Page } from "playwright-core"
import { sql } from "../server/platform/db/sql.ts"
import { findFreePort } from "../server/platform/http/free-port.ts"
import { openMailBody } from "../server/platform/mail/outbox.ts"
import { expectNoAxeViolations, screenshot } from "./harness/browser.ts"
import { program } from "./harness/foyer-program.ts"
import { newPortalIntake, type PortalIntake } from "./harness/portal-intake.ts"
import { openPageOf, openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { untilSaved } from "./harness/until-saved.ts"
import { waitUntil } from "./harness/wait-until.ts"
import { watchSaves } from "./harness/watch-saves.ts"

// No worker runs here, so nothing contacts the mail server; the setting only affects what pages say about codes.
const settings = { FOYER_SMTP_URL: "smtp://mail.example.com" }
const opened = await openServiceAndBrowser({ own_database: true, settings })
const { service } = opened
const firm = await service.newFirm("Hartwell & Pryce")

test("after a minute offline, everything typed is saved once, as soon as the connection is back", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = await openPage(intake, intake.names)
  const hidden = await openPage(
    intake,
    intake.pageOf(intake.ids.ssn, `${intake.ids.ssn}/${intake.main}`),
    page,
  )
  // The minute passes on a fake clock; once the connection is back, the test waits in real time.
  for (const each of [page, hidden]) await each.clock.install()
  const offline = watchSaves(page)
  await page.context().setOffline(true)
  await page.getByLabel("First name", { exact: true }).fill("")
  await page.getByLabel("First name", { exact: true }).pressSequentially("Ros")
  await pass(page, 20)
  await page.getByText(/^Offline/).waitFor()
  await page.getByLabel("First name", { exact: true }).pressSequentially("a")
  await pass(page, 20)
  await page.getByLabel("Last name").fill("Ortiz-王")
  await hidden.getByLabel("Social Security number").pressSequentially("123-45-6789")
  await pass(hidden, 20)
  await pass(page, 20)
  await waitUntil(
    async () => {
      await pass(page, 4)
      return offline.failed > 3
    },
    () => `it was tried ${offline.failed} times`,
  )
  await screenshot(page, "31-offline")
  await expectNothingOnDevice(hidden, "6789")
  assert.match(await stored(page), /Ortiz-王/)

  for (const each of [page, hidden]) await each.clock.resume()
  await page.context().setOffline(false)
  for (const each of [page, hidden]) await untilSaved(each)
  assert.equal(await intake.fullName(), "Rosa Ortiz-王")
  assert.deepEqual(await changesOf(intake), { first_name: 1, last_name: 1, [intake.ids.ssn]: 1 })
  await expectNothingOnDevice(hidden, "6789")
  assert.equal(await stored(page), "[]")
})

test("a tab that dies 300 ms after a keystroke loses nothing", async () => {
  const intake = await newPortalIntake(service, firm)
  const url = intake.names
  const page = await openPage(intake, url)
  const { sent } = watchSaves(page)
  // On the page's fake clock, which only the test advances.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByLabel("Last name").fill("Smith-Ilse")
  await page.clock.runFor(300)
  assert.equal(sent.length, 0, "it was saved before the tab died")
  const line = await page.context().newCDPSession(page)
  const died = page.waitForEvent("crash")
  void line.send("Page.crash").catch(() => undefined)
  await died
  assert.equal(await intake.fullName(), "Ada Smith")
  const again = await page.context().newPage()
  await again.goto(url)
  await untilSaved(again)
  assert.equal(await again.getByLabel("Last name").inputValue(), "Smith-Ilse")
  assert.equal(await intake.fullName(), "Ada Smith-Ilse")
})

test("if the server is killed during a save and comes back, nothing is lost and the page continues by itself", async (t) => {
  const intake = await newPortalIntake(service, firm)
  const server = await startServer()
  t.after(() => server.child.kill("SIGKILL"))
  const page = await openPage(intake, `${server.url}${intake.names}`)
  const lock = new pg.Client({ connectionString: service.database_url })
  await lock.connect()
  t.after(() => lock.end())
  await lock.query("begin")
  await lock.query("select set_config('foyer.firm_id', $1, true)", [firm.firm_id])
  const { rows } = await lock.query("select pg_backend_pid() as pid from matters where id = $1 for update", [
    intake.matter_id,
  ])
  const isWaitedFor = async () => {
    const waiting = "select from pg_locks where not granted and $1 = any(pg_blocking_pids(pid))"
    return (await lock.query(waiting, [rows[0].pid])).rowCount
  }

  const { sent } = watchSaves(page)
  await page.getByLabel("First name", { exact: true }).fill("Adela")
  // The browser tells of a request only after sending it.
  await waitUntil(async () => sent.length > 0 && (await isWaitedFor()), "nothing is being saved")
  assert.equal(sent.length, 1)
  server.child.kill("SIGKILL")
  await once(server.child, "exit")
  await lock.query("rollback")
  await page.getByText("Not saved yet. Kept on this device; we are trying again.").waitFor()
  await page.getByLabel("Last name").fill("Smith-Kern")
  // Continuing also waits for the server, reaches no dead end, and then proceeds by itself.
  await page.getByRole("button", { name: "Save and continue" }).click()
  await page.getByText(/^Not saved yet/).waitFor()
  assert.equal(await intake.fullName(), "Ada Smith")

  const restarted = await startServer(server.port)
  t.after(() => restarted.child.kill("SIGKILL"))
  await page.getByLabel("Month").waitFor()
  assert.equal(await intake.fullName(), "Adela Smith-Kern")
  assert.deepEqual(await changesOf(intake), { first_name: 1, last_name: 1 })
})

test("a session that ends while typing is renewed on the page, and nothing is lost, sensitive input included", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = await openPage(intake, intake.pageOf(intake.ids.ssn, `${intake.ids.ssn}/${intake.main}`))
  const names = await openPage(intake, intake.names, page)
  await firm.write(sql`update sessions set expires_at = now() - interval '1 hour'`)
  await names.getByLabel("First name", { exact: true }).fill("Carmen")
  await names.getByRole("heading", { name: "Sign in again" }).waitFor()
  await page.getByLabel("Social Security number").pressSequentially("123-45-6789")
  await page.getByRole("heading", { name: "Sign in again" }).waitFor()
  await expectNoAxeViolations(page)
  await screenshot(page, "32-signed-out")
  await page.getByRole("button", { name: /Send a code to/ }).click()
  await page.getByText("A code is being sent to you").waitFor()
  await page.getByLabel("Six-digit code").fill("12")
  await page.getByRole("button", { name: "Continue", exact: true }).click()
  await page.getByText("That code doesn’t match").waitFor()
  await page.getByLabel("Six-digit code").fill(await lastCode())
  await page.getByRole("button", { name: "Continue", exact: true }).click()
  await untilSaved(page)
  assert.equal(await intake.fullName(), "Carmen Smith")
  assert.deepEqual(await changesOf(intake), { first_name: 1, [intake.ids.ssn]: 1 })
  await page.getByRole("button", { name: "Save and continue" }).click()
  await page.waitForURL(new RegExp(`${intake.spouse}$`))
})

for (const [how, lose] of [
  ["the browser has forgotten", async (page: Page) => page.context().clearCookies()],
  [
    "was ended on another device",
    async () => firm.write(sql`delete from sessions where matter_id is not null`),
  ],
] as const) {
  test(`a session that ${how} is renewed on the page, and the input is saved`, async () => {
    const intake = await newPortalIntake(service, firm)
    const page = await openPage(intake, intake.names)
    await lose(page)
    await page.getByLabel("First name", { exact: true }).fill("Carmen")
    await signInOnPage(page)
    await untilSaved(page)
    assert.equal(page.url(), new URL(intake.names, service.base_url).href)
    assert.equal(await intake.fullName(), "Carmen Smith")
  })

  test(`continuing after a session that ${how} leads to sign-in, and then proceeds by itself`, async () => {
    const intake = await newPortalIntake(service, firm)
    const page = await openPage(intake, intake.names)
    await lose(page)
    await page.getByLabel("First name", { exact: true }).fill("Carmen")
    const panel = page.locator("#main > section").filter({ hasText: "Sign in again" })
    await panel.waitFor()
    await page.getByLabel("Last name").focus()
    await page.getByRole("button", { name: "Save and continue" }).click()
    await page.waitForFunction(() => document.activeElement?.textContent?.includes("Sign in again"))
    assert.ok(await panel.evaluate((section) => section.getBoundingClientRect().top >= 0))
    assert.match(await page.locator("#page-status").innerText(), /^You were away for a while/)
    await signInOnPage(page)
    await page.waitForURL((url) => url.pathname !== new URL(intake.names, service.base_url).pathname)
    assert.equal(await intake.fullName(), "Carmen Smith")
  })
}

test("signing in again in another tab signs in both, and the first one says that everything is saved", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = await openPage(intake, intake.names)
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.getByLabel("First name", { exact: true }).fill("Carmen")
  await page.getByRole("heading", { name: "Sign in again" }).waitFor()
  await page.context().addCookies(cookies)
  await openPage(intake, "/portal", page)
  await untilSaved(page)
  await page.getByRole("heading", { name: "Sign in again" }).waitFor({ state: "detached" })
  assert.equal(await intake.fullName(), "Carmen Smith")
})

async function signInOnPage(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send a code to a•••@example.com" }).click()
  await page.getByText("A code is being sent to you").waitFor()
  await page.getByLabel("Six-digit code").fill(await lastCode())
  await page.getByRole("button", { name: "Continue", exact: true }).click()
}

/** Opens a page of the client Ada, in the browser of `otherTab` if given. */
async function openPage({ ada }: PortalIntake, url: string, otherTab?: Page): Promise<Page> {
  const origin = new URL(url, service.base_url).origin
  const page = otherTab
    ? await otherTab.context().newPage()
    : await openPageOf(opened, ada.cookies, { base_url: origin, width: 360, height: 640 })
  await page.goto(url)
  return page
}

/** Advances a page's clock a few seconds at a time, so that attempts meanwhile fail when they should. */
async function pass(page: Page, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 4) {
    await page.clock.runFor(4_000)
    await page.waitForTimeout(30)
  }
}

/** Everything in a browser's storage, as one string. */
function stored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const saved = [...Object.entries(localStorage), ...Object.entries(sessionStorage)]
    return JSON.stringify([...saved, ...databases, ...(await caches.keys())])
  })
}

async function expectNothingOnDevice(page: Page, secret: string): Promise<void> {
  const state = JSON.stringify(await page.context().storageState({ indexedDB: true }))
  assert.ok(!`${await stored(page)}${state}`.includes(secret))
}

/** How often the client wrote each field. */
async function changesOf({ matter_id }: PortalIntake): Promise<Record<string, number>> {
  const rows = await firm.all<{ field: string; count: number }>(sql`
      select split_part(field, ':', 1) as field, count(*) from changes
       where matter_id = ${matter_id} and changed_by <> ${firm.admin.user_id} group by 1`)
  return Object.fromEntries(rows.map(({ field, count }) => [field, count]))
}

async function lastCode(): Promise<string> {
  const mail = await firm.one<{ id: string; body_sealed: string }>(
    sql`select id, body_sealed from mails order by id desc limit 1`,
  )
  return /\b\d{6}\b/.exec(openMailBody(service.ring, mail.id, mail.body_sealed).text)?.[0] ?? ""
}

/** Runs `foyer serve` as a separate process, on the test's database and data folder. */
async function startServer(given_port?: number): Promise<{ child: ChildProcess; url: string; port: number }> {
  const port = given_port ?? (await findFreePort("127.0.0.1"))
  const child = spawn(process.execPath, [...program, "serve", "--no-work"], {
    env: {
      ...process.env,
      NODE_ENV: "development",
      PORT: String(port),
      DATABASE_URL: service.database_url,
      FOYER_DATA: service.config.data_dir,
      FOYER_LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "inherit"],
  })
  for await (const chunk of child.stdout) if (/running at/.test(String(chunk))) break
  return { child, port, url: `http://127.0.0.1:${port}` }
}

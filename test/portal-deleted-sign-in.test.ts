// The passkey of a client whose matter is deleted: removed with it, restored with it, and gone for good when it is purged.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { closeMatter, reopenClosedMatter } from "../server/intake/matters/lifecycle.ts"
import { deleteMatter, restoreMatter } from "../server/operations/deletions/deletions.ts"
import { purgeDueMatters } from "../server/operations/deletions/purging.ts"
import { sql } from "../server/platform/db/sql.ts"
import { inviteClient } from "./harness/portal-browser.ts"
import type { TestFirm } from "./harness/service.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { lastCodeTo } from "./harness/staff.ts"
import { plugIn } from "./harness/virtual-authenticator.ts"

// A fixed clock and a separate database, because a purge covers all firms at once.
let now = new Date("2026-03-02T09:30:00Z")
const opened = await openServiceAndBrowser({ host: "localhost", clock: () => now, own_database: true })
const { service, browser } = opened

const wait = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000)
}

/** Creates a client with a passkey in this browser. */
async function newClientWithPasskey(firm: TestFirm, email: string) {
  const invited = await inviteClient(service, firm, { first_name: "Maria", email })
  const page = await browser.newPage({ base_url: service.base_url, width: 360, height: 740 })
  await plugIn(page)
  await page.goto(`/invite/${invited.invite_key}`)
  await page.getByRole("button", { name: "Start" }).click()
  await page.waitForURL("**/portal/sections/**")
  await page.goto("/portal/account/passkeys/new")
  await page.getByRole("button", { name: /^Send a code to/ }).click()
  await page.getByLabel(/^Code we sent to/).fill(await lastCodeTo(service, email))
  await page.getByRole("button", { name: "Create the passkey" }).click()
  await page.waitForURL("**/portal/account?saved=passkey#passkeys")
  wait(61)
  return { ...invited, page }
}

async function comeBackByPasskey(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.goto("/portal/sign-in")
  await page.getByRole("button", { name: "Sign in with a passkey" }).click()
}

/** Signs in with the link and an emailed code. */
async function comeBackByMail(page: Page, invite_key: string, email: string): Promise<void> {
  await page.context().clearCookies()
  wait(61)
  await page.goto(`/invite/${invite_key}`)
  await page.getByRole("button", { name: /^Send a code to/ }).click()
  await page.getByLabel("Six-digit code").fill(await lastCodeTo(service, email))
  await page.getByRole("button", { name: "Continue" }).click()
}

/** What the tables still contain of this firm's client credentials. */
const credentials = (firm: TestFirm) =>
  firm.one<{ passkeys: number; sealed: number }>(sql`
      select (select count(*) from passkeys) as passkeys,
             (select count(*) from deletions where content_sealed is not null) as sealed`)

test("a passkey is deleted with the matter, works again once it is restored, and is purged with it", async () => {
  const firm = await service.newFirm()
  const email = "maria@example.com"
  const { page, matter_id, invite_key } = await newClientWithPasskey(firm, email)
  await comeBackByPasskey(page)
  await page.waitForURL("**/portal")
  assert.deepEqual(await credentials(firm), { passkeys: 1, sealed: 0 })

  const remove = () =>
    firm.run(async (tx) => {
      await closeMatter(tx, matter_id)
      return deleteMatter(tx, service.ring, { matter_id, reason: "The client asked for it." })
    })
  const deletion_id = await remove()
  assert.deepEqual(await credentials(firm), { passkeys: 0, sealed: 1 })
  await comeBackByPasskey(page)
  await page
    .getByText(/We don’t recognize this passkey/)
    .first()
    .waitFor()

  await firm.run(async (tx) => {
    await restoreMatter(tx, service.ring, deletion_id)
    await reopenClosedMatter(tx, matter_id)
  })
  await comeBackByPasskey(page)
  await page.waitForURL("**/portal")
  await comeBackByMail(page, invite_key, email)
  await page.waitForURL("**/portal")

  await remove()
  wait(31 * 24 * 3_600)
  assert.equal(await purgeDueMatters(service), 1)
  assert.deepEqual(await credentials(firm), { passkeys: 0, sealed: 0 })
  await comeBackByPasskey(page)
  await page
    .getByText(/We don’t recognize this passkey/)
    .first()
    .waitFor()
  await page.goto(`/invite/${invite_key}`)
  await page.getByText("no longer here").first().waitFor()
})

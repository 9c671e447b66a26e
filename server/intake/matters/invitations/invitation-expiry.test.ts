import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../../test/harness/literally.ts"
import { type Invited, inviteClient, newPortalBrowser } from "../../../../test/harness/portal-browser.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { waitUntil } from "../../../../test/harness/wait-until.ts"
import { sql } from "../../../platform/db/sql.ts"
import { openMailBody } from "../../../platform/mail/outbox.ts"
import { readFirmPlace } from "../../../platform/secrets/tokens.ts"
import { linkFormUrl } from "./own-links.ts"
import { sendInvitation } from "./sending.ts"

const service = provideService({ clock: () => now, own_database: true, is_mailing: true })
let now = new Date("2026-03-02T09:30:00Z")

const email = "maria@example.com"

test("links never expire unless the firm sets a number of days", async () => {
  const firm = await service.newFirm()
  const { invite_key } = await inviteClient(service, firm, { email })
  await later(4_000, async () => assert.equal((await open(invite_key)).status, 200))
})

test("an unused link opens nothing after the firm's days, and its page offers a new one in both languages", async () => {
  const firm = await firmWith("14")
  const { invite_key } = await inviteClient(service, firm, { email })
  await later(13.9, async () => assert.equal((await open(invite_key)).status, 200))
  await later(14, async () => {
    const client = newPortalBrowser(service)
    const page = await client.get(`/invite/${invite_key}`)
    assert.equal(page.status, 410)
    assert.match(page.html, /This link has expired/)
    assert.match(page.html, /Send me my link/)
    const inSpanish = await client.get(`/invite/${invite_key}?lang=es`)
    assert.match(inSpanish.html, /Este enlace venció/)
    assert.match(inSpanish.html, /Enviarme mi enlace/)
    assert.equal((await client.post(`/invite/${invite_key}/start`)).status, 410)
    assert.match((await client.get("/portal")).location, /sign-in/)
  })
})

test("requesting an expired link brings a new one, and the expired one stays dead", async () => {
  const firm = await firmWith("14")
  const { invite_key } = await inviteClient(service, firm, { email })
  await later(20, async () => {
    const url = linkFormUrl(await firm.run(readFirmPlace))
    await newPortalBrowser(service).post(url, { email })
    await waitUntil(async () => (await textsOf(firm)).length > 0, "no email with the link")
    const key = keyIn((await textsOf(firm))[0])
    assert.notEqual(key, invite_key)
    assert.equal((await open(key)).status, 200)
    assert.equal((await open(invite_key)).status, 404)
  })
})

test("a client who has started is not locked out when the days are over", async () => {
  const firm = await firmWith("14")
  const { invite_key } = await inviteClient(service, firm, { email })
  await newPortalBrowser(service).post(`/invite/${invite_key}/start`)
  await later(400, async () => {
    const page = await open(invite_key)
    assert.equal(page.status, 200)
    assert.match(page.html, /Send a code to /)
  })
})

test("every email with the link restarts its lifetime and says until when it works", async () => {
  const firm = await firmWith("14")
  const invited = await inviteClient(service, firm, { email })
  await later(10, () => firm.run((tx) => sendInvitation(tx, service, invited.invitation_id)))
  assert.match((await textsOf(firm))[0] ?? "", /Please begin by /)
  await later(20, async () => assert.equal((await open(invited.invite_key)).status, 200))
  await later(25, async () => assert.equal((await open(invited.invite_key)).status, 410))
})

test("staff see the state of each invitation, and replace an expired link with one click from the home page", async () => {
  const firm = await firmWith("14")
  let staff = await newStaffBrowser(service, firm)
  const invited = await inviteClient(service, firm, { email, matter_name: "Larkspur, Ada" })
  await firm.run((tx) => sendInvitation(tx, service, invited.invitation_id))
  const pages = ["/console", "/console/matters", `/console/matters/${invited.matter_id}`]
  const read = async () => (await Promise.all(pages.map((url) => staff("GET", url)))).map(({ text }) => text)
  const [, , waiting = ""] = await read()
  assert.match(waiting, /Queued <time/)
  assert.match(waiting, /Expires <time/)
  await firm.run((tx) => tx.run(sql`update mails set sent_at = ${tx.now}`))
  assert.match((await staff("GET", pages[2] ?? "")).text, /Accepted by the mail server <time/)

  await later(15, async () => {
    staff = await newStaffBrowser(service, firm)
    const [home = "", list = "", matter = ""] = await read()
    assert.match(list, /Invitation expired/)
    assert.match(matter, /The link for .* has expired/)
    const press = `/console/matters/${invited.matter_id}/invitations/${invited.invitation_id}/resending`
    assert.match(home, literally(`action="${press}"`))
    assert.equal((await staff("POST", press, { back: "/console" })).location, "/console")
    assert.doesNotMatch((await staff("GET", "/console")).text, literally(press))
    const key = keyIn((await textsOf(firm)).at(-1))
    assert.equal((await open(key)).status, 200)
    assert.equal((await open(invited.invite_key)).status, 404)
  })
})

test("the days are a whole number or empty, and empty turns expiry off for later links", async () => {
  const firm = await firmWith("14")
  const staff = await newStaffBrowser(service, firm)
  for (const days of ["0", "366", "1.5", "soon"])
    assert.equal(
      (await staff("POST", "/console/settings/portal", { ...settings, invitation_days: days })).status,
      400,
      days,
    )
  assert.equal(
    (await staff("POST", "/console/settings/portal", { ...settings, invitation_days: "" })).status,
    303,
  )
  const { invite_key } = await inviteClient(service, firm, { email })
  await later(4_000, async () => assert.equal((await open(invite_key)).status, 200))
})

const settings = { locale: "en", reply_days: "0" }

async function firmWith(invitation_days: string): Promise<TestFirm> {
  const firm = await service.newFirm()
  const staff = await newStaffBrowser(service, firm)
  assert.equal(
    (await staff("POST", "/console/settings/portal", { ...settings, invitation_days })).status,
    303,
  )
  return firm
}

async function later(days: number, work: () => Promise<unknown>): Promise<void> {
  const before = now
  now = new Date(before.getTime() + days * 24 * 3_600_000)
  try {
    await work()
  } finally {
    now = before
  }
}

function open(key: Invited["invite_key"]) {
  return newPortalBrowser(service).get(`/invite/${key}`)
}

function textsOf(firm: TestFirm): Promise<string[]> {
  return firm.run(async (tx) => {
    const rows = await tx.all<{ id: string; body_sealed: string }>(sql`
      select id, body_sealed from mails where recipient = ${email} order by id`)
    return rows.map(({ id, body_sealed }) => openMailBody(service.ring, id, body_sealed).text)
  })
}

function keyIn(text = ""): string {
  return /\/invite\/(\S+)/.exec(text)?.[1] ?? ""
}

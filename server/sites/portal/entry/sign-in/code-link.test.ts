import assert from "node:assert/strict"
import { test } from "node:test"
import { startDuring } from "../../../../../test/harness/collide.ts"
import {
  inviteClient,
  newPortalBrowser,
  type PortalBrowser,
} from "../../../../../test/harness/portal-browser.ts"
import { provideService, type TestFirm } from "../../../../../test/harness/service.ts"
import { revokeInvitation } from "../../../../intake/matters/invitations/invitations.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { openMailBody } from "../../../../platform/mail/outbox.ts"

const service = provideService({ clock: () => now })
let now = new Date("2026-03-02T09:30:00Z")

const wait = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000)
}

test("the link in a code email signs in on any device, in both languages", async () => {
  const { link } = await newMailedCode()
  const phone = newPortalBrowser(service)
  const page = await phone.get(link)
  assert.equal(page.status, 200)
  assert.match(page.html, /Welcome back, Maria/)
  assert.match(page.html, />Continue</)
  assert.match((await phone.get(`${link}?lang=es`)).html, />Continuar</)
  assert.deepEqual([...phone.cookies.keys()], ["foyer_language"])
  assert.equal((await phone.post(link)).location, "/portal")
  assert.equal((await phone.get("/portal")).status, 200)
})

test("a mail scanner that opens the link uses up neither the link nor the code", async () => {
  for (const method of ["link", "code"] as const) {
    const { link, code, client, invite_key } = await newMailedCode()
    for (let time = 0; time < 20; time++) {
      assert.equal((await newPortalBrowser(service).get(link)).status, 200)
      assert.equal((await service.app.inject({ method: "HEAD", url: link })).statusCode, 200)
    }
    const entered =
      method === "link"
        ? await client.post(link)
        : await client.post(`/invite/${invite_key}/session`, { code })
    assert.deepEqual([entered.status, entered.location], [303, "/portal"], method)
  }
})

test("using the link or the code invalidates both", async () => {
  const one = await newMailedCode()
  await one.client.post(one.link)
  await assertRefused(one)
  const other = await newMailedCode()
  await other.client.post(`/invite/${other.invite_key}/session`, { code: other.code })
  await assertRefused(other)
})

test("the link expires after ten minutes, after five wrong codes, and when a newer code is sent", async () => {
  const late = await newMailedCode()
  wait(601)
  await assertRefused(late)

  const guessed = await newMailedCode()
  for (let time = 0; time < 5; time++)
    await guessed.client.post(`/invite/${guessed.invite_key}/session`, {
      code: guessed.code === "000000" ? "000001" : "000000",
    })
  await assertRefused(guessed)

  const older = await newMailedCode()
  wait(61)
  await older.client.post(`/invite/${older.invite_key}/code`)
  const newer = await lastMail(older.firm)
  await assertRefused(older)
  assert.equal((await newPortalBrowser(service).post(newer.link)).location, "/portal")
})

test("the page of a used link can send another code with another link", async () => {
  const { firm, link } = await newMailedCode()
  await newPortalBrowser(service).post(link)
  wait(61)
  const client = newPortalBrowser(service)
  assert.match((await client.get(link)).html, new RegExp(`action="${link}/code"`))
  await client.post(`${link}/code`)
  const again = await lastMail(firm)
  assert.notEqual(again.link, link)
  assert.equal((await client.post(again.link)).location, "/portal")
})

test("a forged link returns 404 and signs no one in", async () => {
  const { link } = await newMailedCode()
  const forged = `${link.slice(0, -4)}AAAA`
  for (const url of [forged, "/portal/code/nothing"]) {
    const stranger = newPortalBrowser(service)
    assert.equal((await stranger.get(url)).status, 404)
    assert.equal((await stranger.post(url)).status, 404)
    assert.deepEqual([...stranger.cookies.keys()], [])
  }
})

test("revoking an invitation invalidates the link of its code", async () => {
  const { firm, link, invitation_id } = await newMailedCode()
  await firm.run((tx) =>
    tx.run(sql`update invitations set revoked_at = ${tx.now} where id = ${invitation_id}`),
  )
  const client = newPortalBrowser(service)
  assert.equal((await client.post(link)).status, 410)
  assert.match((await client.get("/portal")).location, /sign-in/)
})

test("an invitation revoked during a sign-in signs no one in", async () => {
  const { firm, link, invitation_id } = await newMailedCode()
  const client = newPortalBrowser(service)
  const pressed = await service.db.forPlatform(async (tx) => {
    await tx.one(sql`select from mailed_codes where firm_id = ${firm.firm_id} for update`)
    const pressing = await startDuring(tx, () => client.post(link))
    assert.equal(await firm.run((other) => revokeInvitation(other, invitation_id)), true)
    return pressing
  })
  await pressed.outcome
  assert.match((await client.get("/portal")).location, /sign-in/)
  assert.deepEqual(
    await firm.run((tx) =>
      tx.all(sql`select from sessions where matter_id is not null and expires_at > ${tx.now}`),
    ),
    [],
  )
})

interface MailedCode {
  firm: TestFirm
  client: PortalBrowser
  invite_key: string
  invitation_id: string
  user_id: string
  link: string
  code: string
}

/** Starts as Maria on one device, and requests a code on another. */
async function newMailedCode(): Promise<MailedCode> {
  const firm = await service.newFirm()
  const invited = await inviteClient(service, firm, { email: "maria@example.com", first_name: "Maria" })
  await newPortalBrowser(service).post(`/invite/${invited.invite_key}/start`)
  const client = newPortalBrowser(service)
  await client.post(`/invite/${invited.invite_key}/code`)
  const { user_id } = await firm.one<{ user_id: string }>(
    sql`select user_id from invitations where id = ${invited.invitation_id}`,
  )
  return { firm, client, user_id, ...invited, ...(await lastMail(firm)) }
}

async function lastMail(firm: TestFirm): Promise<{ link: string; code: string }> {
  const { id, body_sealed } = await firm.one<{ id: string; body_sealed: string }>(
    sql`select id, body_sealed from mails where purpose = 'code' order by id desc limit 1`,
  )
  const { text, subject = "" } = openMailBody(service.ring, id, body_sealed)
  const link = /\/portal\/code\/\S+/.exec(text)?.[0] ?? assert.fail(text)
  return { link, code: subject.slice(0, 6) }
}

/** Asserts that neither the link nor the code signs in, and that the page says what to do. */
async function assertRefused({ link, code, invite_key }: MailedCode): Promise<void> {
  const client = newPortalBrowser(service)
  const page = await client.get(link)
  assert.equal(page.status, 410)
  assert.match(page.html, /This link has been used or has expired\. Ask for a new code\./)
  assert.equal((await client.post(link)).status, 410)
  assert.equal((await client.post(`/invite/${invite_key}/session`, { code })).status, 422)
  assert.deepEqual([...client.cookies.keys()], [])
}

import assert from "node:assert/strict"
import { test } from "node:test"
import { inviteClient, newPortalBrowser } from "../../../../../test/harness/portal-browser.ts"
import { provideService, type TestFirm } from "../../../../../test/harness/service.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { openMailBody } from "../../../../platform/mail/outbox.ts"

const service = provideService({ clock: () => now })
let now = new Date("2026-03-02T09:30:00Z")

async function enter() {
  const firm = await service.newFirm()
  const { invite_key, matter_id } = await inviteClient(service, firm, { email: "maria@example.com" })
  const first = newPortalBrowser(service)
  const started = await first.post(`/invite/${invite_key}/start`)
  const sendCode = async () => {
    now = new Date(now.getTime() + 61_000)
    await newPortalBrowser(service).post(`/invite/${invite_key}/code`)
    return lastCode(firm)
  }
  return { firm, matter_id, link: `/invite/${invite_key}`, first, started, sendCode }
}

async function lastCode(firm: TestFirm): Promise<string> {
  const { id, body_sealed } = await firm.one<{ id: string; body_sealed: string }>(
    sql`select id, body_sealed from mails order by id desc limit 1`,
  )
  return /\d{6}/.exec(openMailBody(service.ring, id, body_sealed).subject ?? "")?.[0] ?? ""
}

const entriesOf = (firm: TestFirm, matter_id: string) =>
  firm.all<{ action: string; label: string }>(sql`
      select action, label from audit_entries
       where matter_id = ${matter_id} and action in ('signed_in', 'sign_in_failed') order by position, id`)

test("each sign-in of a client, and each that failed, is an entry of the matter with device and network", async () => {
  const { firm, matter_id, link, first, sendCode } = await enter()
  const headers = {
    "user-agent":
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1",
    "content-type": "application/x-www-form-urlencoded",
    "sec-fetch-site": "same-origin",
  }
  const send = (path: string, form: Record<string, string>) =>
    service.app.inject({
      method: "POST",
      url: `${link}/${path}`,
      headers,
      payload: new URLSearchParams(form).toString(),
      remoteAddress: "192.0.2.7",
    })
  await first.post("/portal/account/code", { to: "password" })
  await first.post("/portal/account/password", {
    proof_code: await lastCode(firm),
    password: "a short sentence",
  })
  const before = (await entriesOf(firm, matter_id)).length
  const code = await sendCode()
  const wrong = code === "111111" ? "222222" : "111111"
  assert.equal((await send("session", { code: wrong })).statusCode, 422)
  assert.equal((await send("session", { code })).statusCode, 303)
  assert.equal((await send("session", { code })).statusCode, 422)
  assert.equal((await send("session", { password: "another sentence" })).statusCode, 422)
  assert.equal((await send("session", { password: "a short sentence" })).statusCode, 303)
  assert.equal((await send("passkey", { credential: "{}", offer: "none" })).statusCode, 422)
  const from = "Safari, iPhone, 192.0.2.7"
  assert.deepEqual((await entriesOf(firm, matter_id)).slice(before), [
    { action: "sign_in_failed", label: `Wrong code by email: ${from}` },
    { action: "signed_in", label: `With a code by email: ${from}` },
    { action: "sign_in_failed", label: `Code by email that no longer works: ${from}` },
    { action: "sign_in_failed", label: `Wrong password: ${from}` },
    { action: "signed_in", label: `With the password: ${from}` },
    { action: "sign_in_failed", label: `Wrong passkey: ${from}` },
  ])
  for (let time = 0; time < 30; time += 1) await send("passkey", { credential: "{}", offer: "none" })
  assert.equal((await entriesOf(firm, matter_id)).length - before, 5 + 20, "guesses do not fill the log")
})

test("a code signs in as typed with the digits of any script, and with what was pasted around it", async () => {
  const { link, sendCode } = await enter()
  const digits = (code: string, zero: string) =>
    [...code].map((digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit))).join("")
  for (const zero of ["０", "٠", "۰", "०"]) {
    const code = digits(await sendCode(), zero)
    const browser = newPortalBrowser(service)
    assert.equal(
      (await browser.post(`${link}/session`, { code: ` ${code.slice(0, 3)}-${code.slice(3)} ` })).location,
      "/portal",
      zero,
    )
    // Codes are limited by the hour.
    now = new Date(now.getTime() + 3_600_000)
  }
})

test("the session of a scanner that pressed Start ends when the client signs in, unless something was given in it", async () => {
  const { link, first: scanner, sendCode } = await enter()
  assert.equal((await scanner.get("/portal")).status, 200)
  const client = newPortalBrowser(service)
  assert.equal((await client.post(`${link}/session`, { code: await sendCode() })).location, "/portal")
  assert.notEqual((await scanner.get("/portal")).status, 200)
  assert.equal((await client.get("/portal")).status, 200)

  const other = await enter()
  const named = { first_name: "Maria", "seen.first_name": "0", last_name: "Ruiz", "seen.last_name": "0" }
  const page = (await other.first.get(other.started.location)).location
  assert.equal((await other.first.post(page, named)).status, 303)
  const laptop = newPortalBrowser(service)
  await laptop.post(`${other.link}/session`, { code: await other.sendCode() })
  assert.equal((await laptop.get("/portal")).status, 200)
  assert.equal(
    (await other.first.get("/portal")).status,
    200,
    "the phone that the client typed on stays signed in",
  )
})

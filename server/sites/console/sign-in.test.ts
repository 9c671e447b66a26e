import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { Secret, TOTP } from "otpauth"
import { cookieHeader } from "../../../test/harness/cookies.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { waitUntil } from "../../../test/harness/wait-until.ts"
import { inviteStaff } from "../../firm/users/setup-links.ts"
import { sql } from "../../platform/db/sql.ts"
import { cost, hashPassword } from "../../platform/secrets/passwords.ts"

const service = provideService({ clock: () => now })
let now = new Date("2026-03-02T09:30:00Z")
const usual_cost = { ...cost }
before(async () => {
  // Two hundred guesses are judged here. Another test checks what a guess usually costs.
  Object.assign(cost, { memory: 8, passes: 1 })
})
after(async () => {
  Object.assign(cost, usual_cost)
})

/** Stores cookies and sends forms like a browser. */
class SignInBrowser {
  cookies = new Map<string, string>()
  constructor(readonly ip = "203.0.113.7") {}

  async send(
    method: "GET" | "POST",
    url: string,
    form?: Record<string, string>,
    headers: Record<string, string> = {},
  ) {
    const response = await service.app.inject({
      method,
      url,
      remoteAddress: this.ip,
      headers: {
        "sec-fetch-site": "same-origin",
        cookie: cookieHeader(this.cookies),
        ...(form ? { "content-type": "application/x-www-form-urlencoded" } : {}),
        ...headers,
      },
      payload: form ? new URLSearchParams(form).toString() : undefined,
    })
    for (const { name, value } of response.cookies) {
      if (value) this.cookies.set(name, value)
      else this.cookies.delete(name)
    }
    const { location: to, "retry-after": retry_after } = response.headers
    return { status: response.statusCode, to, retry_after, body: response.body }
  }

  signIn(email: string, password: string) {
    return this.send("POST", "/console/sign-in", { email, password })
  }
}

const password = "violet kettle harbor"

async function newMember(firm: TestFirm, email: string, role: "admin" | "member" = "admin"): Promise<string> {
  const { user_id, setup_token } = await firm.run((tx) => inviteStaff(tx, { email, name: "", role }))
  const staffBrowser = new SignInBrowser()
  await staffBrowser.send("POST", `/console/setup/${setup_token}`, { name: "Ruth Pryce", password })
  return user_id
}

const fresh = (() => {
  let count = 0
  return () => `staff${++count}.${Date.now()}@example.com`
})()

test("opening a setup link changes nothing; the form signs in, and the link works once", async () => {
  const firm = await service.newFirm()
  const email = fresh()
  const { user_id, setup_token } = await firm.call(inviteStaff, { email, name: "Ruth", role: "admin" })
  const read = () => firm.one(sql`select * from users where id = ${user_id}`)
  const untouched = await read()
  const staffBrowser = new SignInBrowser()
  for (let time = 0; time < 3; time++) {
    assert.equal((await staffBrowser.send("GET", `/console/setup/${setup_token}`)).status, 200)
  }
  assert.deepEqual(await read(), untouched)
  const done = await staffBrowser.send("POST", `/console/setup/${setup_token}`, {
    name: "Ruth Pryce",
    password,
  })
  assert.deepEqual([done.status, done.to], [303, "/console"])
  assert.equal((await staffBrowser.send("GET", "/console/account")).status, 200)
  assert.equal((await new SignInBrowser().send("GET", `/console/setup/${setup_token}`)).status, 404)
})

test("of two people who use one setup link at once, one signs in and the other sees that the link no longer works", async () => {
  const firm = await service.newFirm()
  const { setup_token } = await firm.call(inviteStaff, { email: fresh(), name: "Ruth", role: "admin" })
  const send = () =>
    new SignInBrowser().send("POST", `/console/setup/${setup_token}`, { name: "Ruth Pryce", password })
  const [one, two] = (await Promise.all([send(), send()])).toSorted((a, b) => a.status - b.status)
  assert.equal(one?.to, "/console")
  assert.match(two?.body ?? "", /This link no longer works/)
})

test("a password that is short, common or about its owner is refused with an explanation", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const { setup_token } = await firm.run((tx) => inviteStaff(tx, { email: fresh(), name: "", role: "admin" }))
  for (const weak of ["short", "P@ssw0rd2026", "Welcome2026!", "1234567890", "Hartwell & Pryce"]) {
    const response = await new SignInBrowser().send("POST", `/console/setup/${setup_token}`, {
      name: "Ruth",
      password: weak,
    })
    assert.equal(response.status, 400, weak)
    assert.match(response.body, /<title>Error: /)
  }
})

test("a wrong password and an unknown address get the same response", async () => {
  const firm = await service.newFirm()
  const email = fresh()
  await newMember(firm, email)
  const wrong = await new SignInBrowser().signIn(email, "something else")
  const unknown = await new SignInBrowser().signIn(fresh(), "something else")
  assert.equal(wrong.status, 400)
  // Each page has its own random passkey challenge.
  const plain = (body: string) =>
    body
      .replace(/nonce-?[^"]*"[^"]*"/g, "")
      .replace(/data-passkey="[^"]*"|name="offer" value="[^"]*"/g, "")
      .replace(/staff\d+\.\d+@/g, "@")
  assert.equal(plain(unknown.body), plain(wrong.body))
})

test("guessing is slowed down and does not lock the owner out", async () => {
  const firm = await service.newFirm()
  const email = fresh()
  await newMember(firm, email)
  const owner = new SignInBrowser("198.51.100.4")
  assert.equal((await owner.signIn(email, password)).status, 303)
  await owner.send("POST", "/console/sign-out", {})
  const stranger = new SignInBrowser("203.0.113.66")
  for (let time = 0; time < 6; time++)
    assert.equal((await stranger.signIn(email, `guess ${time}`)).status, 400)
  const waiting = await stranger.signIn(email, password)
  assert.equal(waiting.status, 429, "the stranger has to wait, even with the right password")
  assert.match(waiting.body, /Too many attempts\. Try again in a minute\./)
  assert.match(String(waiting.retry_after), /^[1-9]\d*$/)
  assert.equal((await owner.signIn(email, password)).status, 303, "on a known browser")
  assert.equal((await new SignInBrowser("192.0.2.9").signIn(email, password)).status, 303, "from elsewhere")
  now = new Date(now.getTime() + 20 * 60_000)
  assert.equal((await stranger.signIn(email, password)).status, 303, "after the wait")
})

test("guesses from many addresses are limited too, and a known browser still signs in", async () => {
  const firm = await service.newFirm()
  const email = fresh()
  await newMember(firm, email)
  const owner = new SignInBrowser("198.51.100.5")
  await owner.signIn(email, password)
  for (let host = 0; host < 61; host++) await new SignInBrowser(`192.0.2.${host}`).signIn(email, "guess")
  assert.equal((await new SignInBrowser("192.0.2.200").signIn(email, password)).status, 429)
  assert.equal((await owner.signIn(email, password)).status, 303)
})

test("an unknown address is slowed down like a known one, with the same responses", async () => {
  const firm = await service.newFirm()
  const email = fresh()
  await newMember(firm, email)
  const statusesFor = async (address: string, ip: string) => {
    const stranger = new SignInBrowser(ip)
    const statuses: number[] = []
    for (let time = 0; time < 9; time++) statuses.push((await stranger.signIn(address, "guess")).status)
    return statuses
  }
  const known = await statusesFor(email, "203.0.113.70")
  assert.deepEqual(known, [400, 400, 400, 400, 400, 400, 429, 429, 429])
  assert.deepEqual(await statusesFor(fresh(), "203.0.113.71"), known)
})

test("a network that tries many email addresses has to wait; other networks and known browsers do not", async () => {
  const firm = await service.newFirm()
  const email = fresh()
  await newMember(firm, email)
  const owner = new SignInBrowser("2001:db8:7:1::1")
  assert.equal((await owner.signIn(email, password)).status, 303)
  const statuses = new Set<number>()
  for (let host = 0; host < 41; host++)
    statuses.add((await new SignInBrowser(`2001:db8:7:1::${host + 2}`).signIn(fresh(), "guess")).status)
  assert.deepEqual([...statuses], [400, 429], "every address of the network counts")
  assert.equal((await new SignInBrowser("2001:db8:7:1::ff").signIn(email, password)).status, 429)
  assert.equal(
    (await new SignInBrowser("2001:db8:7:2::1").signIn(email, password)).status,
    303,
    "the next network",
  )
  assert.equal((await owner.signIn(email, password)).status, 303, "a known browser of the same network")
})

test("one network can request only a few password links, whatever the email address", async () => {
  const requestLink = (ip: string) =>
    new SignInBrowser(ip).send("POST", "/console/forgotten-password", { email: fresh() })
  for (let time = 0; time < 10; time++) assert.equal((await requestLink("203.0.113.72")).status, 303)
  assert.equal((await requestLink("203.0.113.72")).status, 429)
  assert.equal((await requestLink("203.0.113.73")).status, 303)
})

test("with one address in two firms, each password opens its own firm and a shared one offers the choice", async () => {
  const [one, two] = [await service.newFirm("First Firm"), await service.newFirm("Second Firm")]
  const email = fresh()
  await newMember(one, email)
  const id = await newMember(two, email)
  const staffBrowser = new SignInBrowser()
  assert.equal((await staffBrowser.signIn(email, password)).to, "/console/firm-choice")
  const page = await staffBrowser.send("GET", "/console/firm-choice")
  assert.match(page.body, /First Firm[\s\S]*Second Firm/)
  const chosen = await staffBrowser.send("POST", "/console/firm-choice", { user_id: id })
  assert.equal(chosen.to, "/console")
  assert.match((await staffBrowser.send("GET", "/console/account")).body, /– Second Firm<\/title>/)
})

test("a half-finished sign-in opens one session: a copy of its cookie opens no other", async () => {
  const [one, two] = [await service.newFirm("First Firm"), await service.newFirm("Second Firm")]
  const email = fresh()
  await newMember(one, email)
  const id = await newMember(two, email)
  const owner = new SignInBrowser()
  await owner.signIn(email, password)
  const thief = new SignInBrowser("198.51.100.9")
  thief.cookies = new Map(owner.cookies)
  assert.equal((await owner.send("POST", "/console/firm-choice", { user_id: id })).to, "/console")
  const again = await thief.send("POST", "/console/firm-choice", { user_id: id })
  assert.equal(again.to, "/console/sign-in?used=1&next=%2Fconsole")
  assert.match((await thief.send("GET", String(again.to))).body, /This sign-in was completed already/)
  assert.equal((await thief.send("GET", "/console/account")).status, 303)
})

test("the right password of one firm buys no guesses at another's, nor does a browser known there", async () => {
  const [theirs, ours] = [await service.newFirm("Victim"), await service.newFirm("Attacker")]
  const email = fresh()
  await newMember(theirs, email)
  const id = await newMember(ours, email)
  const stored = await hashPassword("harbor kettle violet")
  await ours.write(sql`update users set password_hash = ${stored} where id = ${id}`)
  const attacker = new SignInBrowser("203.0.113.80")
  const judged = async () => {
    const { count } = await theirs.one<{ count: number }>(
      sql`select count(*) from audit_entries where action = 'sign_in_failed'`,
    )
    return Number(count)
  }
  for (let round = 0; round < 4; round++) {
    assert.equal((await attacker.signIn(email, "harbor kettle violet")).to, "/console")
    for (let guess = 0; guess < 3; guess++) await attacker.signIn(email, `guess ${round} ${guess}`)
  }
  await waitUntil(async () => (await judged()) > 0, "the failures are recorded")
  assert.ok((await judged()) <= 5, `${await judged()} guesses were judged`)
  assert.notEqual((await attacker.signIn(email, password)).to, "/console", "not even the right one")
  assert.equal(
    (await new SignInBrowser("192.0.2.77").signIn(email, password)).to,
    "/console",
    "from elsewhere",
  )
})

test("their own two firms never lock a person out, whichever they sign in to", async () => {
  const [one, two] = [await service.newFirm("One"), await service.newFirm("Two")]
  const email = fresh()
  await newMember(one, email)
  const id = await newMember(two, email)
  const other = "harbor kettle violet"
  const stored = await hashPassword(other)
  await two.write(sql`update users set password_hash = ${stored} where id = ${id}`)
  const own = new SignInBrowser("192.0.2.78")
  assert.equal((await own.signIn(email, password)).to, "/console")
  for (let time = 0; time < 12; time++) assert.equal((await own.signIn(email, other)).to, "/console")
  assert.equal((await own.signIn(email, password)).to, "/console")
})

test("a sign-in begun before the password changed, or the member left, ends at the sign-in page", async () => {
  const [one, two] = [await service.newFirm("One"), await service.newFirm("Two")]
  const changes = {
    password: sql`update users set password_hash = ${await hashPassword("another violet kettle")}`,
    factor: sql`update users set second_factor_sealed = 'sealed'`,
    email: sql`update users set email = 'elsewhere@example.com'`,
    deactivated: sql`update users set deactivated_at = now()`,
  }
  for (const [name, change] of Object.entries(changes)) {
    const email = fresh()
    await newMember(one, email)
    const id = await newMember(two, email)
    const browser = new SignInBrowser()
    assert.equal((await browser.signIn(email, password)).to, "/console/firm-choice")
    await two.write(sql`${change} where id = ${id}`)
    const chosen = await browser.send("POST", "/console/firm-choice", { user_id: id })
    assert.equal(chosen.to, "/console/sign-in?changed=1&next=%2Fconsole", name)
    assert.match((await browser.send("GET", String(chosen.to))).body, /was changed in the meantime/)
    assert.equal((await browser.send("GET", "/console/account")).status, 303)
    // Undoing the change does not bring the sign-in back.
    await two.write(sql`update users set deactivated_at = null where id = ${id}`)
    assert.match(
      String((await browser.send("POST", "/console/firm-choice", { user_id: id })).to),
      /sign-in/,
      name,
    )
  }
})

test("signing in ends this browser's earlier session, whatever its firm", async () => {
  const [one, two] = [await service.newFirm(), await service.newFirm()]
  const [ours, theirs] = [fresh(), fresh()]
  await newMember(one, ours)
  await newMember(two, theirs)
  const [here, there] = [new SignInBrowser(), new SignInBrowser()]
  await here.signIn(ours, password)
  there.cookies = new Map(here.cookies)
  assert.equal((await there.send("GET", "/console/account")).status, 200)
  assert.equal((await here.signIn(theirs, password)).to, "/console")
  assert.equal((await there.send("GET", "/console/account")).status, 303)
  assert.equal((await here.send("GET", "/console/account")).status, 200)
})

test("a form of one firm's page requires signing in to that firm and changes nothing in another", async () => {
  const [one, two] = [await service.newFirm("First Firm"), await service.newFirm("Second Firm")]
  const [ours, theirs] = [fresh(), fresh()]
  await newMember(one, ours)
  const their_id = await newMember(two, theirs)
  const here = new SignInBrowser()
  await here.signIn(ours, password)
  const page = await here.send("GET", "/console/account/name")
  const page_owner = /name="page_owner" value="([^"]+)"/.exec(page.body)?.[1] ?? ""
  const seen = /name="seen" value="([^"]+)"/.exec(page.body)?.[1] ?? ""
  await here.signIn(theirs, password)
  const response = await here.send("POST", "/console/account/name", { name: "Wrong", seen, page_owner })
  assert.match(String(response.to), /^\/console\/sign-in\?/)
  const { name } = await two.one<{ name: string }>(sql`select name from users where id = ${their_id}`)
  assert.equal(name, "Ruth Pryce")
})

test("with two-factor authentication the password alone opens nothing, and no code works twice", async () => {
  const firm = await service.newFirm()
  const email = fresh()
  await newMember(firm, email)
  const staffBrowser = new SignInBrowser()
  await staffBrowser.signIn(email, password)
  const offer = await staffBrowser.send("GET", "/console/account/second-step")
  const sealed = /name="offer" value="([^"]+)"/.exec(offer.body)?.[1] ?? ""
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(offer.body)?.[1]?.replace(/ /g, "") ?? ""
  const app = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 })
  const code = () => app.generate({ timestamp: now.getTime() })
  const turnOn = (form: Record<string, string>) =>
    staffBrowser.send("POST", "/console/account/second-step", { offer: sealed, ...form })
  assert.equal((await turnOn({ code: "000000", current: password })).status, 400)
  assert.equal((await turnOn({ code: code() })).status, 400, "the password is required")
  assert.equal((await turnOn({ code: code(), current: "not it" })).status, 400)
  const enabling = code()
  const on = await turnOn({ code: enabling, current: password })
  assert.equal(on.to, "/console/account/recovery-codes")
  const shown = await staffBrowser.send("GET", "/console/account/recovery-codes")
  const recovery = [...shown.body.matchAll(/<code>([a-z0-9-]{27})<\/code>/g)].map(([, text = ""]) => text)
  assert.equal(recovery.length, 10)
  const again = await staffBrowser.send("GET", "/console/account/recovery-codes")
  assert.doesNotMatch(again.body, /<code>[a-z0-9-]{27}<\/code>/, "shown once")

  const second = new SignInBrowser()
  const enter = (one: SignInBrowser, typed: string) =>
    one.send("POST", "/console/second-step", { code: typed })
  assert.equal((await second.signIn(email, password)).to, "/console/second-step")
  assert.equal((await second.send("GET", "/console/account")).status, 303, "not yet signed in")
  assert.equal((await enter(second, enabling)).status, 400, "it turned two-factor authentication on")
  now = new Date(now.getTime() + 30_000)
  const typed = code()
  assert.equal((await enter(second, typed)).to, "/console")
  const third = new SignInBrowser()
  await third.signIn(email, password)
  assert.equal((await enter(third, typed)).status, 400, "used before")
  assert.equal((await enter(third, recovery[0] ?? "")).status, 303)
  const fourth = new SignInBrowser()
  await fourth.signIn(email, password)
  assert.equal((await enter(fourth, recovery[0] ?? "")).status, 400)

  const [late, early] = [new SignInBrowser(), new SignInBrowser()]
  for (const one of [late, early]) await one.signIn(email, password)
  now = new Date(now.getTime() + 10 * 60_000 - 1)
  assert.equal((await enter(early, recovery[1] ?? "")).to, "/console")
  now = new Date(now.getTime() + 1)
  assert.equal((await enter(late, recovery[2] ?? "")).to, "/console/sign-in", "begun ten minutes before")
})

test("if the firm requires two-factor authentication, nothing else opens until it is set up", async () => {
  const firm = await service.newFirm()
  const email = fresh()
  await newMember(firm, email)
  const staffBrowser = new SignInBrowser()
  await staffBrowser.signIn(email, password)
  await firm.write(sql`update firms set settings = '{"require_second_factor": true}'`)
  const proof_url = "/console/account/second-step?next=%2Fconsole%2Faccount"
  assert.equal((await staffBrowser.send("GET", "/console/account")).to, proof_url)
  assert.equal((await staffBrowser.send("GET", "/console/account/second-step")).status, 200)
})

test("changing the password requires the current one and ends every other session", async () => {
  const firm = await service.newFirm()
  const email = fresh()
  await newMember(firm, email)
  const [here, there] = [new SignInBrowser(), new SignInBrowser()]
  await here.signIn(email, password)
  await there.signIn(email, password)
  const change = (current: string) =>
    here.send("POST", "/console/account/password", { current, password: "amber window lantern" })
  assert.equal((await change("not it")).status, 400)
  assert.equal((await there.send("GET", "/console/account")).status, 200)
  assert.equal((await change(password)).status, 303)
  assert.equal((await there.send("GET", "/console/account")).status, 303)
  assert.equal((await here.send("GET", "/console/account")).status, 200)
})

test("signing in redirects only to console pages, whatever the link says", async () => {
  const firm = await service.newFirm()
  const email = fresh()
  await newMember(firm, email)
  const after = async (next: string) =>
    (await new SignInBrowser().send("POST", "/console/sign-in", { email, password, next })).to
  assert.equal(await after("/console/matters?search=smith&page=2"), "/console/matters?search=smith&page=2")
  for (const foreign of [
    "https://elsewhere.example",
    "//elsewhere.example",
    "/console//elsewhere",
    "/portal",
  ]) {
    assert.equal(await after(foreign), "/console")
  }
})

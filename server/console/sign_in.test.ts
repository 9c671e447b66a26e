import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { Secret, TOTP } from "otpauth"
import { sql } from "../platform/db/sql.ts"
import { cookieHeader } from "../test/cookies.ts"
import { openTestService, type TestFirm, type TestService } from "../test/harness.ts"
import { inviteStaff } from "../users/staff.ts"

let service: TestService
let now = new Date("2026-03-02T09:30:00Z")
before(async () => {
  service = await openTestService({ clock: () => now })
})
after(() => service.close())

/** A browser's side of the console: keeps cookies, sends forms as a page of ours would. */
class Visitor {
  cookies = new Map<string, string>()
  constructor(readonly ip = "203.0.113.7") {}

  async send(
    method: "GET" | "POST",
    url: string,
    form?: Record<string, string>,
    headers: Record<string, string> = {},
  ) {
    const answer = await service.app.inject({
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
    for (const { name, value } of answer.cookies) {
      if (value) this.cookies.set(name, value)
      else this.cookies.delete(name)
    }
    return { status: answer.statusCode, to: answer.headers.location, body: answer.body }
  }

  signIn(email: string, password: string) {
    return this.send("POST", "/console/sign-in", { email, password })
  }
}

const password = "violet kettle harbor"

async function newMember(firm: TestFirm, email: string, role: "admin" | "member" = "admin"): Promise<string> {
  const { user_id, setup_token } = await firm.run((tx) => inviteStaff(tx, { email, name: "", role }))
  const visitor = new Visitor()
  await visitor.send("POST", `/console/setup/${setup_token}`, { name: "Ruth Pryce", password })
  return user_id
}

const fresh = (() => {
  let count = 0
  return () => `staff${++count}.${Date.now()}@example.com`
})()

test("opening a setup link changes nothing; the form signs in, and the link works once", async () => {
  const firm = await service.newFirm()
  const email = fresh()
  const { user_id, setup_token } = await firm.run((tx) =>
    inviteStaff(tx, { email, name: "Ruth", role: "admin" }),
  )
  const read = () => firm.run((tx) => tx.one(sql`select * from users where id = ${user_id}`))
  const untouched = await read()
  const visitor = new Visitor()
  for (let time = 0; time < 3; time++) {
    assert.equal((await visitor.send("GET", `/console/setup/${setup_token}`)).status, 200)
  }
  assert.deepEqual(await read(), untouched)
  const done = await visitor.send("POST", `/console/setup/${setup_token}`, { name: "Ruth Pryce", password })
  assert.deepEqual([done.status, done.to], [303, "/console/matters"])
  assert.equal((await visitor.send("GET", "/console/account")).status, 200)
  assert.equal((await new Visitor().send("GET", `/console/setup/${setup_token}`)).status, 404)
})

test("a password that is short, common or about its owner is refused with a sentence", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const { setup_token } = await firm.run((tx) => inviteStaff(tx, { email: fresh(), name: "", role: "admin" }))
  for (const weak of [
    "short",
    "password1",
    "Welcome2026!",
    "12345678",
    "aaaaaaaaaa",
    "qwertyuiop",
    "Hartwell1",
  ]) {
    const answer = await new Visitor().send("POST", `/console/setup/${setup_token}`, {
      name: "Ruth",
      password: weak,
    })
    assert.equal(answer.status, 400, weak)
    assert.match(answer.body, /<title>Error: /)
  }
})

test("a wrong password and an unknown address get the same answer", async () => {
  const firm = await service.newFirm()
  const email = fresh()
  await newMember(firm, email)
  const wrong = await new Visitor().signIn(email, "something else")
  const unknown = await new Visitor().signIn(fresh(), "something else")
  assert.equal(wrong.status, 400)
  const plain = (body: string) => body.replace(/nonce-?[^"]*"[^"]*"/g, "").replace(/staff\d+\.\d+@/g, "@")
  assert.equal(plain(unknown.body), plain(wrong.body))
})

test("a stranger who guesses is slowed, and cannot keep the owner out", async () => {
  const firm = await service.newFirm()
  const email = fresh()
  await newMember(firm, email)
  const owner = new Visitor("198.51.100.4")
  assert.equal((await owner.signIn(email, password)).status, 303)
  await owner.send("POST", "/console/sign-out", {})
  const stranger = new Visitor("203.0.113.66")
  for (let time = 0; time < 12; time++)
    assert.equal((await stranger.signIn(email, `guess ${time}`)).status, 400)
  assert.equal((await stranger.signIn(email, password)).status, 400, "the stranger has to wait")
  assert.equal((await owner.signIn(email, password)).status, 303, "on a known browser")
  assert.equal((await new Visitor("192.0.2.9").signIn(email, password)).status, 303, "from elsewhere")
  now = new Date(now.getTime() + 20 * 60_000)
  assert.equal((await stranger.signIn(email, password)).status, 303, "after the wait")
})

test("guesses from many places at once are bounded too, and a known browser still gets in", async () => {
  const firm = await service.newFirm()
  const email = fresh()
  await newMember(firm, email)
  const owner = new Visitor("198.51.100.5")
  await owner.signIn(email, password)
  for (let place = 0; place < 61; place++) await new Visitor(`192.0.2.${place}`).signIn(email, "guess")
  assert.equal((await new Visitor("192.0.2.200").signIn(email, password)).status, 400)
  assert.equal((await owner.signIn(email, password)).status, 303)
})

test("one address in two firms: each password opens its firm, a shared one asks which", async () => {
  const [one, two] = [await service.newFirm("First Firm"), await service.newFirm("Second Firm")]
  const email = fresh()
  await newMember(one, email)
  const id = await newMember(two, email)
  const visitor = new Visitor()
  assert.equal((await visitor.signIn(email, password)).to, "/console/firm-choice")
  const page = await visitor.send("GET", "/console/firm-choice")
  assert.match(page.body, /First Firm[\s\S]*Second Firm/)
  const chosen = await visitor.send("POST", "/console/firm-choice", { user_id: id })
  assert.equal(chosen.to, "/console/matters")
  assert.match((await visitor.send("GET", "/console/account")).body, /– Second Firm<\/title>/)
})

test("with a second step the password alone opens nothing, and no code works twice", async () => {
  const firm = await service.newFirm()
  const email = fresh()
  await newMember(firm, email)
  const visitor = new Visitor()
  await visitor.signIn(email, password)
  const offer = await visitor.send("GET", "/console/account/second-step")
  const sealed = /name="offer" value="([^"]+)"/.exec(offer.body)?.[1] ?? ""
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(offer.body)?.[1]?.replace(/ /g, "") ?? ""
  const app = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 })
  const code = () => app.generate({ timestamp: now.getTime() })
  const refused = await visitor.send("POST", "/console/account/second-step", {
    offer: sealed,
    code: "000000",
  })
  assert.equal(refused.status, 400)
  const on = await visitor.send("POST", "/console/account/second-step", { offer: sealed, code: code() })
  assert.equal(on.to, "/console/account/recovery-codes")
  const shown = await visitor.send("GET", "/console/account/recovery-codes")
  const recovery = [...shown.body.matchAll(/<code>([a-z0-9-]{14})<\/code>/g)].map(([, text = ""]) => text)
  assert.equal(recovery.length, 10)
  const again = await visitor.send("GET", "/console/account/recovery-codes")
  assert.doesNotMatch(again.body, /<code>[a-z0-9-]{14}<\/code>/, "shown once")

  const second = new Visitor()
  assert.equal((await second.signIn(email, password)).to, "/console/second-step")
  assert.equal((await second.send("GET", "/console/account")).status, 303, "not yet signed in")
  const typed = code()
  assert.equal((await second.send("POST", "/console/second-step", { code: typed })).to, "/console/matters")
  const third = new Visitor()
  await third.signIn(email, password)
  assert.equal((await third.send("POST", "/console/second-step", { code: typed })).status, 400, "used before")
  assert.equal((await third.send("POST", "/console/second-step", { code: recovery[0] ?? "" })).status, 303)
  const fourth = new Visitor()
  await fourth.signIn(email, password)
  assert.equal((await fourth.send("POST", "/console/second-step", { code: recovery[0] ?? "" })).status, 400)
})

test("where the firm asks for a second step, nothing else opens before it is set up", async () => {
  const firm = await service.newFirm()
  const email = fresh()
  await newMember(firm, email)
  const visitor = new Visitor()
  await visitor.signIn(email, password)
  await firm.run((tx) => tx.run(sql`update firms set settings = '{"require_second_factor": true}'`))
  assert.equal((await visitor.send("GET", "/console/account")).to, "/console/account/second-step")
  assert.equal((await visitor.send("GET", "/console/account/second-step")).status, 200)
})

test("another site's form is refused", async () => {
  const firm = await service.newFirm()
  const email = fresh()
  await newMember(firm, email)
  const visitor = new Visitor()
  await visitor.signIn(email, password)
  const foreign = { "sec-fetch-site": "cross-site", origin: "https://elsewhere.example" }
  const answer = await visitor.send("POST", "/console/account/other-sessions/removal", {}, foreign)
  assert.equal(answer.status, 403)
  assert.match(answer.body, /<!doctype html>/i)
})

test("changing the password ends every other session, and asks for the present one", async () => {
  const firm = await service.newFirm()
  const email = fresh()
  await newMember(firm, email)
  const [here, there] = [new Visitor(), new Visitor()]
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

test("where to go after signing in is a page of the console, whatever the link says", async () => {
  const firm = await service.newFirm()
  const email = fresh()
  await newMember(firm, email)
  const after = async (next: string) =>
    (await new Visitor().send("POST", "/console/sign-in", { email, password, next })).to
  assert.equal(await after("/console/matters?search=smith&page=2"), "/console/matters?search=smith&page=2")
  for (const foreign of [
    "https://elsewhere.example",
    "//elsewhere.example",
    "/console//elsewhere",
    "/portal",
  ]) {
    assert.equal(await after(foreign), "/console/matters")
  }
})

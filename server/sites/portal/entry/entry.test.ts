import assert from "node:assert/strict"
import { test } from "node:test"
import { cookieHeader } from "../../../../test/harness/cookies.ts"
import {
  inviteClient,
  newPortalBrowser,
  type PortalBrowser,
} from "../../../../test/harness/portal-browser.ts"
import { provideService, type TestFirm, type TestService } from "../../../../test/harness/service.ts"
import { removeExpiredSessions } from "../../../firm/access/sessions.ts"
import { claimAttempt, codeMailLimit } from "../../../firm/users/sign-in/attempts.ts"
import { renewInvitation, revokeInvitation } from "../../../intake/matters/invitations/invitations.ts"
import { closeMatter } from "../../../intake/matters/lifecycle.ts"
import { sql } from "../../../platform/db/sql.ts"
import { networkOf } from "../../../platform/http/requests/network.ts"
import { openMailBody } from "../../../platform/mail/outbox.ts"

const service = provideService({ clock: () => now, own_database: true })
let now = new Date("2026-03-02T09:30:00Z")

const email = "maria@example.com"

test("opening an invitation twenty times changes no row and sets no cookie", async () => {
  const firm = await service.newFirm()
  const { invite_key, matter_id } = await inviteClient(service, firm, { email, first_name: "Maria" })
  const before = await rowsOf(firm)
  for (let time = 0; time < 10; time += 1) {
    const invitee = newPortalBrowser(service)
    const response = await invitee.get(`/invite/${invite_key}`)
    assert.equal(response.status, 200)
    assert.match(response.html, /Welcome, Maria/)
    assert.equal(invitee.cookies.size, 0)
    const head = await service.app.inject({ method: "HEAD", url: `/invite/${invite_key}` })
    assert.equal(head.statusCode, 200)
  }
  assert.deepEqual(await rowsOf(firm), before)
  assert.deepEqual(await startedEvents(firm, matter_id), 0)
})

test("Start signs in, leads to the first question and records the start once", async () => {
  const firm = await service.newFirm()
  const { invite_key, matter_id } = await inviteClient(service, firm, { email })
  const invitee = newPortalBrowser(service)
  const start = await invitee.post(`/invite/${invite_key}/start`)
  assert.equal(start.status, 303)
  const entered = await invitee.get(start.location)
  assert.equal(entered.status, 303)
  const first = await invitee.get(entered.location)
  assert.match(first.html, /<label[^>]*for="first_name"/)
  await invitee.post(`/invite/${invite_key}/start`)
  assert.equal(await startedEvents(firm, matter_id), 1)
  assert.equal((await invitee.get(`/invite/${invite_key}`)).location, "/portal")
})

test("the link alone does not open a started matter; a code from the email does, once", async () => {
  const firm = await service.newFirm()
  const { invite_key } = await inviteClient(service, firm, { email })
  await newPortalBrowser(service).post(`/invite/${invite_key}/start`)

  const elsewhere = newPortalBrowser(service)
  const link = `/invite/${invite_key}`
  assert.equal((await elsewhere.post(`${link}/start`)).location, link)
  const { html } = await elsewhere.get(link)
  assert.match(html, /Send a code to m•••@example\.com/)
  assert.doesNotMatch(html, /choose one of these/)
  assert.match((await elsewhere.post(`${link}/code`)).location, /\/code\?/)
  const code = await lastCode(firm)
  const wrong = await elsewhere.post(`${link}/session`, { code: code === "111111" ? "222222" : "111111" })
  assert.equal(wrong.status, 422)
  assert.match(wrong.html, /<title>Error: /)
  assert.equal(
    (await elsewhere.post(`${link}/session`, { code: ` ${code.slice(0, 3)} ${code.slice(3)}` })).location,
    "/portal",
  )
  assert.equal((await elsewhere.get("/portal")).status, 200)
  assert.match((await newPortalBrowser(service).post(`${link}/session`, { code })).html, /has been used/)
})

test("a code expires after ten minutes or five attempts, and the number of codes is limited", async () => {
  const firm = await service.newFirm()
  const { invite_key } = await inviteClient(service, firm, { email })
  await newPortalBrowser(service).post(`/invite/${invite_key}/start`)
  const invitee = newPortalBrowser(service)
  const link = `/invite/${invite_key}`
  await invitee.post(`${link}/code`)
  const code = await lastCode(firm)
  assert.match((await invitee.post(`${link}/code`)).html, /less than a minute ago/)
  const wrong = code === "111111" ? "222222" : "111111"
  for (let time = 0; time < 5; time += 1) await invitee.post(`${link}/session`, { code: wrong })
  assert.match((await invitee.post(`${link}/session`, { code })).html, /no tries left/)

  now = new Date(now.getTime() + 61_000)
  await invitee.post(`${link}/code`)
  const late = await lastCode(firm)
  now = new Date(now.getTime() + 601_000)
  assert.match((await invitee.post(`${link}/session`, { code: late })).html, /has expired/)
  for (let time = 0; time < 3; time += 1) {
    now = new Date(now.getTime() + 61_000)
    assert.equal((await invitee.post(`${link}/code`)).status, 303)
  }
  now = new Date(now.getTime() + 61_000)
  assert.equal((await invitee.post(`${link}/code`)).status, 429)
})

test("without an email address, the link opens on another device only until the client has given something", async () => {
  const firm = await service.newFirm()
  const { invite_key, invitation_id } = await inviteClient(service, firm)
  const link = `/invite/${invite_key}`
  const phone = newPortalBrowser(service)
  const first = await enter(phone, (await phone.post(`${link}/start`)).location)
  assert.match((await newPortalBrowser(service).get(link)).html, />Start</)
  await phone.post(first, {
    first_name: "Maria",
    "seen.first_name": "0",
    last_name: "Ruiz",
    "seen.last_name": "0",
  })
  const stranger = newPortalBrowser(service)
  assert.equal((await stranger.get(link)).status, 403)
  assert.equal((await stranger.post(`${link}/start`)).location, link)
  assert.match((await phone.get("/portal")).html, /cannot come back on another device yet/)

  const { invite_key: renewed } = await firm.run((tx) => renewInvitation(tx, service, invitation_id))
  const laptop = newPortalBrowser(service)
  assert.equal((await laptop.post(`/invite/${renewed}/start`)).status, 303)
  assert.equal((await laptop.get("/portal")).status, 200)
  assert.equal((await stranger.get(`/invite/${renewed}`)).status, 403)

  // Without an email address or a password, the session is the only proof, so no code is required.
  assert.equal((await laptop.post("/portal/account/password", { password: "a short sentence" })).status, 303)
  assert.equal(
    (await stranger.post(`/invite/${renewed}/session`, { password: "another sentence" })).status,
    422,
  )
  assert.equal(
    (await stranger.post(`/invite/${renewed}/session`, { password: "a short sentence" })).location,
    "/portal",
  )
})

test("five wrong passwords block password sign-in for 15 minutes", async () => {
  const firm = await service.newFirm()
  const { invite_key } = await inviteClient(service, firm, { email })
  const invitee = newPortalBrowser(service)
  await invitee.post(`/invite/${invite_key}/start`)
  await invitee.post("/portal/account/code", { to: "password" })
  const chosen = { proof_code: await lastCode(firm), password: "a short sentence" }
  assert.equal((await invitee.post("/portal/account/password", chosen)).status, 303)
  const session = `/invite/${invite_key}/session`
  for (let time = 0; time < 5; time += 1)
    assert.match((await newPortalBrowser(service).post(session, { password: "wrong" })).html, /not right/)
  assert.match(
    (await newPortalBrowser(service).post(session, { password: "a short sentence" })).html,
    /15 minutes/,
  )
  now = new Date(now.getTime() + 15 * 60_000 + 1)
  assert.equal((await newPortalBrowser(service).post(session, { password: "a short sentence" })).status, 303)
})

test("revoked, unknown and closed links say why they do not open and who to ask", async () => {
  const firm = await service.newFirm()
  await firm.write(sql`update firms set contact_line = 'Ruth, 512-555-0142'`)
  const { invite_key, invitation_id } = await inviteClient(service, firm, { email })
  const invitee = newPortalBrowser(service)
  await invitee.post(`/invite/${invite_key}/start`)
  await firm.run((tx) => revokeInvitation(tx, invitation_id))
  const revoked = await newPortalBrowser(service).get(`/invite/${invite_key}`)
  assert.equal(revoked.status, 410)
  assert.match(revoked.html, /Who to ask:<\/strong> Ruth, <a [^>]*href="tel:5125550142"/)
  assert.match((await invitee.get("/portal")).location, /^\/portal\/sign-in/)
  assert.equal((await invitee.get("/portal/sign-in")).status, 410)

  assert.equal((await newPortalBrowser(service).get(`/invite/${"a".repeat(26)}`)).status, 404)
  const closed = await inviteClient(service, firm, { email })
  await firm.run((tx) => closeMatter(tx, closed.matter_id))
  assert.equal((await newPortalBrowser(service).get(`/invite/${closed.invite_key}`)).status, 410)

  // Without a mail server, nothing on the page brings a new link.
  const unused = await inviteClient(service, firm, { email })
  await firm.write(sql`update invitations set expires_at = ${now} where id = ${unused.invitation_id}`)
  const expired = await newPortalBrowser(service).get(`/invite/${unused.invite_key}`)
  assert.match(expired.html, /Ask us for a new one/)

  const suspended = await inviteClient(service, firm, { email })
  await service.db.forPlatform((tx) =>
    tx.run(sql`update firms set suspended_at = now() where id = ${firm.firm_id}`),
  )
  assert.equal((await newPortalBrowser(service).get(`/invite/${suspended.invite_key}`)).status, 403)
})

test("a form submitted after the session ended can be saved once the client has signed in again", async () => {
  const firm = await service.newFirm()
  const { invite_key } = await inviteClient(service, firm, { email })
  const invitee = newPortalBrowser(service)
  const first = await enter(invitee, (await invitee.post(`/invite/${invite_key}/start`)).location)
  now = new Date(now.getTime() + 25 * 3_600_000)
  const typed = { first_name: "Maria", "seen.first_name": "0", last_name: "Ruiz", "seen.last_name": "0" }
  const response = await invitee.post(first, typed)
  assert.equal(response.status, 401)
  const sent = await invitee.post("/portal/sign-in/code", hiddenFields(response.html))
  const resumed = await invitee.post("/portal/sign-in/session", {
    ...hiddenFields(sent.html),
    code: await lastCode(firm),
  })
  assert.match(resumed.html, /Your answers are still here/)
  assert.equal((await invitee.post(first, hiddenFields(resumed.html))).status, 303)
  assert.match((await invitee.get(first)).html, /value="Ruiz"/)
})

test("a form submitted after the session ended outlasts a network's limit of emailed codes", async () => {
  const firm = await service.newFirm()
  const { invite_key } = await inviteClient(service, firm, { email })
  const invitee = newPortalBrowser(service)
  const first = await enter(invitee, (await invitee.post(`/invite/${invite_key}/start`)).location)
  now = new Date(now.getTime() + 25 * 3_600_000)
  const { html } = await invitee.post(first, { first_name: "Maria", "seen.first_name": "0" })
  const remoteAddress = "203.0.113.77"
  const limits = [codeMailLimit(networkOf(remoteAddress))]
  while ((await service.db.forPlatform((tx) => claimAttempt(tx, service.ring, limits))) === 0);
  const refused = await service.app.inject({
    ...{ method: "POST", url: "/portal/sign-in/code", remoteAddress },
    headers: {
      ...{ cookie: cookieHeader(invitee.cookies), "sec-fetch-site": "same-origin" },
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams(hiddenFields(html)).toString(),
  })
  assert.equal(refused.statusCode, 429)
  assert.ok(Number(refused.headers["retry-after"]) > 0)
  assert.match(refused.body, /Too many attempts came from your network/)
  const sent = await invitee.post("/portal/sign-in/code", hiddenFields(refused.body))
  const code = await lastCode(firm)
  const resumed = await invitee.post("/portal/sign-in/session", { ...hiddenFields(sent.html), code })
  assert.match(resumed.html, /Your answers are still here/)
})

for (const [how, lose] of [
  ["whose browser lost the session cookie", (invitee: PortalBrowser) => invitee.cookies.clear()],
  [
    "who was signed out on another device",
    (_: PortalBrowser, firm: TestFirm) => firm.write(sql`delete from sessions`),
  ],
] as const) {
  test(`the form of a client ${how} stays sealed in the page until the client has signed in again`, async () => {
    const firm = await service.newFirm()
    const { invite_key } = await inviteClient(service, firm, { email })
    const invitee = newPortalBrowser(service)
    const start = (await invitee.post(`/invite/${invite_key}/start`)).location
    const first = `${await enter(invitee, start)}/names`
    const typed = { first_name: "Maria", last_name: "Ruiz-Kept" }
    const form = { ...hiddenFields((await invitee.get(first)).html), ...typed }
    await lose(invitee, firm)
    const response = await invitee.post(first, form)
    assert.equal(response.status, 401)
    assert.match(response.html, /Send a code to m•••@example\.com/)
    const sent = await invitee.post("/portal/sign-in/code", hiddenFields(response.html))
    const wrong = await invitee.post("/portal/sign-in/session", { ...hiddenFields(sent.html), code: "12" })
    for (const { html } of [response, sent, wrong]) assert.doesNotMatch(html, /Ruiz-Kept/)
    const code = await lastCode(firm)
    const resumed = await invitee.post("/portal/sign-in/session", { ...hiddenFields(wrong.html), code })
    assert.match(resumed.html, /Your answers are still here/)
    assert.equal((await invitee.post(first, hiddenFields(resumed.html))).status, 303)
    assert.match((await invitee.get(first)).html, /value="Ruiz-Kept"/)
  })
}

test("a page's owner can be sent a code for a month, but opens nothing and reveals no other client's form", async () => {
  const firm = await service.newFirm()
  const [maria, other] = [newPortalBrowser(service), newPortalBrowser(service)]
  const pages = []
  for (const invitee of [maria, other]) {
    const { invite_key } = await inviteClient(service, firm, { email })
    const start = (await invitee.post(`/invite/${invite_key}/start`)).location
    const first = `${await enter(invitee, start)}/names`
    pages.push({ first, hidden: hiddenFields((await invitee.get(first)).html) })
    invitee.cookies.clear()
  }
  const [mine, theirs] = pages
  assert.ok(mine && theirs)
  const page_owner = mine.hidden.page_owner ?? ""
  assert.equal((await maria.get(mine.first)).status, 303)
  const altered = page_owner.slice(0, -2) + (page_owner.endsWith("AA") ? "BB" : "AA")
  for (const bad of ["", "x", altered])
    assert.equal((await maria.post("/portal/sign-in/code", { page_owner: bad })).status, 401)

  const response = hiddenFields((await maria.post(mine.first, { ...mine.hidden, last_name: "Ruiz" })).html)
  const borrowed = { ...response, page_owner: theirs.hidden.page_owner ?? "" }
  await other.post("/portal/sign-in/code", borrowed)
  const entered = await other.post("/portal/sign-in/session", { ...borrowed, code: await lastCode(firm) })
  assert.equal(entered.location, "/portal")
  assert.doesNotMatch(entered.html, /Ruiz/)

  now = new Date(now.getTime() + 31 * 24 * 3_600_000)
  assert.equal((await maria.post("/portal/sign-in/code", { page_owner })).status, 401)
})

test("a browser can sign in without the link for a month after its session ended", async () => {
  const firm = await service.newFirm()
  const { invite_key } = await inviteClient(service, firm, { email })
  const invitee = newPortalBrowser(service)
  await invitee.post(`/invite/${invite_key}/start`)
  now = new Date(now.getTime() + 26 * 3_600_000)
  await service.db.forPlatform(removeExpiredSessions)
  assert.match((await invitee.get("/portal/sign-in")).html, /Send a code/)
  now = new Date(now.getTime() + 31 * 24 * 3_600_000)
  await service.db.forPlatform(removeExpiredSessions)
  assert.equal((await invitee.get("/portal/sign-in")).status, 401)
})

test("a client who requests a file after the session ended lands on its page after signing in", async () => {
  const firm = await service.newFirm()
  const { invite_key } = await inviteClient(service, firm, { email })
  const invitee = newPortalBrowser(service)
  await invitee.post(`/invite/${invite_key}/start`)
  for (const [file, page] of [
    ["/portal/family/copy.pdf", "/portal/family"],
    ["/portal/documents/document_P00000000000000000000000000000000", "/portal/documents"],
  ] as const) {
    now = new Date(now.getTime() + 26 * 3_600_000)
    const { location } = await invitee.get(file)
    assert.equal(location, `/portal/sign-in?${new URLSearchParams({ back: file })}`)
    await invitee.post("/portal/sign-in/code")
    const code = await lastCode(firm)
    assert.equal((await invitee.post("/portal/sign-in/session", { code, back: file })).location, page)
  }
})

test("signing out invalidates the session, even for a stolen cookie", async () => {
  const firm = await service.newFirm()
  const { invite_key } = await inviteClient(service, firm, { email })
  const invitee = newPortalBrowser(service)
  await invitee.post(`/invite/${invite_key}/start`)
  const stolen = new Map(invitee.cookies)
  await invitee.post("/portal/sign-out")
  assert.equal(invitee.cookies.size, 0)
  for (const [name, value] of stolen) invitee.cookies.set(name, value)
  assert.equal((await invitee.get("/portal/sign-in")).status, 401)
})

test("a message to the firm counts as given: a link without an email address no longer opens on another device", async () => {
  const firm = await service.newFirm()
  const { invite_key } = await inviteClient(service, firm, { email: "" })
  const invitee = newPortalBrowser(service)
  await invitee.post(`/invite/${invite_key}/start`)
  const sent = { subject: "Between us", text: "Please tell no one" }
  assert.equal((await invitee.post("/portal/messages/new", sent)).status, 303)
  const other = newPortalBrowser(service)
  assert.equal((await other.get(`/invite/${invite_key}`)).status, 403)
  await other.post(`/invite/${invite_key}/start`)
  assert.equal((await other.get("/portal/messages")).status, 303)
})

async function enter(invitee: ReturnType<typeof newPortalBrowser>, section: string): Promise<string> {
  return (await invitee.get(section)).location
}

async function startedEvents(firm: TestFirm, matter_id: string): Promise<number> {
  const { count } = await firm.one<{ count: number }>(sql`
      select count(*) from events where matter_id = ${matter_id} and event_type = 'intakeform.started'`)
  return count
}

/** The versions and counts of the firm's rows, which only writes change. */
async function rowsOf(firm: TestFirm): Promise<unknown> {
  return firm.one(sql`
      select (select json_agg(i.xmin::text) from invitations i) as invitations,
             (select json_agg(m.xmin::text) from matters m) as matters,
             (select count(*) from users) as users, (select count(*) from sessions) as sessions,
             (select count(*) from events) as events, (select count(*) from mails) as mails`)
}

async function lastCode(firm: TestFirm): Promise<string> {
  const mail = await firm.one<{ id: string; body_sealed: string }>(sql`
      select id, body_sealed from mails order by id desc limit 1`)
  const { text, subject = "" } = openMailBody(service.ring, mail.id, mail.body_sealed)
  const code = /\b\d{6}\b/.exec(text)?.[0] ?? ""
  assert.match(subject, new RegExp(code))
  return code
}

function hiddenFields(html: string): Record<string, string> {
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  return Object.fromEntries(fields.map(([, name, value]) => [decoded(name), decoded(value)]))
}

function decoded(text = ""): string {
  return text
    .replaceAll("&amp;", "&")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&#39;", "'")
}

test("without a mail server, the sign-in panel does not promise a code by email", async () => {
  const firm = await service.newFirm()
  const wordsOf = async (of: TestService) => {
    const { invite_key } = await inviteClient(of, firm, { email })
    const invitee = newPortalBrowser(of)
    const start = await invitee.post(`/invite/${invite_key}/start`)
    const first = await invitee.get((await invitee.get(start.location)).location)
    return /data-words="([^"]*)"/.exec(first.html)?.[1] ?? ""
  }
  const words = await wordsOf(service)
  assert.match(words, /We cannot send email right now/)
  assert.doesNotMatch(words, /A code is being sent/)
})

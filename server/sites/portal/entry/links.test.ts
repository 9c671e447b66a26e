import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { type Invited, inviteClient, newPortalBrowser } from "../../../../test/harness/portal-browser.ts"
import { openTestService, provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { waitUntil } from "../../../../test/harness/wait-until.ts"
import { changeSuspension, getFirm } from "../../../firm/firms/firms.ts"
import { inviteStaff } from "../../../firm/users/setup-links.ts"
import { createInvitation, revokeInvitation } from "../../../intake/matters/invitations/invitations.ts"
import { mailOwnLinks, mailOwnLinksOfAllFirms } from "../../../intake/matters/invitations/own-links.ts"
import { closeMatter } from "../../../intake/matters/lifecycle.ts"
import { restrictMatter } from "../../../intake/matters/parties/access-list.ts"
import { completeMatter } from "../../../intake/submissions/submissions.ts"
import { sql } from "../../../platform/db/sql.ts"
import { openMailBody } from "../../../platform/mail/outbox.ts"
import { readFirmPlace } from "../../../platform/secrets/tokens.ts"

const service = provideService({ clock: () => now, own_database: true, is_mailing: true })
let now = new Date("2026-03-02T09:30:00Z")

const email = "maria@example.com"
const send = "Send me my link"

test("every page that knows no client offers links, and names the firm only if the server has a single one", async () => {
  const pages = [
    "/",
    "/portal/sign-in",
    "/portal/signed-out",
    "/portal/links",
    "/invite/nothing",
    "/portal/links/nowhere",
  ]
  const namesFirm = async () => {
    const named = []
    for (const url of pages) {
      const { html } = await newPortalBrowser(service).get(url)
      assert.match(html, literally(send), url)
      assert.match(html, literally('type="email"'), url)
      named.push(html.includes("Hartwell &amp; Pryce"))
    }
    assert.equal(new Set(named).size, 1, named.join())
    return named[0]
  }
  assert.equal(await namesFirm(), false)
  const { firm_id } = await service.newFirm("Hartwell & Pryce")
  assert.equal(await namesFirm(), true)
  for (const is_suspended of [true, false]) {
    await service.db.forPlatform((tx) => changeSuspension(tx, firm_id, is_suspended))
    assert.equal(await namesFirm(), !is_suspended)
  }
  await service.newFirm()
  assert.equal(await namesFirm(), false)
})

test("a client without an email address is offered no link by email, because none could come", async () => {
  const invited = await inviteClient(service, await service.newFirm())
  await giveFirstAnswers(invited)
  const { status, html } = await newPortalBrowser(service).get(`/invite/${invited.invite_key}`)
  assert.equal(status, 403)
  assert.match(html, /we have no email address to send a code to/)
  assert.doesNotMatch(html, literally(send))
})

test("what is left of a link leads to the ways in for clients and for staff, in both languages", async () => {
  for (const url of ["/start", "/portal/start", "/invite", "/invite/", "/start/"]) {
    const client = newPortalBrowser(service)
    const { status, location } = await client.get(url)
    assert.deepEqual([status, location], [303, "/"], url)
    const { html } = await client.get(location)
    assert.match(
      html,
      /<h2>For clients<\/h2>[\s\S]*action="\/portal\/links"[\s\S]*<h2>For staff<\/h2>[\s\S]*href="\/console"/,
    )
    assert.match((await client.get("/?lang=es")).html, /<h2>Para clientes<\/h2>/)
  }
  const { location } = await newPortalBrowser(service).get("/portal")
  assert.match((await newPortalBrowser(service).get(location)).html, /we can email it to you again/)
})

test("a stranger reads the language that the browser prefers of those there are", async () => {
  const titles = { en: /There is no page at this address/, es: /No hay ninguna página en esta dirección/ }
  for (const [accepted, language] of [
    ["es", "es"],
    ["ES-mx,es;q=0.9,en;q=0.8", "es"],
    ["fr-CH, fr;q=0.9, es;q=0.8, en;q=0.7", "es"],
    ["fr, en;q=0.8, es;q=0.7", "en"],
    ["*", "en"],
    ["", "en"],
  ] as const) {
    const headers = { accept: "text/html", "accept-language": accepted }
    assert.match((await service.app.inject({ url: "/zzz", headers })).body, titles[language], accepted)
  }
})

test("an address without a page shows a browser the ways in, and a program a problem document", async () => {
  const responseTo = async (method: "GET" | "POST" | "HEAD", url: string, accept: string, cookie = "") => {
    const { statusCode, headers, body } = await service.app.inject({
      method,
      url,
      headers: { accept, cookie },
    })
    return {
      status: statusCode,
      type: String(headers["content-type"]).split(";")[0],
      allow: headers.allow,
      body,
    }
  }
  const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
  for (const url of ["/zzz", "/index.php", "/%E0%A4%A", "/matters"]) {
    const { status, type, body } = await responseTo("GET", url, browser)
    assert.deepEqual([status, type], [404, "text/html"], url)
    assert.match(body, /<h1[^>]*>There is no page at this address/, url)
    assert.match(body, /<h2>For clients<\/h2>[\s\S]*action="\/portal\/links"[\s\S]*href="\/console"/)
    assert.doesNotMatch(body, /Back to your questionnaire/)
  }
  assert.match(
    (await responseTo("GET", "/zzz?lang=es", browser)).body,
    /No hay ninguna página en esta dirección/,
  )
  const known = await responseTo("GET", "/zzz", browser, "foyer_client=anything")
  assert.match(known.body, /href="\/portal"[^>]*><span>Back to your questionnaire/)
  // A form's address, opened from the address bar.
  const posted = await responseTo("GET", "/invite/abc/start", browser)
  assert.deepEqual([posted.status, posted.type, posted.allow], [405, "text/html", "POST"])
  // A form opened before an update removed its address.
  const removed = await responseTo("POST", "/portal/sign-in/removed", browser)
  assert.deepEqual([removed.status, removed.type], [405, "text/html"])
  for (const [method, url, accept] of [
    ["GET", "/zzz", "*/*"],
    ["GET", "/zzz", "application/json"],
    ["GET", "/zzz", ""],
    ["GET", "/v1/zzz", browser],
    ["GET", "/v1", browser],
  ] as const) {
    const { status, type, body } = await responseTo(method, url, accept)
    assert.deepEqual([status, type, JSON.parse(body).code], [404, "application/json", "not_found"], url)
  }
})

test("without a firm in the address, the links of every firm that knows the client are sent, each firm's by itself", async () => {
  const unique = "nadia@example.com"
  const [one, other, suspended, stranger] = [
    await service.newFirm("One"),
    await service.newFirm("Other"),
    await service.newFirm("Suspended"),
    await service.newFirm("Stranger"),
  ]
  for (const firm of [one, other, suspended]) await inviteClient(service, firm, { email: unique })
  await inviteClient(service, stranger, { email: "someone@example.com" })
  await service.db.forPlatform((tx) => changeSuspension(tx, suspended.firm_id, true))
  const client = newPortalBrowser(service)
  const known = await client.post("/portal/links", { email: " Nadia@Example.com" })
  const unknown = await client.post("/portal/links", { email: "nobody@example.com" })
  assert.deepEqual([known.status, known.location], [303, "/portal/links?sent=yes"])
  assert.deepEqual([unknown.status, unknown.location], [known.status, known.location])
  const sent = await client.get(known.location)
  assert.match(sent.html, /If there is an open questionnaire for that address, the link is on its way/)
  const mailed = async (firm: TestFirm) => (await mailsOf(firm)).map(({ recipient }) => recipient)
  await waitUntil(async () => (await mailed(other)).length > 0, "no email with links")
  assert.deepEqual(await mailed(one), [unique])
  assert.deepEqual(await mailed(other), [unique])
  assert.deepEqual(await mailed(stranger), [])
  assert.deepEqual(await mailed(suspended), [])
  assert.equal((await client.post("/portal/links", { email: "nobody" })).status, 422)
})

test("an address gets an email for each open questionnaire, and the response is the same as for an unknown address", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const elsewhere = await service.newFirm()
  const [own, second] = [
    await inviteClient(service, firm, { email, first_name: "Maria" }),
    await inviteClient(service, firm, { email: "Maria@Example.com", first_name: "Maria" }),
  ]
  const others = [
    await inviteClient(service, firm, { email: "tom@example.com" }),
    await inviteClient(service, elsewhere, { email }),
  ]
  const url = await linksOf(firm)
  const invitee = newPortalBrowser(service)
  const page = await invitee.get(url)
  assert.equal(page.status, 200)
  assert.match(page.html, /Hartwell &amp; Pryce/)
  const known = await invitee.post(url, { email: " maria@example.com " })
  const unknown = await invitee.post(url, { email: "nobody@example.com" })
  assert.deepEqual([known.status, known.location], [unknown.status, unknown.location])
  const sent = await invitee.get(known.location)
  assert.match(sent.html, /If Hartwell &amp; Pryce has an open questionnaire for that address/)
  assert.doesNotMatch(sent.html, literally("example.com"))
  await waitUntil(async () => (await mailsOf(firm)).length > 0, "no email with links")
  const mails = await mailsOf(firm)
  assertEach(
    mails,
    ({ recipient, subject }) => [recipient.toLowerCase(), subject],
    Array(2).fill([email, "Your link from Hartwell & Pryce"]),
  )
  assert.deepEqual(
    mails.map(({ matter_id, text }) => [matter_id, keysIn(text)]).sort(),
    [own, second].map(({ matter_id, invite_key }) => [matter_id, [invite_key]]).sort(),
  )
  for (const { invite_key } of others) assert.ok(!mails.some(({ text }) => text.includes(invite_key)))
})

test("an address with many open questionnaires gets every link", async () => {
  const firm = await service.newFirm()
  const invited = []
  for (let count = 0; count < 14; count += 1)
    invited.push(await inviteClient(service, firm, { email: "helps@example.com" }))
  assert.deepEqual(
    (await mailedTo(firm, "helps@example.com")).toSorted(),
    invited.map(({ invite_key }) => invite_key).toSorted(),
  )
})

test("a couple with one address gets one email, which names the owner of each link", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const ada = await inviteClient(service, firm, { email, first_name: "Ada" })
  const ben = await firm.run((tx) =>
    createInvitation(tx, service, { matter_id: ada.matter_id, party: "partner", email, first_name: "Ben" }),
  )
  assert.deepEqual(await mailedTo(firm, email), [ada.invite_key, ben.invite_key].sort())
  const [mail, ...others] = await mailsOf(firm)
  assert.equal(mail?.subject, "Your link from Hartwell & Pryce")
  assert.match(mail?.text ?? "", /– Ada[\s\S]*– Ben|– Ben[\s\S]*– Ada/)
  assert.deepEqual(others, [])
})

test("an admin shut out of one of a client's matters can read only the email with the other matter's link", async () => {
  const firm = await service.newFirm()
  const [restricted, open] = [
    await inviteClient(service, firm, { email }),
    await inviteClient(service, firm, { email }),
  ]
  assert.equal((await mailedTo(firm, email)).length, 2)
  const kim = { email: "kim@kept-out.example", name: "Kim Keene", role: "admin" } as const
  const { user_id } = await firm.run(async (tx) => {
    await restrictMatter(tx, restricted.matter_id, [firm.admin.user_id])
    return inviteStaff(tx, kim)
  })
  const ask = await newStaffBrowser(service, firm, user_id)
  const read = await Promise.all(
    (await mailsOf(firm)).map(({ id }) => ask("GET", `/console/settings/email/${id}`)),
  )
  assert.deepEqual(
    read.flatMap(({ text }) => [...new Set(keysIn(text))]),
    [open.invite_key],
  )
})

test("only links that still open are emailed, and only to the address that codes go to", async () => {
  const firm = await service.newFirm()
  const invite = () => inviteClient(service, firm, { email, first_name: "Maria" })
  const [open, revoked, closed, unstarted, moved] = [
    await invite(),
    await invite(),
    await invite(),
    await invite(),
    await invite(),
  ]
  for (const { invite_key } of [open, moved])
    await newPortalBrowser(service).post(`/invite/${invite_key}/start`)
  await firm.run(async (tx) => {
    await revokeInvitation(tx, revoked.invitation_id)
    await closeMatter(tx, closed.matter_id)
    for (const { matter_id } of [open, unstarted]) await completeMatter(tx, service.ring, matter_id)
    await tx.run(sql`
      update users set email = 'new@example.com'
       where id = (select user_id from invitations where id = ${moved.invitation_id})`)
  })
  assert.deepEqual(await mailedTo(firm, email), [open.invite_key])
  assert.deepEqual(await mailedTo(firm, "NEW@example.com"), [moved.invite_key])
})

test("a helper's link that opens nothing any more, and another firm's fault, keep no other link back", async () => {
  const address = "helps-too@example.com"
  const [firm, broken] = [await service.newFirm(), await service.newFirm()]
  const own = await inviteClient(service, firm, { email: address })
  const helper = { email: address, party: "helper", is_for_parts: true } as const
  const over = await inviteClient(service, firm, helper)
  await firm.write(sql`update invitations set expires_at = '2020-01-01' where id = ${over.invitation_id}`)
  assert.deepEqual(await mailedTo(firm, address), [own.invite_key])

  const before = (await mailsOf(firm)).length
  await inviteClient(service, broken, { email: address })
  await broken.write(sql`update invitations set key_sealed = 'unreadable'`)
  await assert.rejects(mailOwnLinksOfAllFirms(service, { email: address, language: "en" }), AggregateError)
  assert.equal((await mailsOf(firm)).length, before + 1)
  await broken.write(sql`delete from invitations`)
})

test("emails are limited to three an hour for each address, and requests by IP address and network", async () => {
  const firm = await service.newFirm()
  await inviteClient(service, firm, { email })
  const { count } = await countEmails(firm, 60)
  assert.equal(count, 3)

  const url = await linksOf(firm)
  const ask = async (remoteAddress: string, address: string) => {
    const headers = { "content-type": "application/x-www-form-urlencoded" }
    const payload = `email=${encodeURIComponent(address)}`
    return (await service.app.inject({ method: "POST", url, headers, payload, remoteAddress })).statusCode
  }
  for (let time = 0; time < 5; time += 1)
    assert.equal(await ask("203.0.113.5", `someone${time}@example.com`), 303)
  assert.equal(await ask("203.0.113.5", "another@example.com"), 429)
  assert.equal(await ask("203.0.113.6", "another@example.com"), 303)
  // Many IP addresses of one network.
  const statuses = []
  for (let time = 0; time < 21; time += 1)
    statuses.push(await ask(`2001:db8::${time + 1}`, "any@example.com"))
  assert.deepEqual(statuses, [...Array(20).fill(303), 429])
})

test("pages for unknown links and suspended firms do not reveal a firm", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const { invite_key } = await inviteClient(service, firm, { email })
  const url = await linksOf(firm)
  await service.db.forPlatform((tx) =>
    tx.run(sql`update firms set suspended_at = now() where id = ${firm.firm_id}`),
  )
  const invitee = newPortalBrowser(service)
  const stale = `/invite/${invite_key.slice(0, 10)}${"a".repeat(26)}`
  const addresses = [url, "/portal/links/0000000000", "/portal/links/x", stale, `/invite/${"0".repeat(36)}`]
  for (const address of addresses) {
    const { status, html } = await invitee.get(address)
    assert.equal(status, 404, address)
    assert.match(html, /We don’t recognize this link/)
    assert.doesNotMatch(html, literally("Hartwell"))
    assert.match(html, literally('action="/portal/links"'))
  }
  assert.equal((await invitee.post(url, { email })).status, 404)
  assert.deepEqual(await mailsOf(firm), [])
})

test("every page about a closed link of a known firm offers to send links, in both languages", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const action = `action="${await linksOf(firm)}"`
  const { invite_key, invitation_id } = await inviteClient(service, firm, { email })
  const client = newPortalBrowser(service)
  await client.post(`/invite/${invite_key}/start`)
  const stolen = new Map(client.cookies)
  const signed_out = (await client.post("/portal/sign-out")).location
  for (const [name, value] of stolen) client.cookies.set(name, value)
  await firm.run(async (tx) => {
    await revokeInvitation(tx, invitation_id)
  })
  const addresses: [string, number][] = [
    [`/invite/${invite_key.slice(0, 10)}${"a".repeat(26)}`, 404],
    [`/invite/${invite_key}`, 410],
    [signed_out, 200],
    ["/portal/sign-in", 401],
  ]
  for (const [address, status] of addresses) {
    const page = await client.get(address)
    assert.equal(page.status, status, address)
    assert.match(page.html, literally(action), address)
    assert.match(page.html, literally(send), address)
    assert.match(page.html, /Hartwell &amp; Pryce/)
    const spanish = (await client.get(`${address}${address.includes("?") ? "&" : "?"}lang=es`)).html
    assert.match(spanish, literally("Enviarme mi enlace"), address)
    await client.get(`${address}${address.includes("?") ? "&" : "?"}lang=en`)
  }
})

test("a malformed address is a fault, and nothing is sent", async () => {
  const firm = await service.newFirm()
  const url = await linksOf(firm)
  for (const typed of ["", "maria", "maria@"]) {
    const response = await newPortalBrowser(service).post(url, { email: typed })
    assert.equal(response.status, 422)
    assert.match(response.html, /<title>Error: [\s\S]*href="#email"/)
  }
})

test("without a mail server, no page asks for an email address", async (t) => {
  const quiet = await openTestService({}, t)
  const firm = await quiet.newFirm()
  const url = `/portal/links/${await firm.run(readFirmPlace)}`
  const { invite_key } = await inviteClient(quiet, firm, { email })
  const invitee = newPortalBrowser(quiet)
  assert.match((await invitee.get(url)).html, /We cannot send email right now/)
  const stale = await invitee.get(`/invite/${invite_key.slice(0, 10)}${"a".repeat(26)}`)
  for (const { html } of [stale, await invitee.get(url), await invitee.post(url, { email })])
    assert.doesNotMatch(html, literally('name="email"'))
})

test("the settings page shows staff the URL of the page for links", async () => {
  const firm = await service.newFirm()
  const ask = await newStaffBrowser(service, firm)
  const { text } = await ask("GET", "/console/settings/portal")
  assert.match(text, literally(`value="${service.base_url}${await linksOf(firm)}"`))
})

/** Starts without an email address and answers the first page, after which the link opens on no other device. */
async function giveFirstAnswers({ invite_key }: Invited): Promise<void> {
  const phone = newPortalBrowser(service)
  const { location } = await phone.get((await phone.post(`/invite/${invite_key}/start`)).location)
  const typed = { first_name: "Maria", "seen.first_name": "0", last_name: "Ruiz", "seen.last_name": "0" }
  assert.equal((await phone.post(location, typed)).status, 303)
}

async function linksOf(firm: TestFirm): Promise<string> {
  return `/portal/links/${await firm.run(readFirmPlace)}`
}

/** Requests links for an address and returns the invitation keys emailed to it. */
async function mailedTo(firm: TestFirm, address: string): Promise<string[]> {
  const before = (await mailsOf(firm)).length
  await mailOwnLinks(service, { firm: await firm.run(getFirm), email: address, language: "en" })
  return (await mailsOf(firm)).slice(before).flatMap(({ text }) => keysIn(text))
}

/** Requests links every minute and returns the number of emails. */
async function countEmails(firm: TestFirm, minutes: number): Promise<{ count: number }> {
  const began = now
  for (let minute = 0; minute < minutes; minute += 1) {
    now = new Date(began.getTime() + minute * 60_000)
    await mailOwnLinks(service, { firm: await firm.run(getFirm), email, language: "en" })
  }
  return { count: (await mailsOf(firm)).length }
}

function keysIn(text = ""): Invited["invite_key"][] {
  return [...text.matchAll(/\/invite\/(\w+)/g)].map(([, key = ""]) => key).sort()
}

async function mailsOf(firm: TestFirm) {
  const mails = await firm.all<{
    id: string
    matter_id: string
    recipient: string
    subject: string
    body_sealed: string
  }>(sql`
      select id, matter_id, recipient, subject, body_sealed from mails order by id`)
  return mails.map((mail) => ({ ...mail, ...openMailBody(service.ring, mail.id, mail.body_sealed) }))
}

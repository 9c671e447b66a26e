// Impersonation: which staff may change a matter for its client, how their changes are marked, and how it ends.

import assert from "node:assert/strict"
import { after, before, beforeEach, test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { collide } from "../../../../test/harness/collide.ts"
import { cookieHeader } from "../../../../test/harness/cookies.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { newPortalBrowser, type PortalBrowser } from "../../../../test/harness/portal-browser.ts"
import { marksOf, newPortalIntake, type PortalIntake } from "../../../../test/harness/portal-intake.ts"
import { openTestService, type TestFirm, type TestService } from "../../../../test/harness/service.ts"
import { saveAnswer } from "../../../intake/answers/answers.ts"
import { changeContact } from "../../../intake/contacts/editing.ts"
import { type ChangeRow, latestChanges } from "../../../intake/matters/changes/changes.ts"
import { closeMatter } from "../../../intake/matters/lifecycle.ts"
import { restrictMatter } from "../../../intake/matters/parties/access-list.ts"
import { completeMatter } from "../../../intake/submissions/submissions.ts"
import { deleteMatter, restoreMatter } from "../../../operations/deletions/deletions.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { hashToken, placeOf } from "../../../platform/secrets/tokens.ts"
import { inviteStaff } from "../../users/setup-links.ts"
import { staffLifetime } from "../console.ts"
import { extendImpersonation, removeExpiredImpersonations } from "../impersonation.ts"
import { createSession } from "../sessions.ts"

// Has its own database: removing expired impersonations acts on all firms, and this clock runs hours ahead.
let service: TestService
let passed_ms = 0
before(async () => {
  const clock = () => new Date(Date.now() + passed_ms)
  service = await openTestService({ clock, own_database: true })
})
after(async () => {
  await service.close()
})

let firm: TestFirm
let intake: PortalIntake
let dana: Colleague
let home: string
let start_url: string

const minutes = (count: number) => {
  passed_ms += count * 60_000
}

beforeEach(async () => {
  passed_ms = 0
  firm = await service.newFirm("Hartwell & Pryce")
  intake = await newPortalIntake(service, firm)
  await firm.run((tx) =>
    changeContact(tx, intake.main, [
      { field: "first_name", value: "Anna" },
      { field: "last_name", value: "Smith" },
    ]),
  )
  home = `/impersonation/${intake.matter_id}`
  start_url = `/console/matters/${intake.matter_id}/impersonation`
  dana = await newColleague("admin", "Dana Reyes")
})

async function newColleague(role: "admin" | "member", name: string, limited = false): Promise<Colleague> {
  const browser = newPortalBrowser(service)
  const user_id = await firm.run(async (tx) => {
    const { user_id } = await inviteStaff(tx, { email: `${name.split(" ")[0]}@firm.example`, name, role })
    if (limited) await tx.run(sql`update users set assigned_matters_only = true where id = ${user_id}`)
    const { token } = await createSession(tx, { user_id, device: "Test", lifetime: staffLifetime })
    browser.cookies.set("foyer_staff", token)
    return user_id
  })
  return Object.assign(browser, { user_id })
}
type Colleague = PortalBrowser & { user_id: string }

/** A portal page's URL for staff. */
const staffUrl = (url: string) => url.replace("/portal", home)

const actionsOf = () =>
  firm.all<{ action: string; user_id: string; matter_id: string }>(sql`
      select action, user_id, matter_id from audit_entries where action like 'impersonation%' order by position`)
const eventsOf = () => firm.all(sql`select event_type from events where matter_id = ${intake.matter_id}`)

async function rename(browser: PortalBrowser, first_name: string): Promise<number> {
  const url = staffUrl(intake.names)
  const { html } = await browser.get(url)
  return (await browser.post(url, { ...marksOf(html), first_name, last_name: "Smith" })).status
}

test("impersonation starts with a form in the console, and every link and form stays under its own URL", async () => {
  const response = await dana.get(start_url)
  assert.equal(response.status, 200)
  assert.equal((await dana.get(home)).location, start_url, "a GET starts nothing")
  const begun = await dana.post(start_url)
  assert.deepEqual([begun.status, begun.location], [303, home])
  const seen = new Set([home])
  for (const url of seen) {
    const { status, html, location } = await dana.get(url)
    assert.ok(status === 200 || status === 303, `${url}: ${status}`)
    if (status === 200 && !url.endsWith(".pdf")) {
      assert.match(
        html,
        /You are changing Anna’s and Ben’s matter for them, as Dana Reyes\. Every change/,
        url,
      )
      assert.doesNotMatch(html, /="\/portal/, url)
      assert.doesNotMatch(html, /sign-out|\/account/, url)
    }
    for (const [, href = ""] of html.matchAll(/(?:href|action)="(\/[^"#]*)/g))
      assert.match(
        href,
        /^\/(impersonation\/matter_|console\/matters\/|assets\/|files|d)/,
        `${href} on ${url}`,
      )
    for (const [, href = ""] of `${html} href="${location}"`.matchAll(/href="([^"#]*)/g))
      if (href.startsWith(home) && !href.includes("lang=")) seen.add(href.replaceAll("&amp;", "&"))
  }
  assert.ok(seen.size > 15, `only ${seen.size} pages`)
})

test("staff without a name are named by their email address", async () => {
  await firm.write(sql`update users set name = '' where id = ${dana.user_id}`)
  await dana.post(start_url)
  assert.match((await dana.get(home)).html, /matter for them, as Dana@firm\.example\. Every change/)
})

test("every change is recorded as the staff member's, and none counts as the client's", async () => {
  const events = await eventsOf()
  await dana.post(start_url)
  assert.equal(await rename(dana, "Annabel"), 303)
  const page = staffUrl(intake.pageOf(intake.ids.has_will))
  const { html, location } = await dana.get(page)
  const question = location || page
  const marks = marksOf(location ? (await dana.get(location)).html : html)
  await dana.post(question, { ...marks, [intake.ids.has_will]: "no" })
  const changes = (await firm.all<ChangeRow>(latestChanges(intake.matter_id, 50))).filter(
    ({ changed_by }) => changed_by === dana_id(),
  )
  assertEach(changes, ({ field, value, changed_by_name }) => [field, value, changed_by_name], [
    [intake.ids.has_will, false, "Dana Reyes"],
    ["first_name", "Annabel", "Dana Reyes"],
  ])
  assert.deepEqual(await eventsOf(), events)
  const activity = await dana.get(`/console/matters/${intake.matter_id}/activity`)
  assert.match(activity.html, /Dana Reyes/)

  const clientHome = await intake.ada.get("/portal")
  assert.match(clientHome.html, /Dana Reyes of Hartwell &amp; Pryce changed 2 answers/)
  assert.match((await intake.ada.get(intake.names)).html, /Changed by Dana Reyes of Hartwell &amp; Pryce, /)
  const spanish = await intake.ada.get(`${intake.names}?lang=es`)
  assert.match(spanish.html, /Cambiado por Dana Reyes, de Hartwell &amp; Pryce, /)
})

const dana_id = () => (dana as Colleague).user_id

test("a conflict with a staff member's change shows their name and the firm's, and overwrites nothing", async () => {
  const { html } = await intake.ada.get(intake.names)
  await dana.post(start_url)
  await rename(dana, "Annabel")
  const response = await intake.ada.post(intake.names, {
    ...marksOf(html),
    first_name: "Annie",
    last_name: "Smith",
  })
  assert.equal(response.status, 409)
  assert.match(response.html, /What Dana Reyes of Hartwell &amp; Pryce entered/)
  const autosaved = await service.app.inject({
    method: "POST",
    url: "/portal/fields",
    headers: { cookie: cookieHeader(intake.ada.cookies) },
    payload: { page: intake.names, controls: { first_name: ["Annie"] }, seen: { first_name: 1 } },
  })
  assert.equal(autosaved.json().conflicts.first_name.changed_by, "Dana Reyes of Hartwell & Pryce")
})

function autosave(browser: PortalBrowser, to: string, page: string, first_name: string) {
  return service.app.inject({
    method: "POST",
    url: `${to}/fields`,
    headers: { cookie: cookieHeader(browser.cookies) },
    payload: { page, controls: { first_name: [first_name] }, seen: { first_name: 9 } },
  })
}

test("autosave never saves what was typed into one matter in another with the same fields", async () => {
  const other = await firm.request("POST", "/v1/matters/create", {
    questionnaire_id: (await firm.request("GET", `/v1/matters/${intake.matter_id}`)).body.questionnaire.id,
    matter_name: "Neighbor",
  })
  const neighbor = `/impersonation/${other.body.id}`
  await dana.post(start_url)
  await dana.post(`/console/matters/${other.body.id}/impersonation`)
  const pages = [staffUrl(intake.names), intake.names, "/portal"]
  for (const page of pages)
    assert.equal((await autosave(dana, neighbor, page, "Wrong")).statusCode, 404, page)
  assert.equal((await autosave(dana, home, intake.names, "Wrong")).statusCode, 404)
  assert.equal((await autosave(intake.ada, "/portal", staffUrl(intake.names), "Wrong")).statusCode, 404)
  const right = await autosave(dana, home, staffUrl(intake.names), "Annabel")
  assert.deepEqual([right.statusCode, right.json().saved.first_name > 0], [200, true], right.body)
  const { html } = await dana.get(`${neighbor}/sections/${intake.names.split("/")[3]}/main/names`)
  assert.doesNotMatch(html, /Annabel|Wrong/)
  assert.equal((await dana.get(`${neighbor}/submissions/1`)).status, 404)
})

test("impersonation leaves a client's session in the same browser and the console's session alone", async () => {
  for (const [name, value] of intake.ada.cookies) dana.cookies.set(name, value)
  const before = new Map(dana.cookies)
  await dana.post(start_url)
  assert.doesNotMatch((await dana.get("/portal")).html, /You are changing/)
  assert.match((await dana.get(home)).html, /You are changing/)
  await dana.get(`${home}?lang=es`)
  assert.match((await dana.get("/portal")).html, /lang="en"/)
  await dana.post(`${start_url}/end`)
  assert.equal((await dana.get("/portal")).status, 200)
  assert.equal((await dana.get("/console/matters")).status, 200)
  for (const [name, value] of before) assert.equal(dana.cookies.get(name), value, name)
})

test("staff cannot submit or confirm for the client, or change how the client signs in", async () => {
  const before = await everything()
  await dana.post(start_url)
  for (const path of [
    "submission",
    "account/email",
    "account/email/confirmation",
    "account/password",
    "account/code",
    "account/devices",
    "sign-out",
    "sign-in/code",
    "sign-in/session",
  ]) {
    assert.equal((await dana.post(`${home}/${path}`, { password: "a long password" })).status, 404, path)
  }
  for (const path of ["account", "account/email", "account/password", "sign-in", "signed-out", "submission"])
    assert.equal((await dana.get(`${home}/${path}`)).status, 404, path)
  const check = await dana.get(`${home}/check`)
  assert.match(check.html, /Only the client can send the answers/)
  assert.doesNotMatch(check.html, /\/submission"/)
  await dana.post(staffUrl(intake.pageOf(intake.ids.has_will, "check")))
  assert.deepEqual(await everything(), before)
  assert.equal((await intake.ada.get("/portal")).status, 200, "the client is still signed in")
})

test("staff's changes after a submission are for the client to send", async () => {
  await firm.run((tx) =>
    tx.run(sql`
      insert into submissions (matter_id, number, reason, snapshot, submitted_at)
      values (${intake.matter_id}, 1, 'submitted', '{}', ${tx.now})`),
  )
  minutes(1)
  await firm.run((tx) => changeContact(tx, intake.main, [{ field: "middle_name", value: "Q" }]))
  assert.match((await intake.ada.get("/portal/check")).html, /Nothing has changed since/)
  await dana.post(start_url)
  assert.equal(await rename(dana, "Anne"), 303)
  const { html } = await intake.ada.get("/portal/check")
  assert.match(html, /You can send once everything listed above is done/)
  assert.doesNotMatch(html, /Nothing has changed since/)
})

/** What staff must not change: submissions, reviews, accounts and sessions. */
const everything = () =>
  firm.one(sql`
      select (select count(*) from submissions) as submissions, (select count(*) from section_reviews) as reviews,
             (select string_agg(concat(email, password_hash, preferences), ',' order by id) from users) as users,
             (select string_agg(concat(id, expires_at), ',' order by id) from sessions) as sessions`)

test("no page shows staff a sensitive answer", async () => {
  await firm.run((tx) =>
    saveAnswer(tx, service.ring, intake.matter_id, {
      question_id: intake.ids.ssn,
      about: intake.main,
      value: "123-45-6789",
    }),
  )
  await dana.post(start_url)
  const seen = new Set([home])
  for (const url of seen) {
    const { html, location } = await dana.get(url)
    assert.doesNotMatch(html, /\b6789\b/, url)
    for (const [, href = ""] of `${html} href="${location}"`.matchAll(/href="([^"#]*)/g))
      if (href.startsWith(home)) seen.add(href.replaceAll("&amp;", "&"))
  }
})

const isOpen = async (browser: PortalBrowser) => (await browser.get(home)).status === 200

test("Stop ends impersonation, and the audit log records its start and end", async () => {
  await dana.post(start_url)
  const stopped = await dana.post(`${start_url}/end`)
  assert.equal(stopped.location, `/console/matters/${intake.matter_id}`)
  assert.match((await dana.get(stopped.location)).html, /You are no longer changing this matter/)
  assert.equal(await isOpen(dana), false)
  assert.equal((await dana.post(`${start_url}/end`)).status, 303, "a second press is no fault")
  const subject = { user_id: dana_id(), matter_id: intake.matter_id }
  assert.deepEqual(await actionsOf(), [
    { action: "impersonation_started", ...subject },
    { action: "impersonation_ended", ...subject },
  ])
})

test("an impersonation that is cleaned up later ended when its time was over, and none ended before it started", async () => {
  const now = Math.floor(Date.now() / 1_000) * 1_000
  const hour = (count: number) => new Date(now + count * 3_600_000)
  const endOf = async (started_at: Date, expires_at: Date) => {
    await dana.post(start_url)
    await service.db.forPlatform(async (tx) => {
      const { firm_id } = firm
      await tx.run(sql`
        update impersonations set started_at = ${started_at}, expires_at = ${expires_at} where firm_id = ${firm_id}`)
      await tx.run(sql`delete from impersonations where firm_id = ${firm_id}`)
    })
    const { at } = await firm.one<{ at: Date }>(sql`
        select occurred_at as at from audit_entries where action = 'impersonation_ended' order by id desc limit 1`)
    return at
  }
  assert.deepEqual(await endOf(hour(-9), hour(-8)), hour(-8))
  // The clock of this machine is ahead of the database's.
  assert.deepEqual(await endOf(hour(1), hour(2)), hour(1))
})

test("impersonation ends after an idle hour, or after eight hours, and the page holds what a late form sent", async () => {
  await dana.post(start_url)
  for (let hour = 0; hour < 9; hour++) {
    minutes(55)
    assert.equal(await isOpen(dana), hour < 8, `after ${hour + 1} times 55 minutes`)
  }
  await dana.post(start_url)
  minutes(61)
  const late = await dana.post(staffUrl(intake.names), { first_name: 'Anna "<b>' })
  assert.equal(late.status, 401)
  assert.match(late.html, /<input type="hidden" name="first_name" value="Anna &quot;&lt;b/)
  assert.match(late.html, new RegExp(`action="${staffUrl(intake.names)}"`))
  assert.equal((await dana.get(home)).location, start_url)
  assert.equal((await autosave(dana, home, staffUrl(intake.names), "x")).statusCode, 401)
  await service.db.forPlatform((tx) => removeExpiredImpersonations(tx))
  assert.equal((await actionsOf()).filter(({ action }) => action === "impersonation_ended").length, 2)
})

test("impersonation in use is extended once a minute, by one of several requests, and never after its end", async () => {
  await dana.post(start_url)
  const row = () =>
    firm.one<{ id: string; last_seen_at: Date; is_over: boolean }>(sql`
        select id, last_seen_at, expires_at = to_timestamp(0) as is_over from impersonations
         where matter_id = ${intake.matter_id}`)
  const { id, last_seen_at } = await row()
  const at = (seconds: number) => new Date(last_seen_at.getTime() + seconds * 1_000)
  const extend = (seconds: number, seen: Date, other: Partial<Tx> = {}) =>
    firm.run((tx) =>
      extendImpersonation({ ...tx, ...other, now: at(seconds) }, { session_id: id, last_seen_at: seen }),
    )
  await extend(59, last_seen_at, { run: () => assert.fail("a request within the minute costs a statement") })
  await extend(60, last_seen_at)
  assert.deepEqual((await row()).last_seen_at, at(60))
  await extend(61, last_seen_at)
  assert.deepEqual((await row()).last_seen_at, at(60), "a request that had read it before")
  await firm.run(async (tx) => {
    await tx.run(sql`select id from impersonations where id = ${id} for no key update`)
    await extend(200, at(60))
  })
  assert.deepEqual((await row()).last_seen_at, at(60), "a request does not wait for another")
  await firm.write(sql`update impersonations set expires_at = to_timestamp(0) where id = ${id}`)
  await extend(200, at(60))
  assert.ok((await row()).is_over)
})

test("of two presses at the same time, the second ends what the first has begun", async () => {
  const press = async () => (await dana.post(start_url)).status
  const sessions = sql`select from sessions where firm_id = ${firm.firm_id}`
  assert.deepEqual(await collide(service, sessions, [press, press]), [303, 303])
  const recorded = await firm.all<{ action: string }>(
    sql`select action from audit_entries where action like 'impersonation%' order by position`,
  )
  assertEach(recorded, ({ action }) => action.replace("impersonation_", ""), ["started", "ended", "started"])
})

const endings: Record<string, (colleague: Colleague) => Promise<unknown>> = {
  "signing out of the console": (colleague) => colleague.post("/console/sign-out"),
  "a change to a read-only role": ({ user_id }) =>
    firm.write(sql`update users set role = 'read_only' where id = ${user_id}`),
  "deactivation of the account": ({ user_id }) =>
    firm.write(sql`update users set deactivated_at = now() where id = ${user_id}`),
  "removal of the assignment": () =>
    firm.write(sql`update matters set assignee_id = null where id = ${intake.matter_id}`),
  "closing the matter": () => firm.run((tx) => closeMatter(tx, intake.matter_id)),
  "the firm requiring two-factor authentication": () =>
    firm.write(sql`update firms set settings = settings || '{"require_second_factor": true}'::jsonb`),
  "suspension of the firm": () => firm.write(sql`update firms set suspended_at = now()`),
}

for (const [ending, act] of Object.entries(endings)) {
  test(`impersonation ends with ${ending}`, async () => {
    const mary = await newColleague("member", "Mary Member", true)
    const assign = () =>
      firm.write(sql`update matters set assignee_id = ${mary.user_id} where id = ${intake.matter_id}`)
    await assign()
    await mary.post(start_url)
    assert.equal(await isOpen(mary), true)
    const staff_token = mary.cookies.get("foyer_staff") ?? ""
    await act(mary)
    mary.cookies.set("foyer_staff", staff_token)
    assert.equal(await isOpen(mary), false)
    const { status } = await mary.post(staffUrl(intake.names), { first_name: "Late" })
    assert.ok(status === 401 || status === 403, String(status))
  })
}

test("impersonation that ended with an assignment stays ended when the matter is assigned again", async () => {
  const mary = await newColleague("member", "Mary Member", true)
  const assign = (user_id: string | null) =>
    firm.write(sql`update matters set assignee_id = ${user_id} where id = ${intake.matter_id}`)
  await assign(mary.user_id)
  await mary.post(start_url)
  await assign(null)
  await assign(mary.user_id)
  assert.equal(await isOpen(mary), false)
  assert.equal((await actionsOf()).at(-1)?.action, "impersonation_ended")
})

test("impersonation that a restriction ended stays ended when access is granted again", async () => {
  const [mary, nora] = [
    await newColleague("member", "Mary Member"),
    await newColleague("member", "Nora Member"),
  ]
  for (const colleague of [mary, nora]) await colleague.post(start_url)
  const restrict = (...people: Colleague[]) =>
    firm.call(
      restrictMatter,
      intake.matter_id,
      people.map((one) => one.user_id),
    )
  await restrict(nora)
  assert.deepEqual([await isOpen(mary), await isOpen(nora)], [false, true])
  await restrict(nora, mary)
  assert.deepEqual([await isOpen(mary), await isOpen(nora)], [false, true])
  await restrict(mary)
  await firm.run((tx) => restrictMatter(tx, intake.matter_id, []))
  assert.equal(await isOpen(nora), false)
})

test("deleting a matter ends its impersonation, and restoring the matter does not restore it", async () => {
  const { body } = await firm.request("POST", "/v1/matters/create", {
    questionnaire_id: (await firm.request("GET", `/v1/matters/${intake.matter_id}`)).body.questionnaire.id,
    matter_name: "Not begun",
  })
  await dana.post(`/console/matters/${body.id}/impersonation`)
  const page = `/impersonation/${body.id}/sections/${intake.names.split("/")[3]}/main/names`
  assert.equal((await dana.post(page, { first_name: "Annabel", last_name: "Smith" })).status, 303)
  const subject = { matter_id: body.id, reason: "Made by mistake" }
  const deletion = await firm.run((tx) => deleteMatter(tx, service.ring, subject))
  assert.equal((await dana.get(`/impersonation/${body.id}`)).status, 303)
  assert.equal((await actionsOf()).at(-1)?.action, "impersonation_ended")
  await firm.run((tx) => restoreMatter(tx, service.ring, deletion))
  assert.equal((await dana.get(`/impersonation/${body.id}`)).status, 303)
  const marks = await firm.all(
    sql`select distinct impersonated from changes where matter_id = ${body.id} and field = 'first_name'`,
  )
  assert.deepEqual(marks, [{ impersonated: true }])
})

test("impersonation cannot start in an inaccessible or closed matter, or from another website", async () => {
  const mary = await newColleague("member", "Mary Member", true)
  assert.equal((await mary.get(start_url)).status, 404)
  assert.equal((await mary.post(start_url)).status, 404)
  const stranger = await service.newFirm()
  const otherIntake = await newPortalIntake(service, stranger)
  assert.equal((await dana.post(`/console/matters/${otherIntake.matter_id}/impersonation`)).status, 404)
  assert.equal((await dana.get(`/impersonation/${otherIntake.matter_id}`)).status, 303)
  const foreign = await service.app.inject({
    method: "POST",
    url: start_url,
    headers: { cookie: cookieHeader(dana.cookies), "sec-fetch-site": "cross-site" },
  })
  assert.equal(foreign.statusCode, 403)
  await firm.run((tx) => closeMatter(tx, intake.matter_id))
  assert.match((await dana.get(start_url)).html, /This matter is closed, so nothing in it can be changed/)
  assert.equal((await dana.post(start_url)).status, 409)
  assert.deepEqual(await actionsOf(), [])
})

test("only the console session that started an impersonation can use it", async () => {
  await dana.post(start_url)
  const again = newPortalBrowser(service)
  const token = await firm.run(async (tx) => {
    const created = await createSession(tx, { user_id: dana_id(), device: "Other", lifetime: staffLifetime })
    return created.token
  })
  again.cookies.set("foyer_staff", token)
  assert.equal(await isOpen(again), false, "the same person in another browser")
  const client = newPortalBrowser(service)
  for (const name of ["foyer_client", "foyer_staff"])
    client.cookies.set(name, intake.ada.cookies.get("foyer_client") ?? "")
  assert.equal(await isOpen(client), false, "a client")
  assert.equal((await intake.ada.get(`/console/matters/${intake.matter_id}`)).status, 303)
  const odd = [
    "matter_x",
    intake.matter_id.toLowerCase(),
    `${intake.matter_id}0`,
    `${intake.matter_id}%00`,
    '"><b>',
  ]
  for (const id of odd) {
    const { status, html } = await dana.get(`/impersonation/${encodeURI(id)}`)
    assert.equal(status, 404, id)
    assert.doesNotMatch(html, literally("<b>"))
  }
})

test("staff can change a completed matter, which its client can only read", async () => {
  await firm.run((tx) => completeMatter(tx, service.ring, intake.matter_id))
  assert.match((await dana.get(start_url)).html, /the client can no longer change it, but you still can/)
  await dana.post(start_url)
  assert.equal(await rename(dana, "Annabel"), 303)
  assert.equal((await intake.ada.get(intake.names)).status, 303)
  assert.equal((await intake.ada.post(intake.names, { first_name: "Me" })).status, 409)
})

test("a file shows which staff member uploaded it", async () => {
  await dana.post(start_url)
  const place = intake.pageOf(intake.ids.statements)
  const boundary = "----boundary"
  const sent = await service.app.inject({
    method: "POST",
    url: staffUrl(place).replace("/sections/", "/files/"),
    headers: {
      cookie: cookieHeader(dana.cookies),
      "content-type": `multipart/form-data; boundary=${boundary}`,
    },
    payload: `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="note.txt"\r\nContent-Type: text/plain\r\n\r\nHello\r\n--${boundary}--\r\n`,
  })
  assert.equal(sent.statusCode, 303, sent.body)
  assert.ok(String(sent.headers.location).startsWith(home))
  assert.match((await intake.ada.get(place)).html, /Uploaded by Dana Reyes of Hartwell &amp; Pryce/)
  const console = await dana.get(`/console/matters/${intake.matter_id}/documents`)
  assert.match(console.html, /, by Dana Reyes</)
})

test("row-level security limits impersonation to its matter, and only its changes are marked", async () => {
  const other = await newPortalIntake(service, firm)
  const { matters } = await firm.one<{ matters: number }>(sql`select count(*) as matters from matters`)
  assert.ok(matters > 1, "the test needs another matter")
  await dana.post(start_url)
  const token = dana.cookies.get("foyer_staff") ?? ""
  const seen = await service.db.forBearer(
    sql`select * from authenticate_impersonation(${placeOf(token)}, ${hashToken(token)}, ${intake.matter_id}, now())`,
    (row) => assert.ok(row),
    (tx) =>
      tx.one(sql`
        select current_matter() as matter, current_actor() as actor,
               (select count(*) from matters) as matters, (select count(*) from contacts where matter_id = ${other.matter_id}) as others,
               (select count(*) from sessions where matter_id is null) as sessions_of_staff`),
  )
  assert.deepEqual(seen, {
    matter: intake.matter_id,
    actor: dana_id(),
    matters: 1,
    others: 0,
    sessions_of_staff: 0,
  })
  await rename(dana, "Annabel")
  await firm.run((tx) => changeContact(tx, intake.main, [{ field: "middle_name", value: "Q" }]))
  const marks =
    await firm.all(sql`select field, impersonated from changes where changed_by is not null and field in ('first_name', 'middle_name')
                order by field, revision`)
  assert.deepEqual(marks, [
    { field: "first_name", impersonated: false },
    { field: "first_name", impersonated: true },
    { field: "middle_name", impersonated: false },
  ])
})

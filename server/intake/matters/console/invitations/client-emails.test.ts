import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { assertEach } from "../../../../../test/harness/assert-each.ts"
import { literally } from "../../../../../test/harness/literally.ts"
import { newIntake } from "../../../../../test/harness/sample-intake.ts"
import { openTestService, type TestFirm, type TestService } from "../../../../../test/harness/service.ts"
import { startSmtpServer } from "../../../../../test/harness/smtp-server.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { withheld_prefix } from "../../../../platform/mail/mail-state.ts"
import { openMailer } from "../../../../platform/mail/mailer.ts"
import { getMail, listMails } from "../../../../platform/mail/outbox.ts"
import { sendQueuedMails } from "../../../../platform/mail/sending.ts"
import { mailRequests, requestDocuments } from "../../../checklist/requests.ts"
import { notifyOfFailedMail } from "../../../notifications/failed-mails.ts"
import { getInvitationLink } from "../../invitations/invitations.ts"
import { startInvitation } from "../../invitations/starting.ts"

/** A service with a mail server that gives this reply to each recipient. */
async function openSending(t: TestContext, rcpt: string) {
  const server = await startSmtpServer({ rcpt })
  const service = await openTestService({ settings: { FOYER_SMTP_URL: server.url } }, t)
  return { server, service }
}

const from = "Foyer <foyer@intake.example>"
const page = { page: 1, limit: 100, offset: 0 }

/** Sends everything in the outbox, as the worker does. */
async function sendAll(service: TestService, firm: TestFirm) {
  const { rows } = await firm.run((tx) => listMails(tx, service.ring, page))
  const mailer = openMailer({ smtp_url: service.config.smtp_url, from })
  await sendQueuedMails(
    { ...service, mailer, tellFailed: (tx, failed) => notifyOfFailedMail(tx, service, failed) },
    rows.map(({ id }) => ({ firm_id: firm.firm_id, mail_id: id })),
  )
  mailer.close()
}

/** A matter created in the console whose client is invited by email. */
async function newMatter(service: TestService) {
  const firm = await service.newFirm()
  await newIntake(firm)
  const { id: questionnaire_id } = await firm.one<{ id: string }>(sql`select id from questionnaires`)
  const req = await newStaffBrowser(service, firm)
  const created = await req("POST", "/console/matters/new", {
    questionnaire_id,
    matter_name: "Okafor",
    first_name: "Ngozi",
    email: "ngozi@example.com",
    way: "mail",
  })
  assert.equal(created.status, 303, plain(created.text))
  const home = created.location
  const rowOf = async () => {
    const { text } = await req("GET", "/console/matters?search=okafor")
    return plain(text.match(/<tbody.*?<\/tbody>/s)?.[0] ?? "")
  }
  const pageOf = async () => plain((await req("GET", home)).text)
  return { firm, req, home, rowOf, pageOf }
}

test("staff learn of an email about requested documents that was not delivered", async (t) => {
  const { service } = await openSending(t, "550 No such user")
  const { firm, req, home, pageOf } = await newMatter(service)
  const matter_id = home.split("/").at(-1) ?? ""
  await firm.write(sql`delete from mails`)
  const { id } = await firm.one<{ id: string }>(sql`select id from invitations`)
  await firm.run((tx) => startInvitation(tx, id))
  const requested = { labels: ["Deed"], note: "", contact_id: null, due_on: null }
  await firm.run((tx) => requestDocuments(tx, matter_id, requested))
  await firm.call(mailRequests, service, matter_id)
  await sendAll(service, firm)
  assert.match(await pageOf(), /Email about documents not sent/)
  const queue = await req("GET", "/console/matters?queue=undelivered")
  assert.match(queue.text, literally(home))
  assert.equal(
    (
      await firm.one<{ count: number }>(sql`
    select count(*)::int from notifications where kind = 'mail_failed'`)
    ).count,
    1,
  )
})

const plain = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")

test("the matter and the list show an invitation as queued, failed with its reason, or sent, as its email is", async (t) => {
  const { server, service } = await openSending(t, "550 No such user")
  const { firm, req, home, rowOf, pageOf } = await newMatter(service)
  assert.match(await rowOf(), /Invitation queued/)
  assert.match(await pageOf(), /The invitation is about to be sent\./)

  await sendAll(service, firm)
  const { body } = await firm.request("GET", "/v1/events?event_type=invitation.failed")
  assert.deepEqual([body.count, `/console/matters/${body.results[0].matter.id}`], [1, home])
  assert.equal(body.results[0].user.id, firm.admin.user_id)
  assert.match(await rowOf(), /Invitation failed/)
  const failed = await pageOf()
  assert.match(failed, /The invitation to Ngozi was not delivered\./)
  assert.match(failed, /550 No such user/)
  assert.match(failed, /Send again to Ngozi/)
  assert.match(failed, /Copy the link of Ngozi/)
  assert.doesNotMatch(failed, /\bSent\b|was sent/)

  server.answerRecipientsWith("250 Yes")
  const link = (await req("GET", home)).text.match(/href="([^"]*)#mail-form"/)?.[1] ?? ""
  const again = await req("POST", `${link}/mail`, {})
  assert.match((await req("GET", again.location)).text, /The invitation is on its way/)
  await sendAll(service, firm)
  assert.match(await rowOf(), /Invited.*Today, /s)
  assert.match(await pageOf(), /The invitation was sent today/)
})

test("without a mail server, no page says that an email was sent", async (t) => {
  const silent = await openTestService({}, t)
  const { firm, req, home, rowOf, pageOf } = await newMatter(silent)
  for (const isTaken of [false, true]) {
    if (isTaken) await sendAll(silent, firm)
    assert.match(await rowOf(), /Invitation not sent/)
    const shown = await pageOf()
    assert.match(shown, /The invitation to Ngozi was not sent\./)
    assert.match(shown, /No mail server is set up/)
    assert.doesNotMatch(shown, /\bSent\b|was sent |on its way/)
  }
  const remind = await req("GET", `${home}/reminders`)
  const invitation = remind.text.match(/name="invitation"[^>]*value="([^"]+)"/)?.[1] ?? ""
  const reminded = await req("POST", `${home}/reminders`, { invitation })
  const told = plain((await req("GET", reminded.location)).text)
  assert.match(told, /No email is sent: the reminder stays in the outbox/)
  assert.match(told, /Reminder not sent: It stays in the outbox/)
})

test("the assignee is notified once about a refused email to a client", async (t) => {
  const { server, service } = await openSending(t, "550 No such user")
  const { firm } = await newMatter(service)
  await sendAll(service, firm)
  server.answerRecipientsWith("250 Yes")
  await sendAll(service, firm)
  const { rows } = await firm.run((tx) => listMails(tx, service.ring, page))
  const failures = rows.filter(({ subject }) => subject === "An email did not get through: Okafor")
  assertEach(failures, ({ recipient, sent_at }) => [recipient, sent_at !== null], [
    ["ada.admin@example.com", true],
  ])
})

test("the list of matters does not count an email that was withheld as one that was not delivered", async (t) => {
  const { service } = await openSending(t, "550 No such user")
  const { firm, req } = await newMatter(service)
  await sendAll(service, firm)
  const list = async () => (await req("GET", "/console/matters")).text
  const { id } = await linkOf(service, firm)
  await firm.run((tx) => startInvitation(tx, id))
  assert.match(await list(), /An email was not delivered/)
  await firm.write(
    sql`update mails set fault = ${`${withheld_prefix} its address changed.`} where fault is not null`,
  )
  assert.doesNotMatch(await list(), /An email was not delivered/)
})

test("correcting an address emails the new one and invalidates the earlier link", async (t) => {
  const { service } = await openSending(t, "550 No such user")
  const { firm, req, home, pageOf } = await newMatter(service)
  await sendAll(service, firm)
  assert.match(await pageOf(), /Correct the address/)
  const address = `${(await req("GET", home)).text.match(/href="([^"]+)#address-form"/)?.[1] ?? ""}/address`
  const { invite_url: earlier, id } = await linkOf(service, firm)
  const wrong = await req("POST", address, { email: "ngozi@example" })
  assert.equal(wrong.status, 400)
  assert.equal((await linkOf(service, firm)).invite_url, earlier, "a refused form changes nothing")

  assert.equal((await req("POST", address, { email: "ngozi.okafor@example.com" })).status, 303)
  const { invite_url } = await linkOf(service, firm)
  const { rows } = await firm.run((tx) => listMails(tx, service.ring, page))
  const mail = await firm.run((tx) => getMail(tx, service.ring, rows[0]?.id ?? ""))
  assert.equal(mail.recipient, "ngozi.okafor@example.com")
  assert.match(mail.text, literally(invite_url))
  assert.doesNotMatch(mail.text, literally(earlier))
  const path = (url: string) => new URL(url).pathname
  assert.equal((await service.app.inject(path(earlier))).statusCode, 404)
  assert.equal((await service.app.inject(path(invite_url))).statusCode, 200)

  assert.equal((await req("POST", address, { email: "ngozi.okafor@example.com" })).status, 303)
  assert.notEqual((await linkOf(service, firm)).invite_url, invite_url, "sent to the same address again")

  await firm.run((tx) => startInvitation(tx, id))
  assert.doesNotMatch(await pageOf(), /Correct the address/)
  const late = await req("POST", address, { email: "someone.else@example.com" })
  assert.equal(late.status, 409)
})

/** The invitation of the matter that `newMatter` created, and its link. */
const linkOf = (service: TestService, firm: TestFirm) =>
  firm.run(async (tx) => {
    const { id } = await tx.one<{ id: string }>(sql`select id from invitations order by id desc limit 1`)
    return { id, ...(await getInvitationLink(tx, service, id)) }
  })

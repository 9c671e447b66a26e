import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { openTestService, type TestFirm, type TestService } from "../../../../test/harness/service.ts"
import { startSmtpServer } from "../../../../test/harness/smtp-server.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { turnIntoTestFirm } from "../../../../test/harness/test-firm.ts"
import { sql } from "../../../platform/db/sql.ts"
import { listMails } from "../../../platform/mail/outbox.ts"
import { hasSentMail } from "../../../platform/mail/trying.ts"

const page = "/console/settings/email"
const url = `${page}/test`

async function openSending(t: TestContext, rcpt: string) {
  const server = await startSmtpServer({ rcpt })
  const service = await openTestService({ settings: { FOYER_SMTP_URL: server.url } }, t)
  const firm = await service.newFirm("Hartwell & Pryce")
  return { server, service, firm, req: await newStaffBrowser(service, firm) }
}

const outbox = (service: TestService, firm: TestFirm) =>
  firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 50, offset: 0 }))
const countTests = (firm: TestFirm) =>
  firm.one<{ count: number }>(sql`select count(*)::integer as count from mails where purpose = 'test'`)

test("a test email goes to the person who presses the button, and the page says that the server accepted it", async (t) => {
  const { server, firm, req, service } = await openSending(t, "250 OK")
  assert.match((await req("GET", page)).text, /An email goes to ada\.admin@example\.com now/)
  assert.match((await req("GET", page)).text, /has not accepted an email of your firm/)
  const sent = await req("POST", url, { to: "someone.else@example.com" })
  assert.deepEqual([sent.status, sent.location], [303, "/console/settings/email"])
  assert.match((await req("GET", sent.location)).text, /The mail server accepted the email/)
  assert.doesNotMatch((await req("GET", page)).text, /has not accepted an email/)
  assertEach(server.received, ({ recipients }) => recipients, [["<ada.admin@example.com>"]])
  assert.equal(await firm.run(hasSentMail), true)
  // Only the newest are looked at, however many wait.
  await firm.run((tx) =>
    tx.run(sql`
      insert into mails (id, recipient, subject, created_at)
      select 'mail_' || repeat('F', 28) || lpad(upper(to_hex(number)), 4, '0'), 'x@example.com', 'Waits', ${tx.now}
        from generate_series(1, 1000) number`),
  )
  assert.equal(await firm.run(hasSentMail), false)
  await firm.write(sql`delete from mails where subject = 'Waits'`)
  assert.equal((await outbox(service, firm)).rows[0]?.attempts, 1)
})

test("a refused test email shows the mail server's own words, and is not tried again", async (t) => {
  for (const answer of ["550 5.7.1 Relaying denied", "451 4.3.0 Come back later"]) {
    const { firm, req, service } = await openSending(t, answer)
    const refused = await req("POST", url)
    assert.equal(refused.status, 400)
    assert.match(refused.text, literally(answer))
    const [mail] = (await outbox(service, firm)).rows
    assert.deepEqual([mail?.attempts, mail?.sent_at, mail?.gave_up_at === null], [1, null, false], answer)
    assert.equal(await firm.run(hasSentMail), false)
  }
})

test("without a mail server, and in a test firm, the page says that nothing was sent", async (t) => {
  const silent = await openTestService({}, t)
  const firm = await silent.newFirm()
  const req = await newStaffBrowser(silent, firm)
  assert.match((await req("POST", url)).text, /The email stays in the outbox/)

  const { server, firm: trial, req: ofTrial } = await openSending(t, "250 OK")
  await turnIntoTestFirm(trial)
  assert.match((await ofTrial("POST", url)).text, /The email stays in the outbox/)
  assert.deepEqual(server.received, [])
})

test("one person sends ten test emails, and then has to wait", async (t) => {
  const { server, firm, req } = await openSending(t, "250 OK")
  const sent = []
  for (let time = 0; time < 11; time++) sent.push((await req("POST", url)).status)
  assert.deepEqual(sent, [...Array(10).fill(303), 429])
  assert.equal(server.received.length, 10)
  assert.equal((await countTests(firm)).count, 10)
})

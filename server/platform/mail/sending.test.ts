import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { openTestService, type TestFirm, type TestService } from "../../test/harness.ts"
import { startSmtpServer } from "../../test/smtp_server.ts"
import { openMailer } from "./mailer.ts"
import { getMail, queueMail } from "./outbox.ts"
import { sendQueuedMail, sendQueuedMails } from "./sending.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

const from = "Foyer <foyer@intake.example>"

function queue(firm: TestFirm, recipient = "ana@example.com"): Promise<string> {
  return firm.run((tx) =>
    queueMail(tx, service.ring, {
      recipient,
      subject: "Your questionnaire",
      content: { firm_name: "Test & Partners", heading: "Hello", paragraphs: ["Welcome."], footer: "Bye" },
    }),
  )
}

test("a queued mail is sent once, in the firm's name", async () => {
  const server = await startSmtpServer()
  const parts = { ...service, mailer: openMailer({ smtp_url: server.url, from }) }
  const firm = await service.newFirm()
  const mail = { firm_id: firm.firm_id, mail_id: await queue(firm) }
  await sendQueuedMail(parts, mail)
  await sendQueuedMail(parts, mail)
  assert.equal(server.received.length, 1)
  assert.deepEqual(server.received[0]?.recipients, ["<ana@example.com>"])
  assert.match(server.received[0]?.data ?? "", /^From: .*Test & Partners.*<foyer@intake\.example>\r$/m)
  assert.ok((await firm.run((tx) => getMail(tx, service.ring, mail.mail_id))).sent_at)
})

test("without a mail server a mail stays in the outbox", async () => {
  const firm = await service.newFirm()
  const mail_id = await queue(firm)
  await sendQueuedMail({ ...service, mailer: openMailer({ from }) }, { firm_id: firm.firm_id, mail_id })
  const { sent_at, tries } = await firm.run((tx) => getMail(tx, service.ring, mail_id))
  assert.deepEqual([sent_at, tries], [null, 0])
})

test("a mail that was put off is tried again; one that was refused is not, and says why", async () => {
  const server = await startSmtpServer({ rcpt: "451 Later" })
  const parts = { ...service, mailer: openMailer({ smtp_url: server.url, from }) }
  const firm = await service.newFirm()
  const mail = { firm_id: firm.firm_id, mail_id: await queue(firm) }
  await assert.rejects(sendQueuedMails(parts, [mail]), { name: "MailFailed" })
  server.answerRecipientsWith("550 No such user")
  await sendQueuedMails(parts, [mail])
  const { sent_at, tries, fault } = await firm.run((tx) => getMail(tx, service.ring, mail.mail_id))
  assert.deepEqual([sent_at, tries], [null, 2])
  assert.match(fault ?? "", /550 No such user/)
})

test("a mail that fails does not keep the others of its batch", async () => {
  const server = await startSmtpServer()
  const parts = { ...service, mailer: openMailer({ smtp_url: server.url, from }) }
  const firm = await service.newFirm()
  const unreadable = { firm_id: firm.firm_id, mail_id: await queue(firm) }
  await firm.run((tx) =>
    tx.run({ text: "update mails set body_sealed = 'v1.x.y' where id = $1", values: [unreadable.mail_id] }),
  )
  const fine = { firm_id: firm.firm_id, mail_id: await queue(firm) }
  await assert.rejects(sendQueuedMails(parts, [unreadable, fine]))
  assert.equal(server.received.length, 1)
  assert.ok((await firm.run((tx) => getMail(tx, service.ring, fine.mail_id))).sent_at)
})

import assert from "node:assert/strict"
import { test } from "node:test"
import pg from "pg"
import { literally } from "../../../test/harness/literally.ts"
import { startsOfJobs } from "../../../test/harness/queued-jobs.ts"
import { newFirmWithIntake } from "../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { startSmtpServer } from "../../../test/harness/smtp-server.ts"
import { sql } from "../db/sql.ts"
import { enqueueOnce } from "../jobs/queue.ts"
import { stateOfMail } from "./mail-state.ts"
import { openMailer } from "./mailer.ts"
import { getMail, type NewMail, queueMail, sendAgain } from "./outbox.ts"
import { sendQueuedMail, sendQueuedMails } from "./sending.ts"

let now = new Date("2027-03-02T15:00:00Z")
const service = provideService({ clock: () => now })

const from = "Foyer <foyer@intake.example>"

function queue(firm: TestFirm, to: Partial<NewMail> = {}): Promise<string> {
  return firm.run((tx) =>
    queueMail(tx, service.ring, {
      recipient: "ana@example.com",
      ...to,
      subject: "Your questionnaire",
      paragraphs: ["Welcome."],
      footer: "Bye",
    }),
  )
}

test("a queued email is sent once, under the firm's name", async () => {
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

test("without a mail server an email stays in the outbox", async () => {
  const firm = await service.newFirm()
  const mail_id = await queue(firm)
  await sendQueuedMail({ ...service, mailer: openMailer({ from }) }, { firm_id: firm.firm_id, mail_id })
  const { sent_at, attempts } = await firm.run((tx) => getMail(tx, service.ring, mail_id))
  assert.deepEqual([sent_at, attempts], [null, 0])
})

test("an email's state shows whether it is queued, sent, failing, or has no mail server", async () => {
  const server = await startSmtpServer({ rcpt: "451 Later" })
  const sending = { ...service, mailer: openMailer({ smtp_url: server.url, from }) }
  const firm = await service.newFirm()
  const mail = { firm_id: firm.firm_id, mail_id: await queue(firm) }
  const state = async (is_sending = true) =>
    stateOfMail(await firm.run((tx) => getMail(tx, service.ring, mail.mail_id)), is_sending).kind
  assert.equal(await state(), "queued")
  assert.equal(await state(false), "unsent")
  await assert.rejects(sendQueuedMail(sending, mail))
  assert.equal(await state(), "retrying")
  server.answerRecipientsWith("550 No such user")
  await sendQueuedMail(sending, mail)
  assert.equal(await state(), "failed")
  await firm.run((tx) => sendAgain(tx, mail.mail_id))
  await sendQueuedMail({ ...service, mailer: openMailer({ from }) }, mail)
  assert.equal(await state(), "unsent", "a server that comes later did not send it")
  server.answerRecipientsWith("250 Yes")
  await sendQueuedMail(sending, mail)
  assert.equal(await state(), "sent")
})

test("after the last attempt or an hour, staff are notified of a failed email to a client, but not of one to staff", async () => {
  const server = await startSmtpServer({ rcpt: "451 Later" })
  const told: string[] = []
  const parts = {
    ...service,
    mailer: openMailer({ smtp_url: server.url, from }),
    tellFailed: async (_: unknown, { mail_id }: { mail_id: string }) => void told.push(mail_id),
  }
  const { firm, matter_id } = await newFirmWithIntake(service)
  const ids = [await queue(firm, { matter_id, purpose: "reminder" }), await queue(firm, { matter_id })]
  const sendAll = () =>
    sendQueuedMails(
      parts,
      ids.map((mail_id) => ({ firm_id: firm.firm_id, mail_id })),
    )
  await assert.rejects(sendAll())
  assert.deepEqual(told, [])
  now = new Date(now.getTime() + 3_600_000)
  await assert.rejects(sendAll())
  assert.deepEqual(told, ids.slice(0, 1))

  await firm.write(sql`update mails set attempts = 30`)
  await assert.rejects(sendAll())
  const mail = await firm.run((tx) => getMail(tx, service.ring, ids[0] ?? ""))
  assert.equal(stateOfMail(mail, true).kind, "failed")
  server.answerRecipientsWith("550 No such user")
  const refused = await queue(firm, { matter_id, purpose: "code" })
  await sendQueuedMail(parts, { firm_id: firm.firm_id, mail_id: refused })
  assert.equal(told.at(-1), refused)
})

test("a temporary failure is retried; a refused email is not, and shows why", async () => {
  const server = await startSmtpServer({ rcpt: "451 Later" })
  const parts = { ...service, mailer: openMailer({ smtp_url: server.url, from }) }
  const firm = await service.newFirm()
  const mail = { firm_id: firm.firm_id, mail_id: await queue(firm) }
  await assert.rejects(sendQueuedMails(parts, [mail]), { name: "MailFailed" })
  server.answerRecipientsWith("550 No such user")
  await sendQueuedMails(parts, [mail])
  const { sent_at, attempts, fault } = await firm.run((tx) => getMail(tx, service.ring, mail.mail_id))
  assert.deepEqual([sent_at, attempts], [null, 2])
  assert.match(fault ?? "", /550 No such user/)
})

test("an email that is sent again while it waits is sent once, at once", async () => {
  const server = await startSmtpServer()
  const parts = { ...service, mailer: openMailer({ smtp_url: server.url, from }) }
  const firm = await service.newFirm()
  const mail = { firm_id: firm.firm_id, mail_id: await queue(firm) }
  await firm.write(sql`update mails set fault = 'The mail server is away.' where id = ${mail.mail_id}`)
  const again = () => firm.run((tx) => sendAgain(tx, mail.mail_id))
  await Promise.all([again(), again()])
  const before = now
  now = new Date(now.getTime() - 60_000)
  await again()
  const [start, ...others] = await startsOfJobs("send-mail", firm.firm_id)
  assert.deepEqual([start, others], [now, []])
  now = before
  // Such jobs were added by a process of an earlier version.
  await sendQueuedMails(parts, [mail, mail])
  assert.equal(server.received.length, 1)
  const other = await service.newFirm()
  await other.run((tx) => enqueueOnce(tx, "send-mail", { mail_id: mail.mail_id }))
  assert.equal((await startsOfJobs("send-mail", other.firm_id)).length, 1, "another firm's is another job")
})

test("an email that is sent again has all its tries, also while one of them is under way", async () => {
  const firm = await service.newFirm()
  const mail_id = await queue(firm)
  const jobs = pgboss()
  await jobs.set(
    firm,
    "state = 'retry', retry_count = 20, started_on = now(), start_after = now() + interval '9 hours'",
  )
  await firm.run((tx) => sendAgain(tx, mail_id))
  assert.deepEqual(await jobs.of(firm), [{ state: "created", retry_count: 0, is_fresh: true, waits_s: null }])
  await jobs.set(firm, `state = 'active', started_on = '${now.toISOString()}'`)
  for (const _ of ["first press", "second"]) await firm.run((tx) => sendAgain(tx, mail_id))
  assert.deepEqual(await jobs.of(firm), [
    { state: "active", retry_count: 0, is_fresh: false, waits_s: null },
    { state: "created", retry_count: 0, is_fresh: true, waits_s: 60 },
  ])
})

/** The jobs of a firm's emails, which only their owner can read. */
function pgboss() {
  const run = async <Row extends object>(text: string, firm: TestFirm): Promise<Row[]> => {
    const owner = new pg.Client({ connectionString: service.database_url })
    await owner.connect()
    try {
      return (await owner.query<Row>(text, [firm.firm_id])).rows
    } finally {
      await owner.end()
    }
  }
  const mine = "name = 'send-mail' and data ->> 'firm_id' = $1"
  return {
    set: (firm: TestFirm, changes: string) => run(`update pgboss.job set ${changes} where ${mine}`, firm),
    /** `waits_s`: how long after the start of the one that runs. */
    of: (firm: TestFirm) =>
      run(
        `select state::text, retry_count, started_on is null as is_fresh,
                extract(epoch from start_after - (select started_on from pgboss.job where ${mine} and state = 'active'
                                                     and id <> j.id))::integer as waits_s
           from pgboss.job j where ${mine} order by state`,
        firm,
      ),
  }
}

test("a failing email does not stop the others in its batch", async () => {
  const server = await startSmtpServer()
  const parts = { ...service, mailer: openMailer({ smtp_url: server.url, from }) }
  const firm = await service.newFirm()
  const unreadable = { firm_id: firm.firm_id, mail_id: await queue(firm) }
  await firm.write({
    text: "update mails set body_sealed = 'v1.x.y' where id = $1",
    values: [unreadable.mail_id],
  })
  const fine = { firm_id: firm.firm_id, mail_id: await queue(firm) }
  await assert.rejects(sendQueuedMails(parts, [unreadable, fine]))
  assert.equal(server.received.length, 1)
  assert.ok((await firm.run((tx) => getMail(tx, service.ring, fine.mail_id))).sent_at)
  for (let attempt = 1; attempt <= 30; attempt++) await assert.rejects(sendQueuedMails(parts, [unreadable]))
  const { gave_up_at, fault } = await firm.one<{ gave_up_at: Date | null; fault: string | null }>(
    sql`select gave_up_at, fault from mails where id = ${unreadable.mail_id}`,
  )
  assert.ok(gave_up_at, "its job is given up too")
  assert.match(fault ?? "", /This program failed to send it/)
})

test("replies go to the assignee, then to the firm's address, then to its first admin, and never to the recipient", async () => {
  const server = await startSmtpServer()
  const parts = { ...service, mailer: openMailer({ smtp_url: server.url, from }) }
  const { firm, matter_id } = await newFirmWithIntake(service)
  const run = (text: string, ...values: unknown[]) => firm.write({ text, values })
  const replyTo = async (mail: Partial<NewMail>, between?: () => Promise<unknown>) => {
    const mail_id = await queue(firm, mail)
    await between?.()
    await sendQueuedMail(parts, { firm_id: firm.firm_id, mail_id })
    const shown = (await firm.run((tx) => getMail(tx, service.ring, mail_id))).reply_to
    const { data = "" } = server.received.at(-1) ?? {}
    const sent = /^Reply-To: (.*)\r$/m.exec(data)?.[1]
    assert.match(data, /^From: .*Test & Partners.*<foyer@intake\.example>\r$/m)
    assert.equal(shown, sent, "the outbox shows where replies go")
    return sent
  }
  await run("update users set email = 'first@firm.example' where is_firm_staff")
  await run(
    `insert into users (id, email, name, is_firm_staff, role, created_at)
     values ('user_00000000000000000000000000000001', 'noor@firm.example', 'Noor', true, 'member', now() + interval '1 day')`,
  )
  await run("update matters set assignee_id = null")
  assert.equal(await replyTo({ matter_id }), "first@firm.example")
  assert.equal(await replyTo({ recipient: "First@firm.example" }), undefined)
  await run(`update firms set settings = settings || '{"reply_address": "desk@firm.example"}'`)
  assert.equal(await replyTo({ matter_id }), "desk@firm.example")
  assert.equal(await replyTo({ recipient: "desk@firm.example" }), "first@firm.example")
  await run("update matters set assignee_id = 'user_00000000000000000000000000000001'")
  for (const purpose of ["invitation", "reminder", "corrections", "message", "handover", "code"] as const)
    assert.equal(await replyTo({ matter_id, purpose }), "noor@firm.example", purpose)
  assert.equal(await replyTo({ purpose: "inquiry_code" }), "desk@firm.example")
  assert.equal(await replyTo({ matter_id, recipient: "noor@firm.example" }), "desk@firm.example")

  const leave = () => run("update users set deactivated_at = now() where email = 'noor@firm.example'")
  assert.equal(
    await replyTo({ matter_id }, leave),
    "desk@firm.example",
    "the assignee left before it was sent",
  )
  await run(`update firms set settings = settings || '{"reply_address": "no address"}'`)
  assert.equal(await replyTo({ matter_id }), "first@firm.example", "a malformed address blocks no email")
})

test("the link of an email is whole in the message as sent", async () => {
  const server = await startSmtpServer()
  const parts = { ...service, mailer: openMailer({ smtp_url: server.url, from }) }
  const firm = await service.newFirm()
  const url = `https://intake.firm.example/a/longer/path/than/usual/invite/${"k7".repeat(40)}?back=%2Fportal%2Fdocuments`
  for (const paragraph of ["¿Qué tal?", "ASCII only"]) {
    const mail_id = await firm.run((tx) =>
      queueMail(tx, service.ring, {
        recipient: "ana@example.com",
        subject: "Your questionnaire",
        paragraphs: [paragraph],
        button: { label: "Open", url },
        footer: "Bye",
      }),
    )
    await sendQueuedMail(parts, { firm_id: firm.firm_id, mail_id })
    const { data = "" } = server.received.at(-1) ?? {}
    const [text = "", html = ""] = data
      .split(/^--.*\r\n/m)
      .filter((part) => /^content-type: text/i.test(part))
      .map((part) => {
        const [head = "", body = ""] = part.split("\r\n\r\n")
        assert.match(head, /^Content-Transfer-Encoding: base64$/m)
        return Buffer.from(body, "base64").toString()
      })
    assert(text.split(/\r?\n/).includes(url), text)
    assert.match(html, literally(`href="${url}"`), html)
  }
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { newFirmWithIntake } from "../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { startSmtpServer } from "../../../test/harness/smtp-server.ts"
import { stateOfMail } from "./mail-state.ts"
import { openMailer } from "./mailer.ts"
import { getMail, listMails, queueMail } from "./outbox.ts"
import { mail_years, removeOldMails, text_days } from "./pruning.ts"
import { sendQueuedMail } from "./sending.ts"

const day_ms = 24 * 3_600_000
const start = new Date("2026-03-02T09:30:00Z")
let now = start
const service = provideService({ clock: () => now, own_database: true })

function queue(firm: TestFirm, matter_id?: string): Promise<string> {
  const content = { heading: "Hello", paragraphs: ["Your link."], footer: "Bye" }
  return firm.run((tx) =>
    queueMail(tx, service.ring, { recipient: "ana@example.com", subject: "A link", ...content, matter_id }),
  )
}

const countMails = async (firm: TestFirm) =>
  (await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 10, offset: 0 }))).count

test("the text of an email is removed after 90 days, and it cannot be sent without its text", async () => {
  now = start
  const firm = await service.newFirm()
  const mail_id = await queue(firm)
  now = new Date(start.getTime() + (text_days - 1) * day_ms)
  await removeOldMails(service.db)
  assert.match((await firm.run((tx) => getMail(tx, service.ring, mail_id))).text, /Your link/)
  now = new Date(start.getTime() + (text_days + 1) * day_ms)
  await removeOldMails(service.db)
  const { text, html, has_text, subject } = await firm.run((tx) => getMail(tx, service.ring, mail_id))
  assert.deepEqual([text, html, has_text, subject], ["", "", false, "A link"])
  const server = await startSmtpServer()
  const mailer = openMailer({ smtp_url: server.url, from: "Foyer <foyer@intake.example>" })
  await sendQueuedMail({ ...service, mailer }, { firm_id: firm.firm_id, mail_id })
  assert.equal(server.received.length, 0)
  const mail = await firm.run((tx) => getMail(tx, service.ring, mail_id))
  assert.deepEqual(stateOfMail(mail, true), {
    kind: "failed",
    fault: "Its text was removed before it could be sent.",
  })
})

test("after two years an email without a matter is deleted, and one of a matter stays", async () => {
  now = start
  const { firm, matter_id } = await newFirmWithIntake(service)
  await queue(firm)
  await queue(firm, matter_id)
  now = new Date(start.getTime() + (mail_years * 366 + 1) * day_ms)
  await removeOldMails(service.db)
  assert.equal(await countMails(firm), 1)
})

import assert from "node:assert/strict"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { test } from "node:test"
import { createServer } from "node:tls"
import { literally } from "../../../test/harness/literally.ts"
import { certificate, key } from "../../../test/harness/own-certificate.ts"
import { newIntake } from "../../../test/harness/sample-intake.ts"
import { upload } from "../../../test/harness/sample-uploads.ts"
import { provideService } from "../../../test/harness/service.ts"
import { sql } from "../../platform/db/sql.ts"
import type { Mail, Mailer } from "../../platform/mail/mailer.ts"
import { queueMail } from "../../platform/mail/outbox.ts"
import { checkCertificate } from "./certificate.ts"
import { mailWeek } from "./week.ts"

const service = provideService({ own_database: true })

/** What the operator gets. */
async function weekFor(operator_email: string | undefined): Promise<Mail[]> {
  const mails: Mail[] = []
  const mailer: Mailer = {
    is_sending: true,
    send: async (mail) => ({ delivered: mails.push(mail) > 0 }),
    isThere: async () => true,
    close: () => undefined,
  }
  await mailWeek({ ...service, config: { ...service.config, operator_email } }, mailer)
  return mails
}

test("the operator who wants it gets last week in figures, and no one else", async () => {
  const firm = await service.newFirm()
  const intake = await newIntake(firm)
  await newIntake(firm)
  await upload(service, intake, { request_id: intake.ids.statements }, "May.txt", "Content of May")
  for (const [recipient, days] of [
    ["ada", 2],
    ["ben", 6],
    ["cem", 8],
  ] as const)
    await firm.run(async (tx) => {
      const mail = { recipient: `${recipient}@example.com`, subject: "Hello", paragraphs: [], footer: "" }
      const id = await queueMail(tx, service.ring, mail)
      await tx.run(sql`
        update mails set gave_up_at = ${tx.now}::timestamptz - make_interval(days => ${days}), fault = 'no' where id = ${id}`)
    })
  await firm.run(async (tx) => {
    const mail = { recipient: "dov@example.com", subject: "Hello", paragraphs: [], footer: "" }
    const id = await queueMail(tx, service.ring, mail)
    await tx.run(sql`
      update mails set gave_up_at = ${tx.now}, fault = 'Not sent: the invitation was revoked.' where id = ${id}`)
  })
  assert.deepEqual(await weekFor(undefined), [])
  const [mail, ...others] = await weekFor("olga@example.com")
  assert.deepEqual([mail?.to, others], ["olga@example.com", []])
  for (const line of [
    "Matters: 2 created, 0 submitted",
    "Webhooks: 0 delivered, 0 failed",
    "Emails: 0 sent, 2 given up",
    "Files: 14 bytes more, 14 bytes in all; database",
    "No program sent a request",
    "Backup: No backup yet",
    "Disk: ",
  ])
    assert.match(mail?.text ?? "", literally(line))
  assert.match(mail?.subject ?? "", /^Foyer: Last week: \d+ things? needs? attention$/)
})

test("the certificate of the public address is looked at, also one that ends soon or has ended", async (t) => {
  const server = createServer({ cert: certificate, key }).listen(0, "127.0.0.1")
  await once(server, "listening")
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const look = async (now: string, base_url = `https://127.0.0.1:${port}`) => {
    const parts = { ...service, db: { ...service.db, clock: () => new Date(now) } }
    const input = {
      parts: { ...parts, config: { ...service.config, base_url } },
      read: service.db.forPlatform,
    }
    const [finding] = await checkCertificate({ ...input, scope: { shows_paths: true } })
    return [finding?.ok, finding?.severity, finding?.sentence.replace(/^.*\d+ /, "")]
  }
  assert.deepEqual(await look("2119-06-01T00:00:00Z"), [true, undefined, "days"])
  assert.deepEqual(await look("2119-12-25T00:00:00Z"), [false, undefined, "days"])
  assert.deepEqual((await look("2121-01-01T00:00:00Z")).slice(0, 2), [false, "broken"])
  assert.equal((await look("2119-12-25T00:00:00Z", "https://127.0.0.1:9"))[0], true)
  assert.deepEqual(await look("2119-12-25T00:00:00Z", "http://127.0.0.1:9"), [
    undefined,
    undefined,
    undefined,
  ])
})

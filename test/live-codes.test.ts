// An admin who wants to be a client: the link can be copied, but no page, list, response, export, audit entry, or row shows
// the code that only its recipient may see, and whoever does sign in is in the audit log.

import assert from "node:assert/strict"
import { test } from "node:test"
import { listAudit } from "../server/firm/audit/listing.ts"
import { clientEmailNames, fieldsOf } from "../server/firm/client-emails/client-emails.ts"
import { queueClientEmail } from "../server/firm/client-emails/sending.ts"
import { mailNewPasswordLinks } from "../server/firm/users/passwords/forgotten-password.ts"
import { tableRecords } from "../server/outputs/exports/firm/records.ts"
import { listExportedTables } from "../server/outputs/exports/firm/tables.ts"
import { sql } from "../server/platform/db/sql.ts"
import { openMailer } from "../server/platform/mail/mailer.ts"
import { openMailBody } from "../server/platform/mail/outbox.ts"
import { sendQueuedMail } from "../server/platform/mail/sending.ts"
import { newDigitCode } from "../server/platform/secrets/tokens.ts"
import { consoleLines } from "./every-route/routes.ts"
import { addressOf, parametersOf } from "./every-route/two-firms.ts"
import { assertEach } from "./harness/assert-each.ts"
import { literally } from "./harness/literally.ts"
import { inviteClient, newPortalBrowser } from "./harness/portal-browser.ts"
import { openTestService, type TestFirm, type TestService } from "./harness/service.ts"
import { startSmtpServer } from "./harness/smtp-server.ts"
import { newStaff } from "./harness/staff.ts"
import { newStaffBrowser } from "./harness/staff-browser.ts"

test("an admin finds no live code or sign-in link anywhere, and the sign-in that happens is in the audit log", async (t) => {
  const server = await startSmtpServer()
  const service = await openTestService({ settings: { FOYER_SMTP_URL: server.url } }, t)
  for (const own_subject of [undefined, "Hartwell: {{CODE}} for you"]) {
    const firm = await service.newFirm()
    if (own_subject)
      await firm.write(sql`
          insert into client_email_words (email, language, subject)
          select email, 'en', ${own_subject} from unnest(array['code', 'new_address_code']) email`)
    const invited = await inviteClient(service, firm, { email: "maria@example.com", first_name: "Maria" })
    const { invite_key, matter_id } = invited
    const maria = newPortalBrowser(service)
    await maria.post(`/invite/${invite_key}/start`)
    const to = { recipient: "maria@example.com", language: "en" } as const
    await firm.run(async (tx) => {
      for (const name of clientEmailNames)
        if (fieldsOf(name).includes("code"))
          await queueClientEmail(tx, service.ring, name, {
            ...to,
            values: { code: newDigitCode(), link: service.base_url } as never,
          })
    })
    const colleague = await newStaff(firm, { email: `ruth-${firm.firm_id}@example.com` })
    await mailNewPasswordLinks(service, { email: colleague.email, base_url: service.base_url })

    const admin = await newStaffBrowser(service, firm)
    const thief = newPortalBrowser(service)
    assert.equal((await thief.post(`/invite/${invite_key}/code`)).status, 303)
    server.received.length = 0
    const mail_ids = await sendAll(service, firm)
    const sent = await firm.run(async (tx) => {
      const rows = await tx.all<{ id: string; body_sealed: string }>(
        sql`select id, body_sealed from mails order by id`,
      )
      return rows.map(({ id, body_sealed }) => openMailBody(service.ring, id, body_sealed))
    })
    const { subject = "" } = sent.at(-1) ?? {}
    const code = /\d{6}/.exec(subject)?.[0] ?? ""
    assert.equal(subject, own_subject ? `Hartwell: ${code} for you` : `${code} is your code`)
    assert.match(server.received.at(-1)?.data ?? "", new RegExp(`^Subject: ${subject}\r$`, "m"))
    const secrets = sent.flatMap(({ subject, text }) => [
      ...(`${subject} ${text}`.match(/\b\d{6}\b/g) ?? []),
      ...[...text.matchAll(/\/(?:portal\/code|console\/setup)\/(\w+)/g)].map(([, key = ""]) => key),
    ])
    assert.ok(new Set(secrets).size >= 6, `${secrets.length} secrets were sent`)
    const seen = await everything(service, firm, admin, { matter_id, mail_ids, user_id: colleague.user_id })
    for (const [place, text] of seen)
      for (const secret of secrets) assert.doesNotMatch(text, literally(secret), `${place} shows ${secret}`)
    assert.match(
      seen.get("/console/settings/email") ?? "",
      own_subject ? /Hartwell: •{6} for you/ : /•{6} is your code/,
    )
    assert.match(
      seen.get(`/console/settings/email/${mail_ids.at(-1)}`) ?? "",
      /Only the recipient reads this text/,
    )
    assert.equal((await thief.post(`/invite/${invite_key}/session`, { code: "000000" })).status, 422)
    assert.equal((await thief.get("/portal")).status, 303)

    assert.equal((await thief.post(`/invite/${invite_key}/session`, { code })).status, 303)
    const { rows } = await firm.run((tx) =>
      listAudit(tx, { matter_id, action: "signed_in" }, { page: 1, limit: 9, offset: 0 }),
    )
    assertEach(rows, ({ user_name, label }) => [user_name, label.replace("lightMyRequest", "Device")], [
      ["Maria", "With a code by email: Device, 127.0.0.1"],
      ["Maria", "With the link: Device, 127.0.0.1"],
    ])
  }
})

/** Sends what waits in the outbox; returns the ids, oldest first. */
async function sendAll(service: TestService, firm: TestFirm): Promise<string[]> {
  const mailer = openMailer({ smtp_url: service.config.smtp_url, from: service.config.mail_from })
  const mails = await firm.all<{ id: string }>(sql`select id from mails order by id`)
  for (const { id } of mails)
    await sendQueuedMail({ ...service, mailer }, { firm_id: firm.firm_id, mail_id: id })
  mailer.close()
  return mails.map(({ id }) => id)
}

/** What an admin can open, download, or read from the API, and what is stored, by where it is. */
async function everything(
  service: TestService,
  firm: TestFirm,
  admin: Awaited<ReturnType<typeof newStaffBrowser>>,
  { matter_id, mail_ids, user_id }: { matter_id: string; mail_ids: string[]; user_id: string },
): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  for (const [route, { methods, entry }] of Object.entries(consoleLines)) {
    if (entry || !methods.includes("GET")) continue
    const none = Object.fromEntries(parametersOf(route).map((name) => [name, "none"]))
    for (const mail_id of route.includes(":mail_id") ? mail_ids : [""]) {
      const path = addressOf(route, { ...none, matter_id, user_id, mail_id }).replace("*", "nowhere")
      const { status, text } = await admin("GET", path)
      if (status === 200) seen.set(path, text)
    }
  }
  assert.ok(seen.size > 70, `${seen.size} pages`)
  for (const path of ["", "/messages", "/invitations", "/events", "/history"])
    seen.set(
      `API ${path}`,
      JSON.stringify((await firm.request("GET", `/v1/matters/${matter_id}${path}`)).body),
    )
  seen.set("API events", JSON.stringify((await firm.request("GET", "/v1/events")).body))
  const source = { ...service, firm_id: firm.firm_id, actor: firm.admin, reveal: true }
  for (const table of await firm.run(listExportedTables)) {
    let text = ""
    for await (const piece of tableRecords(source as never, table, () => undefined)) text += String(piece)
    seen.set(`export of ${table.name}`, text)
  }
  const tables = await service.db.forPlatform((tx) =>
    tx.all<{ name: string }>(sql`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'firm_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`),
  )
  for (const { name } of tables) {
    const text = `select to_jsonb(t)::text as row from ${name} t where firm_id = $1`
    const rows = await service.db.forPlatform((tx) =>
      tx.all<{ row: string }>({ text, values: [firm.firm_id] }),
    )
    seen.set(`table ${name}`, rows.map(({ row }) => row).join("\n"))
  }
  return seen
}

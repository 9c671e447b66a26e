import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../test/harness/literally.ts"
import { newIntake } from "../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { turnIntoTestFirm } from "../../../test/harness/test-firm.ts"
import { createInvitation } from "../../intake/matters/invitations/invitations.ts"
import { sendInvitation } from "../../intake/matters/invitations/sending.ts"
import { purgeMatters } from "../../intake/matters/many/matters.ts"
import { sql } from "../../platform/db/sql.ts"
import { listMails } from "../../platform/mail/outbox.ts"
import { sendQueuedMail } from "../../platform/mail/sending.ts"
import { deleteFirm } from "./deletion.ts"

const service = provideService({ own_database: true, settings: { FOYER_SMTP_URL: "smtp://127.0.0.1:1" } })

async function newFirm(is_test: boolean): Promise<TestFirm> {
  const firm = await service.newFirm(is_test ? "Trial & Co" : "Real & Co")
  if (is_test) await turnIntoTestFirm(firm)
  return firm
}

test("a test firm's keys begin with test_ and work; those of other firms begin with foyer_", async () => {
  for (const is_test of [true, false]) {
    const firm = await newFirm(is_test)
    const token = await firm.newKey(["matters:read"])
    assert.match(token, is_test ? /^test_[0-9a-f]{10}_/ : /^foyer_[0-9a-f]{10}_/)
    const headers = { authorization: `Bearer ${token}` }
    assert.equal((await service.app.inject({ url: "/v1/matters", headers })).statusCode, 200)
  }
})

test("a test firm's emails are never sent, and staff read them in the console, which says so on every page", async () => {
  const sent: string[] = []
  const mailer = {
    is_sending: true,
    isThere: async () => true,
    send: async ({ to }: { to: string }) => {
      sent.push(to)
      return { delivered: true }
    },
    close: () => undefined,
  }
  for (const is_test of [true, false]) {
    const firm = await newFirm(is_test)
    const intake = await newIntake(firm)
    const { link, mails } = await firm.run(async (tx) => {
      const person = { matter_id: intake.matter_id, party: "main" as const, email: `${is_test}@example.com` }
      const { id, invite_url } = await createInvitation(tx, service, person)
      await sendInvitation(tx, service, id, {})
      return {
        link: invite_url,
        mails: (await listMails(tx, service.ring, { page: 1, limit: 9, offset: 0 })).rows,
      }
    })
    assert.equal(mails.length, 1)
    for (const { id } of mails)
      await sendQueuedMail({ ...service, mailer }, { firm_id: firm.firm_id, mail_id: id })
    const req = await newStaffBrowser(service, firm)
    const [{ text: list }, { text: mail }, { text: matter }] = [
      await req("GET", "/console/settings/email"),
      await req("GET", `/console/settings/email/${mails[0]?.id}`),
      await req("GET", `/console/matters/${intake.matter_id}`),
    ]
    for (const page of [list, mail, matter]) assert.equal(page.includes("Test firm: "), is_test)
    assert.equal(matter.includes("Fill in and submit"), is_test)
    assert.match(mail, is_test ? literally(link) : />Sent</)
    for (const page of [list, mail, matter]) assert.doesNotMatch(page, /no mail server/i)
    const portal = await service.app.inject({ url: new URL(link).pathname })
    assert.equal(portal.body.includes("Test firm: "), is_test)
    assert.equal(
      (await req("GET", "/console/settings/email?state=unsent")).text.includes(`${is_test}@example.com`),
      is_test,
    )
  }
  assert.deepEqual(sent, ["false@example.com"])
})

test("a button of a test firm's matter submits it, and then again; in other firms it does nothing", async () => {
  for (const is_test of [true, false]) {
    const firm = await newFirm(is_test)
    const { matter_id } = await newIntake(firm)
    const req = await newStaffBrowser(service, firm)
    const home = `/console/matters/${matter_id}`
    const post = async (path: string) => (await req("POST", `${home}/${path}`, {})).status
    const expected = is_test ? [303, 303, 409] : [409, 409, 409]
    assert.deepEqual(
      [await post("test-submission"), await post("test-resubmission"), await post("test-submission")],
      expected,
    )
    const { body } = await firm.request("GET", `/v1/matters/${matter_id}`)
    assert.equal(body.is_submitted, is_test)
    assert.equal((await req("GET", home)).text.includes("Change and submit"), is_test)
  }
})

test("a test firm is deleted at once, with its rows and files; no other firm is", async () => {
  const [trial, real] = [await newFirm(true), await newFirm(false)]
  const [{ matter_id }, other] = [await newIntake(trial), await newIntake(real)]
  const req = await newStaffBrowser(service, trial)
  assert.equal((await req("POST", `/console/matters/${matter_id}/test-submission`, {})).status, 303)
  const files = await trial.all<{ key: string }>(sql`select key from stored_files`)
  assert.ok(files.length > 0)

  await assert.rejects(deleteFirm(service, real.firm_id), { code: "not_a_test" })
  assert.equal(await real.call(purgeMatters, 50), 0)
  await deleteFirm(service, trial.firm_id)

  const headers = { authorization: `Token ${trial.token}` }
  assert.equal((await service.app.inject({ url: "/v1/matters", headers })).statusCode, 401)
  const tables = await service.db.forPlatform((tx) =>
    tx.all<{ name: string }>(sql`
      select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'firm_id'`),
  )
  assert.ok(tables.length > 40)
  for (const { name } of tables) {
    const rows = await service.db.pool.query(`select from "${name}" where firm_id = $1`, [trial.firm_id])
    assert.equal(rows.rowCount, 0, name)
  }
  for (const { key } of files) await assert.rejects(service.files.read(key), key)
  assert.equal((await real.request("GET", `/v1/matters/${other.matter_id}`)).status, 200)
  await assert.rejects(deleteFirm(service, trial.firm_id), { kind: "not_found" })
})

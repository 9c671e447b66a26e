import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { collide } from "../../../../test/harness/collide.ts"
import { newPortalBrowser } from "../../../../test/harness/portal-browser.ts"
import { newFirmWithPortalIntake } from "../../../../test/harness/portal-intake.ts"
import { queuedJobs } from "../../../../test/harness/queued-jobs.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { addAgreementFor } from "../../../../test/harness/signed-agreement.ts"
import { sql } from "../../../platform/db/sql.ts"
import { listMails, openMailBody } from "../../../platform/mail/outbox.ts"
import { createInvitation, listInvitations, revokeInvitation } from "../../matters/invitations/invitations.ts"
import { completeMatter } from "../../submissions/submissions.ts"
import { listSignatures } from "../signatures.ts"
import { askToSignUrl } from "./ask-to-sign.tsx"

const now = new Date("2026-03-02T15:00:00Z")
const service = provideService({ clock: () => now })

const words = {
  title: { en: "Engagement letter", es: "Carta de encargo" },
  text: { en: "We draft your will.", es: "Redactamos su testamento." },
}

async function newCase() {
  const { firm, ...intake } = await newFirmWithPortalIntake(service, { firm_name: "Hartwell & Pryce" })
  const agreement_id = await addAgreementFor(firm, words)
  const url = `/portal/agreements/${agreement_id}`
  return { ...intake, firm, url, sign: { version: "1", agree: "true" } }
}

/** The requests to sign that an address was sent. */
const mailsOf = (firm: TestFirm, recipient: string) =>
  firm.run(async (tx) => {
    const rows = await tx.all<{ id: string; body_sealed: string }>(sql`
      select id, body_sealed from mails where recipient = ${recipient} order by id`)
    return rows
      .map(({ id, body_sealed }) => openMailBody(service.ring, id, body_sealed))
      .filter(({ subject = "" }) => /asks you to sign/.test(subject))
      .map(({ text }) => text)
  })
test("a client asks the other to sign: one email a day with the other's own link, and staff are told", async () => {
  const { firm, ada, url, sign } = await newCase()
  await ada.post(url, { ...sign, name: "Ada Smith" })
  const page = await ada.get(url)
  assert.match(page.html, /Ben Smith still has to sign[\s\S]*Ask Ben to sign/)
  assert.equal((await ada.post(askToSignUrl)).location, "/portal#done")
  assert.match((await ada.get("/portal")).html, /We asked Ben to sign/)
  assert.match((await ada.get(url)).html, /Ben was asked to sign on March 2, 2026/)
  await ada.post(askToSignUrl)
  const [mail, ...more] = await mailsOf(firm, "ben@example.com")
  assert.deepEqual(more, [], "once a day")
  assert.equal((await queuedJobs("notify-staff", firm.firm_id, "signature_requested")).length, 1)
  assert.doesNotMatch(mail ?? "", /Engagement letter/, "the email does not say what")

  await firm.write(
    sql`update invitations set signing_requested_at = ${new Date(now.getTime() - 25 * 3_600_000)}`,
  )
  await ada.post(askToSignUrl)
  assert.equal((await mailsOf(firm, "ben@example.com")).length, 2)
})

test("a spouse without a link gets one at the address given, signs with it, and is named in the submission until then", async () => {
  const { firm, ada, url, sign, matter_id } = await newCase()
  await firm.write(sql`delete from invitations where matter_id = ${matter_id} and party = 'partner'`)
  await ada.post(url, { ...sign, name: "Ada Smith" })
  assert.match((await ada.get(askToSignUrl)).html, /Ben’s email address/)
  assert.match(
    (await ada.post(askToSignUrl, { email: "Ada@example.com" })).html,
    /This is your own email address/,
  )
  assert.equal((await ada.post(askToSignUrl, { email: "" })).status, 422)
  assert.equal((await ada.post(askToSignUrl, { email: "ben2@example.com" })).location, "/portal#done")
  const [mail] = await mailsOf(firm, "ben2@example.com")
  const ben = newPortalBrowser(service)
  const [link = ""] = /\/invite\/[a-z0-9]+/.exec(mail ?? "") ?? []
  await ben.post(`${link}/start`)
  assert.equal((await ben.post(url, { ...sign, name: "Ben Smith" })).status, 303)
  const signatures = await firm.run((tx) => listSignatures(tx, matter_id))
  assertEach(signatures, ({ party, account }) => [party, account], [
    ["main", "ada@example.com"],
    ["partner", "ben2@example.com"],
  ])
})

test("where the firm revoked the spouse's link, a message asks the firm for one", async () => {
  const { firm, ada, url, sign, matter_id } = await newCase()
  const [, bens] = await firm.run((tx) => listInvitations(tx, matter_id))
  await firm.run((tx) => revokeInvitation(tx, bens?.id ?? ""))
  await ada.post(url, { ...sign, name: "Ada Smith" })
  assert.match((await ada.get(askToSignUrl)).html, /Only Hartwell &amp; Pryce can send Ben a link/)
  assert.equal((await ada.post(askToSignUrl, { email: "ben@example.com" })).status, 303)
  assert.match((await ada.get("/portal/messages")).html, /Ben still has to sign/)
  assert.deepEqual(await mailsOf(firm, "ben@example.com"), [])
})

test("a spouse who never used their link, which has expired since, is asked with a new one also after completion", async () => {
  const { firm, ada, url, sign, matter_id } = await newCase()
  await firm.write(sql`delete from invitations where matter_id = ${matter_id} and party = 'partner'`)
  const email = "ben2@example.com"
  const { invite_key } = await firm.run(async (tx) => {
    const invited = await createInvitation(tx, service, { matter_id, party: "partner", email })
    await tx.run(sql`update invitations set expires_at = '2020-01-01' where id = ${invited.id}`)
    return invited
  })
  await ada.post(url, { ...sign, name: "Ada Smith" })
  await firm.run((tx) => completeMatter(tx, service.ring, matter_id))
  assert.equal((await ada.post(askToSignUrl)).location, "/portal#done")
  const [mail = ""] = await mailsOf(firm, email)
  assert.match(mail, /\/invite\/\w/)
  assert.ok(!mail.includes(invite_key))
})

test("two tabs that invite the other at the same time invite once, and both say so", async () => {
  const { firm, ada, url, sign, matter_id } = await newCase()
  await firm.write(sql`delete from invitations where matter_id = ${matter_id} and party = 'partner'`)
  await ada.post(url, { ...sign, name: "Ada Smith" })
  const press = () => ada.post(askToSignUrl, { email: "ben2@example.com" })
  const row = sql`select from matters where id = ${matter_id}`
  const presses = await collide(service, row, [press, press])
  assertEach(presses, ({ status }) => status, [303, 303])
  assert.equal((await mailsOf(firm, "ben2@example.com")).length, 1)
})

test("pressing twice asks the firm once", async () => {
  const { firm, ada, url, sign, matter_id } = await newCase()
  const [, bens] = await firm.run((tx) => listInvitations(tx, matter_id))
  await firm.run((tx) => revokeInvitation(tx, bens?.id ?? ""))
  await ada.post(url, { ...sign, name: "Ada Smith" })
  const [, id = ""] = /name="new_record" value="([^"]+)"/.exec((await ada.get(askToSignUrl)).html) ?? []
  for (const _ of "12") assert.equal((await ada.post(askToSignUrl, { new_record: id })).status, 303)
  const topics = await firm.all(sql`select from message_topics where matter_id = ${matter_id}`)
  assert.equal(topics.length, 1)
})

test("a spouse without a language is asked in that of the client who asks", async () => {
  const { firm, ada, url, sign, matter_id } = await newCase()
  await firm.write(sql`delete from invitations where matter_id = ${matter_id} and party = 'partner'`)
  await ada.post(url, { ...sign, name: "Ada Smith" })
  await ada.get("/portal?lang=es")
  await ada.post(askToSignUrl, { email: "ben2@example.com" })
  const { rows } = await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 10, offset: 0 }))
  assert.equal(rows[0]?.subject, "Ada le pide que firme algo para Hartwell & Pryce")
})

test("a name other than the record's is signed only once it is confirmed", async () => {
  const { firm, ada, url, sign, matter_id } = await newCase()
  const typed = { ...sign, name: "Txt73 Your full name" }
  const doubted = await ada.post(url, typed)
  assert.equal(doubted.status, 422)
  assert.match(doubted.html, /Our record says Ada Smith\./)
  const [, confirmed_name = ""] = /name="confirmed_name" value="([^"]*)"/.exec(doubted.html) ?? []
  assert.equal((await ada.post(url, { ...sign, name: "Someone Else", confirmed_name })).status, 422)
  assert.equal((await ada.post(url, { ...typed, confirmed_name })).status, 303)
  const [signature] = await firm.run((tx) => listSignatures(tx, matter_id))
  assert.equal(signature?.name, "Txt73 Your full name")
})

// Somebody the firm asked to help a client: for whom is said everywhere, and who gave an answer is said to the client.
import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { newPortalBrowser } from "../../../test/harness/portal-browser.ts"
import { marksOf, newPortalIntake, type PortalIntake } from "../../../test/harness/portal-intake.ts"
import { openTestService, type TestFirm, type TestService } from "../../../test/harness/service.ts"
import { sendInvitation } from "../../matters/invitation-mail.ts"
import { createInvitation } from "../../matters/invitations.ts"
import { sql } from "../../platform/db/sql.ts"
import { openMailBody } from "../../platform/mail/outbox.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

async function invite(firm: TestFirm, { matter_id }: PortalIntake) {
  const helper = { first_name: "Nora", last_name: "Ruiz", email: "nora@example.com" }
  const { id, invite_key } = await firm.run((tx) =>
    createInvitation(tx, service, { matter_id, party: "helper", ...helper }),
  )
  return { id, url: `/invite/${invite_key}` }
}

const mainOf = (html: string) => /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? ""

test("the invitation to help names the client, in the firm's language", async () => {
  const firm = await service.newFirm("Arbor & Pine")
  const intake = await newPortalIntake(service, firm)
  const { id } = await invite(firm, intake)
  for (const [locale, subject, told] of [
    [
      "en",
      "Arbor & Pine asks for your help with a questionnaire",
      /a questionnaire for Ada and Ben, and asks you/,
    ],
    ["es", "Arbor & Pine le pide ayuda con un cuestionario", /un cuestionario para Ada y Ben y le pide/],
  ] as const) {
    await firm.run((tx) => tx.run(sql`update firms set locale = ${locale} where id = ${firm.firm_id}`))
    await firm.run((tx) => sendInvitation(tx, service, id))
    const mail = await firm.run((tx) =>
      tx.one<{ id: string; subject: string; body_sealed: string }>(
        sql`select id, subject, body_sealed from mails order by id desc limit 1`,
      ),
    )
    assert.equal(mail.subject, subject)
    const { text } = openMailBody(service.ring, mail.id, mail.body_sealed)
    assert.match(text, told)
    assert.doesNotMatch(text, /your first meeting|lo que a usted le importa/)
  }
})

test("from the link to the confirmation a helper reads for whom, and no one calls the client's answers theirs", async () => {
  const firm = await service.newFirm("Arbor & Pine")
  const intake = await newPortalIntake(service, firm)
  const { url } = await invite(firm, intake)
  const nora = newPortalBrowser(service)
  const welcome = (await nora.get(`${url}?lang=en`)).html
  assert.match(welcome, /has asked you to help Ada and Ben with this questionnaire/)
  assert.match(welcome, /Where a question says “you”, it means Ada and Ben/)
  await nora.post(`${url}/start`)

  const bars = { en: /You are filling this in for Ada and Ben\./, es: /Usted responde por Ada y Ben\./ }
  const clients = { en: /[Yy]our (questionnaire|answers|spouse)/, es: /su cuestionario|sus respuestas/ }
  for (const lang of ["en", "es"] as const) {
    const pages = ["/portal", intake.names, "/portal/check", intake.pageOf(intake.ids.home)]
    for (const page of pages) {
      const { status, html } = await nora.get(`${page}?lang=${lang}`)
      assert.equal(status, 200)
      assert.match(html, bars[lang], page)
      assert.doesNotMatch(mainOf(html), clients[lang], page)
    }
  }
  assert.match((await nora.get("/portal?lang=en")).html, /Parts of Ada and Ben’s questionnaire/)
  assert.match((await nora.get(intake.names)).html, /What is the full name of Ada\?/)
  // The clients themselves are spoken to as ever.
  const { html } = await intake.ada.get("/portal?lang=en")
  assert.match(html, /Parts of your questionnaire/)
  assert.doesNotMatch(html, /filling this in for/)
})

test("what a helper changed is marked with their name for the clients, and not for themselves", async () => {
  const firm = await service.newFirm("Arbor & Pine")
  const intake = await newPortalIntake(service, firm)
  const { url } = await invite(firm, intake)
  const nora = newPortalBrowser(service)
  await nora.post(`${url}/start`)
  const form = { ...marksOf((await nora.get(intake.names)).html), first_name: "Ada", last_name: "Smith-Ruiz" }
  assert.equal((await nora.post(intake.names, form)).status, 303)

  assert.match((await intake.ada.get(intake.names)).html, /Changed by Nora Ruiz, /)
  const home = (await intake.ada.get("/portal")).html
  assert.match(home, /Some of your answers were changed for you/)
  assert.match(home, /Nora Ruiz changed one answer/)
  assert.doesNotMatch((await nora.get(intake.names)).html, /Changed by Nora/)
  assert.doesNotMatch((await nora.get("/portal")).html, /changed one answer/)

  // Once the client has given an answer of her own, the mark is gone.
  const own = { ...marksOf((await intake.ada.get(intake.names)).html), first_name: "Ada", last_name: "Smith" }
  await intake.ada.post(intake.names, own)
  assert.doesNotMatch((await intake.ada.get(intake.names)).html, /Changed by Nora/)
})

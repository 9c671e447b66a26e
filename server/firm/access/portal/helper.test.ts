// A helper invited by the firm: every page names the client, and the client sees which answers the helper gave.
import assert from "node:assert/strict"
import { test } from "node:test"
import { newPortalBrowser } from "../../../../test/harness/portal-browser.ts"
import {
  marksOf,
  newFirmWithPortalIntake,
  type PortalIntake,
} from "../../../../test/harness/portal-intake.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { handOver } from "../../../intake/handovers/handovers.ts"
import { createInvitation } from "../../../intake/matters/invitations/invitations.ts"
import { sendInvitation } from "../../../intake/matters/invitations/sending.ts"
import { sql } from "../../../platform/db/sql.ts"
import { newId } from "../../../platform/ids.ts"
import { openMailBody } from "../../../platform/mail/outbox.ts"

const service = provideService()

async function invite(firm: TestFirm, { matter_id }: PortalIntake, is_for_parts = false) {
  const helper = { first_name: "Nora", last_name: "Ruiz", email: "nora@example.com" }
  const { id, invite_key } = await firm.run((tx) =>
    createInvitation(tx, service, { matter_id, party: "helper", is_for_parts, ...helper }),
  )
  return { id, url: `/invite/${invite_key}` }
}

const mainOf = (html: string) => /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? ""

test("a helper for single parts is told neither the time nor the files that the entire questionnaire takes", async () => {
  const { firm, ...intake } = await newFirmWithPortalIntake(service)
  for (const is_for_parts of [false, true]) {
    const { id, url } = await invite(firm, intake, is_for_parts)
    if (is_for_parts)
      await firm.run((tx) => {
        const part = { matter_id: intake.matter_id, section_ids: [newId("section")], invitation_id: id }
        return handOver(tx, service, { ...part, label: "Wishes", helper: { days: 1, line: "" } })
      })
    const { body } = await service.app.inject({ url })
    assert.match(body, /Your privacy/)
    assert.equal(/It takes most people about 10 minutes/.test(body), !is_for_parts)
    assert.equal(/Good to have on hand/.test(body), !is_for_parts)
  }
})

test("the invitation to help names the client, in the firm's language", async () => {
  const { firm, ...intake } = await newFirmWithPortalIntake(service, { firm_name: "Arbor & Pine" })
  const { id } = await invite(firm, intake)
  for (const [locale, subject, sentence] of [
    [
      "en",
      "Arbor & Pine asks for your help with a questionnaire",
      /a questionnaire for Ada and Ben, and asks you/,
    ],
    ["es", "Arbor & Pine le pide ayuda con un cuestionario", /un cuestionario para Ada y Ben y le pide/],
  ] as const) {
    await firm.write(sql`update firms set locale = ${locale} where id = ${firm.firm_id}`)
    await firm.run((tx) => sendInvitation(tx, service, id))
    const mail = await firm.one<{ id: string; body_sealed: string }>(
      sql`select id, body_sealed from mails order by id desc limit 1`,
    )
    const { text, ...sent } = openMailBody(service.ring, mail.id, mail.body_sealed)
    assert.equal(sent.subject, subject)
    assert.match(text, sentence)
    assert.doesNotMatch(text, /your first meeting|lo que a usted le importa/)
  }
})

test("every page of a helper names the client, and none calls the client's answers the helper's", async () => {
  const { firm, ...intake } = await newFirmWithPortalIntake(service, { firm_name: "Arbor & Pine" })
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
  // The clients' own pages still address them as "you".
  const { html } = await intake.ada.get("/portal?lang=en")
  assert.match(html, /Parts of your questionnaire/)
  assert.doesNotMatch(html, /filling this in for/)
})

test("a helper's changes are marked with their name for the clients, not for the helper", async () => {
  const { firm, ...intake } = await newFirmWithPortalIntake(service, { firm_name: "Arbor & Pine" })
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

  // The client's own answer removes the mark.
  const own = { ...marksOf((await intake.ada.get(intake.names)).html), first_name: "Ada", last_name: "Smith" }
  await intake.ada.post(intake.names, own)
  assert.doesNotMatch((await intake.ada.get(intake.names)).html, /Changed by Nora/)
})

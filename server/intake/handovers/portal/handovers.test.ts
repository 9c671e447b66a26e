// A part that one of two clients asks the other to fill in: who is notified, what each sees, and who can end it.

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { collide } from "../../../../test/harness/collide.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { newPortalBrowser, type PortalBrowser } from "../../../../test/harness/portal-browser.ts"
import { newFirmWithPortalIntake, type PortalIntake } from "../../../../test/harness/portal-intake.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { addAgreementFor } from "../../../../test/harness/signed-agreement.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { listAudit } from "../../../firm/audit/listing.ts"
import { changeSettings } from "../../../firm/firms/firms.ts"
import { sql } from "../../../platform/db/sql.ts"
import { listMails, openMailBody } from "../../../platform/mail/outbox.ts"
import { changeContact } from "../../contacts/editing.ts"
import { readActivity } from "../../matters/console/activity/activity.ts"
import { createInvitation, listInvitations, revokeInvitation } from "../../matters/invitations/invitations.ts"
import { listHandovers } from "../handovers.ts"

const service = provideService()

interface Case extends PortalIntake {
  firm: TestFirm
  /** The part with the assets. */
  section_id: string
  title: string
}

async function newCase(): Promise<Case> {
  const { firm, ...intake } = await newFirmWithPortalIntake(service, { firm_name: "Arbor & Pine" })
  const section_id = intake.names.split("/")[3] ?? ""
  const home = (await intake.ada.get("/portal?lang=en")).html
  const title = /class="card-title">([^<]+)/.exec(home)?.[1] ?? ""
  return { ...intake, firm, section_id, title }
}

const ask = (browser: PortalBrowser, parts: string[], more: Record<string, string> = {}) =>
  browser.post("/portal/handovers", { parts, who: "partner", ...more })

async function latestMail({ firm, matter_id }: Case) {
  const mail = await firm.one<{ id: string; recipient: string; subject: string; body_sealed: string }>(sql`
      select id, recipient, subject, body_sealed from mails where matter_id = ${matter_id} order by id desc limit 1`)
  return { ...mail, ...openMailBody(service.ring, mail.id, mail.body_sealed) }
}

const endOf = (html: string) => /action="(\/portal\/handovers\/[^"]+\/end)"/.exec(html)?.[1] ?? ""

test("a client hands a part to the other, who gets an email, sees the part first, and gives it back", async () => {
  const one = await newCase()
  const { ada, ben, firm, matter_id, section_id, names } = one
  const link = new RegExp(`href="/portal/handovers\\?part=${section_id}"`)
  assert.match((await ada.get(names.replace("main/names", "check"))).html, link)
  assert.match((await ada.get(one.pageOf(one.ids.has_will))).html, /href="\/portal\/handovers\?part=/)
  assert.doesNotMatch((await ada.get(names)).html, link, "not below one's own name")
  const form = (await ada.get(`/portal/handovers?part=${section_id}`)).html
  assert.match(form, new RegExp(`value="${section_id}"[^>]*checked`))
  assert.match(form, /Ask Ben</)
  assert.equal((await ask(ada, [section_id])).location, "/portal#done")
  const staff = await newStaffBrowser(service, firm)
  const overview = async () => (await staff("GET", `/console/matters/${matter_id}`)).text
  assert.match(
    await overview(),
    new RegExp(`Parts others are filling in.*>${one.title}<.*Ben.*Asked by Ada`, "s"),
  )
  const mail = await latestMail(one)
  assert.equal(mail.recipient, "ben@example.com")
  assert.match(mail.text, /Ada asks you to fill in a part/)
  assert.doesNotMatch(mail.text, literally(one.title))
  assert.doesNotMatch(mail.subject, literally(one.title))
  assert.match((await ada.get("/portal")).html, /We asked Ben\.[\s\S]*With Ben/)
  assert.match((await ada.get(names)).html, /Ben was asked to fill in this part/)

  const bens = (await ben.get("/portal")).html
  assert.match(bens, /Ada asks you to fill in a part[\s\S]*Fill in “/)
  assert.match((await ben.get(names)).html, /Ada asked you to fill in this part[\s\S]*give it back/)
  // Finishing the part returns Ben to his home page, not to the next part, which he was not asked to fill in.
  assert.equal((await ben.post(`/portal/sections/${section_id}/check`)).location, "/portal")
  assert.equal((await ben.post(endOf(bens))).location, "/portal#done")
  assert.doesNotMatch((await ben.get("/portal")).html, /Ada asks you/)
  assert.doesNotMatch(await overview(), /Parts others are filling in/)
  const back = await latestMail(one)
  assert.equal(back.recipient, "ada@example.com")
  assert.doesNotMatch(back.text, literally(one.title))

  const returned = /Ben has given back “/
  assert.match((await ada.get("/portal")).html, returned)
  await ada.get(names)
  assert.doesNotMatch((await ada.get("/portal")).html, returned, "shown until she opens the part")
  const activity = await firm.run((tx) => readActivity(tx, matter_id, 10))
  const notes = activity.flatMap(({ title, by }) => (title?.includes(one.title) ? [`${by}: ${title}`] : []))
  assert.deepEqual(notes, [`Ben: Returned “${one.title}” to Ada`, `Ada: Asked Ben to fill in “${one.title}”`])
  const { rows } = await firm.run((tx) => listAudit(tx, { matter_id }, { page: 1, limit: 10, offset: 0 }))
  assertEach(
    rows.filter(({ action }) => action.startsWith("part_")),
    ({ action }) => action,
    ["part_given_back", "part_handed"],
  )
})

test("two presses that give a part back at the same time email the other client once", async () => {
  const { ada, ben, section_id, firm } = await newCase()
  await ask(ada, [section_id])
  const end = endOf((await ben.get("/portal")).html)
  const press = () => ben.post(end)
  await collide(service, sql`select from handovers where firm_id = ${firm.firm_id}`, [press, press])
  const mails = await firm.all(sql`select subject from mails where recipient = 'ada@example.com'`)
  assert.equal(mails.length, 1)
})

test("two presses that hand over a part at the same time email the other client once, and both succeed", async () => {
  const { ada, section_id, firm, matter_id } = await newCase()
  const press = () => ask(ada, [section_id])
  const presses = await collide(service, sql`select from matters where id = ${matter_id}`, [press, press])
  assertEach(presses, ({ location }) => location, ["/portal#done", "/portal#done"])
  assert.equal((await firm.run((tx) => listHandovers(tx, matter_id))).length, 1)
  const mails = await firm.all(sql`select subject from mails where recipient = 'ben@example.com'`)
  assert.equal(mails.length, 1)
})

test("two clients who hand one part to different helpers at the same time: one succeeds, and the other is told", async () => {
  const { ada, ben, firm, matter_id, pageOf, ids } = await newCase()
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { clients_ask_helpers: true }))
  const part = pageOf(ids.home, "").replace(/\/$/, "").split("/").at(-1) ?? ""
  const askHelper = (client: PortalBrowser, name: string) => () =>
    ask(client, [part], {
      ...{ who: "helper", helper_name: name, helper_email: `${name}@example.com`, helper_days: "14" },
    })
  const row = sql`select from matters where id = ${matter_id}`
  const presses = await collide(service, row, [askHelper(ada, "Nora"), askHelper(ben, "Max")])
  assert.deepEqual(presses.map(({ status }) => status).toSorted(), [303, 422])
  const refused = presses.find(({ status }) => status === 422)
  assert.match(refused?.html ?? "", /(Nora|Max) was just asked to fill in “/)
  assert.equal((await firm.run((tx) => listHandovers(tx, matter_id))).length, 1)
  const helpers = (await firm.run((tx) => listInvitations(tx, matter_id))).filter(
    ({ party }) => party === "helper",
  )
  assert.equal(helpers.length, 1, "and no one was invited for nothing")
})

test("a person who has chosen no language is asked in that of the client who asks", async () => {
  const { ada, firm, matter_id, section_id, pageOf, ids } = await newCase()
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { clients_ask_helpers: true }))
  await firm.write(sql`delete from invitations where matter_id = ${matter_id} and party = 'partner'`)
  await ada.get("/portal?lang=es")
  await ask(ada, [section_id], { email: "ben2@example.com" })
  const home = pageOf(ids.home, "").replace(/\/$/, "").split("/").at(-1) ?? ""
  const helper = { who: "helper", helper_name: "Nora", helper_email: "nora@example.com", helper_days: "14" }
  assert.equal((await ask(ada, [home], helper)).status, 303)
  const { rows } = await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 10, offset: 0 }))
  assertEach(rows, ({ recipient, subject }) => `${recipient}: ${subject}`, [
    "nora@example.com: Ada le pide ayuda con un cuestionario de Arbor & Pine",
    "ben2@example.com: Ada le pide ayuda con un cuestionario de Arbor & Pine",
    "ben2@example.com: Arbor & Pine le invita a comenzar",
  ])
})

test("a helper whom both clients ask reads on the link's page who asked last", async () => {
  const one = await newCase()
  const { ada, ben, firm, pageOf, ids } = one
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { clients_ask_helpers: true }))
  const helper = { who: "helper", helper_name: "Nora", helper_email: "nora@example.com", helper_days: "14" }
  const inviterAfter = async (client: PortalBrowser, page: string) => {
    const section_id = page.replace(/\/$/, "").split("/").at(-1) ?? ""
    assert.equal((await ask(client, [section_id], helper)).status, 303)
    const link = /\/invite\/\S+/.exec((await latestMail(one)).text)?.[0] ?? ""
    return /(\w+) asks you to fill in a part/.exec((await newPortalBrowser(service).get(link)).html)?.[1]
  }
  assert.equal(await inviterAfter(ada, pageOf(ids.home, "")), "Ada")
  assert.equal(await inviterAfter(ben, pageOf(ids.statements, "")), "Ben")
})

test("no web or email address that a client typed goes to a stranger in the firm's name", async () => {
  const { ada, firm, matter_id, main, pageOf, ids } = await newCase()
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { clients_ask_helpers: true }))
  const section_id = pageOf(ids.home, "").replace(/\/$/, "").split("/").at(-1) ?? ""
  const helper = { who: "helper", helper_name: "Nora", helper_email: "nora@example.com", helper_days: "14" }
  const spoilt = [
    "see http://evil.example/a",
    "www.evil.example",
    "write to me@evil.example",
    "evil．com/login",
    "e\u200bvil.com",
  ]
  for (const typed of spoilt)
    for (const field of ["helper_name", "helper_line"]) {
      const refused = await ask(ada, [section_id], { ...helper, [field]: typed })
      assert.match(refused.html, /Leave out web and email addresses here/, `${field}: ${typed}`)
    }
  await ada.get("/portal?lang=es")
  const refused = await ask(ada, [section_id], { ...helper, helper_line: spoilt[0] ?? "" })
  assert.match(refused.html, /No incluya aquí direcciones web/)
  await ada.get("/portal?lang=en")
  assert.deepEqual(await firm.run((tx) => listHandovers(tx, matter_id)), [])

  await firm.run((tx) => changeContact(tx, main, [{ field: "first_name", value: "http://evil.example/a" }]))
  await ask(ada, [section_id], { ...helper, helper_line: "Dr. Lee knows the rest. Thank you!" })
  const mail = await latestMail({ firm, matter_id } as Case)
  assert.match(mail.text, /Dr\. Lee knows the rest/)
  assert.doesNotMatch(`${mail.subject} ${mail.text} ${mail.html}`, /evil/)
})

test("the other parts do not say who was asked to fill in one of them", async () => {
  const { ada, ben, section_id, names, pageOf, ids } = await newCase()
  await ask(ada, [section_id])
  for (const [client, words] of [
    [ada, /Ben was asked to fill in this part/],
    [ben, /Ada asked you to fill in this part/],
  ] as const) {
    assert.match((await client.get(names)).html, words)
    assert.doesNotMatch((await client.get(pageOf(ids.has_will))).html, words)
  }
})

test("only the client who handed over a part can take it back", async () => {
  const { ada, ben, section_id, firm, matter_id } = await newCase()
  await ask(ada, [section_id])
  const states = async () => (await firm.run((tx) => listHandovers(tx, matter_id))).map(({ state }) => state)
  const stranger = await newCase()
  const end = endOf((await ada.get("/portal/handovers")).html)
  await stranger.ada.post(end)
  assert.deepEqual(await states(), ["open"])
  await ada.post(end)
  assert.deepEqual(await states(), ["taken_back"])
  assert.doesNotMatch((await ben.get("/portal")).html, /asks you/)
  assert.equal((await ask(ada, [section_id])).status, 303, "and asked again")
  assert.deepEqual(await states(), ["taken_back", "open"])
})

test("a part that each client answers alone cannot be handed over, even by a forged request", async () => {
  const { ada, section_id, firm, matter_id } = await newCase()
  await firm.write(sql`update matters set separate_parts = array[${section_id}] where id = ${matter_id}`)
  assert.equal((await ask(ada, [section_id])).status, 422)
  assert.deepEqual(await firm.run((tx) => listHandovers(tx, matter_id)), [])
  const [to] = await firm.run((tx) => listInvitations(tx, matter_id))
  const write = service.db.forFirm(firm.firm_id, async (tx) => {
    await tx.one(sql`select open_client(${firm.firm_id}, ${matter_id}, ${to?.user_id}) is null as opened`)
    await tx.run(sql`
      insert into handovers (id, matter_id, section_id, invitation_id, given_by, given_at)
      values (${`handover_${"0".repeat(32)}`}, ${matter_id}, ${section_id}, ${to?.id}, ${to?.user_id}, ${tx.now})`)
  })
  await assert.rejects(write, /row-level security/)
})

test("a client can invite the other, unless the link would let them answer or sign in the other's place", async () => {
  const one = await newCase()
  const { ada, section_id, firm, matter_id } = one
  const only_firm = /Only Arbor &amp; Pine can send one/
  const [, bens] = await firm.run((tx) => listInvitations(tx, matter_id))
  await firm.run((tx) => revokeInvitation(tx, bens?.id ?? ""))
  assert.match(
    (await ada.get("/portal/handovers")).html,
    only_firm,
    "a client whose invitation the firm revoked stays out",
  )
  await firm.write(sql`delete from invitations where id = ${bens?.id ?? ""}`)
  const own = await ask(ada, [section_id], { email: "Ada@example.com" })
  assert.match(own.html, /This is your own email address/)
  assert.match((await ask(ada, [section_id], { email: "ben" })).html, /Error: /)
  const words = { title: { en: "Letter", es: "" }, text: { en: "We act.", es: "" } }
  await addAgreementFor(firm, words, { is_required: false })
  assert.match((await ada.get("/portal/handovers")).html, only_firm)
  assert.equal((await ask(ada, [section_id], { email: "ben2@example.com" })).status, 404)
  await firm.write(sql`update agreements set is_active = false`)
  assert.equal((await ask(ada, [section_id], { email: "ben2@example.com" })).status, 303)
  const live = (await firm.run((tx) => listInvitations(tx, matter_id))).filter(
    ({ revoked_at }) => !revoked_at,
  )
  assertEach(live, ({ party, email }) => [party, email], [
    ["main", "ada@example.com"],
    ["partner", "ben2@example.com"],
  ])
})

test("the emails of repeated handovers are limited", async () => {
  const { ada, section_id, firm, matter_id } = await newCase()
  const mails = async () => (await firm.all(sql`select from mails where matter_id = ${matter_id}`)).length
  assert.equal((await ask(ada, [section_id])).status, 303)
  await firm.write(sql`
      insert into handovers (id, matter_id, section_id, invitation_id, given_by, given_at, ended_at)
      select 'handover_' || upper(lpad(to_hex(n), 32, '0')), matter_id, section_id, invitation_id, given_by,
             given_at - n * interval '1 minute', given_at
        from handovers, generate_series(1, 19) n where matter_id = ${matter_id}`)
  await ada.post(endOf((await ada.get("/portal/handovers")).html))
  const before_ = await mails()
  const { status, html } = await ask(ada, [section_id])
  assert.equal(status, 422)
  assert.match(html, /You have asked many times today\. Try again tomorrow, or write to us\./)
  assert.equal(await mails(), before_)
  await firm.write(sql`update handovers set given_at = given_at - interval '1 day'`)
  assert.equal((await ask(ada, [section_id])).status, 303)
  assert.equal(await mails(), before_ + 1)
})

test("a helper, and a client without a second one, cannot hand over parts", async () => {
  const { firm, matter_id, names, spouse, ada } = await newCase()
  const { invite_key } = await firm.run((tx) =>
    createInvitation(tx, service, { matter_id, party: "helper", email: "nora@example.com" }),
  )
  const nora = newPortalBrowser(service)
  await nora.post(`/invite/${invite_key}/start`)
  assert.doesNotMatch((await nora.get(names)).html, /portal\/handovers/)
  assert.equal((await nora.get("/portal/handovers")).status, 404)
  await firm.write(sql`update contacts set is_client = false where id = ${spouse}`)
  assert.equal((await ada.get("/portal/handovers")).status, 404)
  assert.doesNotMatch((await ada.get("/portal")).html, /portal\/handovers/)
})

test("a client of whom no email address is known is not said to have been told", async () => {
  const { ada, section_id, firm, matter_id } = await newCase()
  await firm.write(sql`update users set email = '' where email = 'ben@example.com'`)
  await firm.write(
    sql`update invitations set email = '' where matter_id = ${matter_id} and party = 'partner'`,
  )
  assert.match((await ada.get("/portal/handovers")).html, /We have no email address for Ben, so please tell/)
  await ask(ada, [section_id])
  const home = (await ada.get("/portal")).html
  assert.match(home, /The part is waiting for Ben\. We have no email address/)
  assert.doesNotMatch(home, /We asked Ben/)
})

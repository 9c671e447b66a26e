import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { marksOf, newFirmWithPortalIntake } from "../../../../test/harness/portal-intake.ts"
import { giveRequired } from "../../../../test/harness/sample-intake.ts"
import { upload } from "../../../../test/harness/sample-uploads.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { addSampleAgreement, sampleAgreement } from "../../../../test/harness/signed-agreement.ts"
import { newStaffBrowser, seenIn } from "../../../../test/harness/staff-browser.ts"
import { changeSettings, changeSuspension } from "../../../firm/firms/firms.ts"
import { memoOf } from "../../../outputs/exports/memo/memo.ts"
import { sql } from "../../../platform/db/sql.ts"
import { newId } from "../../../platform/ids.ts"
import { openMailBody } from "../../../platform/mail/outbox.ts"
import { type AgreementRules, getAgreement } from "../../agreements/agreements.ts"
import { listToSign } from "../../agreements/signing.ts"
import { saveAnswer } from "../../answers/answers.ts"
import { changeMatterFacts } from "../../contacts/facts.ts"
import { removeDocument } from "../../documents/uploads/removal.ts"
import { closeMatter } from "../../matters/lifecycle.ts"
import { createMatter } from "../../matters/matters.ts"
import { tellOfArrivals } from "../../notifications/arrivals.ts"
import { remindClients } from "../../reminders/remind.ts"
import { remindBySchedule } from "../../reminders/schedule.ts"
import { copyOfSubmission } from "../copy/copy.ts"
import { listLatestItems } from "./open-items.ts"

// 10 a.m. by the clock of a firm in New York.
const morning = new Date("2027-03-02T15:00:00Z")
let now = morning
const service = provideService({ clock: () => now })

/**
 * A couple that sent everything but Ben's signature, or where one signs for both, any, and the statements, which they will
 * bring; they have no will.
 */
async function sentCase(will: "none" | "bring" = "none", rules: Partial<AgreementRules> = {}) {
  now = morning
  const intake = await newFirmWithPortalIntake(service, { firm_name: "Hartwell & Pryce" })
  const { firm, ada, ids, matter_id, pageOf } = intake
  await firm.run(async (tx) => {
    await giveRequired(tx, service, intake, { has_will: true })
    await tx.run(
      sql`update matters set started_at = ${tx.now} where id = ${matter_id} and started_at is null`,
    )
  })
  const agreement_id = await addSampleAgreement(firm, rules)
  const url = `/portal/agreements/${agreement_id}`
  if (rules.by_both !== false) await ada.post(url, { version: "1", name: "Ada Smith", agree: "true" })
  const all = pageOf(ids.statements, "all")
  const choices = { [ids.statements]: "bring", [ids.will_copy]: will }
  await ada.post(all, { ...marksOf((await ada.get(all)).html), ...choices })
  assert.equal((await ada.post("/portal/submission", { after: "0" })).status, 303)
  return { ...intake, firm, agreement_id, url, all }
}

const openItems = async (firm: TestFirm, matter_id: string) =>
  (await firm.request("GET", `/v1/matters/${matter_id}/submissions`)).body.submissions.map(
    ({ open_items }: { open_items: unknown }) => open_items,
  )

test("a submission keeps its open items, which close by themselves when the file and the signature arrive", async () => {
  const sent = await sentCase()
  const { firm, ben, ids, matter_id, spouse, url } = sent
  const document = { kind: "document", id: ids.statements, label: "Bank statements", contact: null }
  const signature = {
    kind: "signature",
    id: url.split("/").at(-1),
    label: sampleAgreement.title.en,
    contact: spouse,
  }
  const [[first, second]] = await openItems(firm, matter_id)
  assert.deepEqual(first, { ...document, label: first.label, state: "open", closed_at: null })
  assert.deepEqual(second, { ...signature, state: "open", closed_at: null })

  await upload(service, sent, { request_id: ids.statements }, "statement.txt", "1,234.00")
  assert.equal((await ben.post(url, { version: "1", name: "Ben Smith", agree: "true" })).status, 303)
  const [closed] = await openItems(firm, matter_id)
  for (const { closed_at } of closed) assert.match(closed_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assertEach(
    closed,
    ({ id, label }: { id: string; label: string }) => [id, label],
    [first, second].map(({ id, label }) => [id, label]),
    "what was sent stays as it was",
  )
})

test("what arrives in another matter of the same questionnaire closes nothing here; a removed file reopens its item", async () => {
  const sent = await sentCase()
  const { firm, ids, matter_id } = sent
  const open = await stillOpen(sent)
  assert.equal(open.length, 2)
  const other = await firm.run(async (tx) => {
    const { questionnaire_id } = await tx.one<{ questionnaire_id: string }>(
      sql`select questionnaire_id from matters where id = ${matter_id}`,
    )
    return createMatter(tx, { questionnaire_id, matter_name: "Jones", client: { first_name: "Ada" } })
  })
  await upload(service, { ...sent, matter_id: other.id }, { request_id: ids.statements }, "other.txt", "2")
  await firm.run(async (tx) => {
    await tx.run(sql`
      insert into document_choices
      select (jsonb_populate_record(c, jsonb_build_object('matter_id', ${other.id}::text, 'request_id', ${ids.statements}::text))).*
        from document_choices c where c.matter_id = ${matter_id} and c.choice = 'none'`)
    await tx.run(sql`
      insert into signatures
      select (jsonb_populate_record(s, jsonb_build_object(
                'id', ${newId("signature")}::text, 'matter_id', ${other.id}::text, 'contact_id', ${sent.spouse}::text, 'signed_at', ${tx.now}::timestamptz))).*
        from signatures s where s.matter_id = ${matter_id}`)
  })
  assert.deepEqual(await stillOpen(sent), open)
  const { document_id } = await upload(service, sent, { request_id: ids.statements }, "mine.txt", "1")
  assert.deepEqual(await stillOpen(sent), [sampleAgreement.title.en])
  await firm.run((tx) => removeDocument(tx, document_id))
  assert.deepEqual(await stillOpen(sent), open)
})

test("saying later that there is no such document closes its item; a second submission has its own list", async () => {
  const { firm, ada, ids, matter_id, all } = await sentCase()
  await ada.post(all, {
    ...marksOf((await ada.get(all)).html),
    [ids.statements]: "none",
    [ids.will_copy]: "none",
  })
  const [[statements]] = await openItems(firm, matter_id)
  assert.ok(statements.closed_at)
  const { body } = await firm.request("GET", `/v1/matters/${matter_id}/submissions`)
  assert.deepEqual(body.unavailable_documents, [
    { id: ids.will_copy, label: "Copy of your will", contact: null },
    { id: ids.statements, label: "Account statements", contact: null },
  ])
  assert.equal((await ada.post("/portal/submission", { after: "1" })).location, "/portal/submissions/2")
  const [second, first] = await openItems(firm, matter_id)
  assert.deepEqual([second.length, first.length], [1, 2])
})

test("staff read what is still to come on the overview, in the review, and with documents and submissions", async () => {
  const { firm, matter_id, ids } = await sentCase()
  const staff = await newStaffBrowser(service, firm)
  const page = `/console/matters/${matter_id}`
  const still = /Ben Smith’s signature on “Engagement letter”/
  for (const path of ["", "/review", "/review?version=1"]) {
    const { text: html } = await staff("GET", `${page}${path}`)
    assert.match(html, still, path)
    assert.match(html, /\(the client will bring it\)/, path)
  }
  assert.match((await staff("GET", "/console/matters")).text, /Waiting for: a signature, a document</)
  const documents = (await staff("GET", `${page}/documents`)).text
  assert.match(documents, /The client will bring it/)
  assert.match(documents, /The client does not have it/)
  assert.ok(ids.will_copy)
})

test("memo and copy list it", async () => {
  const { firm, matter_id } = await sentCase()
  const reader = { language: "en", firm_name: "Hartwell & Pryce", time_zone: "America/New_York" } as const
  const memo = await firm.run((tx) => memoOf(tx, service.ring, matter_id, reader))
  const rows = memo.sections.find(({ title }) => title === "Still to come")?.groups[0]?.rows ?? []
  assertEach(rows, ({ label }) => label, ["Document", "Signature", "Document"])
  assert.match(rows[2]?.value ?? "", /the client does not have it/)
  const copy = await firm.run((tx) => copyOfSubmission(tx, service.ring, matter_id, 1, reader))
  assert.match(
    copy.facts.find(({ label }) => label === "Still open then")?.value ?? "",
    /Ben Smith’s signature/,
  )
})

test("after submitting, a reminder names what is open, each client's own signature as theirs, and no one else", async () => {
  const sent = await sentCase()
  const { firm, ben, ids, matter_id, url } = sent
  assert.deepEqual(await firm.run((tx) => remindClients(tx, service, matter_id)), { reminded: 2 })
  const mails = await firm.all<{ id: string; recipient: string; body_sealed: string }>(sql`
      select id, recipient, body_sealed from mails where purpose = 'reminder' and matter_id = ${matter_id}`)
  const textFor = (address: string) => {
    const mail = mails.find(({ recipient }) => recipient === address)
    return openMailBody(service.ring, mail?.id ?? "", mail?.body_sealed ?? "").text
  }
  assert.match(textFor("ben@example.com"), /your signature on “Engagement letter”/)
  assert.match(textFor("ada@example.com"), /a signature on “Engagement letter”/)
  for (const address of ["ada@example.com", "ben@example.com"]) {
    assert.match(textFor(address), /\(you will bring it\)/)
    assert.doesNotMatch(textFor(address), /Smith/)
  }
  await upload(service, sent, { request_id: ids.statements }, "statement.txt", "1,234.00")
  await ben.post(url, { version: "1", name: "Ben Smith", agree: "true" })
  assert.deepEqual(await firm.run((tx) => remindClients(tx, service, matter_id)), {
    reminded: 0,
    why: "submitted",
  })
})

/** What is still open of the latest submission, by the label the API gives it. */
const stillOpen = async ({ firm, matter_id }: Awaited<ReturnType<typeof sentCase>>) =>
  (await openItems(firm, matter_id))[0]
    .filter(({ closed_at }: { closed_at: string | null }) => closed_at === null)
    .map(({ label }: { label: string }) => label)

test("a document whose request is hidden is no longer open, until it is requested again", async () => {
  const sent = await sentCase("bring")
  const { firm, ada, ids, matter_id, pageOf } = sent
  assert.deepEqual(await stillOpen(sent), ["Copy of your will", "Account statements", "Engagement letter"])
  const wishes = pageOf(ids.has_will)
  const answer = async (value: string) =>
    ada.post(wishes, { ...marksOf((await ada.get(wishes)).html), [ids.has_will]: value })
  await answer("no")
  assert.deepEqual(await stillOpen(sent), ["Account statements", "Engagement letter"])
  const staff = await newStaffBrowser(service, firm)
  const listed = (await staff("GET", `/console/matters/${matter_id}/review?version=1`)).text
  assert.match(listed, /Copy of your will”<span class="cell-note">, closed/)
  assert.doesNotMatch((await ada.get("/portal/submissions/1")).html, /Copy of your will/)
  await answer("yes")
  assert.deepEqual(await stillOpen(sent), ["Copy of your will", "Account statements", "Engagement letter"])
})

test("a signature is open while its agreement is required of these clients", async () => {
  const sent = await sentCase()
  const { firm, agreement_id } = sent
  const staff = await newStaffBrowser(service, firm)
  const agreement = await firm.run((tx) => getAgreement(tx, agreement_id))
  const save = async (rules: Partial<AgreementRules>) => {
    const { title, text, questionnaire_ids, ...boxes } = { ...agreement, ...rules }
    const named = ["by_both", "only_for_two", "is_required", "before_sending", "is_active"] as const
    const page = `/console/settings/agreements/${agreement_id}`
    const saved = await staff("POST", page, {
      seen: seenIn((await staff("GET", page)).text) ?? "",
      title_en: title.en,
      title_es: title.es,
      text_en: text.en,
      text_es: text.es,
      questionnaire_ids: questionnaire_ids.join(","),
      ...Object.fromEntries(named.filter((name) => boxes[name]).map((name) => [name, "true"])),
    })
    assert.equal(saved.status, 303)
  }
  for (const rules of [{ is_active: false }, { is_required: false }, { questionnaire_ids: [] }]) {
    await save(rules)
    assert.deepEqual(await stillOpen(sent), ["Account statements"], JSON.stringify(rules))
    await save({})
    assert.deepEqual(await stillOpen(sent), ["Account statements", "Engagement letter"])
  }
})

test("a spouse who no longer takes part owes no signature, as soon as staff say so", async () => {
  const sent = await sentCase()
  const { firm, matter_id } = sent
  await firm.call(changeMatterFacts, matter_id, [
    { field: "contact_main_marital_status", value: "separated" },
  ])
  const staff = await newStaffBrowser(service, firm)
  const answer = (takes_part: string) =>
    staff("POST", `/console/matters/${matter_id}/taking-part`, { takes_part })
  assert.equal((await answer("no")).status, 303)
  assert.deepEqual(await stillOpen(sent), ["Account statements"])
})

test("what a spouse signed for both is open again for who stays once the spouse leaves, also in the list to sign", async () => {
  const sent = await sentCase("none", { by_both: false })
  const { firm, ada, ben, matter_id, main, url } = sent
  const toSign = async () =>
    (await firm.call(listToSign, matter_id)).flatMap(({ is_signed, signers }) =>
      is_signed ? [] : signers.map(({ contact_id }) => contact_id),
    )
  const openSignatures = async () =>
    (await firm.call(listLatestItems, matter_id)).flatMap(({ kind, state, contact_id }) =>
      kind === "signature" && state === "open" ? [contact_id] : [],
    )
  const tell = async () => {
    now = new Date(now.getTime() + 60_000)
    await firm.call(tellOfArrivals, service, matter_id)
    const told = sql`select from notifications where matter_id = ${matter_id} and kind = 'item_arrived'`
    return (await firm.all(told)).length
  }
  assert.deepEqual(await openSignatures(), await toSign())
  assert.equal((await toSign()).length, 2)
  assert.equal((await ben.post(url, { version: "1", name: "Ben Smith", agree: "true" })).status, 303)
  assert.deepEqual([await openSignatures(), await toSign()], [[], []])
  assert.deepEqual([await tell(), await tell()], [1, 1])
  const status = { field: "contact_main_marital_status", value: "separated" }
  await firm.call(changeMatterFacts, matter_id, [status])
  await ada.post("/portal/taking-part", { "seen.takes_part": "0", takes_part: "no" })
  assert.deepEqual([await openSignatures(), await toSign()], [[main], [main]])
  assert.equal((await ada.post(url, { version: "1", name: "Ada Smith", agree: "true" })).status, 303)
  assert.deepEqual([await openSignatures(), await toSign()], [[], []])
  assert.deepEqual([await tell(), await tell()], [2, 2])
})

/** How many clients the schedule "after 5 days, then every 3, at most 2" reminds so many days after submitting. */
async function remindOn(days: number, firm: TestFirm): Promise<number> {
  now = new Date(morning.getTime() + days * 24 * 3_600_000)
  return remindBySchedule(service, firm.firm_id)
}
const schedule = { reminders: { by_schedule: true, first_after_days: 5, then_every_days: 3, at_most: 2 } }

test("the schedule reminds clients of what is open after submitting, by its own days, until nothing is", async () => {
  const sent = await sentCase()
  const { firm } = sent
  await firm.run((tx) => changeSettings(tx, firm.firm_id, schedule))
  const reminded: number[] = []
  for (let day = 1; day <= 20; day++) reminded.push(await remindOn(day, firm))
  assert.deepEqual(
    reminded.map((count, index) => [index + 1, count]).filter(([, count]) => count !== 0),
    [
      [5, 2],
      [8, 2],
    ],
  )
  const other = await sentCase()
  await other.firm.run((tx) => changeSettings(tx, other.firm.firm_id, schedule))
  await upload(service, other, { request_id: other.ids.statements }, "statement.txt", "1,234.00")
  await other.ben.post(other.url, { version: "1", name: "Ben Smith", agree: "true" })
  assert.equal(await remindOn(10, other.firm), 0)
})

test("no one is reminded of what is open in a closed matter, or by a suspended firm", async () => {
  const ends: ((firm: TestFirm, matter_id: string) => Promise<unknown>)[] = [
    (firm, id) => firm.run((tx) => closeMatter(tx, id)),
    (firm) => service.db.forPlatform((tx) => changeSuspension(tx, firm.firm_id, true)),
  ]
  for (const end of ends) {
    const { firm, matter_id } = await sentCase()
    await firm.run((tx) => changeSettings(tx, firm.firm_id, schedule))
    assert.equal(await remindOn(5, firm), 2)
    await end(firm, matter_id)
    assert.equal(await remindOn(8, firm), 0, String(end))
  }
})

test("no one is reminded of a document that a helper's answer has hidden", async () => {
  const { firm, agreement_id, ids, matter_id } = await sentCase("bring")
  await firm.run(async (tx) => {
    await changeSettings(tx, firm.firm_id, schedule)
    await tx.run(sql`update agreements set is_active = false where id = ${agreement_id}`)
    await tx.run(sql`delete from document_choices where request_id = ${ids.statements}`)
    await tx.run(sql`delete from open_items where record_id = ${ids.statements}`)
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: false })
  })
  assert.equal(await remindOn(10, firm), 0)
})

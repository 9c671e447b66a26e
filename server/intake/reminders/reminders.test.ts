import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { literally } from "../../../test/harness/literally.ts"
import { giveRequired, newIntake, type SampleIntake } from "../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import type { Definition } from "../../definition/definition.ts"
import { changeFirm, changeSettings, changeSuspension } from "../../firm/firms/firms.ts"
import { changePreferences } from "../../firm/users/users.ts"
import { sql } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"
import { getMail, listMails } from "../../platform/mail/outbox.ts"
import { saveAnswer } from "../answers/answers.ts"
import { requestDocuments } from "../checklist/requests.ts"
import { listCorrections, resolveCorrection } from "../corrections/corrections.ts"
import { collectCorrection, requestCorrections } from "../corrections/requests.ts"
import { switchReminders } from "../matters/filing/filing.ts"
import { createInvitation, revokeInvitation } from "../matters/invitations/invitations.ts"
import { sendInvitation } from "../matters/invitations/sending.ts"
import { startInvitation } from "../matters/invitations/starting.ts"
import { closeMatter, markCompleted, markStarted, markSubmitted } from "../matters/lifecycle.ts"
import { getMatterRow } from "../matters/matter-row.ts"
import { type Party, pauseSharing } from "../matters/parties/parties.ts"
import { definitionOf } from "../matters/progress/definition.ts"
import type { Missing } from "../submissions/missing/missing-answer.ts"
import { submitMatter } from "../submissions/submissions.ts"
import { findRemindable, remindClients } from "./remind.ts"
import { type ReminderRow, remindersOf } from "./reminders.ts"
import { remindBySchedule } from "./schedule.ts"
import { missingLines } from "./words.ts"

const day_ms = 24 * 3_600_000
// 10 a.m. by the clock of a firm in New York.
const morning = new Date("2027-03-02T15:00:00Z")
let now = morning
const service = provideService({ clock: () => now })

const page = { page: 1, limit: 100, offset: 0 }
const isReminder = (subject: string) => /^(Reminder|Recordatorio)/.test(subject)

async function remindersIn(firm: TestFirm) {
  const { rows } = await firm.run((tx) => listMails(tx, service.ring, page))
  const ids = rows.filter(({ subject }) => isReminder(subject)).map(({ id }) => id)
  return Promise.all(ids.map((id) => firm.run((tx) => getMail(tx, service.ring, id))))
}

/** A firm with the schedule "after 5 days, then every 3, at most 2", and one invited client. */
async function firmWithSchedule(rules: object = {}) {
  now = morning
  const firm = await service.newFirm("Hart & Pryce")
  await firm.run((tx) =>
    changeSettings(tx, firm.firm_id, {
      reminders: { by_schedule: true, first_after_days: 5, then_every_days: 3, at_most: 2, ...rules },
    }),
  )
  const intake = await newIntake(firm)
  const invitation = await invite(firm, intake)
  return { firm, intake, invitation }
}

function invite(
  firm: TestFirm,
  { matter_id }: SampleIntake,
  party: Party = "main",
  email = "ada@example.com",
) {
  return firm.run(async (tx) => {
    const created = await createInvitation(tx, service, { matter_id, party, email, first_name: "Ada" })
    if (email) await sendInvitation(tx, service, created.id)
    return created
  })
}

const start = (firm: TestFirm, invitation: { id: string }) =>
  service.db.forFirm(firm.firm_id, (tx) => startInvitation(tx, invitation.id))

/** How many clients were reminded `days` after the start. */
function remindOn(days: number, firm: TestFirm, hours = 0): Promise<number> {
  now = new Date(morning.getTime() + days * day_ms + hours * 3_600_000)
  return remindBySchedule(service, firm.firm_id)
}

test("an inactive client is reminded after the firm's days, then at its pace, then no more", async () => {
  const { firm } = await firmWithSchedule()
  const reminded: number[] = []
  for (let days = 0; days <= 20; days++) if ((await remindOn(days, firm)) > 0) reminded.push(days)
  assert.deepEqual(reminded, [5, 8])
  const mails = await remindersIn(firm)
  assertEach(mails, ({ recipient }) => recipient, ["ada@example.com", "ada@example.com"])
})

test("a firm that chose nothing but the schedule reminds after a week, then weekly, three times", async () => {
  const { firm } = await firmWithSchedule()
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { reminders: { by_schedule: true } }))
  const reminded: number[] = []
  for (let days = 5; days <= 30; days++) if ((await remindOn(days, firm)) > 0) reminded.push(days)
  assert.deepEqual(reminded, [7, 14, 21])
})

test("two workers at the same time remind a client once", async () => {
  const { firm } = await firmWithSchedule()
  now = new Date(morning.getTime() + 6 * day_ms)
  const counts = await Promise.all([1, 2, 3, 4].map(() => remindBySchedule(service, firm.firm_id)))
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    1,
  )
  assert.equal((await remindersIn(firm)).length, 1)
})

test("no step of the schedule can be recorded twice, whatever a worker assumes", async () => {
  const { firm, intake, invitation } = await firmWithSchedule()
  await remindOn(6, firm)
  await assert.rejects(
    firm.run((tx) =>
      tx.run(sql`
        insert into reminders (id, matter_id, invitation_id, step, reminded_at)
        values (${`reminder_${"0".repeat(32)}`}, ${intake.matter_id}, ${invitation.id}, 1, ${tx.now})`),
    ),
    ({ cause }: Error) => String(cause).includes("reminders_once_a_step"),
  )
})

test("nothing is sent unless the firm has the schedule on, nor at night", async () => {
  const { firm } = await firmWithSchedule({ by_schedule: false })
  assert.equal(await remindOn(10, firm), 0)
  const { firm: awake } = await firmWithSchedule()
  // 3 a.m. in New York.
  assert.equal(await remindOn(10, awake, -7), 0)
  assert.equal(await remindOn(10, awake), 1)
})

test("a client's activity postpones the reminder; staff's does not", async () => {
  const { firm, intake, invitation } = await firmWithSchedule()
  const { user_id } = await start(firm, invitation)
  const answer = { question_id: intake.ids.has_will, value: true }
  now = new Date(morning.getTime() + 4 * day_ms)
  await firm.run((tx) => saveAnswer(tx, service.ring, intake.matter_id, answer), {
    user_id,
  })
  assert.equal(await remindOn(6, firm), 0)
  await firm.run((tx) => saveAnswer(tx, service.ring, intake.matter_id, { ...answer, value: false }))
  assert.equal(await remindOn(10, firm), 1)
})

test("a client is not reminded after submission, in a completed or closed matter, while sharing is paused, with a revoked link, without an address, or of a suspended firm", async () => {
  const ends: ((firm: TestFirm, matter_id: string, invitation_id: string) => Promise<unknown>)[] = [
    (firm, id) => firm.run((tx) => markSubmitted(tx, id)),
    (firm, id) => firm.run((tx) => markCompleted(tx, id)),
    (firm, id) => firm.run((tx) => closeMatter(tx, id)),
    (firm, id) => firm.run((tx) => switchReminders(tx, id, "off")),
    (firm, id) => firm.run((tx) => pauseSharing(tx, id)),
    (firm, _, invitation) => firm.run((tx) => revokeInvitation(tx, invitation)),
    (firm) => firm.write(sql`update invitations set email = ''`),
    (firm) => service.db.forPlatform((tx) => changeSuspension(tx, firm.firm_id, true)),
  ]
  for (const end of ends) {
    const { firm, intake, invitation } = await firmWithSchedule()
    await end(firm, intake.matter_id, invitation.id)
    assert.equal(await remindOn(10, firm), 0, String(end))
    assert.equal((await remindersIn(firm)).length, 0)
  }
})

test("a client who never got the link and has not started is not reminded", async () => {
  const { firm, intake } = await firmWithSchedule()
  await firm.run((tx) =>
    createInvitation(tx, service, {
      matter_id: intake.matter_id,
      party: "partner",
      email: "ben@example.com",
    }),
  )
  assert.equal(await remindOn(10, firm), 1)
})

test("the email names sections and what they lack, with the client's own link, and no answers", async () => {
  const { firm, intake, invitation } = await firmWithSchedule()
  const { ids, matter_id, main } = intake
  await start(firm, invitation)
  await firm.run(async (tx) => {
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: true })
    await saveAnswer(tx, service.ring, matter_id, {
      question_id: ids.ssn,
      about: main,
      value: "078-05-1120",
    })
  })
  await remindOn(10, firm)
  const [mail] = await remindersIn(firm)
  assert.ok(mail)
  assert.equal(mail.subject, "Reminder: your questionnaire for Hart & Pryce")
  assert.match(mail.text, /Dear Ada,/)
  assert.match(mail.text, /• About you: Date of birth\n/)
  assert.match(mail.text, /• Your wishes: When was it signed\?\n/)
  assert.match(mail.text, /• Who should act for you: Executor\n/)
  assert.match(mail.text, /• Documents: Copy of your will\n/)
  assert.match(mail.text, literally(invitation.invite_url))
  assert.doesNotMatch(mail.text + mail.html, /\b(078-05|1120|Ben|Cleo|Dan|Do you have a will)\b/)
})

test("a client who reads Spanish is reminded in Spanish; by default, the firm's language applies", async () => {
  const { firm, invitation } = await firmWithSchedule()
  const { user_id } = await start(firm, invitation)
  await firm.run((tx) => changePreferences(tx, user_id, { language: "es" }))
  await remindOn(10, firm)
  const [mail] = await remindersIn(firm)
  assert.equal(mail?.subject, "Recordatorio: su cuestionario para Hart & Pryce")
  assert.match(mail?.text ?? "", /Hola, Ada:/)
  assert.match(mail?.text ?? "", /About you: Fecha de nacimiento/)
  assert.match(mail?.html ?? "", /<html lang="es">/)

  const other = await firmWithSchedule()
  await other.firm.run((tx) => changeFirm(tx, { locale: "es" }))
  await other.firm.run((tx) => remindClients(tx, service, other.intake.matter_id))
  assert.match((await remindersIn(other.firm))[0]?.subject ?? "", /^Recordatorio/)
})

test("a manual reminder goes to every invited client, at most once in ten minutes, and postpones the schedule", async () => {
  const { firm, intake } = await firmWithSchedule()
  await invite(firm, intake, "partner", "ben@example.com")
  now = new Date(morning.getTime() + 5 * day_ms - 3_600_000)
  const remind = () => firm.run((tx) => remindClients(tx, service, intake.matter_id))
  assert.deepEqual(await remind(), { reminded: 2 })
  assert.deepEqual(await remind(), { reminded: 0, why: "just_reminded" })
  assert.equal(await remindOn(6, firm), 0)
  assert.equal(await remindOn(8, firm), 2)
  const rows = await firm.all<ReminderRow>(remindersOf(intake.matter_id, 10))
  assertEach(rows, ({ step, by }) => [step, by], [
    [1, ""],
    [1, ""],
    [null, "Ada Admin"],
    [null, "Ada Admin"],
  ])
})

test("manual reminders skip submitted, completed and closed matters, and in bulk also those with reminders off", async () => {
  const { firm, intake } = await firmWithSchedule()
  const { matter_id } = intake
  const why = async () => {
    const found = await firm.run(async (tx) => findRemindable(tx, await getMatterRow(tx, matter_id)))
    return found.why
  }
  await firm.run((tx) => switchReminders(tx, matter_id, "off"))
  const others = await firm.run((tx) => remindClients(tx, service, matter_id, { in_bulk: true }))
  assert.deepEqual(others, { reminded: 0, why: "switched_off" })
  assert.equal(await why(), undefined)
  await firm.run((tx) => markSubmitted(tx, matter_id))
  assert.equal(await why(), "submitted")
  await firm.run((tx) => markCompleted(tx, matter_id))
  assert.equal(await why(), "completed")
  await firm.run((tx) => closeMatter(tx, matter_id))
  assert.equal(await why(), "closed")
})

test("while corrections are open, a submitted matter can be reminded, naming the items and none of the client's data", async () => {
  const { firm, intake, invitation } = await firmWithSchedule()
  const { matter_id, ids, child } = intake
  await start(firm, invitation)
  await firm.run(async (tx) => {
    await markSubmitted(tx, matter_id)
    const words = "Was it Clio?"
    for (const [kind, record_id, about = null] of [
      ["question", ids.has_will],
      ["contact", child],
      ["role", ids.executor, intake.main],
      ["request", ids.statements],
    ] as const)
      await collectCorrection(tx, matter_id, { kind, record_id, about, words })
    await requestCorrections(tx, service, matter_id, { invitation_ids: [], let_edit: false })
  })
  const remind = () => firm.run((tx) => remindClients(tx, service, matter_id))
  assert.deepEqual(await remind(), { reminded: 1 })
  const [mail] = await remindersIn(firm)
  assert.match(mail?.text ?? "", /asked you to look at this again:\n/)
  assert.match(mail?.text ?? "", /• Do you have a will today\?/)
  assert.match(mail?.text ?? "", /• A person you named\n• Executor\n/)
  assert.match(mail?.text ?? "", literally(invitation.invite_url))
  assert.doesNotMatch(`${mail?.text}${mail?.html}`, /Clio|Cleo|Ben|Dan/)

  now = new Date(now.getTime() + 11 * 60_000)
  for (const { id } of await firm.run((tx) => listCorrections(tx, matter_id)))
    await firm.run((tx) => resolveCorrection(tx, matter_id, id))
  assert.deepEqual(await remind(), { reminded: 0, why: "submitted" })
})

test("before the submission, a reminder names what is missing and not what corrections are open", async () => {
  const { firm, intake, invitation } = await firmWithSchedule()
  const { matter_id, ids } = intake
  await start(firm, invitation)
  await firm.run(async (tx) => {
    await markStarted(tx, matter_id)
    const words = "Was it Clio?"
    await collectCorrection(tx, matter_id, { kind: "question", record_id: ids.friend, about: null, words })
    await requestCorrections(tx, service, matter_id, { invitation_ids: [], let_edit: false })
    await remindClients(tx, service, matter_id)
  })
  const [mail] = await remindersIn(firm)
  assert.match(mail?.text ?? "", /• About you: Date of birth/)
  assert.doesNotMatch(mail?.text ?? "", /look at this again|Whom should we call/)
})

test("before the questionnaire is started, the email names only the sections", async () => {
  const { firm } = await firmWithSchedule()
  await remindOn(10, firm)
  const [mail] = await remindersIn(firm)
  assert.match(mail?.text ?? "", /It asks about:\n• About you\n• Your wishes\n• Who should act for you\n/)
  assert.match(mail?.text ?? "", /You don’t need an account/)
})

test("a spouse who has not begun is not told so, whatever the other has begun", async () => {
  const { firm, intake, invitation } = await firmWithSchedule()
  await invite(firm, intake, "partner", "ben@example.com")
  await start(firm, invitation)
  await firm.run((tx) => remindClients(tx, service, intake.matter_id))
  const texts = new Map((await remindersIn(firm)).map(({ recipient, text }) => [recipient, text]))
  assert.match(texts.get("ada@example.com") ?? "", /You have begun/)
  assert.match(texts.get("ben@example.com") ?? "", /You don’t need an account.* It asks about:\n• /)
  assert.doesNotMatch(texts.get("ben@example.com") ?? "", /have begun|are still missing/)
})

test("the client's name for an asset is not in the email, and long lists end with a number", () => {
  const asset = {
    id: newId("section"),
    title: "What you own",
    kind: "assets",
    show_net_worth: false,
    categories: [],
  }
  const questions = { id: newId("section"), title: "Wishes", kind: "questions", questions: [] }
  const missing = (section_id: string, label: string, code: Missing["code"]): Missing => {
    return { section_id, label, code, where: { question_id: "" }, message: "" }
  }
  const lines = missingLines(
    { sections: [asset, questions] } as Definition,
    [
      missing(asset.id, "Policy 4711 for Cleo", "shares_incomplete"),
      ...["One", "Two", "Two", "Three", "Four", "Five", "Six"].map((label) =>
        missing(questions.id, label, "answer_missing"),
      ),
    ],
    { language: "en", is_begun: true, documents: [] },
  )
  assert.deepEqual(lines, [
    "• What you own: beneficiary shares that don’t add up to 100%",
    "• Wishes: One; Two; Three; Four; and 2 more",
  ])
})

test("reminders go out from 8 a.m. to 8 p.m. by the firm's clock", async () => {
  const { firm } = await firmWithSchedule({ then_every_days: 1, at_most: 20 })
  // Hours count from 10 a.m.; the seconds before and after the limits are decisive.
  const second = 1 / 3_600
  assert.equal(await remindOn(6, firm, -2 - second), 0)
  assert.equal(await remindOn(6, firm, -2), 1)
  assert.equal(await remindOn(8, firm, 10 - second), 1)
  assert.equal(await remindOn(10, firm, 10), 0)
  assert.equal(await remindOn(10, firm, 10.9), 0)
})

test("no one is reminded of an invitation that failed until one has reached them", async () => {
  const { firm, invitation } = await firmWithSchedule()
  const giveUp = () =>
    firm.run((tx) =>
      tx.run(sql`update mails set gave_up_at = ${tx.now} where invitation_id = ${invitation.id}`),
    )
  await giveUp()
  assert.equal(await remindOn(6, firm), 0)
  await firm.run((tx) => sendInvitation(tx, service, invitation.id))
  assert.equal(await remindOn(10, firm), 0)
  assert.equal(await remindOn(12, firm), 1)
})

test("a client who started anyway is reminded although the invitation failed", async () => {
  const { firm, invitation } = await firmWithSchedule()
  await firm.run((tx) => tx.run(sql`update mails set gave_up_at = ${tx.now}`))
  await start(firm, invitation)
  assert.equal(await remindOn(6, firm), 1)
})

test("the schedule reminds clients of the number of open corrections, from the request until they are answered", async () => {
  const { firm, intake, invitation } = await firmWithSchedule()
  const { matter_id, ids } = intake
  await start(firm, invitation)
  assert.equal(await remindOn(5, firm), 1)
  assert.equal(await remindOn(8, firm), 1)
  await firm.run((tx) => markSubmitted(tx, matter_id))
  assert.equal(await remindOn(12, firm), 0)
  await firm.run(async (tx) => {
    const words = "Truly Clio?"
    await collectCorrection(tx, matter_id, { kind: "question", record_id: ids.has_will, about: null, words })
    await collectCorrection(tx, matter_id, {
      kind: "role",
      record_id: ids.executor,
      about: intake.main,
      words,
    })
    await requestCorrections(tx, service, matter_id, { invitation_ids: [], let_edit: false })
  })
  const days: number[] = []
  for (let day = 13; day <= 40; day++) if ((await remindOn(day, firm)) > 0) days.push(day)
  // Requested on day 12: five quiet days, then every three, at most two, whatever happened before the submission.
  assert.deepEqual(days, [17, 20])
  const [mail] = await remindersIn(firm)
  assert.match(mail?.text ?? "", /2 questions that you have not answered yet/)
  assert.doesNotMatch(`${mail?.text}${mail?.html}`, /Clio|will today|Social/)
})

test("a client is not reminded of what only the other has to give, and is looked at again at the schedule's pace", async () => {
  const { firm, intake, invitation } = await firmWithSchedule({ at_most: 9 })
  const { matter_id, spouse } = intake
  const bens = await invite(firm, intake, "partner", "ben@example.com")
  for (const one of [invitation, bens]) await start(firm, one)
  await firm.run((tx) => giveRequired(tx, service, intake))
  const section_id = (await firm.run((tx) => definitionOf(tx, matter_id))).definition.sections[1]?.id
  await firm.write(sql`update matters set separate_parts = array[${section_id}] where id = ${matter_id}`)
  await intake.asClient((tx) => submitMatter(tx, service.ring, matter_id))
  const request = (contact_id: string | null) =>
    firm.call(requestDocuments, matter_id, { labels: ["Deed"], note: "", contact_id, due_on: null })
  await request(spouse)
  const checked = async () => {
    const { at } = await firm.one<{ at: Date | null }>(
      sql`select reminder_unneeded_at as at from invitations where id = ${invitation.id}`,
    )
    return at && (at.getTime() - morning.getTime()) / day_ms
  }
  assert.equal(await remindOn(6, firm), 1)
  assertEach(await remindersIn(firm), ({ recipient }) => recipient, ["ben@example.com"])
  assert.equal(await checked(), 6)
  await remindOn(6, firm, 1)
  await remindOn(8, firm)
  assert.equal(await checked(), 6, "not every hour")
  const remind = (only: string) => firm.run((tx) => remindClients(tx, service, matter_id, { only: [only] }))
  assert.deepEqual(await remind(invitation.id), { reminded: 0, why: "submitted" })
  assert.deepEqual(await remind(bens.id), { reminded: 1 })
  await remindOn(9, firm)
  assert.equal(await checked(), 9)
  now = new Date(now.getTime() + 60_000)
  await request(null)
  assert.equal(await remindOn(10, firm), 1, "what both can give is open since")
  assert.match((await remindersIn(firm))[0]?.text ?? "", /Deed/)
})

test("a text that needs signatures is named once, even if nothing else is missing", () => {
  const unsigned = (signer_id: string): Missing => ({
    section_id: "",
    where: { agreement_id: newId("agreement"), signer_id },
    code: "signature_missing",
    label: "Engagement letter",
    message: "",
  })
  const missing = [unsigned(newId("contact")), unsigned(newId("contact"))]
  const lines = (language: "en" | "es") =>
    missingLines({ sections: [] }, missing, { language, is_begun: true, documents: [] })
  assert.deepEqual(lines("en"), ["• To be signed: Engagement letter"])
  assert.deepEqual(lines("es"), ["• Por firmar: Engagement letter"])
})

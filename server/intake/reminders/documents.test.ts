import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../test/harness/literally.ts"
import { newIntake, sampleDefinition } from "../../../test/harness/sample-intake.ts"
import { upload } from "../../../test/harness/sample-uploads.ts"
import { provideService } from "../../../test/harness/service.ts"
import { changeFirm, changeSettings } from "../../firm/firms/firms.ts"
import { getMail, listMails } from "../../platform/mail/outbox.ts"
import { changeDocumentDueDay } from "../checklist/due-days.ts"
import { returnFile } from "../checklist/returns.ts"
import { collectCorrection, requestCorrections } from "../corrections/requests.ts"
import { saveDocumentChoice } from "../documents/document-choices.ts"
import { createInvitation } from "../matters/invitations/invitations.ts"
import { sendInvitation } from "../matters/invitations/sending.ts"
import { startInvitation } from "../matters/invitations/starting.ts"
import { submitMatter } from "../submissions/submissions.ts"
import { remindClients } from "./remind.ts"
import { remindBySchedule } from "./schedule.ts"

let now = new Date("2027-03-02T15:00:00Z")
const service = provideService({ clock: () => now })

/** A started matter that requests a will, required, and statements. */
async function startedMatter() {
  now = new Date("2027-03-02T15:00:00Z")
  const firm = await service.newFirm("Hart & Pryce")
  const intake = await newIntake(firm, {
    define: (ids) => ({
      sections: sampleDefinition(ids).sections.flatMap((section) =>
        section.kind === "documents"
          ? [{ ...section, requests: section.requests.map(({ condition: _, ...request }) => request) }]
          : [],
      ),
    }),
  })
  const { matter_id, ids } = intake
  const invitation = await firm.run(async (tx) => {
    await changeSettings(tx, firm.firm_id, { reminders: { by_schedule: true, first_after_days: 5 } })
    const created = await createInvitation(tx, service, {
      matter_id,
      party: "main",
      email: "ada@example.com",
    })
    await sendInvitation(tx, service, created.id)
    return created
  })
  await service.db.forFirm(firm.firm_id, (tx) => startInvitation(tx, invitation.id))
  const lastReminder = async () => {
    const { rows } = await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 50, offset: 0 }))
    const id = rows.find(({ subject }) => /^(Reminder|Recordatorio)/.test(subject))?.id ?? ""
    return (await firm.run((tx) => getMail(tx, service.ring, id)))?.text ?? ""
  }
  const remind = async () => {
    now = new Date(now.getTime() + 11 * 60_000)
    await firm.run((tx) => remindClients(tx, service, matter_id))
    return lastReminder()
  }
  const setDay = (request_id: string, day: string) =>
    firm.run((tx) => changeDocumentDueDay(tx, matter_id, { request_id, sender: null, due_on: day }))
  return { firm, intake, ids, matter_id, remind, lastReminder, setDay }
}

test("a reminder names missing documents with their day, once each, and what the client will bring", async () => {
  const { firm, intake, ids, matter_id, remind, setDay } = await startedMatter()
  await setDay(ids.will_copy, "2027-03-01")
  await setDay(ids.statements, "2027-04-15")
  const first = await remind()
  assert.match(first, literally("• Documents: Copy of your will (was due March 1, 2027)"))
  assert.match(first, literally("• “Account statements” (due April 15, 2027)"))
  assert.equal(first.split("Copy of your will").length, 2)

  const choice = { request_id: ids.will_copy, chosen_for: null, choice: "bring" } as const
  await firm.run((tx) => saveDocumentChoice(tx, matter_id, choice), intake.client)
  assert.match(await remind(), literally("• “Copy of your will” (you will bring it) (was due March 1, 2027)"))

  await upload(service, intake, { request_id: ids.statements }, "May.txt", "May")
  assert.doesNotMatch(await remind(), /Account statements/)
  await firm.run((tx) => changeFirm(tx, { locale: "es" }))
  assert.match(
    await remind(),
    literally("• «Copy of your will» (usted lo traerá) (era para el 1 de marzo de 2027)"),
  )
})

test("a request to look again postpones the scheduled reminder of what was open before", async () => {
  const { firm, intake, ids, matter_id } = await startedMatter()
  const remindIn = (days: number) => {
    now = new Date(now.getTime() + days * 24 * 3_600_000)
    return remindBySchedule(service, firm.firm_id)
  }
  const choice = { request_id: ids.will_copy, chosen_for: null, choice: "bring" } as const
  await firm.run(async (tx) => {
    await saveDocumentChoice(tx, matter_id, choice)
    await submitMatter(tx, service.ring, matter_id)
  }, intake.client)
  assert.equal(await remindIn(4), 0)
  const about = { kind: "contact", record_id: intake.main, about: null, words: "Is this right?" } as const
  await firm.run(async (tx) => {
    await collectCorrection(tx, matter_id, about)
    await requestCorrections(tx, service, matter_id, { invitation_ids: [], let_edit: false })
  })
  assert.deepEqual([await remindIn(4), await remindIn(2)], [0, 1])
})

test("reminders, scheduled ones too, name a returned document until the client has replaced it, and not the reason", async () => {
  const { firm, intake, ids, matter_id, remind, lastReminder } = await startedMatter()
  const { document_id } = await upload(service, intake, { request_id: ids.will_copy }, "Clio.txt", "Will")
  await firm.run((tx) => submitMatter(tx, service.ring, matter_id), intake.client)
  await firm.run((tx) => returnFile(tx, service, matter_id, document_id, { words: "Where is Clio?" }))
  const again = literally("• “Copy of your will”: please send it again")
  const manual = await remind()
  assert.match(manual, again)
  assert.doesNotMatch(manual, /Clio/)

  now = new Date("2027-03-12T15:00:00Z")
  assert.equal(await remindBySchedule(service, firm.firm_id), 1)
  assert.match(await lastReminder(), again)

  await upload(service, intake, { request_id: ids.will_copy }, "New.txt", "New")
  now = new Date("2027-04-12T15:00:00Z")
  assert.equal(
    await firm.run((tx) => remindClients(tx, service, matter_id)).then(({ reminded }) => reminded),
    0,
  )
})

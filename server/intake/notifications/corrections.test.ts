import assert from "node:assert/strict"
import { test } from "node:test"
import { newFirmWithIntake, type SampleIntake } from "../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { listMails } from "../../platform/mail/outbox.ts"
import { saveAnswer } from "../answers/answers.ts"
import { listCorrections, markLookedAt, resolveCorrection } from "../corrections/corrections.ts"
import { collectCorrection, requestCorrections } from "../corrections/requests.ts"
import { markStarted, markSubmitted } from "../matters/lifecycle.ts"
import { notifyOfAnswers, quiet_minutes } from "./later-changes.ts"

let now = new Date("2027-03-02T15:00:00Z")
const service = provideService({ clock: () => now })

const advance = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

/** A submitted matter with two requested corrections. */
async function requestedCorrections() {
  const intake = await newFirmWithIntake(service)
  const { firm, matter_id, ids } = intake
  await asClient(firm, intake, async (tx) => {
    await markStarted(tx, matter_id)
    await markSubmitted(tx, matter_id)
  })
  advance(1)
  await firm.run(async (tx) => {
    const words = "Please look again."
    await collectCorrection(tx, matter_id, { kind: "question", record_id: ids.has_will, about: null, words })
    await collectCorrection(tx, matter_id, { kind: "contact", record_id: intake.child, about: null, words })
    await requestCorrections(tx, service, matter_id, { invitation_ids: [], let_edit: false })
  })
  advance(1)
  const [question, child] = await firm.run((tx) => listCorrections(tx, matter_id))
  return { firm, intake, question: question?.id ?? "", child: child?.id ?? "" }
}

function asClient(firm: TestFirm, { client }: SampleIntake, work: Parameters<TestFirm["run"]>[0]) {
  return firm.run(work, client)
}

const notify = (firm: TestFirm) => notifyOfAnswers(service, firm.firm_id)
const subjects = async (firm: TestFirm) =>
  (await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 100, offset: 0 }))).rows
    .filter(({ subject }) => subject === "Corrections answered: Smith")
    .map(({ recipient }) => recipient)

test("once all corrections are answered, staff get one email, however many workers run", async () => {
  const { firm, intake, child } = await requestedCorrections()
  assert.equal(await notify(firm), 0, "nothing is answered yet")
  await asClient(firm, intake, (tx) =>
    saveAnswer(tx, service.ring, intake.matter_id, { question_id: intake.ids.has_will, value: true }),
  )
  assert.equal(await notify(firm), 0, "one is open, and the client is still active")
  advance(1)
  await asClient(firm, intake, (tx) => markLookedAt(tx, intake.matter_id, child))
  const counts = await Promise.all([1, 2, 3].map(() => notify(firm)))
  assert.deepEqual(counts.toSorted(), [0, 0, 1])
  assert.deepEqual(await subjects(firm), ["ada.admin@example.com"])
  advance(quiet_minutes + 1)
  assert.equal(await notify(firm), 0)
})

test("while corrections stay open, staff are notified once the client has stopped, and again of later answers", async () => {
  const { firm, intake, question, child } = await requestedCorrections()
  await asClient(firm, intake, (tx) => markLookedAt(tx, intake.matter_id, question))
  advance(quiet_minutes - 1)
  assert.equal(await notify(firm), 0)
  advance(1)
  assert.equal(await notify(firm), 1)
  await asClient(firm, intake, (tx) => markLookedAt(tx, intake.matter_id, child))
  assert.equal(await notify(firm), 1)
  assert.equal((await subjects(firm)).length, 2)
})

test("resolved corrections and staff's own changes cause no notification", async () => {
  const { firm, intake, question, child } = await requestedCorrections()
  await firm.run((tx) =>
    saveAnswer(tx, service.ring, intake.matter_id, { question_id: intake.ids.has_will, value: true }),
  )
  assert.equal(await notify(firm), 0)
  await asClient(firm, intake, (tx) => markLookedAt(tx, intake.matter_id, child))
  await firm.run((tx) => resolveCorrection(tx, intake.matter_id, child))
  await firm.run((tx) => resolveCorrection(tx, intake.matter_id, question))
  advance(quiet_minutes + 1)
  assert.equal(await notify(firm), 0)
})

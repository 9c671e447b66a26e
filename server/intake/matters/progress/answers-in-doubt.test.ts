import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../../test/harness/literally.ts"
import { marksOf, newPortalIntake, type PortalIntake } from "../../../../test/harness/portal-intake.ts"
import { newIntake, type SampleIntake, type SampleParts } from "../../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { answerKey } from "../../../definition/conditions/conditions.ts"
import type { Definition, Question } from "../../../definition/definition.ts"
import { saveAnswer } from "../../answers/answers.ts"
import { changeMatterFacts } from "../../contacts/facts.ts"
import { addPartner } from "../../contacts/partner.ts"
import { removeContact } from "../../contacts/removal.ts"
import { confirmPartner, endPartnerPart } from "../../contacts/taking-part.ts"
import { loadMatter } from "../../submissions/loaded-matter.ts"
import { findMissing } from "../../submissions/missing/missing.ts"
import { readProgress } from "../../submissions/missing/progress.ts"
import { listFindings } from "../../submissions/review/findings/findings.ts"
import { completeMatter } from "../../submissions/submissions.ts"
import { definitionOf } from "./definition.ts"
import { markReviewed } from "./section-reviews.ts"

let now = new Date("2026-03-02T09:30:00Z")
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const a_month = 30 * 24 * 60

const { service, firm } = provideServiceAndFirm({ clock: () => now })

const question = (id: string, prompt: string, rest: Partial<Question>): Question => ({
  ...{ id, prompt, type: "text", required: false, each_client: false, sensitive: false },
  ...rest,
})

/** Ids stand for: `has_will` an earlier marriage, `friend` a marital agreement, `children_wishes` the home. */
const define = (ids: SampleParts): Definition => ({
  sections: [
    { id: ids.guardians_section, title: "About you", kind: "clients", with_partner: true, fields: {} },
    {
      ...{ id: ids.home.replace("category", "section"), title: "Your marriage", kind: "questions" },
      questions: [
        question(ids.has_will, "Have you been married before?", {
          ...{ type: "yes_no", required: true, each_client: true, depends_on_marriage: true },
        }),
        question(ids.friend, "What did you agree on?", { depends_on_marriage: true }),
        question(ids.children_wishes, "Where do you live?", { required: true }),
        question(ids.ssn, "Their number", { sensitive: true, depends_on_marriage: true }),
      ],
    },
  ],
})

const status = ({ matter_id }: SampleIntake, value: string) =>
  firm.run((tx) => changeMatterFacts(tx, matter_id, [{ field: "contact_main_marital_status", value }]))

const answer = ({ matter_id }: SampleIntake, question_id: string, value: string, about?: string) =>
  firm.run((tx) => saveAnswer(tx, service.ring, matter_id, { question_id, value, about: about ?? null }))

/** Married, everything answered, and every section confirmed. */
async function filledIn<Intake extends SampleIntake>(intake: Intake): Promise<Intake> {
  const { ids, main, spouse, matter_id } = intake
  await status(intake, "married")
  pass(1)
  await answer(intake, ids.has_will, "no", main)
  if (spouse) await answer(intake, ids.has_will, "yes", spouse)
  await answer(intake, ids.friend, "Half each")
  await answer(intake, ids.children_wishes, "Austin")
  await answer(intake, ids.ssn, "123")
  await firm.run(async (tx) => {
    const { definition } = await definitionOf(tx, matter_id)
    for (const { id } of definition.sections) await markReviewed(tx, matter_id, id)
  })
  pass(1)
  return intake
}

const newCouple = async () => filledIn(await newPortalIntake(service, firm, { define }))
const newSingle = async () => filledIn(await newIntake(firm, { define, couple: false }))

/** The questions in doubt, as everything that speaks of them says: they must agree. */
async function inDoubt({ matter_id }: SampleIntake): Promise<string[]> {
  const [missing, findings, percent] = await firm.run(async (tx) => [
    await findMissing(tx, service.ring, matter_id),
    await listFindings(tx, loadMatter(tx, service.ring, matter_id)),
    (await readProgress(tx, [matter_id])).get(matter_id)?.percent ?? 0,
  ])
  const keys = missing.map(({ code, where }) => {
    assert.ok(code === "in_doubt" && "question_id" in where, code)
    return answerKey(where.question_id, where.about)
  })
  const found = findings.filter(({ code }) => code === "answers_in_doubt")
  assert.equal(found.length, keys.length > 0 ? 1 : 0)
  for (const { label } of missing) assert.match(found[0]?.sentence ?? "", literally(`“${label}”`))
  assert.equal(percent === 100, keys.length === 0, `${percent}% with ${keys.length} in doubt`)
  return keys
}

async function send({ ada }: PortalIntake, after = 0) {
  return (await ada.post("/portal/submission", { after: String(after) })).status
}

test("after a divorce, answers that depend on the marriage are offered again, and one press keeps them", async () => {
  const intake = await newCouple()
  const { ada, ids, main, matter_id, pageOf } = intake
  assert.equal(await send(intake), 303)
  assert.deepEqual(await inDoubt(intake), [])
  pass(5)
  await status(intake, "divorced")
  await firm.run((tx) => endPartnerPart(tx, matter_id))
  pass(5)
  assert.deepEqual(await inDoubt(intake), [answerKey(ids.has_will, main), ids.friend])
  const check = (await ada.get("/portal/check")).html
  assert.match(check, /2 answers/)
  assert.match(check, /Your marital status, or who takes part, has changed since this was answered/)
  assert.equal(await send(intake, 1), 422)

  const own = pageOf(ids.has_will, `${ids.has_will}/${main}`)
  const { html } = await ada.get(own)
  assert.match(html, /Is it still right\?/)
  assert.match(html, /value="no" checked/)
  // Leaving the page keeps nothing; neither does a save without script that skips it.
  await ada.post(own, { ...marksOf(html), [ids.has_will]: "no", skip: "1" })
  assert.equal((await inDoubt(intake)).length, 2)
  await ada.post(own, { ...marksOf(html), [ids.has_will]: "no" })
  assert.deepEqual(await inDoubt(intake), [ids.friend])
  const other = pageOf(ids.friend)
  await ada.post(other, { ...marksOf((await ada.get(other)).html), [ids.friend]: "Nothing anymore" })
  assert.deepEqual(await inDoubt(intake), [])
  assert.doesNotMatch((await ada.get(own)).html, /Is it still right\?/)
  assert.equal(await send(intake, 1), 303)
  const staff = await newStaffBrowser(service, firm)
  const { text } = await staff("GET", `/console/matters/${matter_id}/activity`)
  const words = text.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")
  assert.match(
    words,
    /2 changes .* Have you been married before\? No What did you agree on\? Nothing anymore/,
  )
})

test("every other marital status puts them in doubt, and corrected within a day, none", async () => {
  for (const value of ["single", "life_partner", "divorced", "widowed", "separated"]) {
    const intake = await newSingle()
    const keys = [answerKey(intake.ids.has_will, intake.main), intake.ids.friend]
    await status(intake, value)
    pass(30)
    assert.deepEqual(await inDoubt(intake), keys, value)
    await status(intake, "married")
    assert.deepEqual(await inDoubt(intake), [], value)
  }
})

test("a first status, and one that is cleared, put nothing in doubt", async () => {
  const intake = await newIntake(firm, { define, couple: false })
  await answer(intake, intake.ids.has_will, "no", intake.main)
  await filledIn(intake)
  assert.deepEqual(await inDoubt(intake), [])
  pass(1)
  await status(intake, "")
  assert.deepEqual(await inDoubt(intake), [])
})

test("after a second marriage, what was answered about the first is in doubt, and what was kept since counts anew", async () => {
  const intake = await newSingle()
  const { ids, main } = intake
  await status(intake, "divorced")
  pass(1)
  await answer(intake, ids.has_will, "no", main)
  assert.deepEqual(await inDoubt(intake), [ids.friend])
  pass(a_month)
  await status(intake, "married")
  assert.deepEqual(await inDoubt(intake), [answerKey(ids.has_will, main), ids.friend])
  pass(1)
  await answer(intake, ids.has_will, "yes", main)
  await answer(intake, ids.friend, "")
  assert.deepEqual(await inDoubt(intake), [])
  pass(1)
  await status(intake, "divorced")
  assert.deepEqual(await inDoubt(intake), [answerKey(ids.has_will, main)])
})

test("each of two clients who both still take part is asked about their own answer", async () => {
  const intake = await newCouple()
  const { ids, main, spouse, matter_id, ben, pageOf } = intake
  await status(intake, "separated")
  await firm.run((tx) => confirmPartner(tx, matter_id))
  pass(1)
  assert.deepEqual(await inDoubt(intake), [
    answerKey(ids.has_will, main),
    answerKey(ids.has_will, spouse),
    ids.friend,
  ])
  const own = pageOf(ids.has_will, `${ids.has_will}/${spouse}`)
  await ben.post(own, { ...marksOf((await ben.get(own)).html), [ids.has_will]: "yes" })
  assert.deepEqual(await inDoubt(intake), [answerKey(ids.has_will, main), ids.friend])
})

test("a spouse who is removed puts the other's answers in doubt", async () => {
  const intake = await newSingle()
  const { ids, main, matter_id } = intake
  const spouse = await firm.run((tx) => addPartner(tx, matter_id, { first_name: "Bo" }))
  pass(1)
  await firm.run((tx) => removeContact(tx, spouse))
  assert.deepEqual(await inDoubt(intake), [answerKey(ids.has_will, main), ids.friend])
})

test("“I don’t know yet” counts as an answer, as it does everywhere", async () => {
  const intake = await newCouple()
  const { ada, ids, main, matter_id, pageOf } = intake
  await status(intake, "widowed")
  await firm.run((tx) => endPartnerPart(tx, matter_id))
  pass(1)
  const own = pageOf(ids.has_will, `${ids.has_will}/${main}`)
  const form = { [ids.has_will]: "no", [`later.${ids.has_will}`]: "on" }
  await ada.post(own, { ...marksOf((await ada.get(own)).html), ...form })
  assert.deepEqual(await inDoubt(intake), [ids.friend])
})

test("nothing is in doubt once the firm has completed the matter", async () => {
  const intake = await newSingle()
  await status(intake, "divorced")
  pass(1)
  assert.equal((await inDoubt(intake)).length, 2)
  await firm.run((tx) => completeMatter(tx, service.ring, intake.matter_id))
  assert.deepEqual(await inDoubt(intake), [])
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../../test/harness/assert-each.ts"
import { ask } from "../../../../../test/harness/definition-parts.ts"
import { literally } from "../../../../../test/harness/literally.ts"
import { newIntake, type SampleParts, sampleDefinition } from "../../../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm } from "../../../../../test/harness/service.ts"
import { newStaff } from "../../../../../test/harness/staff.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { answerKey } from "../../../../definition/conditions/conditions.ts"
import type { Definition } from "../../../../definition/definition.ts"
import { questionTypes } from "../../../../definition/kinds.ts"
import { sql, type Tx } from "../../../../platform/db/sql.ts"
import { readAnswers, saveAnswer } from "../../../answers/answers.ts"
import { type ChangeRow, latestChanges } from "../../../matters/changes/changes.ts"
import { listImpersonatedChanges } from "../../../matters/changes/impersonated-changes.ts"
import { closeMatter, markStarted } from "../../../matters/lifecycle.ts"
import { restrictMatter } from "../../../matters/parties/access-list.ts"
import { agendaOf, changeAgendaItem } from "../../../matters/progress/agenda.ts"

const { service, firm } = provideServiceAndFirm()

const options = [
  { value: "a", label: "Apple" },
  { value: "b", label: "Blue, or green" },
]
/** A question of every kind, named after it. */
const kinds = (ids: SampleParts): Definition => {
  const { sections } = sampleDefinition(ids)
  const questions = questionTypes.flatMap((type) =>
    type === "file" || type === "computed"
      ? []
      : ask(questionId(type), type, `A ${type}`, {
          ...(["one_of", "many_of"].includes(type) && { options }),
          ...(type === "table" && {
            columns: [{ id: `field_${"1".repeat(32)}`, type: "text", prompt: "What" }],
          }),
        }),
  )
  return {
    sections: sections.map((section) =>
      section.kind === "questions"
        ? { ...section, questions: [...section.questions, ...(questions as typeof section.questions)] }
        : section,
    ),
  }
}
const questionId = (type: string) =>
  `question_${Buffer.from(type).toString("hex").toUpperCase().padEnd(32, "0").slice(0, 32)}`

async function enter(define?: (ids: SampleParts) => Definition) {
  const intake = await newIntake(firm, define && { define })
  const { matter_id } = intake
  await firm.run((tx) => markStarted(tx, matter_id))
  const home = `/console/matters/${matter_id}`
  const plain = await newStaffBrowser(service, firm)
  const inPlace = await newStaffBrowser(service, firm, undefined, { in_place: true })
  const as = <T>(work: (tx: Tx) => Promise<T>) => firm.run(work, intake.client)
  const answer = (question_id: string, value: string, about: string | null = null) =>
    as((tx) => saveAnswer(tx, service.ring, matter_id, { question_id, value, about }))
  const stored = async (question_id: string, about: string | null = null) =>
    (await firm.run((tx) => readAnswers(tx, service.ring, matter_id)))[answerKey(question_id, about)] ?? null
  const urlOf = (question_id: string, about?: string) =>
    `${home}/questions/${question_id}${about ? `?about=${about}` : ""}`
  /** Opens the form and sends it with this typed. */
  const edit = async (question_id: string, typed: string | string[], about?: string) => {
    const { text } = await plain("GET", urlOf(question_id, about))
    const [opened = ""] = /<form method="post" action="[^"]*\/questions\/[\s\S]*?<\/form>/.exec(text) ?? []
    const seen = /name="seen" value="(\d+)"/.exec(opened)?.[1] ?? ""
    const name = `value-${answerKey(question_id, about ?? null).replace(":", "-")}`
    const form: [string, string][] = [
      ["seen", seen],
      ...[typed].flat().map((one): [string, string] => [name, one]),
    ]
    return { opened, ...(await inPlace("POST", urlOf(question_id, about), form)) }
  }
  return { ...intake, home, plain, inPlace, answer, stored, urlOf, edit }
}

/** The fields of the form behind "Undo". */
const undoIn = (message: string) => ({
  undo: /name="undo" value="(\d+)"/.exec(message)?.[1] ?? "",
})

test("every simple kind is edited in its line, read as the client's pages read it, and undone", async () => {
  const { plain, home, edit, stored, inPlace, urlOf } = await enter(kinds)
  const typed: [string, string | string[], unknown, RegExp][] = [
    ["text", " A  house ", "A  house", /A {2}house/],
    ["long_text", "One\r\ntwo", "One\ntwo", /One\s+two/],
    ["yes_no", "no", false, />No</],
    ["one_of", "b", "b", /Blue, or green/],
    ["many_of", ["a", "b"], ["a", "b"], /Apple/],
    ["date", "2026-02-28", "2026-02-28", /February 28, 2026/],
    ["number", "1,234.5", "1234.5", /1,234\.5/],
    ["money", "$2,500", "2500.00", /\$2,500/],
    ["percentage", "12.5", "12.5", /12\.5%/],
    ["email", "ada@example.com", "ada@example.com", /ada@example\.com/],
    ["phone", "(212) 555-0143", "(212) 555-0143", /555-0143/],
    [
      ...(["website", "ruiz.example/a?b&c", "https://ruiz.example/a?b&c"] as const),
      /<a href="https:\/\/ruiz\.example\/a\?b&amp;c" target="_blank" rel="noopener noreferrer">https/,
    ],
  ]
  for (const [type, text, value, shown] of typed) {
    const id = questionId(type)
    const { status } = await edit(id, text)
    assert.equal(status, 200, type)
    assert.deepEqual(await stored(id), value, type)
    assert.match((await plain("GET", `${home}/review`)).text, shown, type)
    for (const [undo, restored] of [
      ["1", null],
      ["2", value],
    ] as const) {
      await inPlace("POST", urlOf(id), { undo })
      assert.deepEqual(await stored(id), restored, `${type} ${undo}`)
    }
  }
  const review = (await plain("GET", `${home}/review`)).text
  for (const type of questionTypes) {
    const isSimple = typed.some(([one]) => one === type) || type === "ssn" || type === "ein"
    assert.equal(review.includes(urlOf(questionId(type))), isSimple, type)
    if (!isSimple) assert.equal((await plain("GET", urlOf(questionId(type)))).status, 404, type)
  }
})

test("editing an answer returns its line alone, at most 3 kB, with Undo that restores the earlier answer", async () => {
  const { ids, answer, edit, stored, inPlace, urlOf, matter_id } = await enter()
  await answer(ids.children_wishes, "Piano")
  const { opened, text } = await edit(ids.children_wishes, "Violin")
  assert.match(opened, /data-in-place[\s\S]*>Piano</)
  const { part, message } = JSON.parse(text)
  assert.match(part, new RegExp(`^<li class="line" id="${ids.children_wishes}"[\\s\\S]*Violin`))
  assert.ok(part.length < 3_000, `${part.length} bytes`)
  assert.match(message, /The answer is saved\./)
  const undone = JSON.parse((await inPlace("POST", urlOf(ids.children_wishes), undoIn(message))).text)
  assert.match(undone.part, /Piano/)
  assert.equal(await stored(ids.children_wishes), "Piano")
  const again = JSON.parse((await inPlace("POST", urlOf(ids.children_wishes), undoIn(undone.message))).text)
  assert.match(again.part, /Violin/)
  // The history and the client's pages say who, and the audit log what.
  const [change] = await firm.all<ChangeRow>(latestChanges(matter_id, 1))
  assert.deepEqual([change?.changed_by, change?.value], [firm.admin.user_id, "Violin"])
  const [latest] = await firm.run((tx) => listImpersonatedChanges(tx, matter_id))
  assert.deepEqual([latest?.field, latest?.is_by_staff], [ids.children_wishes, true])
  const audited = await firm.all<{ label: string }>(
    sql`select label from audit_entries where matter_id = ${matter_id} and action = 'answer_changed'`,
  )
  assertEach(audited, ({ label }) => label, Array(3).fill("Wishes for your children"))
})

test("a value that a client or colleague changed meanwhile stays, and a sentence names who and what", async () => {
  const { ids, answer, inPlace, urlOf, stored, edit } = await enter()
  await answer(ids.children_wishes, "Piano")
  const { text } = await edit(ids.children_wishes, "Violin")
  const undo = undoIn(JSON.parse(text).message)
  await answer(ids.children_wishes, "A dog")
  const late = { seen: "1", [`value-${ids.children_wishes}`]: "Drums" }
  for (const form of [late, undo]) {
    const { part, message } = JSON.parse((await inPlace("POST", urlOf(ids.children_wishes), form)).text)
    assert.match(
      message,
      /role="alert"[\s\S]*Nothing was changed, because .+ was faster\. The answer is “A dog” now\./,
    )
    assert.match(part, /A dog/)
  }
  assert.equal(await stored(ids.children_wishes), "A dog")
  for (const seen of ["x", "-1", "5000000000", "NaN", ""]) {
    for (const form of [
      { ...late, seen },
      { ...late, seen, undo: seen },
    ])
      assert.equal((await inPlace("POST", urlOf(ids.children_wishes), form)).status, 200, seen)
    assert.equal(await stored(ids.children_wishes), "A dog")
  }
  const unchanged = await edit(ids.children_wishes, "A dog")
  assert.match(JSON.parse(unchanged.text).message, /this is the answer already/)
})

test("faults are named at the field in the client's words, and nothing is saved", async () => {
  const { edit, stored, ids, answer } = await enter(kinds)
  await answer(ids.has_will, "yes")
  const faults: [string, string | string[], RegExp][] = [
    [questionId("date"), "2026-02-30", /date/i],
    [questionId("number"), "many", /number/i],
    [questionId("money"), "12.345.6", /A money/],
    [questionId("email"), "ada", /@/],
    [questionId("one_of"), "c", /option|choose/i],
    [questionId("text"), "x".repeat(501), /500/],
    [ids.has_will, [], /Choose|Select|answer/i],
  ]
  for (const [id, typed, sentence] of faults) {
    const before = await stored(id)
    const { status, text } = await edit(id, typed)
    const { errors } = JSON.parse(text)
    assert.deepEqual([status, errors?.[0]?.param], [400, `value-${id}`], text)
    assert.match(errors[0].message, sentence)
    assert.deepEqual(await stored(id), before)
  }
})

test("an answer that shows, hides or completes other lines reloads the page, where its message waits with Undo", async () => {
  const { ids, edit, home, plain, answer, stored } = await enter()
  await answer(ids.has_will, "no")
  const { text } = await edit(ids.has_will, "yes")
  assert.deepEqual(JSON.parse(text), { to: `${home}/review#${ids.has_will}` })
  const review = (await plain("GET", `${home}/review`)).text
  assert.match(review, /When was it signed\?/)
  assert.equal(await stored(ids.has_will), true)
  // Without script: the same form on a page of its own.
  const page = (await plain("GET", `${home}/questions/${ids.children_wishes}`)).text
  assert.match(page, /<h1[^>]*>Edit for the client<[\s\S]*Wishes for your children/)
  const form = { seen: "0", [`value-${ids.children_wishes}`]: "A cat" }
  const sent = await plain("POST", `${home}/questions/${ids.children_wishes}`, form)
  assert.deepEqual([sent.status, sent.location], [303, `${home}/review#${ids.children_wishes}`])
  assert.match((await plain("GET", `${home}/review`)).text, /The answer is saved\.[\s\S]*Undo[\s\S]*A cat/)
})

test("a sensitive answer is replaced without being shown, stays when left blank, and Undo carries no value", async () => {
  const { ids, main, answer, edit, stored, plain, urlOf, inPlace } = await enter()
  await answer(ids.ssn, "123-45-6789", main)
  const { opened, text } = await edit(ids.ssn, "987-65-4321", main)
  assert.ok(!opened.includes("6789"))
  assert.match(opened, /Leave it blank to keep the answer/)
  assert.doesNotMatch(text, /123-45|987-65/)
  assert.equal(await stored(ids.ssn, main), "987-65-4321")
  const blank = await edit(ids.ssn, "", main)
  assert.match(JSON.parse(blank.text).message, /Nothing was changed/)
  assert.equal(await stored(ids.ssn, main), "987-65-4321")
  await inPlace("POST", urlOf(ids.ssn, main), undoIn(JSON.parse(text).message))
  assert.equal(await stored(ids.ssn, main), "123-45-6789")
  const sealed = await firm.all(
    sql`select from changes where value::text like '%4321%' or previous::text like '%6789%'`,
  )
  assert.equal(sealed.length, 0)
  assert.equal((await plain("GET", urlOf(ids.ssn))).status, 404)
})

test("an answer takes the question off the agenda", async () => {
  const { ids, edit, matter_id } = await enter()
  await firm.call(changeAgendaItem, matter_id, { record_id: matter_id, field: ids.children_wishes }, true)
  await edit(ids.children_wishes, "Swimming")
  assert.deepEqual(await firm.all(agendaOf(matter_id)), [])
})

test("readers, colleagues without access, and anyone in a closed matter edit nothing", async () => {
  const { ids, urlOf, matter_id, plain, home, stored } = await enter()
  const form = { seen: "0", [`value-${ids.children_wishes}`]: "Mine" }
  const url = urlOf(ids.children_wishes)
  const reader = await newStaffBrowser(service, firm, (await newStaff(firm, { role: "read_only" })).user_id)
  assert.doesNotMatch((await reader("GET", `${home}/review`)).text, /\/questions\//)
  const { user_id } = await newStaff(firm, { role: "member" })
  const outside = await newStaffBrowser(service, firm, user_id)
  for (const method of ["GET", "POST"] as const)
    assert.equal((await reader(method, url, method === "POST" ? form : undefined)).status, 403, method)
  await firm.run((tx) => restrictMatter(tx, matter_id, [firm.admin.user_id]))
  for (const method of ["GET", "POST"] as const)
    assert.equal((await outside(method, url, method === "POST" ? form : undefined)).status, 404, method)
  await firm.run((tx) => closeMatter(tx, matter_id))
  assert.equal((await plain("POST", url, form)).status, 409)
  assert.equal(await stored(ids.children_wishes), null)
  assert.match((await plain("GET", `${home}/review`)).text, literally("Wishes for your children"))
})

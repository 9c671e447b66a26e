// Every questionnaire can be filled in and submitted without a client: the bundled ones, which are the demo's too, one with
// every kind of question under tight limits, and one whose parts reveal each other.

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { ask, category, choices, field, role, t } from "../../../test/harness/definition-parts.ts"
import { newIntake } from "../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { addSampleAgreement } from "../../../test/harness/signed-agreement.ts"
import { business, family, planning, probate, tax } from "../../../test/harness/templates.ts"
import { turnIntoTestFirm } from "../../../test/harness/test-firm.ts"
import type { Approach, Definition, Section } from "../../definition/definition.ts"
import { fieldTypes } from "../../definition/kinds/kind.ts"
import { questionTypes } from "../../definition/kinds.ts"
import { personFields } from "../../definition/people/person-fields.ts"
import { classOf } from "../../definition/people/relationships.ts"
import type { QuestionnaireFile } from "../../definition/questionnaire-file.ts"
import { changeSettings } from "../../firm/firms/firms.ts"
import { listSignatures } from "../../intake/agreements/signatures.ts"
import { saveAnswer } from "../../intake/answers/answers.ts"
import { listPeople } from "../../intake/contacts/contacts.ts"
import { getMatterRow } from "../../intake/matters/matter-row.ts"
import { prepareMatter } from "../../intake/matters/new-matter.ts"
import { recordUnfinishedFields } from "../../intake/matters/progress/unfinished-fields.ts"
import { withFreshIds } from "../../intake/questionnaires/editing/fresh-ids.ts"
import { createQuestionnaire } from "../../intake/questionnaires/questionnaires.ts"
import { findMissing } from "../../intake/submissions/missing/missing.ts"
import { readProgress } from "../../intake/submissions/missing/progress.ts"
import { differencesBetween } from "../../intake/submissions/review/differences.ts"
import { readSubmission } from "../../intake/submissions/submissions.ts"
import { sql } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"
import { changeAsClient, completeAsStaff, submitAsClients } from "./test-submissions.ts"

const service = provideService()

async function newTestFirm(): Promise<TestFirm> {
  const firm = await service.newFirm()
  await turnIntoTestFirm(firm)
  return firm
}

type Given = Pick<QuestionnaireFile, "approach" | "definition">

async function newMatter(firm: TestFirm, { approach, definition }: Given): Promise<string> {
  return firm.run(async (tx) => {
    const questionnaire_id = await createQuestionnaire(tx, {
      ...{
        title: "Any",
        internal_type: "Any",
        url_short_name: newId("section").slice(-12).toLowerCase(),
        approach,
      },
      definition: withFreshIds(definition).definition,
    })
    return (await prepareMatter(tx, service, { questionnaire_id, matter_name: "Try" })).id
  })
}

const all = (fields: "required" | "optional") =>
  Object.fromEntries(personFields.map((name) => [name, fields]))
const text = t("Text", "Texto")

const everything = (approach: Approach): Given => {
  const options = choices(["a", "A", "A"], ["b", "B", "B"], ["none", "None", "Ninguna"])
  const limits = {
    text: { max_length: 1 },
    number: { min: "7.5", max: "8", whole: true },
    money: { min: "0.10", max: "0.20" },
    percentage: { min: "99.5", max: "100" },
    date: { min: "2031-02-28", max: "2031-02-28" },
    one_of: { options },
    many_of: { options: options.map((one) => ({ ...one, exclusive: one.value === "none" })) },
    table: { columns: fieldTypes.map((type) => field(`in_${type}`, type, text, options)) },
    contact: { adults_only: true, not_clients: true },
    file: { several: true },
    computed: { formula: { kind: "count" as const, of: [{ question: "number_1" }] } },
  }
  const kinds = (n: number, rest: object) =>
    questionTypes.map((type) =>
      ask(`${type}_${n}`, type, t(`${type} ${n}`, "Texto"), {
        required: type !== "notice" && type !== "computed",
        ...(limits as Record<string, object>)[type],
        ...rest,
      }),
    )
  const once = kinds(1, {}).map((one) => (one.type === "computed" ? { ...one, required: false } : one))
  const each = kinds(2, { each_client: true, sensitive: true }).filter(
    ({ type }) => !["computed", "file", "notice"].includes(type),
  )
  const sections: Section[] = [
    {
      ...{ id: "who", kind: "clients", title: text, with_partner: true },
      ...{ fields: all("required"), representative_fields: all("required") },
    },
    { id: "questions", kind: "questions", title: text, questions: [...once, ...each] },
    {
      ...{ id: "people", kind: "people", title: text },
      groups: (["children", "family", "others", "advisors"] as const).map((group) => ({
        ...{ group, included: true, prompt: text, fields: all("required") },
      })),
    },
    {
      ...{ id: "roles", kind: "roles", title: text },
      roles: [
        role("one", text, {
          required: true,
          split: true,
          several: true,
          not_clients: true,
          adults_only: true,
        }),
        role("two", text, { required: true, levels: 1 }),
        role("off", text, { required: true, active: false }),
      ],
    },
    {
      ...{ id: "assets", kind: "assets", title: text, show_net_worth: true },
      categories: [
        category("home", text, "A017", text, {
          ...{ ask_debit_value: true, ask_beneficiaries: true, file_prompt: text },
          additional_fields: fieldTypes.map((type) => field(`of_${type}`, type, text, options)),
        }),
        category("bare", text, "A001", text, { ask_credit_value: false }),
      ],
    },
    {
      ...{ id: "papers", kind: "documents", title: text },
      requests: [{ id: "paper", label: t("A/B: paper?", "Papel"), required: true, several: false }],
    },
  ]
  return { approach, definition: { sections } }
}

/** Each part shows once the one before was given; the file and the other client's answer come from elsewhere. */
const chain: Definition = {
  sections: [
    {
      ...{ id: "first", kind: "questions", title: text },
      questions: [
        ask("proof", "file", text, { required: true }),
        ask("then", "text", text, { required: true, condition: { question: "proof", is_answered: true } }),
      ],
    },
    {
      ...{ id: "mine", kind: "questions", title: text, answered_alone: true },
      condition: { question: "then", is_answered: true },
      questions: [
        ask("secret", "text", text, { required: true, each_client: true }),
        ask("paper", "file", text, { required: true }),
      ],
    },
    {
      ...{ id: "minors", kind: "roles", title: text, condition: { fact: "has_minor_children", is: true } },
      roles: [role("guardian", text, { required: true, adults_only: true })],
    },
    { id: "who", kind: "clients", title: text, with_partner: true, fields: { marital_status: "required" } },
    {
      ...{ id: "family", kind: "people", title: text },
      groups: [{ group: "children", included: true, prompt: text, fields: { date_of_birth: "required" } }],
    },
  ],
}

const cases: Record<string, Given> = {
  planning,
  probate,
  tax,
  business,
  family,
  "every kind, planning": everything("planning"),
  "every kind, of someone deceased": everything("rep-deceased"),
  "parts that reveal each other": { approach: "planning", definition: chain },
}

for (const [name, file] of Object.entries(cases)) {
  const isSelf = file.approach === "planning" || file.approach === "business"
  for (const couple of isSelf ? [false, true] : [false]) {
    test(`a questionnaire is filled in and submitted: ${name}${couple ? ", a couple" : ""}`, async () => {
      const firm = await newTestFirm()
      await firm.run((tx) => changeSettings(tx, firm.firm_id, { answers_alone: couple }))
      const matter_id = await newMatter(firm, file)
      await addSampleAgreement(firm, { before_sending: true })
      const result = await submitAsClients(service, matter_id, { couple })
      assert.deepEqual([result.submission, result.event_type], [1, "intakeform.submitted"])
      await firm.run(async (tx) => {
        assert.deepEqual(await findMissing(tx, service.ring, matter_id), [])
        assert.equal((await readProgress(tx, [matter_id])).get(matter_id)?.percent, 100)
        const { number_of_children } = await getMatterRow(tx, matter_id)
        const children = (await listPeople(tx, matter_id)).filter(
          (one) => classOf(one.relationship_type) === 2,
        )
        assert.ok(children.length <= (number_of_children ?? 2), `${children.length} children`)
        assert.equal((await listSignatures(tx, matter_id)).length, couple ? 2 : 1)
      })
      assert.deepEqual((await eventsOf(firm, matter_id)).filter(isOfForm), [
        "intakeform.created",
        "intakeform.started",
        "intakeform.submitted",
      ])
    })
  }
}

/** Each file and signature has an event too. */
const isOfForm = (type: string) => type.startsWith("intakeform.")

async function submissionOf(firm: TestFirm, matter_id: string, number: number) {
  return (await firm.run((tx) => readSubmission(tx, service.ring, matter_id, number))).snapshot
}
const firstSubmission = (firm: TestFirm, matter_id: string) => submissionOf(firm, matter_id, 1)

async function eventsOf(firm: TestFirm, matter_id: string): Promise<string[]> {
  const rows = await firm.all<{ event_type: string }>(
    sql`select event_type from events where matter_id = ${matter_id} order by id`,
  )
  return rows.map(({ event_type }) => event_type)
}

test("the same seed gives the same people, answers and assets", async () => {
  const firm = await newTestFirm()
  const contents = async (seed: string) => {
    const matter_id = await newMatter(firm, probate)
    await submitAsClients(service, matter_id, { seed })
    const { contacts, answers } = await firstSubmission(firm, matter_id)
    return [
      ...contacts.map(({ full_name, date_of_birth }) => `${full_name} ${date_of_birth}`),
      ...answers.map(({ prompt, display_value }) => `${prompt} ${display_value}`),
    ]
  }
  const [one, again, other] = [await contents("one"), await contents("one"), await contents("two")]
  assert.deepEqual(again, one)
  assert.notDeepEqual(other, one)
})

test("what the client has given stays", async () => {
  const firm = await newTestFirm()
  const intake = await newIntake(firm)
  await firm.run(async (tx) => {
    await saveAnswer(tx, service.ring, intake.matter_id, {
      question_id: intake.ids.children_wishes,
      value: "A dog",
    })
    await recordUnfinishedFields(tx, intake.matter_id, intake.main, [
      { field: "date_of_birth", typed: { year: "1961" } },
    ])
  })
  await submitAsClients(service, intake.matter_id)
  const { contacts, answers } = await firstSubmission(firm, intake.matter_id)
  const names = ["Ada Smith", "Ben Smith", "Cleo Smith", "Dan Smith"]
  assertEach(contacts.slice(0, 4), ({ full_name }) => full_name, names)
  assert.equal(answers.find(({ question }) => question === intake.ids.children_wishes)?.value, "A dog")
})

for (const [name, definition] of Object.entries({
  "with questions": chain,
  "without any": { sections: [] },
})) {
  test(`a submitted matter is changed, submitted again and completed: ${name}`, async () => {
    const firm = await newTestFirm()
    const matter_id = await newMatter(firm, { approach: "planning", definition })
    await assert.rejects(changeAsClient(service, matter_id), { code: "not_submitted" })
    await submitAsClients(service, matter_id)
    await assert.rejects(submitAsClients(service, matter_id), { code: "already_submitted" })
    const [first, second] = [
      await changeAsClient(service, matter_id),
      await changeAsClient(service, matter_id),
    ]
    assert.deepEqual([first.submission, second.submission], [2, 3])
    const [before, after] = await Promise.all([2, 3].map((number) => submissionOf(firm, matter_id, number)))
    const changes = before && after && differencesBetween(before, after)
    assert.deepEqual(
      changes?.map(({ part, change }) => [part, change]),
      [[second.changed === "Phone number" ? "contacts" : "answers", "changed"]],
    )
    assert.equal((await completeAsStaff(service, matter_id)).submission, 4)
    assert.deepEqual((await eventsOf(firm, matter_id)).filter(isOfForm), [
      "intakeform.created",
      "intakeform.started",
      "intakeform.submitted",
      "intakeform.resubmitted",
      "intakeform.resubmitted",
      "intakeform.completed",
    ])
    await assert.rejects(changeAsClient(service, matter_id), { code: "matter_read_only" })
  })
}

test("a matter of a real firm is never filled in, and an unknown one is not found", async () => {
  const firm = await service.newFirm("Real & Co")
  const matter_id = await newMatter(firm, { approach: "planning", definition: chain })
  for (const act of [submitAsClients, changeAsClient, completeAsStaff]) {
    await assert.rejects(act(service, matter_id), {
      code: "not_a_test",
      message: /Real & Co, which is neither/,
    })
    await assert.rejects(act(service, "matter_0"), { code: "not_found" })
  }
  assert.deepEqual(await eventsOf(firm, matter_id), ["intakeform.created"])
})

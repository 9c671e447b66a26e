import assert from "node:assert/strict"
import { test } from "node:test"
import { startDuring } from "../../../../../test/harness/collide.ts"
import { ask } from "../../../../../test/harness/definition-parts.ts"
import { newFirmWithIntake } from "../../../../../test/harness/sample-intake.ts"
import { sentForm } from "../../../../../test/harness/sent-form.ts"
import { provideService } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { sql } from "../../../../platform/db/sql.ts"
import type { Form } from "../../../../platform/http/responses/pages.ts"
import { listParts } from "../../editing/editing.ts"
import { createQuestionnaire, findDraft, getQuestionnaireRow, saveDraft } from "../../questionnaires.ts"

const service = provideService()

test("the library adds to the selected section if it has questions", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const staff = await newStaffBrowser(service, firm)
  const { id, sections } = await firm.one<{ id: string; sections: { id: string; kind: string }[] }>(sql`
      select q.id, v.definition -> 'sections' as sections
        from matters m join questionnaires q on q.id = m.questionnaire_id
        join questionnaire_versions v on v.questionnaire_id = q.id
       where m.id = ${matter_id}`)
  for (const { id: section, kind } of sections) {
    const { text } = await staff("GET", `/console/questionnaires/${id}/draft?part=${section}`)
    const isOffered = text.includes(`/library?to=${id}&amp;section=${section}"`)
    assert.equal(isOffered, kind === "questions", kind)
  }
})

test("parts move before another or to an end, are duplicated and removed; moved before itself, one stays", async () => {
  const firm = await service.newFirm()
  const questions = (...names: string[]) =>
    names.map((name) => ask(`question_${name}`, "text", name.toUpperCase()))
  const id = await firm.run((tx) =>
    createQuestionnaire(tx, {
      ...{ title: "Wills", internal_type: "Wills", approach: "planning", url_short_name: "wills" },
      definition: {
        sections: [
          { id: "section_one", kind: "questions", title: "One", questions: questions("a", "b") },
          { id: "section_two", kind: "questions", title: "Two", questions: questions("c") },
          { id: "section_files", kind: "documents", title: "Files", requests: [] },
        ],
      },
    }),
  )
  const staff = await newStaffBrowser(service, firm)
  const url = `/console/questionnaires/${id}/draft`
  const send = async (step: string, item: string, to = "") => {
    const { draft_revision } = await firm.run((tx) => getQuestionnaireRow(tx, id))
    return staff("POST", url, { revision: String(draft_revision), step, item, to })
  }
  const order = async () => {
    const definition = await firm.run((tx) => findDraft(tx, id))
    const texts = definition?.sections.map((section) =>
      [section.title, ...listParts(section).map((part) => ("prompt" in part ? part.prompt : part.id))].join(
        " ",
      ),
    )
    return texts?.join(", ")
  }
  for (const [step, item, to, expected] of [
    ["move", "question_b", "section_one:question_b", "One A B, Two C, Files"],
    ["move", "question_b", "section_one:question_a", "One B A, Two C, Files"],
    ["move", "question_b", "section_one:", "One A B, Two C, Files"],
    ["move", "question_b", "section_two:question_c", "One A, Two B C, Files"],
    ["move", "section_two", ":section_one", "Two B C, One A, Files"],
    ["move", "section_two", ":section_two", "Two B C, One A, Files"],
    ["move", "section_two", ":", "One A, Files, Two B C"],
    ["duplicate", "question_b", "", "One A, Files, Two B B C"],
    ["remove", "question_b", "", "One A, Files, Two B C"],
    ["remove", "section_one", "", "Files, Two B C"],
  ] as const) {
    assert.equal((await send(step, item, to)).status, 303, `${step} ${item}`)
    assert.equal(await order(), expected, `${step} ${item} ${to}`)
  }
  const { draft_revision } = await firm.run((tx) => getQuestionnaireRow(tx, id))
  const pasted = { revision: String(draft_revision), step: "add", add: "D\r\n\r\n  \r\nE\r\n" }
  assert.equal((await staff("POST", `${url}?part=question_c`, { ...pasted, add_kind: "text" })).status, 303)
  assert.equal(await order(), "Files, Two B C D E", "blank lines add nothing")
  assert.match((await send("move", "question_c", "section_files:")).text, /Choose a position from the list/)
  assert.equal((await send("move", "question_gone", "section_two:")).status, 404)
})

test("a draft that a colleague has changed since is not published as it was not seen", async () => {
  const { firm, matter_id, ids } = await newFirmWithIntake(service)
  const staff = await newStaffBrowser(service, firm)
  const { id } = await firm.one<{ id: string }>(
    sql`select questionnaire_id as id from matters where id = ${matter_id}`,
  )
  const url = `/console/questionnaires/${id}/draft`
  const stored = () => firm.run((tx) => getQuestionnaireRow(tx, id))
  const change = async () => {
    const revision = String((await stored()).draft_revision)
    assert.equal(
      (await staff("POST", url, { revision, step: "duplicate", item: ids.statements })).status,
      303,
    )
    return revision
  }
  await change()
  const revision = await change()
  const before = await stored()
  const refused = await staff("POST", `${url}/publication`, { revision })
  assert.equal(refused.status, 409)
  assert.match(refused.text, /stored now/)
  assert.deepEqual(await stored(), before)
  const publish = async (revision: number) =>
    (await staff("POST", `${url}/publication`, { revision: String(revision) })).status
  // What a colleague is just saving is neither lost nor published unseen.
  const early = await firm.run(async (tx) => {
    await saveDraft(tx, id, (await findDraft(tx, id)) ?? null, before.draft_revision)
    return startDuring(tx, () => publish(before.draft_revision))
  })
  assert.equal(await early.outcome, 409)
  assert.equal(await publish(before.draft_revision + 1), 303)
  assert.equal((await stored()).current_version, (before.current_version ?? 0) + 1)
})

test("saving an unchanged form begins no draft", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const { id } = await firm.one<{ id: string }>(
    sql`select questionnaire_id as id from matters where id = ${matter_id}`,
  )
  const staff = await newStaffBrowser(service, firm)
  const url = `/console/questionnaires/${id}/draft`
  const editor = /<form[^>]*data-live.*?<\/form>/s.exec((await staff("GET", url)).text)?.[0] ?? ""
  const [, action = ""] = /action="([^"]*)"/.exec(editor) ?? []
  const save = async (form: Form) => {
    const fields = Object.entries(form).flatMap(([name, values]) =>
      values.map((value): [string, string] => [name, value]),
    )
    assert.equal((await staff("POST", action, fields)).status, 303)
    return (await firm.run((tx) => getQuestionnaireRow(tx, id))).has_draft
  }
  const form = sentForm(editor)
  assert.equal(await save(form), false)
  assert.equal(await save({ ...form, title: ["You"] }), true)
})

test("a version's page says of each part what it asks for", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const staff = await newStaffBrowser(service, firm)
  const { questionnaire_id } = await firm.one<{ questionnaire_id: string }>(
    sql`select questionnaire_id from matters where id = ${matter_id}`,
  )
  const { text } = await staff("GET", `/console/questionnaires/${questionnaire_id}`)
  const facts = [...text.matchAll(/<dt[^>]*>(.*?)<\/dt>\s*<dd[^>]*>(.*?)<\/dd>/gs)].map(
    ([, key = "", value = ""]) =>
      `${key}: ${value}`
        .replace(/<[^>]*>/g, " ")
        .replace(/\s+/g, " ")
        .trim(),
  )
  assert.deepEqual(facts, [
    "Asked of each client: Name, date of birth (required), phone number",
    "Asked of the representative: Name, email address (required)",
    "A second client: Allowed",
    "Your children: Name, date of birth (required)",
    "Do you have a will today?: Yes or no Required",
    "When was it signed?: Date Required Shown only if “Do you have a will today?” is “Yes”.",
    "Social Security number: Text · Asked of each client Sensitive",
    "Whom should we call?: Person",
    "Wishes for your children: Long text",
    "Executor: Asked of each client · First choice and up to 2 after · Several can serve together Required",
    "Witness: One choice Inactive",
    "Guardian of the children: First choice and up to 1 after",
    "Homes and land: Value · Debt · Date of purchase · Insured?",
    "Life insurance: Value · Beneficiaries",
    "Copy of your will: One file Required Shown only if “Do you have a will today?” is “Yes”.",
    "Account statements: Several files",
  ])
})

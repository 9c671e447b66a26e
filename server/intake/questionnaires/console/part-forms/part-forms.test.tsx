import assert from "node:assert/strict"
import { test } from "node:test"
import { renderToString } from "preact-render-to-string"
import { ask, category, choices, field, role, t } from "../../../../../test/harness/definition-parts.ts"
import { sampleDefinition, sampleParts } from "../../../../../test/harness/sample-intake.ts"
import { sentForm } from "../../../../../test/harness/sent-form.ts"
import { business, family, planning, probate, tax } from "../../../../../test/harness/templates.ts"
import type { Condition } from "../../../../definition/conditions/conditions.ts"
import {
  type Approach,
  type Category,
  type Definition,
  type DocumentRequest,
  type PeopleGroup,
  peopleGroups,
  type Question,
  type Role,
  type Section,
} from "../../../../definition/definition.ts"
import { type QuestionType, questionTypes } from "../../../../definition/kinds.ts"
import type { Form } from "../../../../platform/http/responses/pages.ts"
import { differencesBetween } from "../../editing/differences.ts"
import { listParts } from "../../editing/editing.ts"
import { newCategory, newPeopleGroup, newQuestion, newRequest, newRole } from "../../editing/new-parts.ts"
import type { Draft } from "../builder/draft.ts"
import { findSelected, groupKey } from "../builder/selected.ts"
import { categoryForm } from "./category-form.tsx"
import { ShowSpanish } from "./fields.tsx"
import { groupForm } from "./group-form.tsx"
import { type FormReader, type PartForm, readAll, withChanges } from "./part-form.ts"
import { questionForm } from "./question-form.tsx"
import { requestForm } from "./request-form.tsx"
import { roleForm } from "./role-form.tsx"
import { sectionForm } from "./section-form.tsx"

const rents = ask("question_rents", "yes_no", "Do you rent?")
const home = ask("question_home", "one_of", "What kind?", {
  options: choices(["house", "House", "Casa"], ["flat", "Apartment", "Piso"]),
})
const worth = ask("question_worth", "money", "Worth?")
const since = ask("question_since", "date", "Since when?")
const debts = ask("question_debts", "table", "Debts", {
  columns: [
    field("field_sum", "money", "Sum"),
    { ...field("field_day", "date", t("Day", "Día")), precision: "month" },
    field("field_kind", "choice", "Kind", choices(["loan", "Loan", "Préstamo"])),
  ],
})
const earlier: Question[] = [rents, home, worth, since, debts]

/** Stands after all that conditions and formulas can refer to. */
const last: Section = { id: "section_last", title: "Last", kind: "questions", questions: [] }
const definition: Definition = {
  sections: [
    ...sampleDefinition(sampleParts()).sections,
    { id: "section_earlier", title: "Earlier", kind: "questions", questions: earlier },
    last,
  ],
}

const isRented = { question: rents.id, is: true } as const
const isHouse = { question: home.id, is: "house" } as const
const isDear = { question: worth.id, greater_than: "1200000" } as const
const isNew = { question: since.id, less_than: "2020-03-09" } as const
const isKnown = { question: since.id, is_answered: false } as const
const conditions: Condition[] = [
  isRented,
  isDear,
  isNew,
  { fact: "number_of_children", greater_than: "0" },
  { fact: "marital_status", is: "life_partner" },
  { not: isHouse },
  { all: [isRented, isHouse, isKnown] },
  { any: [isRented, isHouse] },
  { not: { any: [isRented, isNew] } },
  { any: [{ all: [isRented, isDear] }, { all: [isHouse, isNew] }] },
  { all: [isRented, { any: [isHouse, isDear] }, { not: { any: [isNew, isKnown] } }] },
  // Too complex for rows.
  { not: { not: { all: [isRented, { not: { all: [isHouse, isDear] } }] } } },
]

const said = {
  prompt: t("Your “best” <guess>", "¿Cuál?"),
  help: t("Help\nin lines", "Ayuda"),
  why: "Because",
}
const settings: Partial<Record<QuestionType, Partial<Question>>> = {
  one_of: { options: choices(["a", "A", "Á"], ["b", "B", "Be"]) },
  many_of: {
    options: [
      { value: "a", label: "A" },
      { value: "none", label: "None", exclusive: true },
    ],
  },
  number: { min: "1.5", max: "20", whole: true },
  money: { min: "0", max: "1000" },
  percentage: { min: "1", max: "99.5" },
  date: { min: "2020-02-29", max: "today", precision: "year" },
  text: { max_length: 100_000 },
  long_text: { max_length: 1 },
  contact: { adults_only: true, not_clients: true },
  file: { several: true },
  table: { columns: debts.columns },
  computed: {
    formula: {
      kind: "sum",
      of: [{ question: worth.id }, { question: debts.id, column: "field_sum" }],
      money: true,
    },
  },
}
const flags = ["required", "each_client", "sensitive", "depends_on_marriage"] as const
const many = Array.from({ length: 600 }, (_, index) => index + 1)
const questions: Question[] = [
  ...questionTypes.map((type) => ({ ...newQuestion(type), prompt: "Plain", ...settings[type] })),
  ...conditions.map((condition) => ask("question_x", "text", "Conditional", { condition })),
  ...flags.map((flag) => ask("question_x", "text", said.prompt, { ...said, [flag]: true })),
  ask("question_x", "notice", said.prompt, { help: said.help }),
  ask("question_x", "many_of", "Many", {
    options: many.map((number) => ({ value: `choice_${number}`, label: `Choice ${number}` })),
  }),
  ask("question_x", "table", "Wide", {
    columns: many.slice(0, 60).map((number) => field(`field_${number}`, "text", `Column ${number}`)),
  }),
  ask("question_x", "computed", "Years", { formula: { kind: "years_since", of: [{ question: since.id }] } }),
  ask("question_x", "computed", "Rows", { formula: { kind: "count", of: [{ question: debts.id }] } }),
]

const fields = { first_name: "optional", date_of_birth: "required" } as const
const categories: Category[] = [
  category("category_x", said.prompt, "A017", "Name", { instructions: said.help, file_prompt: "Deed" }),
  ...(["active", "ask_credit_value", "ask_debit_value", "ask_beneficiaries"] as const).map((flag) => ({
    ...category("category_x", "Plain", "A011", t("Name", "Nombre"), {
      additional_fields: debts.columns ?? [],
    }),
    ...{ active: false, ask_credit_value: false, order: 3, [flag]: true },
  })),
]
const roles: Role[] = (["split", "several", "required", "active", "adults_only", "not_clients"] as const).map(
  (flag) => role("role_x", said.prompt, { help: said.help, active: false, levels: 9, [flag]: true }),
)
const requests: DocumentRequest[] = (["required", "several"] as const).map((flag) => ({
  ...{ id: "docreq_x", label: said.prompt, help: said.help, required: false, several: false, [flag]: true },
  condition: isRented,
}))
const groups: PeopleGroup[] = [true, false].map((included) => ({
  ...{ group: "others", included, prompt: said.prompt, help: said.help, fields },
}))
const sections: Section[] = definition.sections.flatMap((section): Section[] => {
  const words = { title: said.prompt, instructions: said.help }
  if (section.kind === "clients")
    return [true, false].map((with_partner) => ({
      ...{ ...section, ...words, with_partner, fields, representative_fields: fields },
    }))
  const condition = { fact: "has_partner", is: true } as const
  const others: Section[] = [section, { ...section, ...words, condition }]
  if (section.kind === "documents") return [...others, { ...section, answered_alone: true }]
  return section.kind === "assets" ? [...others, { ...section, show_net_worth: false }] : others
})

/** What stands in the forms' place before a refused one is shown again. */
const otherSection = (section: Section): Section => ({
  ...section,
  title: "Other",
  instructions: "Other",
  ...(section.kind === "clients" ? { with_partner: true, fields: {} } : { condition: isHouse }),
})

/** What no form shows: names, order, and a section's parts. */
const unread = ["id", "kind", "group", "order", "groups", "roles", "categories", "requests", "questions"]

/** Sends a part's form as it was shown: what its author did not touch must come back. */
function assertUnchanged<Kind extends object>(
  form: PartForm<Kind>,
  parts: readonly Kind[],
  other: (part: Kind) => Kind,
  approach: Approach = "planning",
): void {
  const location = { definition, section: last, approach }
  const show = (part: Kind, isSpanish: boolean, typed?: Form) =>
    renderToString(
      <ShowSpanish.Provider value={isSpanish}>
        {form.fields(part, location, typed && { form: typed, faults: [] })}
      </ShowSpanish.Provider>,
    )
  const hidden = approach === "planning" ? [...unread, "representative_fields"] : unread
  for (const part of parts) {
    const sent = sentForm(show(part, false))
    const back = readAll(sent, (reader) => form.read(reader, part, location))
    const fixed = Object.fromEntries(Object.entries(part).filter(([name]) => hidden.includes(name)))
    assert.deepEqual(JSON.parse(JSON.stringify({ ...fixed, ...back })), JSON.parse(JSON.stringify(part)))
    const seen = sentForm(show(part, true))
    assert.deepEqual(
      readAll(seen, (reader) => form.read(reader, part, location)),
      back,
    )
    assert.deepEqual(sentForm(show(other(part), false, sent)), sent, JSON.stringify(part))
    assert.deepEqual(sentForm(show(other(part), true, seen)), seen, JSON.stringify(part))
  }
}

test("a form of any part, sent as it was shown, changes nothing, and if it is refused, shows what was typed", () => {
  assertUnchanged(questionForm, questions, ({ type, formula }) => ({
    ...newQuestion(type),
    // The inputs that a form offers are those of the stored kind.
    ...(formula && { formula: { kind: formula.kind, of: [] } }),
  }))
  assertUnchanged(categoryForm, categories, newCategory)
  assertUnchanged(roleForm, roles, newRole)
  assertUnchanged(requestForm, requests, newRequest)
  assertUnchanged(groupForm, groups, ({ group }) => ({ group, included: false, prompt: "Other", fields: {} }))
  assertUnchanged(sectionForm, sections, otherSection)
  const clients = sections.filter(({ kind }) => kind === "clients")
  assertUnchanged(sectionForm, clients, otherSection, "rep-living")
})

/** The same part or section, saying what goes without saying. */
function explicit(part: object): object {
  const { condition, fields, columns, additional_fields, ...others } = part as Record<string, object>
  const filled = (list: object) =>
    (list as object[]).map((each) => ({
      former_options: choices(["a", "A", "Á"]),
      precision: "day",
      ...each,
    }))
  const lists = Object.entries(others).filter(([name]) => unread.includes(name))
  return {
    ...{ help: { en: "", es: "" }, why: "", instructions: "", file_prompt: "", precision: "day" },
    ...{ whole: false, several: false, adults_only: false, not_clients: false, required: false },
    ...others,
    ...Object.fromEntries(
      lists.map(([name, list]) => [name, Array.isArray(list) ? list.map(explicit) : list]),
    ),
    ...(condition && { condition: { all: [condition] } }),
    ...(fields && { fields: { first_name: "required", last_name: "required", ...fields } }),
    ...(columns && { columns: filled(columns) }),
    ...(additional_fields && { additional_fields: filled(additional_fields) }),
  }
}

test("saving any form of a template leaves all as it was, and changed words are one difference", () => {
  for (const { definition: plain, approach } of [planning, probate, tax, business, family])
    for (const sections of [plain.sections, plain.sections.map(explicit) as Section[]]) {
      const definition = { sections }
      const draft = { row: { approach }, definition, former: new Map() } as unknown as Draft
      const keysOf = (section: Section) => [
        ...[section.id, ...peopleGroups.map((group) => groupKey(section, group))],
        ...listParts(section).map(({ id }) => id),
      ]
      for (const selected of sections.flatMap(keysOf).map((key) => findSelected(draft, key))) {
        assert.ok(selected)
        const sent = sentForm(renderToString(<form>{selected.fields(undefined)}</form>))
        const read = (form: Form) => readAll(form, (reader) => selected.read(reader))
        assert.equal(read(sent), definition, selected.key)
        const words = ["title", "prompt", "role_description", "label"].filter((name) => sent[name])
        const changed = read({ ...sent, ...Object.fromEntries(words.map((name) => [name, ["Other"]])) })
        const differences = differencesBetween(definition, changed)
        assert.deepEqual([words.length, differences.length], [1, 1], selected.key)
        if (differences[0]?.change !== "added") assert.equal(differences[0]?.settings.length, 1, selected.key)
      }
    }
})

test("a part without its words is refused, field by field", () => {
  const location = { definition, section: last, approach: "planning" as const }
  const faultsOf = <Kind,>(form: PartForm<Kind>, part: Kind) => {
    const reader: FormReader = { form: { type: ["text"], levels: ["1"] }, faults: [] }
    form.read(reader, part, location)
    return reader.faults.map(({ param }) => param)
  }
  assert.deepEqual(faultsOf(questionForm, newQuestion("text")), ["prompt"])
  assert.deepEqual(faultsOf(categoryForm, newCategory()), ["title", "identifier_label", "owner_label"])
  assert.deepEqual(faultsOf(roleForm, newRole()), ["role_description"])
  assert.deepEqual(faultsOf(requestForm, newRequest()), ["label"])
  assert.deepEqual(faultsOf(groupForm, newPeopleGroup("others")), ["prompt"])
  assert.deepEqual(faultsOf(sectionForm, last), ["title"])
})

test("a condition asks for a value only where its comparison takes one", () => {
  const location = { definition, section: last, approach: "planning" as const }
  for (const [condition, takesValue] of [
    ...([isRented, isHouse, isDear, isNew].map((each) => [each, true]) as [Condition, boolean][]),
    [isKnown, false],
    [{ question: worth.id, is_answered: true }, false],
  ] as [Condition, boolean][]) {
    const sent = sentForm(
      renderToString(<form>{requestForm.fields({ ...newRequest(), condition }, location, undefined)}</form>),
    )
    const values = Object.keys(sent).filter((name) => name.startsWith("what_"))
    assert.equal(values.length, takesValue ? 1 : 0, JSON.stringify(condition))
  }
})

test("in a section that each client answers alone, each client is asked every question but those for files", () => {
  const written: Section = {
    ...{ ...last, kind: "questions" },
    questions: [rents, newQuestion("file"), newQuestion("notice")],
  }
  const read = (approach: Approach, form: Form, section = written) =>
    readAll({ title: ["Last"], ...form }, (reader) =>
      withChanges(section, sectionForm.read(reader, section, { definition, section, approach })),
    )
  const forEach = (section: Section) =>
    section.kind === "questions" && section.questions.map(({ each_client }) => each_client)
  assert.deepEqual(forEach(read("planning", { answered_alone: ["true"] })), [true, false, false])
  for (const [approach, form] of [
    ["planning", {}],
    ["business", { answered_alone: ["true"] }],
  ] as const)
    assert.deepEqual(forEach(read(approach, form)), [false, false, false], approach)
  const already: Section = { ...written, answered_alone: true }
  assert.equal(read("planning", { answered_alone: ["true"] }, already), already)
})

// A long file: it covers every finding of the linter.

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { ask, category, choices, field, role, t } from "../../../../test/harness/definition-parts.ts"
import type { Condition } from "../../../definition/conditions/conditions.ts"
import type { Category, Definition, Question, Section } from "../../../definition/definition.ts"
import type { Text } from "../../../definition/text.ts"
import { withFreshIds } from "../editing/fresh-ids.ts"
import { lintDefinition } from "./linter.ts"

const clients: Section = { id: "clients", kind: "clients", title: "You", with_partner: true, fields: {} }
const people: Section = {
  id: "people",
  kind: "people",
  title: "People",
  groups: [{ group: "family", included: true, prompt: "Family?", fields: {} }],
}
const options = choices(["a", "A", "A"], ["b", "B", "B"])

function questions(...list: Question[]): Section {
  return { id: "questions", kind: "questions", title: "Questions", questions: list }
}

/** The codes found, each with the key of the part concerned. */
function found(sections: Section[], approach?: "rep-deceased"): string[] {
  const { definition, ids } = withFreshIds({ sections })
  const keys = new Map([...ids].map(([key, id]) => [id, key]))
  const findings = lintDefinition(definition, approach)
  for (const { message } of findings) assert.match(message, /\. .*\.$/, "says what is wrong and what to do")
  return findings.map(({ code, where }) => `${code} ${keys.get(where) ?? where}`.trim())
}

function conditioned(condition: unknown, extra: Partial<Question> = {}): string[] {
  return found([
    clients,
    questions(
      ask("yes", "yes_no", "Yes?"),
      ask("one", "one_of", "One?", { options }),
      ask("many", "many_of", "Many?", { options }),
      ask("age", "number", "Age?", { min: "0", max: "120" }),
      ask("day", "date", "Day?"),
      ask("secret", "text", "Secret?", { sensitive: true }),
      ask("word", "text", "Word?"),
      ask("note", "notice", "Note."),
      ask("each", "yes_no", "Each?", { each_client: true }),
      ask("it", "text", "It?", { condition: condition as Condition, ...extra }),
      ask("later", "yes_no", "Later?"),
    ),
  ])
}

test("a valid definition has no findings", () => {
  assert.deepEqual(found([clients, people, questions(ask("q", "yes_no", "Q?"))]), [])
})

test("a definition needs sections, and one clients section without a condition", () => {
  assert.deepEqual(found([]), ["no_sections"])
  assert.deepEqual(found([people]), ["clients_missing"])
  assert.deepEqual(found([clients, { ...clients, id: "more" }]), ["clients_twice more"])
  const conditional = { ...clients, condition: { fact: "has_partner" as const, is: true } }
  assert.deepEqual(found([conditional]), ["clients_conditional clients"])
})

test("parts without text are reported", () => {
  const blank = t(" ", "")
  assert.deepEqual(found([{ ...clients, title: blank }]), ["empty_title clients"])
  assert.deepEqual(found([clients, questions(ask("q", "text", ""))]), ["empty_prompt q"])
  const assets = (one: Category): Section => ({
    id: "assets",
    kind: "assets",
    title: "Assets",
    show_net_worth: true,
    categories: [one],
  })
  assert.deepEqual(found([clients, assets(category("c", blank, "A017", "Address"))]), ["empty_title c"])
  assert.deepEqual(
    found([clients, assets(category("c", "Homes", "A017", "Address", { credit_label: "" }))]),
    ["empty_label c"],
  )
  assert.deepEqual(
    found([clients, assets(category("c", "Homes", "A017", "Address", { debit_label: "" }))]),
    [],
  )
  const withField = category("c", "Homes", "A017", "Address", {
    additional_fields: [field("f", "choice", "")],
  })
  assert.deepEqual(found([clients, assets(withField)]), ["empty_prompt f", "options_missing f"])
  assert.deepEqual(found([clients, assets(category("c", "Homes", "X1", "Address"))]), [
    "unknown_general_category c",
  ])
  const request = { id: "r", label: "", required: false, several: false }
  assert.deepEqual(found([clients, { id: "d", kind: "documents", title: "D", requests: [request] }]), [
    "empty_label r",
  ])
})

test("text that is too long or not translated is reported", () => {
  for (const title of ["x".repeat(201), t("You", "x".repeat(201))])
    assert.deepEqual(found([{ ...clients, title }]), ["too_long clients"])
  assert.deepEqual(found([{ ...clients, title: t("You", "") }]), ["translation_missing clients"])
})

test("unknown placeholders are reported in either language", () => {
  const one = (prompt: Text) => found([clients, questions(ask("q", "text", prompt))])
  assert.deepEqual(one("Where did {nmae} live?"), ["unknown_placeholder q"])
  assert.deepEqual(one(t("Where did {name} live?", "¿Dónde vivía {nombre}?")), ["unknown_placeholder q"])
  assert.deepEqual(one("Did {name} and {their} family move in {last_year}?"), [])
})

test("every text that clients read is checked, wherever it stands", () => {
  const worded: Category = {
    ...category("category", "Homes", "A017", "Address", {
      additional_fields: [field("field", "choice", "Kind", options)],
    }),
    ...{ ask_credit_value: true, ask_debit_value: true, credit_label: "Value", debit_label: "Debt" },
    ...{ file_prompt: "The deed", instructions: "List your homes." },
  }
  const words = { title: "Title", instructions: "Instructions" }
  const { definition } = withFreshIds({
    sections: [
      { ...clients, ...words },
      {
        ...{ id: "others", kind: "people", ...words },
        groups: [{ group: "others", included: true, prompt: "Anyone?", help: "Friends too.", fields: {} }],
      },
      questions(
        ask("one", "one_of", "Which?", { help: "One of these.", why: "To know you.", options }),
        ask("table", "table", "Loans?", { columns: [field("column", "text", "Lender")] }),
        ask("notice", "notice", "Read this."),
      ),
      { id: "roles", kind: "roles", ...words, roles: [role("role", "Executor", { help: "Who acts." })] },
      { id: "assets", kind: "assets", ...words, show_net_worth: false, categories: [worded] },
      {
        ...{ id: "files", kind: "documents", ...words },
        requests: [{ id: "paper", label: "A deed", help: "Both sides.", required: false, several: false }],
      },
    ],
  })
  assert.deepEqual(lintDefinition(definition), [])
  const texts = /^(title|instructions|prompt|help|why|label|role_description|file_prompt|\w+_label)$/
  const paths = textPaths(definition, texts)
  assert.ok(paths.length > 30, `${paths.length} texts`)
  const unseen = paths.filter((path) => {
    const changed = structuredClone(definition)
    const owner = path.slice(0, -1).reduce<Json>((at, key) => at[key] as Json, changed as unknown as Json)
    owner[path.at(-1) ?? ""] = "Dear {nobody}"
    return !lintDefinition(changed).some(({ code }) => code === "unknown_placeholder")
  })
  assertEach(unseen, (path) => path.join("."), [])
})

type Json = { [key: string]: Json | string }

/** The paths of all values under such a key. */
function textPaths(value: unknown, key: RegExp, path: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    key.test(name) ? [[...path, name]] : textPaths(inner, key, [...path, name]),
  )
}

test("tables need columns, files are asked once, and formulas need suitable earlier answers", () => {
  const of = (...list: Question[]) => found([clients, questions(...list)])
  const columns: Question["columns"] = [{ id: "amount", type: "money", prompt: "Amount" }]
  const table = ask("table", "table", "Debts?", { columns })
  const sum = (question: string, column?: string) =>
    ask("sum", "computed", "All", { formula: { kind: "sum", of: [{ question, ...(column && { column }) }] } })
  assert.deepEqual(of(ask("table", "table", "Debts?")), ["columns_missing table"])
  assert.deepEqual(of(ask("file", "file", "Deed?", { each_client: true })), ["file_asked_once file"])
  assert.deepEqual(of(table, sum("table", "amount")), [])
  assert.deepEqual(of(ask("sum", "computed", "All")), ["formula_missing sum"])
  assert.deepEqual(of(sum("table", "amount"), table), ["refers_to_later sum"])
  assert.deepEqual(of(table, sum("gone")), ["unknown_question sum"])
  assert.deepEqual(of(table, sum("table")), ["formula_unfit sum"])
  assert.deepEqual(of(ask("secret", "money", "Owed?", { sensitive: true }), sum("secret")), [
    "reveals_sensitive sum",
  ])
})

test("a section answered alone asks each client, and no condition or formula outside it reveals answers", () => {
  const alone = (...list: Question[]): Section => ({
    ...{ id: "alone", kind: "questions", title: "Alone", answered_alone: true },
    questions: list,
  })
  const each = { each_client: true }
  const worry = ask("worry", "yes_no", "Any worries?", each)
  const which = ask("which", "text", "Which?", { ...each, condition: { question: "worry", is: true } })
  const outside = ask("outside", "text", "More?", { condition: { question: "worry", is: true } })
  const owed = ask("owed", "money", "Owed?", each)
  const sum = ask("sum", "computed", "All", { formula: { kind: "sum", of: [{ question: "owed" }] } })
  assert.deepEqual(found([clients, alone(worry, which)]), [])
  assert.deepEqual(found([clients, alone(ask("once", "text", "Once?"))]), ["alone_not_each once"])
  assert.deepEqual(found([clients, alone(ask("deed", "file", "Deed?"))]), ["alone_not_each deed"])
  assert.deepEqual(found([clients, alone(worry), questions(outside)]), ["reveals_alone outside"])
  assert.deepEqual(found([clients, alone(owed), questions(sum)]), ["reveals_alone sum"])
})

test("empty sections are reported", () => {
  assert.deepEqual(found([clients, questions()]), ["empty_section questions"])
})

test("roles need people and a valid number of levels, and split roles need two clients", () => {
  const roles = (one: ReturnType<typeof role>): Section => ({
    id: "roles",
    kind: "roles",
    title: "Roles",
    roles: [one],
  })
  assert.deepEqual(found([clients, roles(role("r", "Executor"))]), ["roles_without_people roles"])
  assert.deepEqual(found([clients, people, roles(role("r", "Executor", { levels: 10 }))]), [
    "levels_out_of_range r",
  ])
  const single = { ...clients, with_partner: false }
  assert.deepEqual(found([single, people, roles(role("r", "Executor", { split: true }))]), [
    "split_for_one_client r",
  ])
})

test("questions are checked for the requirements of their type", () => {
  const one = (question: Question) => found([clients, questions(question)])
  assert.deepEqual(one(ask("q", "one_of", "Q?")), ["options_missing q"])
  assert.deepEqual(one(ask("q", "many_of", "Q?", { options: [...options, ...choices(["a", "C", "C"])] })), [
    "duplicate_option q",
  ])
  assert.deepEqual(one(ask("q", "one_of", "Q?", { options: [...options, ...choices([" c", "C", "C"])] })), [
    "option_blank q",
  ])
  assert.deepEqual(one(ask("q", "number", "Q?", { min: "ten" })), ["bound_unreadable q"])
  assert.deepEqual(one(ask("q", "money", "Q?", { min: "10", max: "9.99" })), ["bounds_reversed q"])
  assert.deepEqual(one(ask("q", "date", "Q?", { min: "2020-01-01", max: "today" })), [])
  assert.deepEqual(one(ask("q", "date", "Q?", { precision: "year" })), [])
  assert.deepEqual(one(ask("q", "text", "Q?", { precision: "year" })), ["precision_without_date q"])
  assert.deepEqual(one(ask("q", "notice", "Read.", { required: true })), ["notice_takes_no_answer q"])
  assert.deepEqual(one(ask("q", "ssn", "Number?")), ["not_sensitive q"])
  assert.deepEqual(one(ask("q", "ein", "Number?", { sensitive: true })), [])
  assert.deepEqual(one(ask("q", "contact", "Who?")), ["contact_without_people q"])
  assert.deepEqual(one(ask("q", "text", "Q?", { depends_on_marriage: true })), [])
  for (const [type, rest] of [
    ["text", { sensitive: true }],
    ["file", {}],
    ["notice", {}],
  ] as const)
    assert.deepEqual(one(ask("q", type, "Q?", { ...rest, depends_on_marriage: true })), [
      "cannot_ask_again q",
    ])
  const single = { ...clients, with_partner: false }
  assert.deepEqual(found([single, questions(ask("q", "text", "Q?", { each_client: true }))]), [
    "each_of_one_client q",
  ])
})

test("a representative intake about someone who died needs the date of death and the representative's contact details", () => {
  assert.deepEqual(found([clients], "rep-deceased"), [
    "death_not_asked clients",
    "representative_not_asked clients",
  ])
})

test("duplicate and malformed ids are reported", () => {
  const { definition } = withFreshIds({ sections: [clients, people] })
  const duplicate: Definition = { sections: [...definition.sections, ...definition.sections.slice(1)] }
  assertEach(lintDefinition(duplicate), ({ code }) => code, ["duplicate_id"])
  const codes = lintDefinition({ sections: [clients] }).map(({ code }) => code)
  assert.deepEqual(codes, ["malformed_id"])
})

test("unresolved references are reported", () => {
  assert.deepEqual(conditioned({ question: "gone", is: true }), ["unknown_question it"])
  assert.deepEqual(conditioned({ question: "it", is_answered: true }), ["refers_to_itself it"])
  assert.deepEqual(
    conditioned({
      any: [
        { question: "yes", is: true },
        { question: "later", is: true },
      ],
    }),
    ["refers_to_later it"],
  )
  assert.deepEqual(conditioned({ question: "secret", is: "x" }), ["reveals_sensitive it"])
  assert.deepEqual(conditioned({ question: "secret", is_answered: true }), [])
})

test("comparisons that no answer can satisfy are reported", () => {
  for (const condition of [
    { question: "one", is: "c" },
    { question: "many", includes: "c" },
    { question: "yes", is: "yes" },
    { question: "age", greater_than: "old" },
    { question: "day", less_than: 5 },
    { fact: "marital_status", is: "happy" },
    { question: "word", is_answered: "yes" },
  ]) {
    assert.deepEqual(conditioned(condition), ["value_unknown it"], JSON.stringify(condition))
  }
  for (const condition of [
    { question: "many", is: "a" },
    { question: "one", includes: "a" },
    { question: "yes", greater_than: 1 },
    { question: "note", is_answered: true },
    { fact: "has_partner", greater_than: 0 },
  ]) {
    assert.deepEqual(conditioned(condition), ["comparison_unfit it"], JSON.stringify(condition))
  }
})

test("malformed conditions are reported", () => {
  for (const condition of [
    null,
    5,
    {},
    { all: [] },
    { question: "yes" },
    { fact: "weather", is: "fine" },
    { all: [{ question: "yes", is: true }], any: [] },
    { question: "yes", is: true, extra: 1 },
  ]) {
    assert.deepEqual(conditioned(condition), ["condition_unreadable it"], JSON.stringify(condition))
  }
  let deep: Condition = { question: "yes", is: true }
  for (let depth = 0; depth < 50_000; depth++) deep = { not: deep }
  assert.deepEqual(conditioned(deep), ["condition_too_deep it"])
})

const homes = category("homes", t("Homes", "Casas"), "A017", t("Address", "Dirección"))
const policies = category("policies", t("Policies", "Pólizas"), "A011", t("Company", "Compañía"), {
  ask_beneficiaries: true,
})
const assetsOf = (...categories: Category[]): Section => ({
  id: "assets",
  kind: "assets",
  title: t("Assets", "Bienes"),
  show_net_worth: false,
  categories,
})

test("a condition on assets needs an earlier category that can satisfy it", () => {
  const about = (condition: Condition) => questions(ask("it", "text", t("It?", "¿Eso?"), { condition }))
  const land: Condition = { fact: "assets", includes: "A017" }
  const minor: Condition = { fact: "has_minor_beneficiaries", is: true }
  assert.deepEqual(found([clients, assetsOf(homes), about(land)]), [])
  assert.deepEqual(found([clients, about(land), assetsOf(homes)]), ["refers_to_later it"])
  assert.deepEqual(found([clients, assetsOf(homes), about(minor)]), ["unknown_category it"])
  assert.deepEqual(found([clients, assetsOf(homes, policies), about(minor)]), [])
  assert.deepEqual(found([clients, assetsOf(policies), about({ fact: "assets", includes: "A0" })]), [
    "value_unknown it",
  ])
  assert.deepEqual(
    found([clients, assetsOf(policies), about({ fact: "has_joint_assets", greater_than: 1 })]),
    ["comparison_unfit it"],
  )
  const inactive = { ...homes, active: false }
  assert.deepEqual(found([clients, assetsOf(inactive, policies), about(land)]), ["unknown_category it"])
})

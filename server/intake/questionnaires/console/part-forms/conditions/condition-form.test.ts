import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../../../test/harness/assert-each.ts"
import { category } from "../../../../../../test/harness/definition-parts.ts"
import type { Condition } from "../../../../../definition/conditions/conditions.ts"
import { readForm } from "../../../../../platform/http/responses/pages.ts"
import { newSection, withPart } from "../../../editing/editing.ts"
import { newQuestion } from "../../../editing/new-parts.ts"
import { factsBefore, type PartsBefore, partsBefore } from "../../../editing/parts-before.ts"
import { readChoices } from "../choice-rows.tsx"
import type { FormReader } from "../part-form.ts"
import { readCondition } from "./condition-form.ts"
import { groupsOf, maxGroups, maxRows, optionsFor } from "./condition-groups.ts"

const rents = { ...newQuestion("yes_no"), prompt: "Do you rent?" }
const home = {
  ...newQuestion("one_of"),
  prompt: "What kind?",
  options: [
    { value: "house", label: "House" },
    { value: "flat", label: { en: "Apartment", es: "Piso" } },
  ],
}
const worth = { ...newQuestion("money"), prompt: "Worth?" }
const since = { ...newQuestion("date"), prompt: "Since when?" }
const before: PartsBefore = { questions: [rents, home, worth, since], categories: [] }

function read(form: Record<string, string>, stored?: Condition, parts = before) {
  const reader: FormReader = { form: readForm(new URLSearchParams(form).toString()), faults: [] }
  return {
    condition: readCondition(reader, parts, stored),
    faults: reader.faults.map(({ param }) => param),
  }
}
const row = (at: string, subject: string, how: string, what = "") => ({
  [`if_${at}`]: subject,
  [`was_${at}`]: subject,
  [`how_${at}`]: how,
  [`what_${at}`]: what,
})
const holds = { question: rents.id, is: true } as const
const isHouse = { question: home.id, is: "house" } as const
const isDear = { question: worth.id, greater_than: "10" } as const

test("chosen options and typed values are converted to stored values", () => {
  for (const [form, condition] of [
    [row("1_1", rents.id, "is", "true"), holds],
    [row("2_3", home.id, "is_not", "flat"), { question: home.id, is_not: "flat" }],
    [row("1_1", worth.id, "greater_than", "$1,200,000"), { question: worth.id, greater_than: "1200000" }],
    [row("1_1", since.id, "less_than", "3/9/2020"), { question: since.id, less_than: "2020-03-09" }],
    [row("1_1", home.id, "unanswered"), { question: home.id, is_answered: false }],
    [row("1_1", "marital_status", "is", "life_partner"), { fact: "marital_status", is: "life_partner" }],
    [row("1_1", "has_partner", "is", "false"), { fact: "has_partner", is: false }],
  ] as const) {
    assert.deepEqual(read(form), { condition, faults: [] })
  }
})

test("a newly chosen question starts with its first comparison and ignores the previous question's values", () => {
  const picked = (subject: string) =>
    read({ if_1_1: subject, was_1_1: since.id, how_1_1: "less_than", what_1_1: "?" })
  assert.deepEqual(picked(rents.id), { condition: holds, faults: [] })
  assert.deepEqual(picked(home.id), { condition: isHouse, faults: [] })
  assert.deepEqual(picked(worth.id), { condition: { question: worth.id, is_answered: true }, faults: [] })
  assert.deepEqual(picked("number_of_children"), {
    condition: { fact: "number_of_children", greater_than: "0" },
    faults: [],
  })
})

test("a removed option stays in conditions until the author chooses another", () => {
  const [, flat] = home.options
  const left: PartsBefore = { ...before, questions: [rents, { ...home, options: flat ? [flat] : [] }] }
  assert.deepEqual(groupsOf(isHouse, left)?.groups[0]?.rows[0]?.value, "house")
  assert.deepEqual(optionsFor(home.id, left, "house"), [
    ["flat", "Apartment"],
    ["house", "house (removed)"],
  ])
  const saved = read(row("1_1", home.id, "is", "house"), isHouse, left)
  assert.deepEqual(saved, { condition: isHouse, faults: [] })
  const changed = read(row("1_1", home.id, "is", "flat"), isHouse, left)
  assert.deepEqual(changed, { condition: { question: home.id, is: "flat" }, faults: [] })
  assert.deepEqual(optionsFor(home.id, left, "flat"), [["flat", "Apartment"]])
})

test("groups with every mode survive being shown and read again", () => {
  const both = { ...row("1_1", rents.id, "is", "true"), ...row("1_2", home.id, "is", "house") }
  const dear = row("2_1", worth.id, "greater_than", "10")
  const cases: [Record<string, string>, Condition][] = [
    [both, { all: [holds, isHouse] }],
    [{ ...both, group_mode_1: "any" }, { any: [holds, isHouse] }],
    [{ ...both, group_mode_1: "none" }, { not: { any: [holds, isHouse] } }],
    [{ ...row("1_1", rents.id, "is", "true"), group_mode_1: "none" }, { not: holds }],
    [{ ...both, ...dear, group_mode_2: "any" }, { all: [holds, isHouse, { any: [isDear] }] }],
    [{ ...both, ...dear, group_mode_2: "none" }, { all: [holds, isHouse, { not: isDear }] }],
    [{ ...both, ...dear, mode: "any" }, { any: [{ all: [holds, isHouse] }, { all: [isDear] }] }],
  ]
  for (const [form, condition] of cases) {
    assert.deepEqual(read(form).condition, condition)
    const groups = groupsOf(condition, before)
    assert.ok(groups)
    const again = Object.assign(
      { mode: groups.mode },
      ...groups.groups.flatMap((group, at) => [
        { [`group_mode_${at + 1}`]: group.mode },
        ...group.rows.map((each, index) =>
          row(`${at + 1}_${index + 1}`, each.subject, each.comparison, each.value),
        ),
      ]),
    )
    assert.deepEqual(read(again).condition, condition)
  }
  assert.equal(read({ mode: "all" }).condition, undefined)
})

test("a value that does not suit its question is reported at its field", () => {
  assert.deepEqual(read(row("1_1", since.id, "is", "31/31/2020")).faults, ["what_1_1"])
  assert.deepEqual(read(row("1_2", worth.id, "less_than", "much")).faults, ["what_1_2"])
  assert.deepEqual(read(row("1_1", "question_later", "is", "x")).faults, ["if_1_1"])
})

test("a condition may have as many groups, and a group as many rows, as the form shows", () => {
  const group: Condition = { any: [holds, isHouse] }
  const groups = (count: number) => groupsOf({ all: Array(count).fill(group) }, before)?.groups.length
  assert.deepEqual([maxGroups, maxGroups + 1].map(groups), [5, undefined])
  const rows = (count: number): Condition => ({ any: Array(count).fill(holds) })
  const rowsOf = (condition: Condition) => groupsOf(condition, before)?.groups[0]?.rows.length
  assert.deepEqual([maxRows, maxRows + 1].map(rows).map(rowsOf), [12, undefined])
  assertEach([maxRows, maxRows + 1], (count) => rowsOf({ all: [rows(count), group] }), [12, undefined])
})

test("a condition too complex for groups stays until the author removes it", () => {
  const nested: Condition = { not: { all: [holds, { any: [isHouse, isDear] }] } }
  assert.equal(groupsOf(nested, before), undefined)
  assert.equal(read({}, nested).condition, nested)
  assert.equal(read({ without_condition: "true" }, nested).condition, undefined)
  assert.deepEqual(read(row("1_1", rents.id, "is", "true"), nested).condition, holds)
})

test("a condition on assets offers the general categories of earlier categories, and stays if those move", () => {
  const homes = category("category_homes", "Homes", "A017", "Address")
  const after: PartsBefore = { questions: [], categories: [homes] }
  assert.deepEqual(optionsFor("assets", after, ""), [["A017", "Real Estate"]])
  assert.deepEqual(optionsFor("assets", before, "A017"), [["A017", "Real Estate"]])
  const offered = (parts: PartsBefore, chosen = "") =>
    factsBefore(parts, chosen).filter((name) => /asset|beneficiaries/.test(name))
  assert.deepEqual(offered(before), [])
  assert.deepEqual(offered(before, "assets"), ["assets"])
  assert.deepEqual(offered(after), ["assets", "has_joint_assets"])
  const land = { fact: "assets", includes: "A017" } as const
  const typed = row("1_1", "assets", "includes", "A017")
  for (const parts of [before, after]) {
    assert.deepEqual(groupsOf(land, parts)?.groups[0]?.rows, [
      { subject: "assets", comparison: "includes", value: "A017" },
    ])
    assert.deepEqual(read(typed, undefined, parts), { condition: land, faults: [] })
  }
  const picked = read({ if_1_1: "assets" }, undefined, after)
  assert.deepEqual(picked, { condition: land, faults: [] })
})

test("a part can refer to anything before it, and a section only to earlier sections", () => {
  const [first, second] = [newSection("questions", "One"), newSection("questions", "Two")]
  let definition = { sections: [first, second] }
  definition = withPart(definition, first.id, rents) as typeof definition
  definition = withPart(withPart(definition, second.id, home), second.id, worth) as typeof definition
  const ids = (...args: [string, string?]) => partsBefore(definition, ...args).questions.map(({ id }) => id)
  assert.deepEqual(ids(second.id), [rents.id])
  assert.deepEqual(ids(second.id, worth.id), [rents.id, home.id])
  assert.deepEqual(ids(second.id, "question_new"), [rents.id, home.id, worth.id])
  assert.deepEqual(ids(first.id), [])
})

test("choices keep their values when relabeled, and new choices get unique values", () => {
  const choices = (form: Record<string, string>) => {
    const reader: FormReader = { form: readForm(new URLSearchParams(form).toString()), faults: [] }
    return [readChoices(reader, "choice"), reader.faults.map(({ param }) => param)]
  }
  const stored = {
    ...{ choice_more: "", choice_value_1: "house", choice_1: "A house" },
    ...{ choice_value_2: "flat", choice_2: "Apartment", choice_2_es: "Piso" },
  }
  const [house, flat] = [
    { value: "house", label: "A house" },
    { value: "flat", label: { en: "Apartment", es: "Piso" } },
  ]
  assert.deepEqual(choices(stored), [[house, flat], []])
  assert.deepEqual(choices({ ...stored, choice_step: "down 1" }), [[flat, house], []])
  assert.deepEqual(choices({ ...stored, choice_step: "up 1" }), [[house, flat], []])
  assert.deepEqual(choices({ ...stored, choice_step: "remove 1" }), [[flat], []])
  assert.deepEqual(choices({ ...stored, choice_1: "" })[1], ["choice_1"])
  const pasted = "House\r\nBoat house\nBoat-house\n\nhut | Hut | Choza\nÑandú"
  assert.deepEqual(choices({ ...stored, choice_more: pasted })[0], [
    house,
    flat,
    { value: "house_2", label: "House" },
    { value: "boat_house", label: "Boat house" },
    { value: "boat_house_2", label: "Boat-house" },
    { value: "hut", label: { en: "Hut", es: "Choza" } },
    { value: "nandu", label: "Ñandú" },
  ])
})

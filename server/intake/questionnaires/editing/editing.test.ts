import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach, assertNone } from "../../../../test/harness/assert-each.ts"
import type { Definition, Question, Section, SectionKind } from "../../../definition/definition.ts"
import { lintDefinition } from "../linting/linter.ts"
import { differencesBetween } from "./differences.ts"
import {
  listParts,
  newSection,
  type Part,
  partsDependingOn,
  withDuplicate,
  withoutPart,
  withoutSection,
  withPart,
  withPartPlaced,
  withSection,
  withSectionPlaced,
} from "./editing.ts"
import { newCategory, newQuestion, newRequest, newRole } from "./new-parts.ts"

const question = (prompt: string) => ({ ...newQuestion("yes_no"), prompt })
const category = (title: string) => ({ ...newCategory(), title })
const build = (...sections: Section[]): Definition =>
  sections.reduce(withSection, { sections: [] } as Definition)
const titles = ({ sections }: Definition) => sections.map(({ title }) => title)
const at = ({ sections }: Definition, index: number): Section => {
  const section = sections[index]
  assert.ok(section)
  return section
}
const differences = (before: Definition, after: Definition) =>
  differencesBetween(before, after).map(({ change, noun, words, settings }) => [
    change,
    noun,
    words,
    ...settings,
  ])

test("sections can be added, replaced, moved and removed without changing the original", () => {
  const first = build(newSection("clients", "A"), newSection("questions", "B"), newSection("roles", "C"))
  const snapshot = structuredClone(first)
  const { id } = at(first, 2)
  const [section, other] = [at(first, 2), at(first, 0)]
  assert.deepEqual(titles(withSectionPlaced(first, section, other.id)), ["C", "A", "B"])
  assert.deepEqual(titles(withSectionPlaced(first, other)), ["B", "C", "A"])
  assert.deepEqual(titles(withSection(first, { ...at(first, 0), title: "Z" })), ["Z", "B", "C"])
  assert.deepEqual(titles(withoutSection(first, id)), ["A", "B"])
  assert.deepEqual(titles(withoutSection(first, "section_unknown")), ["A", "B", "C"])
  assert.deepEqual(first, snapshot)
})

test("parts can be added, moved and removed in every kind of section that has parts", () => {
  const parts = { questions: newQuestion, roles: newRole, assets: newCategory, documents: newRequest }
  for (const [kind, newPart] of Object.entries(parts)) {
    const [one, two, three] = [newPart("text"), newPart("text"), newPart("text")]
    let definition = build(newSection(kind as SectionKind, "S"))
    const { id } = at(definition, 0)
    for (const part of [one, two, three]) definition = withPart(definition, id, part)
    const ids = (given: Definition) => listParts(at(given, 0)).map((part) => part.id)
    assert.deepEqual(ids(definition), [one.id, two.id, three.id], kind)
    assert.deepEqual(ids(withPartPlaced(definition, id, three, two.id)), [one.id, three.id, two.id], kind)
    assert.deepEqual(ids(withPartPlaced(definition, id, one)), [two.id, three.id, one.id], kind)
    assert.deepEqual(ids(withoutPart(definition, id, two.id)), [one.id, three.id], kind)
  }
})

test("a part moves to another section of its kind", () => {
  const [near, far] = [newSection("questions", "Near"), newSection("questions", "Far")]
  const [one, two] = [question("A?"), question("B?")]
  const definition = withPart(withPart(build(near, far), near.id, one), far.id, two)
  const moved = withPartPlaced(definition, far.id, one, two.id)
  assertEach(moved.sections, (section) => listParts(section).map(({ id }) => id), [[], [one.id, two.id]])
})

test("a copy follows its original, has new ids, and its conditions refer to its own questions", () => {
  const section = newSection("questions", "Home")
  const rents = question("Do you rent?")
  const since = { ...question("Since when?"), condition: { question: rents.id, is: true } }
  const definition = [rents, since].reduce(
    (given, part) => withPart(given, section.id, part),
    build(section, newSection("roles", "Acting")),
  )
  const one = withDuplicate(definition, at(definition, 0), rents)
  assertEach(listParts(at(one.definition, 0)), ({ id }) => id, [rents.id, one.id, since.id])
  const copy = withDuplicate(definition, at(definition, 0))
  assert.deepEqual(titles(copy.definition), ["Home", "Home", "Acting"])
  const [first, second] = listParts(at(copy.definition, 1))
  assert.notEqual(first?.id, rents.id)
  assert.deepEqual(second && "condition" in second && second.condition, { question: first?.id, is: true })
})

test("categories are numbered across the questionnaire, in the order of their sections", () => {
  const [near, far] = [newSection("assets", "Near"), newSection("assets", "Far")]
  let definition = build(near, far)
  definition = withPart(definition, far.id, category("Boats"))
  definition = withPart(definition, near.id, category("Homes"))
  definition = withPart(definition, near.id, category("Cars"))
  const orders = (given: Definition) =>
    given.sections
      .flatMap((section) => (section.kind === "assets" ? section.categories : []))
      .map(({ title, order }) => [title, order])
  assert.deepEqual(orders(definition), [
    ["Homes", 1],
    ["Cars", 2],
    ["Boats", 3],
  ])
  assert.deepEqual(orders(withSectionPlaced(definition, at(definition, 1), near.id)), [
    ["Boats", 1],
    ["Homes", 2],
    ["Cars", 3],
  ])
})

test("new sections with content pass the linter without errors", () => {
  const home = newSection("questions", "Home")
  const definition = withPart(
    build(newSection("clients", "You"), newSection("people", "Family"), home),
    home.id,
    question("Do you rent?"),
  )
  assertNone(lintDefinition(definition, "planning"), ({ severity }) => severity === "error")
})

test("partsDependingOn finds conditions at any depth, calculations, and conditions on assets", () => {
  const [included, other] = [question("Do you rent?"), question("Since when?")]
  const rent: Question = { ...question("What is the rent?"), type: "money" }
  const nested = {
    ...other,
    condition: { all: [{ not: { any: [{ question: included.id, is_answered: true }] } }] },
  }
  const total: Question = {
    ...question("In all"),
    type: "computed",
    required: false,
    formula: { kind: "sum", of: [{ question: rent.id }] },
  }
  const home = newSection("questions", "Home")
  const assets = newSection("assets", "Assets")
  const house = { ...category("House"), general_category: "A017" }
  const later = {
    ...newSection("questions", "More"),
    condition: { fact: "assets" as const, includes: "A017" },
  }
  const whole = build(newSection("clients", "You"), home, assets, later)
  const filled = [included, nested, rent, total].reduce(
    (given, each) => withPart(given, home.id, each),
    whole,
  )
  const definition = withPart(withPart(filled, assets.id, house), later.id, question("Where?"))
  const section = (id: string) => {
    const found = definition.sections.find((each) => each.id === id)
    assert.ok(found)
    return found
  }
  const idsOf = (id: string, part?: Part) =>
    partsDependingOn(definition, section(id), part).map((each) => each.id)
  assert.deepEqual(idsOf(home.id, included), [other.id])
  assert.deepEqual(idsOf(home.id, rent), [total.id])
  assert.deepEqual(idsOf(home.id, other), [])
  // A section takes what depends on its own parts along.
  assert.deepEqual(idsOf(home.id), [])
  assert.deepEqual(idsOf(assets.id, house), [later.id])
  assert.deepEqual(idsOf(assets.id), [later.id])
})

test("differences list added, removed, changed and moved parts, with as few moves as possible", () => {
  const section = newSection("questions", "Home")
  const [a, b, c] = [question("A?"), question("B?"), question("C?")]
  const before = [a, b, c].reduce((given, part) => withPart(given, section.id, part), build(section))
  assert.deepEqual(differences(before, structuredClone(before)), [])
  const moved = withPartPlaced(before, section.id, c, a.id)
  assert.deepEqual(differences(before, moved), [["moved", "question", "C?"]])
  const changed = withPart(before, section.id, { ...b, required: true, help: "Think." })
  assert.deepEqual(differences(before, changed), [
    ["changed", "question", "B?", "whether it is required", "help"],
  ])
  const role = { ...newRole(), role_description: "Executor" }
  const acting = newSection("roles", "Acting")
  const more = withPart(withSection(withoutPart(before, section.id, a.id), acting), acting.id, role)
  assert.deepEqual(differences(before, more), [
    ["added", "section", "Acting"],
    ["added", "role", "Executor"],
    ["removed", "question", "A?"],
  ])
})

test("undefined properties and property order do not count as differences", () => {
  const section = newSection("questions", "Home")
  const included = question("A?")
  const before = withPart(build(section), section.id, { ...included, help: undefined })
  const reordered = JSON.parse(JSON.stringify(before), (_, value) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toReversed())
      : value,
  )
  assert.deepEqual(differences(before, reordered), [])
})

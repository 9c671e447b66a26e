import assert from "node:assert/strict"
import { test } from "node:test"
import { planning, probate } from "../../test/harness/templates.ts"
import { readQuestionnaireFile } from "./importing.ts"

const faultsOf = (data: unknown) => {
  const read = readQuestionnaireFile(typeof data === "string" ? data : JSON.stringify(data))
  return "faults" in read ? read.faults.map(({ message }) => message) : []
}

test("a file that was exported is read as it was, under ids of its own", () => {
  for (const file of [planning, probate]) {
    const read = readQuestionnaireFile(JSON.stringify(file))
    assert.ok("file" in read, JSON.stringify(read))
    assert.deepEqual(read.file.title, file.title)
    assert.deepEqual(
      read.file.definition.sections.map(({ kind, title }) => [kind, title]),
      file.definition.sections.map(({ kind, title }) => [kind, title]),
    )
    const before = new Set(file.definition.sections.map(({ id }) => id))
    assert.ok(read.file.definition.sections.every(({ id }) => !before.has(id)))
  }
})

test("every fault of a file is told at once, each with its place", () => {
  const [clients, ...others] = planning.definition.sections
  const faults = faultsOf({
    ...planning,
    title: "",
    approach: "other",
    extra: 1,
    definition: {
      sections: [{ ...clients, with_partner: "yes" }, { ...others[0], kind: "mystery" }, ...others.slice(1)],
    },
  })
  for (const place of ["“title”", "“approach”", "“extra”", "sections[0].with_partner", "sections[1].kind"]) {
    assert.ok(
      faults.some((fault) => fault.includes(place)),
      `${place} is not in:\n${faults.join("\n")}`,
    )
  }
  assert.equal(faults.length, 5, faults.join("\n"))
})

test("what is no questionnaire is refused with a sentence", () => {
  for (const text of [
    "",
    "{",
    "[]",
    "null",
    "7",
    '"x"',
    "{}",
    '{"definition":{}}',
    '{"definition":{"sections":[null]}}',
  ]) {
    const faults = faultsOf(text)
    assert.ok(faults.length > 0, text)
    for (const fault of faults) assert.match(fault, /\.$/)
  }
})

test("faults are told in plain words, each with what would be right", () => {
  const faults = faultsOf({ ...planning, format: "foyer-questionnaire-9", title: 7 })
  assert.ok(faults.includes("“format” must be “foyer-questionnaire-1”."), faults.join("\n"))
  assert.ok(faults.includes("“title” must be a text in quotation marks."), faults.join("\n"))
  assert.doesNotMatch(faults.join(), /constant|schema|instance|propert/i)
})

test("conditions nested beyond what any page could walk are refused", () => {
  const file = (levels: number) =>
    JSON.stringify({ ...planning, condition: "HERE" }).replace(
      '"HERE"',
      `${'{"not":'.repeat(levels)}true${"}".repeat(levels)}`,
    )
  assert.deepEqual(faultsOf(file(20)), ["“condition” does not belong into the file. Remove it."])
  for (const levels of [101, 100_000])
    assert.deepEqual(faultsOf(file(levels)), [
      "The file is nested deeper than 100 levels. Divide its conditions among questions.",
    ])
})

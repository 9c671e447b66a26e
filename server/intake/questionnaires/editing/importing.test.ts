import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { planning, probate } from "../../../../test/harness/templates.ts"
import { readQuestionnaireFile } from "./importing.ts"

const faultsOf = (data: unknown) => {
  const read = readQuestionnaireFile(typeof data === "string" ? data : JSON.stringify(data))
  return "faults" in read ? read.faults.map(({ message }) => message) : []
}

test("an exported file is imported unchanged, with new ids", () => {
  for (const file of [planning, probate]) {
    const read = readQuestionnaireFile(JSON.stringify(file))
    assert.ok("file" in read, JSON.stringify(read))
    assert.deepEqual(read.file.title, file.title)
    assertEach(
      read.file.definition.sections,
      ({ kind, title }) => [kind, title],
      file.definition.sections.map(({ kind, title }) => [kind, title]),
    )
    const before = new Set(file.definition.sections.map(({ id }) => id))
    assert.ok(read.file.definition.sections.every(({ id }) => !before.has(id)))
  }
})

test("all faults in a file are reported together, each with its location", () => {
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

test("a file that is not a questionnaire is rejected with a message", () => {
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

test("fault messages are in plain English and say what is expected", () => {
  const faults = faultsOf({ ...planning, format: "foyer-questionnaire-9", title: 7 })
  assert.ok(faults.includes("“format” must be “foyer-questionnaire-1”."), faults.join("\n"))
  assert.ok(faults.includes("“title” must be text in quotation marks."), faults.join("\n"))
  assert.doesNotMatch(faults.join(), /constant|schema|instance|propert/i)
})

test("a file with excessively nested conditions is rejected", () => {
  const file = (levels: number) =>
    JSON.stringify({ ...planning, condition: "HERE" }).replace(
      '"HERE"',
      `${'{"not":'.repeat(levels)}true${"}".repeat(levels)}`,
    )
  assert.deepEqual(faultsOf(file(20)), ["“condition” does not belong in the file. Remove it."])
  for (const levels of [101, 100_000])
    assert.deepEqual(faultsOf(file(levels)), [
      "The file is nested deeper than 100 levels. Split its conditions across several questions.",
    ])
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import type { Definition } from "../../../definition/definition.ts"
import { textIn } from "../../../definition/text.ts"
import { formOf } from "../console/builder/selected.ts"
import { addableOf, addables, addLines, slashOf } from "./adding.ts"
import { listParts, newSection } from "./editing.ts"

const clients = newSection("clients", "You")

/** Adds one line after another, each after what the last one added, and returns the outline in words. */
function outlineOf(...lines: string[]): string[] {
  const added = addLines({ sections: [clients] }, clients.id, "text", lines)
  return wordsOf(added.definition)
}

const wordsOf = ({ sections }: Definition) =>
  sections.map((section) =>
    [
      `${section.kind} ${textIn(section.title, "en")}:`,
      ...listParts(section).map((part) =>
        [textIn(formOf(section).wordsOf(part), "en"), "type" in part ? part.type : ""].join(" ").trim(),
      ),
    ].join(" "),
  )

test("every kind is found by what its list offers after a slash, by its name, and by how its label begins", () => {
  for (const addable of addables) {
    assert.equal(addableOf(slashOf(addable)), addable)
    assert.equal(addableOf(addable.name.toUpperCase()), addable)
  }
  assert.equal(addableOf("da")?.type, "date")
  assert.equal(addableOf("calc")?.type, "computed")
  assert.equal(addableOf("soc")?.type, "ssn")
  assert.equal(addableOf("doc")?.name, "document")
  assert.equal(addableOf("documents")?.is_section, true)
  for (const word of ["", "zebra", "datee", "constructor"]) assert.equal(addableOf(word), undefined, word)
})

test("parts go to the nearest section of their kind, which is added if there is none", () => {
  assert.deepEqual(
    outlineOf("Your job?", "/date   Since when?", "/role Executor", "/yes Retired?", "Trustee?"),
    [
      "clients You:",
      "questions Questions: Your job? text Since when? date Retired? yes_no Trustee? text",
      "roles Who should act: Executor",
    ],
  )
  assert.deepEqual(outlineOf("/people", "/section Your home", "/amount Its worth?", "/doc The deed"), [
    "clients You:",
    "people Your family:",
    "questions Your home: Its worth? money",
    "documents Your documents: The deed",
  ])
})

test("a part is added right after the selected one, and a section after the selected section", () => {
  const first = addLines({ sections: [clients] }, clients.id, "yes_no", ["One?", "Two?"])
  const home = first.definition.sections[1]
  assert.ok(home)
  const one = listParts(home)[0]?.id ?? ""
  const { definition } = addLines(first.definition, one, "number", ["Between?"])
  assert.deepEqual(wordsOf(definition)[1], "questions Questions: One? yes_no Between? number Two? yes_no")
  const people = addLines(definition, clients.id, "people", [""])
  assertEach(people.definition.sections, ({ kind }) => kind, ["clients", "people", "questions"])
})

test("an unknown kind, a part without words, and a second section about the clients are refused", () => {
  const refused = (line: string, sentence: RegExp) =>
    assert.throws(
      () => outlineOf(line),
      (error: { errors?: { param: string; message: string }[] }) =>
        error.errors?.[0]?.param === "add" && sentence.test(error.errors[0].message),
    )
  refused("/zebra What?", /no kind “\/zebra”/)
  refused("/ What?", /no kind/)
  refused("", /Enter the text of the question/)
  refused("/role", /Enter the text of the role/)
  refused("/clients Us", /already/)
})

import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { anyCharacter } from "../../../test/harness/any-character.ts"
import { literally } from "../../../test/harness/literally.ts"
import { faultSentence } from "../faults/fault-sentences.ts"
import { faultCodes } from "../faults/faults.ts"
import { fieldTypes } from "../kinds/kind.ts"
import { questionTypes } from "../kinds.ts"
import { displayValue, fitsQuestion, missingAnswer, parseAnswer } from "./values.ts"

const today = "2026-02-01"
const options = [
  { value: "lawn", label: { en: "Lawn", es: "Césped" } },
  { value: "roof", label: "Roof" },
]
const contact = "contact_0192F0C4000070008000000000000001"

function valueIn(parsed: ReturnType<typeof parseAnswer>) {
  return parsed.kind === "value" ? parsed.value : parsed
}

test("names survive unchanged except for leading and trailing white space", () => {
  const names = ["A", "O’Neil-Ștefănescu", "Nguyễn", "山﨑 神", "👩‍👩‍👧", "de  la   Cruz", "x".repeat(128)]
  for (const name of names) assert.equal(valueIn(parseAnswer({ type: "text" }, ` ${name}\n`, today)), name)
})

test("any visible text survives parsing, composed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 100 }), (typed) => {
      fc.pre(!/[\p{C}\p{DI}\p{Zl}\p{Zp}\u2800\uf900-\ufaff\u{2f800}-\u{2fa1f}]|\p{M}{31}/u.test(typed))
      const parsed = parseAnswer({ type: "long_text" }, typed, today)
      if (typed.trim() === "") assert.deepEqual(parsed, { kind: "empty" })
      else assert.equal(valueIn(parsed), typed.trim().normalize("NFC"))
    }),
  )
})

test("text is rejected if it is not Unicode or too long", () => {
  const fault = (typed: string) => {
    const parsed = parseAnswer({ type: "text", max_length: 3 }, typed, today)
    return parsed.kind === "fault" && parsed.fault
  }
  assert.deepEqual(fault("\ud800"), { code: "text_unreadable" })
  assert.deepEqual(fault("abcd"), { code: "text_too_long", limit: "3" })
  assert.equal(valueIn(parseAnswer({ type: "text", max_length: 3 }, "😀😀😀", today)), "😀😀😀")
  assert.equal(valueIn(parseAnswer({ type: "long_text" }, "a\r\nb", today)), "a\nb")
})

test("every type distinguishes absent from empty", () => {
  for (const type of [...questionTypes, ...fieldTypes]) {
    assert.deepEqual(parseAnswer({ type, options }, undefined, today), { kind: "absent" })
    if (type === "notice" || type === "file" || type === "computed") continue
    for (const raw of ["", " ", [""], [], null]) {
      if (type === "many_of" && raw === " ") continue
      assert.deepEqual(parseAnswer({ type, options }, raw, today), { kind: "empty" }, type)
    }
  }
  for (const type of ["notice", "file", "computed"] as const)
    assert.deepEqual(parseAnswer({ type }, "text", today), { kind: "absent" })
})

test("choices must be among the options, and come back in option order without duplicates", () => {
  assert.equal(valueIn(parseAnswer({ type: "one_of", options }, "roof", today)), "roof")
  assert.deepEqual(valueIn(parseAnswer({ type: "many_of", options }, ["roof", "", "lawn", "roof"], today)), [
    "lawn",
    "roof",
  ])
  assert.deepEqual(valueIn(parseAnswer({ type: "many_of", options }, "roof", today)), ["roof"])
  for (const [type, raw] of [
    ["one_of", "door"],
    ["choice", "toString"],
    ["many_of", ["roof", "door"]],
    ["yes_no", "maybe"],
  ] as const) {
    assert.deepEqual(parseAnswer({ type, options }, raw, today), {
      kind: "fault",
      fault: { code: "option_unknown" },
    })
  }
  assert.equal(valueIn(parseAnswer({ type: "yes_no" }, "no", today)), false)
})

test("a contact answer must be a contact id", () => {
  assert.equal(valueIn(parseAnswer({ type: "contact" }, contact, today)), contact)
  assert.deepEqual(parseAnswer({ type: "contact" }, "Ana", today), {
    kind: "fault",
    fault: { code: "person_unknown" },
  })
})

test("values are displayed in the reader's language", () => {
  const show = (
    type: (typeof questionTypes)[number],
    value: Parameters<typeof displayValue>[1],
    language: "en" | "es" = "en",
  ) => displayValue({ type, options }, value, language, { [contact]: "Ana Ruiz" })
  assert.equal(show("yes_no", true, "es"), "Sí")
  assert.equal(show("yes_no", false), "No")
  assert.equal(show("many_of", ["lawn", "roof"], "es"), "Césped, Roof")
  assert.equal(displayValue({ type: "many_of", options }, ["lawn", "roof"], "es", {}, "\n"), "Césped\nRoof")
  assert.equal(show("one_of", "gone"), "gone")
  assert.equal(show("date", "2026-02-01"), "February 1, 2026")
  assert.equal(show("money", "-1234.50"), "-$1,234.50")
  assert.equal(show("number", "1234567.25"), "1,234,567.25")
  assert.equal(show("contact", contact), "Ana Ruiz")
  assert.equal(show("contact", "toString"), "")
  assert.equal(show("text", null), "")
})

test("any input yields a value that fits its question, a fault with a message, or nothing", () => {
  const raw = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom("yes", "roof", "1975-03-04", "1,234.5", "a@example.com", "2025550142", contact),
    fc.array(fc.constantFrom("", "roof", "lawn", "door")),
    fc.record({ month: fc.string(), day: fc.string(), year: fc.string() }, { requiredKeys: [] }),
    fc.constantFrom(null, undefined),
  )
  fc.assert(
    fc.property(fc.constantFrom(...questionTypes, ...fieldTypes), raw, (type, typed) => {
      const question = { type, options }
      const parsed = parseAnswer(question, typed, today)
      if (parsed.kind === "fault") assert.ok(faultSentence(parsed.fault, "Age", "en").includes("Age"))
      if (parsed.kind === "value") {
        assert.ok(fitsQuestion(question, parsed.value))
        assert.notEqual(displayValue(question, parsed.value, "es", { [contact]: "Ana" }), "")
      }
    }),
    { numRuns: 1000 },
  )
})

test("a stored value that no longer fits its question is detected", () => {
  assert.equal(fitsQuestion({ type: "one_of", options }, "door"), false)
  assert.equal(fitsQuestion({ type: "many_of", options }, "roof"), false)
  assert.equal(fitsQuestion({ type: "yes_no" }, "yes"), false)
  assert.equal(fitsQuestion({ type: "text" }, true), false)
  assert.equal(fitsQuestion({ type: "money" }, "5"), false)
  assert.equal(fitsQuestion({ type: "date", max: "2020-01-01" }, "2021-05-05"), true)
})

test("every fault has a message in both languages that names the question and blames no one", () => {
  for (const code of faultCodes) {
    for (const language of ["en", "es"] as const) {
      const sentence = faultSentence(
        {
          code,
          limit: code.startsWith("date") ? "2023-02-01" : "10",
          example: "3",
          candidates: ["1000", "1"],
        },
        "Birthday",
        language,
      )
      assert.match(sentence, literally("Birthday"), sentence)
      assert.match(sentence, /\.$/)
      assert.doesNotMatch(sentence, /invalid|inválid|incorrect|[{}]/i)
    }
  }
  const feb = faultSentence({ code: "date_does_not_exist", limit: "2023-02-01" }, "Birthday", "es")
  assert.match(feb, literally("febrero de 2023"), feb)
})

test("the message for a missing answer depends on the question type", () => {
  assert.equal(missingAnswer({ type: "text" }).code, "answer_missing")
  assert.equal(missingAnswer({ type: "yes_no" }).code, "choice_missing")
  assert.equal(missingAnswer({ type: "date" }).code, "date_missing")
})

test("taxpayer numbers are stored in their printed format, and numbers that are never issued are rejected", () => {
  const read = (type: "ssn" | "ein", typed: string) => valueIn(parseAnswer({ type }, typed, today))
  for (const typed of ["123456789", " 123-45-6789 ", "123 45 6789", "123–45–6789"])
    assert.equal(read("ssn", typed), "123-45-6789")
  assert.equal(read("ssn", "912-70-1234"), "912-70-1234", "an individual taxpayer number")
  assert.equal(read("ein", "12-3456789"), "12-3456789")
  for (const typed of [
    "000-12-3456",
    "666-12-3456",
    "123-00-6789",
    "123-45-0000",
    "12345678",
    "1234567890",
    "x",
  ])
    assert.deepEqual(read("ssn", typed), { kind: "fault", fault: { code: "ssn_unreadable" } }, typed)
  for (const typed of ["00-1234567", "12-34567"])
    assert.deepEqual(read("ein", typed), { kind: "fault", fault: { code: "ein_unreadable" } }, typed)
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { rulesOfQuestion } from "./conditions/comparison-rules.ts"
import { computedValue, type Formula } from "./conditions/computed.ts"
import type { Facts } from "./conditions/conditions.ts"
import { computeAnswers } from "./conditions/visible-parts.ts"
import type { AdditionalField, Question } from "./definition.ts"
import { faultSentence } from "./faults/fault-sentences.ts"
import type { RawAnswer } from "./kinds/kind.ts"
import { displayValue, fitsQuestion, parseAnswer } from "./values/values.ts"

const question = (rest: Partial<Question>): Question => ({
  ...{ id: "q", type: "address", prompt: "", required: false, each_client: false, sensitive: false },
  ...rest,
})
const columns: AdditionalField[] = [
  { id: "name", prompt: { en: "Name", es: "Nombre" }, type: "text" },
  { id: "amount", prompt: { en: "Amount", es: "Importe" }, type: "money" },
  { id: "since", prompt: "Since", type: "date" },
  {
    id: "kind",
    prompt: "Kind",
    type: "choice",
    options: [{ value: "a", label: { en: "Loan", es: "Préstamo" } }],
  },
]
const table = question({ type: "table", columns })
const rows = (...cells: object[]) => cells.map((row) => JSON.stringify(row))
const parse = (of: Question, raw: RawAnswer) => parseAnswer(of, raw, "2026-06-01")

test("an address is stored as a list of parts, and a country alone counts as empty", () => {
  const typed = [" 12 Oak St\r\nApt 3 ", "Austin", "TX", "78701", "US"]
  const value = ["12 Oak St\nApt 3", "Austin", "TX", "78701", "US"]
  assert.deepEqual(parse(question({}), typed), { kind: "value", value })
  assert.deepEqual(parse(question({}), value), { kind: "value", value })
  assert.deepEqual(parse(question({ required: true }), ["", " ", "", "", "US"]), { kind: "empty" })
  assert.equal(displayValue(question({}), value, "en", {}), "12 Oak St, Apt 3, Austin, TX 78701")
  const abroad = ["Calle 8", "Madrid", "", "28001", "ES"]
  assert.equal(displayValue(question({}), abroad, "es", {}), "Calle 8, 28001 Madrid, España")
})

test("a required address needs a street and a city; an optional one accepts any part", () => {
  const faultOf = (raw: string[], required: boolean) => {
    const parsed = parse(question({ required }), raw)
    return parsed.kind === "fault" ? [parsed.fault.code, parsed.fault.at] : parsed.kind
  }
  assert.deepEqual(faultOf(["", "Austin", "", "", "US"], true), ["address_needs_street", "street"])
  assert.deepEqual(faultOf(["12 Oak St", "", "", "", "US"], true), ["address_needs_city", "city"])
  assert.equal(faultOf(["", "Austin", "", "", "US"], false), "value")
  assert.deepEqual(faultOf(["x".repeat(201), "Austin", "", "", "US"], false), ["text_too_long", "street"])
  assert.deepEqual(faultOf(["12 Oak St", "Austin", "", "", "us"], false), ["option_unknown", "country_iso"])
  assert.equal(fitsQuestion(question({ required: true }), ["", "Austin", "", "", "US"]), false)
})

test("rows are stored by column id, each cell in its own format, and blank rows are dropped", () => {
  const typed = rows(
    { name: " Bank ", amount: "$1,250.5", since: { month: "3", day: "4", year: "1999" }, kind: "a" },
    { name: "", amount: "", since: { month: "", day: "", year: "" }, kind: "" },
    { name: "Aunt Jo", kind: "" },
  )
  const value = rows({ name: "Bank", amount: "1250.50", since: "1999-03-04", kind: "a" }, { name: "Aunt Jo" })
  assert.deepEqual(parse(table, typed), { kind: "value", value })
  assert.deepEqual(parse(table, value), { kind: "value", value })
  assert.deepEqual(parse(table, rows({}, { name: " " })), { kind: "empty" })
  assert.equal(
    displayValue(table, value, "en", {}),
    "Name: Bank, Amount: $1,250.50, Since: March 4, 1999, Kind: Loan; Name: Aunt Jo",
  )
  assert.match(
    displayValue(table, value, "es", {}, "\n"),
    /^Nombre: Bank, Importe: .*Kind: Préstamo\nNombre: Aunt Jo$/,
  )
})

test("a rejected cell names its row and column, in both languages", () => {
  const parsed = parse(table, rows({ name: "Bank" }, { name: "Jo", amount: "lots" }))
  assert(parsed.kind === "fault")
  assert.equal(parsed.fault.at, "r2_amount")
  assert.match(faultSentence(parsed.fault, "Debts", "en"), /^“Debts, row 2, Amount” must be an amount/)
  assert.match(
    faultSentence(parsed.fault, "Deudas", "es"),
    /^«Deudas, fila 2, Importe» debe ser una cantidad/,
  )
})

test("a table holds at most 50 rows and rejects anything that is not a row", () => {
  const many = (count: number) => rows(...Array.from({ length: count }, () => ({ name: "x" })))
  assert.equal(parse(table, many(50)).kind, "value")
  const parsed = parse(table, many(51))
  assert(parsed.kind === "fault" && parsed.fault.code === "table_too_long" && parsed.fault.limit === "50")
  assert.deepEqual(parse(table, rows({ name: 7, amount: ["1"], since: { month: 3 } })), { kind: "empty" })
  for (const text of ["[]", "null", "{", "7"]) assert.equal(parse(table, [text]).kind, "fault", text)
})

test("rows no longer fit after their column or a chosen option is removed", () => {
  const value = rows({ kind: "a" })
  assert.equal(fitsQuestion(table, value), true)
  assert.equal(fitsQuestion(question({ type: "table", columns: columns.slice(0, 2) }), value), false)
  const others = columns.map((each) => (each.id === "kind" ? { ...each, options: [] } : each))
  assert.equal(fitsQuestion(question({ type: "table", columns: others }), value), false)
})

test("conditions can only test whether an address or table is answered", () => {
  for (const type of ["address", "table"] as const)
    assert.deepEqual(rulesOfQuestion(question({ type })).names, ["is_answered"])
})

test("formulas compute exact sums, counts of rows and files, and full years", () => {
  const given: Record<string, (string | readonly string[] | null)[]> = {
    price: ["0.10", "0.20"],
    loans: [rows({ amount: "1250.50" }, { name: "Jo" }, { amount: "-0.5" })],
    born: [null, "1960-06-02"],
    files: [["a.pdf", "b.pdf"]],
  }
  const compute = (kind: Formula["kind"], ...of: Formula["of"]) =>
    computedValue({ kind, of }, (question) => given[question] ?? [], "2026-06-01")
  assert.equal(compute("sum", { question: "price" }, { question: "loans", column: "amount" }), "1250.30")
  assert.equal(compute("count", { question: "loans" }, { question: "files" }), "5")
  assert.equal(compute("years_since", { question: "born" }), "65")
  assert.equal(compute("sum", { question: "gone" }), null)
})

test("a choice that cannot be chosen together with others counts as none", () => {
  const options = [{ value: "a" }, { value: "b" }, { value: "none", exclusive: true }]
  const formula = { kind: "count" as const, of: [{ question: "heirs" }] }
  const questions = [
    { id: "heirs", each_client: false, type: "many_of" as const, options },
    { id: "number", each_client: false, type: "computed" as const, formula },
  ]
  const facts = { clients: [], assets: [] } as unknown as Facts
  const numberFor = (heirs: string[]) =>
    computeAnswers({ sections: [{ id: "s", questions }] }, { heirs }, facts, new Set(["heirs", "number"]))
      .number
  assert.deepEqual([numberFor(["a", "b"]), numberFor(["none"])], ["2", "0"])
})

test("a year is full on the anniversary, and one known only by its year or month counts if every day of it agrees", () => {
  const since = (from: string, until: string) =>
    computedValue({ kind: "years_since", of: [{ question: "born" }] }, () => [from], until)
  const cases: [from: string, until: string, years: string | null][] = [
    ["1960-06-01", "2026-05-31", "65"],
    ["1960-06-01", "2026-06-01", "66"],
    ["1960-06-01", "2026-06-02", "66"],
    ["1960-02-29", "2026-02-28", "65"],
    ["1960-02-29", "2026-03-01", "66"],
    ["2026-06-01", "2026-06-01", "0"],
    ["2026-06-02", "2026-06-01", "0"],
    ["1960-06", "2026-06-29", null],
    ["1960-06", "2026-07-01", "66"],
    ["1960-07", "2026-06-30", "65"],
    ["1960", "2026-12-30", null],
    ["1960", "2026-12-31", "66"],
  ]
  for (const [from, until, years] of cases) assert.equal(since(from, until), years, `${from} to ${until}`)
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { parse } from "csv-parse/sync"
import fc from "fast-check"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { type Cell, type Column, csv, csvPieces } from "../../platform/files/csv.ts"

const one: Column<Cell>[] = [{ name: "cell", of: (cell) => cell }]
const written = (cell: Cell) => csv(one, [cell]).split("\r\n")[1]

test("a table starts with a byte order mark and ends its lines with CRLF", () => {
  assert.equal(
    csv(
      [
        { name: "a", of: (row: string[]) => row[0] },
        { name: "b", of: (row) => row[1] },
      ],
      [["Nguyễn 山田", 'say "hi", twice']],
    ),
    '\uFEFFa,b\r\nNguyễn 山田,"say ""hi"", twice"\r\n',
  )
})

test("no client input is ever calculated", () => {
  for (const start of ["=", "+", "-", "@", "\t", "\r", " =", "\n=", "＝", "＋", "－", "＠", "\u00a0="]) {
    const text = `${start}HYPERLINK("http://example.com")`
    assert.match(written(text) ?? "", /^"?'/, JSON.stringify(start))
  }
  fc.assert(
    fc.property(fc.constantFrom("=", "+", "-", "@", "\t", "\r"), fc.string(), (start, rest) => {
      fc.pre(!/^-?\d+(\.\d+)?$/.test(start + rest))
      assert.match(written(start + rest) ?? "", /^"?'/)
    }),
  )
})

test("numbers stay numbers, and harmless text stays unchanged", () => {
  for (const cell of [
    "-12.50",
    "1250000.00",
    "0",
    "A-1",
    "12 Elm Street",
    "O’Neil-Ștefănescu",
    "(202) 555-0142",
  ]) {
    assert.equal(written(cell), cell)
  }
  assert.equal(written(-5), "-5")
  assert.equal(written(true), "yes")
  assert.equal(written(null), "")
  assert.equal(written("-12.50 or less"), "'-12.50 or less")
})

/** Readers differ in where they end a row; all must find the same cells. */
const readers = [["\r\n"], ["\r\n", "\n"], ["\r\n", "\n", "\r"]]
const text = fc.string({
  unit: fc.constantFrom(..."ab ,;\"'=+-@\t\r\n\v\f\u0085\u2028\u2029＝é😀1."),
  maxLength: 12,
})

test("every reader finds one cell per column in each row, with the text as typed", () => {
  const columns: Column<string[]>[] = [0, 1, 2].map((at) => ({ name: `c${at}`, of: (row) => row[at] }))
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 5 }), (rows) => {
      for (const record_delimiter of readers) {
        const [head, ...found] = parse(csv(columns, rows), { bom: true, record_delimiter })
        assert.deepEqual(head, ["c0", "c1", "c2"])
        assertEach(
          found,
          (row) => row.map(unmarked),
          rows.map((row) => row.map(unmarked)),
        )
      }
    }),
    { numRuns: 500 },
  )
})

/** Without apostrophes, added or typed. */
const unmarked = (cell: string) => cell.replaceAll("'", "")

test("no line of a cell starts a formula, wherever a program ends its lines", () => {
  for (const end of ["\n", "\r", "\r\n", "\v", "\f", "\u0085", "\u2028", "\u2029"]) {
    for (const formula of ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", " =1", "＝1", "﹦1", "\u200b=1"]) {
      const cell = parse(csv(one, [`plain${end}${formula}`]), { bom: true, record_delimiter: "\r\n" })[1]?.[0]
      assert.equal(cell, `plain${end}'${formula}`, JSON.stringify(end + formula))
    }
  }
  fc.assert(
    fc.property(text, (cell) => {
      const found = parse(csv(one, [cell]), { bom: true, record_delimiter: "\r\n" })[1]?.[0] ?? ""
      for (const line of found
        .split(/[\n\r\v\f\u0085\u2028\u2029]/)
        .filter((each) => !/^- [a-zé ,.]+$/.test(each)))
        assert.doesNotMatch(line.trimStart(), /^(?!-\d+(\.\d+)?$)[=+\-@＝]/, JSON.stringify(cell))
    }),
    { numRuns: 1_000 },
  )
})

test("phone numbers stay as they were typed, unless a program would calculate them", () => {
  for (const cell of [
    "+44 20 7946 0018",
    "+1 202-555-0142",
    "+1 (202) 555-0142 (mobile)",
    "+49 30 901820 (work); (202) 555-0143 (home)",
    "+44 20 7946 0018 (mobile); +52 55 1234 5678 (home)",
  ])
    assert.equal(written(cell), cell)
  for (const cell of [
    "+442079460018",
    "+1-202-555-0142",
    "+1+2",
    "+1 2; =1+1",
    "+1 A1",
    "+44 20 7946 0018 (1+1)",
    "+0 1 2",
  ])
    assert.equal(written(cell), `'${cell}`)
  const long = `+1${" 1".repeat(50_000)}x`
  assert.equal(written(long), `'${long}`)
})

test("a pasted list keeps its dashes, except where Excel would look for a name", () => {
  const cellOf = (text: string) => parse(csv(one, [text]), { bom: true, record_delimiter: "\r\n" })[1]?.[0]
  assert.equal(
    cellOf("Please:\n- call my sister\n- the dog, too."),
    "Please:\n- call my sister\n- the dog, too.",
  )
  assert.equal(cellOf("- call\n- cmd|'/c calc'!A0\n- SUM(A1)"), "'- call\n'- cmd|'/c calc'!A0\n'- SUM(A1)")
})

test("numbers on their own lines stay unchanged", () => {
  assert.equal(parse(csv(one, ["paid\n-12.50"]), { bom: true })[1]?.[0], "paid\n-12.50")
})

test("a long table is read in batches, each after the previous one", async () => {
  const reads: Cell[] = []
  let text = ""
  for await (const piece of csvPieces(one, async (last) => {
    reads.push(last ?? "start")
    return last === undefined ? [1, 2] : last === 2 ? [3] : []
  })) {
    text += piece
  }
  assert.equal(text, "\uFEFFcell\r\n1\r\n2\r\n3\r\n")
  assert.deepEqual(reads, ["start", 2, 3])
})

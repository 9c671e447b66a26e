import assert from "node:assert/strict"
import { test } from "node:test"
import { parse } from "csv-parse/sync"
import fc from "fast-check"
import { type Cell, type Column, csv, csvPieces } from "./csv.ts"

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
        assert.deepEqual(
          found.map((row) => row.map(unmarked)),
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
      for (const line of found.split(/[\n\r\v\f\u0085\u2028\u2029]/))
        assert.doesNotMatch(line.trimStart(), /^(?!-\d+(\.\d+)?$)[=+\-@＝]/, JSON.stringify(cell))
    }),
    { numRuns: 1_000 },
  )
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

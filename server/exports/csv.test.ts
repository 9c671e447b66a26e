import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { type Cell, type Column, csv, csvPieces } from "./csv.ts"

const one: Column<Cell>[] = [{ name: "cell", of: (cell) => cell }]
const written = (cell: Cell) => csv(one, [cell]).split("\r\n")[1]

test("a table begins with a byte order mark and ends its lines as spreadsheet programs expect", () => {
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

test("nothing a client types is ever calculated", () => {
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

test("numbers stay numbers, and text that is harmless stays as it is", () => {
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

test("a long table comes in pieces, each asked for after the one before", async () => {
  const asked: Cell[] = []
  let text = ""
  for await (const piece of csvPieces(one, async (last) => {
    asked.push(last ?? "start")
    return last === undefined ? [1, 2] : last === 2 ? [3] : []
  })) {
    text += piece
  }
  assert.equal(text, "\uFEFFcell\r\n1\r\n2\r\n3\r\n")
  assert.deepEqual(asked, ["start", 2, 3])
})

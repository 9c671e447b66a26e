import assert from "node:assert/strict"
import { test } from "node:test"
import { linesOf, widthOf } from "./copy-lines.ts"

/** Each character is five points wide. */
const doc = {
  font: () => doc,
  fontSize: () => doc,
  widthOfString: (text: string) => 5 * text.length,
} as unknown as Parameters<typeof linesOf>[0]

test("no line is wider than its column, and no character of a long link, word, or row of signs is lost", () => {
  const link = `https://maps.example/place/12+Elm+Street,+Springfield/@42.1015,-72.5898,17z/data=${"!3m1!4b1".repeat(12)}`
  for (const long of [link, "word-".repeat(40), "=".repeat(200), "a,".repeat(90), "x".repeat(300)])
    for (const neighbor of ["😀 ", "李美玲 ", "الفاسي ", "שלום ", "ไทย ", "Łukasz ", "😀\n"])
      for (const text of [neighbor + long, `${long} ${neighbor.trim()}`, `${neighbor}${long} end`]) {
        const lines = linesOf(doc, text, { size: 10, width: 300 })
        for (const line of lines)
          assert.ok(widthOf(line) <= 300, `${text}: ${line.map((one) => one.text).join("")}`)
        const placed = lines.flat().map((one) => one.text)
        const sorted = (all: string) => [...all.replaceAll(/\s/g, "")].toSorted().join("")
        assert.equal(sorted(placed.join("")), sorted(text))
      }
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { withMarks } from "./marks.ts"

/** Text and detail with the marked words in brackets. */
function marksIn(words: string, text: string, detail = ""): string {
  const { marked } = withMarks({ href: "", text, detail }, words)
  const show = (pieces: readonly string[]) =>
    pieces.map((piece, index) => (index % 2 === 1 ? `[${piece}]` : piece)).join("")
  return marked ? [show(marked.text), show(marked.detail)].filter(Boolean).join(" | ") : text
}

test("the words that match are marked, in any case, with or without accents and marks, typos included", () => {
  for (const [words, text, wanted] of [
    ["shevon oneil", "Siobhán O’Neil-Ștefănescu", "Siobhán [O’Neil]-Ștefănescu"],
    ["stefanescu SIOB", "Siobhán O’Neil-Ștefănescu", "[Siobhán] O’Neil-[Ștefănescu]"],
    ["wojick", "Jane Wójcik", "Jane Wójcik"],
    ["wojcek", "Jane Wójcik", "Jane [Wójcik]"],
    ["larkspur ln", "12 Larkspur Lane", "12 [Larkspur] Lane"],
    ["李美玲", "美玲 李", "[美玲] [李]"],
    ["zebulon", "Jane Wójcik", "Jane Wójcik"],
  ] as const)
    assert.equal(marksIn(words, text), wanted, words)
})

test("a phone is marked as a whole, and what follows the point is not marked", () => {
  assert.equal(
    marksIn("555 0142", "Jane Doe", "(512) 555-0142 · Client in Doe 5550142"),
    "Jane Doe | [(512) 555-0142] · Client in Doe 5550142",
  )
  assert.equal(
    marksIn("doe", "Jane Doe", "Called Jay Doe · Client in Doe"),
    "Jane [Doe] | Called Jay [Doe] · Client in Doe",
  )
})

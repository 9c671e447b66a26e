import assert from "node:assert/strict"
import { test } from "node:test"
import { readPositions } from "../../../../../test/harness/pdf-text.ts"
import { renderCopyPdf } from "../copy-pdf.ts"
import { isolated } from "./isolated.ts"

/** The x of the first piece of the PDF that contains this text. */
async function leftOf(value: string, ...parts: readonly string[]): Promise<number[]> {
  const sections = [{ title: "Shares", groups: [{ rows: [{ label: "Person", value }] }] }]
  const copy = { language: "en" as const, firm_name: "Hartwell", subject: "Wills", facts: [], sections }
  const placed = readPositions(await renderCopyPdf(copy))
  return parts.map((part) => placed.find(({ text }) => text?.includes(part))?.left ?? assert.fail(part))
}

test("what follows a right-to-left name stands to its right: a share, a date, a sentence", async () => {
  for (const name of ["محمد الفاسي", "דוד בן־גוריון"])
    for (const [after, part] of [
      [", 33.33%", "33.33"],
      [" (17)", "17"],
      [", chosen as “Executor”, is deceased.", "chosen"],
      [", 2:15 PM (version 2)", "version"],
    ] as const) {
      const [at = 0, next = 0] = await leftOf(`${isolated(name)}${after}`, name.slice(0, 3), part)
      assert.ok(next > at, `${name}${after}`)
    }
})

test("a right-to-left text keeps its order, and a left-to-right name is not marked", async () => {
  const [number = 0, word = 0] = await leftOf("محمد الفاسي, 33.33%", "33.33", "محم")
  assert.ok(number < word)
  assert.equal(isolated("Ada Smith"), "Ada Smith")
})

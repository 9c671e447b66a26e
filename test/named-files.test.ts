// Documents that make promises name the tests and sources that keep them.

import assert from "node:assert/strict"
import { existsSync, globSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { assertNone } from "./harness/assert-each.ts"

test("every file that the security, ASVS, and trust pages name exists", () => {
  for (const page of ["SECURITY.md", "docs/asvs.md", "docs/trust.md"]) {
    const text = readFileSync(page, "utf8")
    const named = [...text.matchAll(/`([\w./-]+(?:\.tsx?|\/))`/g)].map(([, path = ""]) => path)
    assert.ok(named.length > 5, page)
    assertNone(named, (path) => !existsSync(path) && !existsSync(`server/${path}`), page)
  }
})

test("every decision that code or a document cites has its record", () => {
  const records = globSync("docs/decisions/*.md").map((path) => path.replace("docs/decisions/", ""))
  const files = globSync("{*.md,{docs,bench,ops,server,sdk,bin,test}/**/*.{md,ts,tsx,js,sql}}")
  const cited = files.flatMap((file) => {
    const text = readFileSync(file, "utf8")
    const links = [...text.matchAll(/(?:decisions\/|\]\()(\d{4}(?:-[\w-]+\.md)?)/g)].map(
      ([, name = ""]) => name,
    )
    const numbers = [...text.matchAll(/\b[dD]ecision (\d{1,3})\b/g)].map(([, number = ""]) =>
      number.padStart(4, "0"),
    )
    return [...links, ...numbers].map((name) => ({ file, name }))
  })
  assert.ok(cited.length > 20)
  assertNone(cited, ({ name }) => !records.some((record) => record === name || record.startsWith(`${name}-`)))
})

test("decision records are few and short", () => {
  const words = globSync("docs/decisions/*.md").map((path) => ({
    path,
    words: readFileSync(path, "utf8").trim().split(/\s+/).length,
  }))
  assert.ok(words.length <= 32, "Extend the record that fits, or merge two.")
  assert.ok(
    words.reduce((sum, record) => sum + record.words, 0) <= 13_000,
    "Figures belong in bench/README.md.",
  )
  // One line for each dependency.
  const long = words.filter((record) => record.words > 500 && !record.path.endsWith("dependencies.md"))
  assert.deepEqual(long, [])
})

test("the map of the code is read in ten minutes, and the README fits on a screen", () => {
  const wordsOf = (path: string) => readFileSync(path, "utf8").trim().split(/\s+/).length
  assert.ok(wordsOf("ARCHITECTURE.md") <= 1_200, `${wordsOf("ARCHITECTURE.md")} words of 1,200`)
  const lines = readFileSync("README.md", "utf8").split("\n").length
  assert.ok(lines <= 60, `${lines} lines`)
})

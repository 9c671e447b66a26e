// Documents that make promises name the tests and sources that keep them.
import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { test } from "node:test"

test("every file that the security, ASVS, and trust pages name exists", () => {
  for (const page of ["SECURITY.md", "docs/asvs.md", "docs/trust.md"]) {
    const text = readFileSync(page, "utf8")
    const named = [...text.matchAll(/`([\w./-]+(?:\.tsx?|\/))`/g)].map(([, path = ""]) => path)
    assert.ok(named.length > 5, page)
    assert.deepEqual(
      named.filter((path) => !existsSync(path) && !existsSync(`server/${path}`)),
      [],
      page,
    )
    const records = [...text.matchAll(/\]\(((?:docs\/)?decisions\/[\w-]+\.md)\)/g)].map(
      ([, path = ""]) => path,
    )
    assert.deepEqual(
      records.filter((path) => !existsSync(path) && !existsSync(`docs/${path}`)),
      [],
      page,
    )
  }
})

// What a failing test prints, and rules for tests that keep failures readable and rare.

import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { shortenError } from "./failures.ts"
import { newFolder } from "./harness/new-folder.ts"

const folder = newFolder("foyer-failures-")

const rows = Array.from({ length: 2_000 }, (_, index) => `<div><dt>Row ${index}</dt><dd>Value</dd></div>`)
const page = `<!doctype html><html><title>Names – Foyer</title><body><h1>Names</h1><div id="error-summary"><ul><li><a href="#x">Enter your <b>name</b></a></li></ul></div><h2>Family</h2><p>Cleo Smith is under 18.</p>${rows.join("")}</body></html>`

function messageOf(work: () => void): string {
  try {
    work()
  } catch (error) {
    // As the process of the test passes it on.
    return shortenError(error as Error, folder).stack ?? ""
  }
  return assert.fail("it passed")
}

const allOf = (message: string) => readFileSync(/^All: (.*)$/m.exec(message)?.[1] ?? "", "utf8")

test("a page without what was expected shows its headings, its errors and what comes nearest", () => {
  const message = messageOf(() => assert.match(page, /Cleo Smith is (over|exactly) 21/))
  const lines = message.split("\n")
  assert.ok(lines.length <= 20, message)
  assert.deepEqual(lines.slice(0, 4), [
    "AssertionError: Expected: /Cleo Smith is (over|exactly) 21/",
    "On: Names – Foyer",
    "On: Family",
    "Error on the page: Enter your name",
  ])
  assert.match(message, /Nearest to it:[\s\S]*<p>Cleo Smith is under 18\.<\/p>/)
  assert.equal(allOf(message), page)
})

test("a page with something unwanted shows where", () => {
  const message = messageOf(() => assert.doesNotMatch(page, /Row 1234</, "a remark"))
  assert.match(message, /^AssertionError: a remark\nUnexpected: \/Row 1234<\/\n/)
  assert.match(message, /It says:\n[\s\S]*<dt>Row 1234<\/dt>/)
  assert.ok(message.length < 2_000, message)
})

test("long texts that differ show where, and long comparisons only what differs", () => {
  const message = messageOf(() => assert.equal(page, page.replace("Row 1234", "Row 12E4")))
  assert.match(message, /actual .*Row 1234<[\s\S]*expected .*Row 12E4</)
  const compared = messageOf(() => assert.deepEqual(rows, rows.toSpliced(700, 1, "another")))
  assert.match(compared, /^\+ .*Row 700</m)
  assert.match(compared, /^- .*another/m)
  assert.ok(compared.split("\n").length <= 20, compared)
})

test("other errors keep their message and their place", () => {
  const message = messageOf(() => {
    throw new TypeError("it is not a function")
  })
  assert.match(message, /^TypeError: it is not a function\n +at .*failures\.test/)
})

/** Files whose subject is time itself, and what they wait for. */
const timed = [
  // How long a store or a database may take, in real time.
  "server/platform/files/store/store-faults.test.ts",
  // A page's own clock, sped up; and its attempts, between two steps of a stopped one.
  "test/portal-dead-line.test.ts",
  "test/portal-nothing-lost.test.ts",
  // Programs that wait, as the subject of a test.
  "test/bootstrap.test.ts",
]

test("tests compare what a page says with match, wait for states, and assert nothing about the clock", () => {
  const rules = [
    {
      rule: /assert(\.ok)?\(!?[\w.?]*\b(html|text|page)\.includes\(/,
      instead: "assert.match(…, literally(…))",
    },
    { rule: /waitForTimeout\(|setTimeout\(resolve,|(await|=>) sleep\(|\bnap\(\d/, instead: "waitUntil(…)" },
    { rule: /assert.*\b(Date|performance)\.now\(\)/, instead: "an order of events" },
  ]
  const faults = globSync("{test,server,sdk,demo}/**/*.test.{ts,tsx}").flatMap((file) => {
    const text = readFileSync(file, "utf8")
    return rules.flatMap(({ rule, instead }) =>
      rule.test(text) && !timed.includes(file)
        ? `${file} has ${rule.exec(text)?.[0]} instead of ${instead}`
        : [],
    )
  })
  assert.deepEqual(faults, [])
})

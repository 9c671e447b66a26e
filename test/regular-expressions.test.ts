// Every regular expression of the program takes time in proportion to the length of its text, which recheck proves with
// automata; those with lookarounds it attacks instead. A pattern that is slow is changed, or its text is read another
// way: there is no list of exceptions. The patterns in migrations are left out, because PostgreSQL matches without
// backtracking unless a pattern has back references.
import assert from "node:assert/strict"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { test } from "node:test"
import { check } from "recheck"
import {
  isNewExpression,
  isPropertyAssignment,
  isRegularExpressionLiteral,
  type Node,
} from "typescript/unstable/ast"
import { walkSources } from "./syntax-trees.ts"

/** With flags; each with the places that have it. */
const found = new Map<string, string[]>()

walkSources(
  (path) => /^(server|sdk|demo|bin)\//.test(path) && !/\.test\.tsx?$/.test(path),
  (node, path, line) => {
    const pattern = patternOf(node)
    if (pattern !== undefined) found.set(pattern, [...(found.get(pattern) ?? []), `${path}:${line()}`])
  },
)

function patternOf(node: Node): string | undefined {
  if (isRegularExpressionLiteral(node)) return node.text
  // JSON Schema's.
  if (isPropertyAssignment(node) && node.name.getText() === "pattern")
    return composed(node.initializer.getText(), "u")
  if (!isNewExpression(node) || node.expression.getText() !== "RegExp") return undefined
  const [text, flags] = (node.arguments ?? []).map((argument) => argument.getText())
  return composed(text ?? "", flags?.slice(1, -1) ?? "")
}

/** A word stands for what a template inserts. What is no text is the pattern of another one, which is found itself. */
function composed(text: string, flags: string): string | undefined {
  if (!/^["`]/.test(text)) return undefined
  const pattern = text
    .slice(1, -1)
    .replaceAll(/\$\{[^}]*\}/g, "word")
    .replaceAll("\\\\", "\\")
  return `/${pattern}/${flags}`
}

/** Without repetition, the time for each start is bounded by the pattern itself. */
const repeats = (pattern: string) => /[*+{]|\\[1-9k]/.test(pattern.replaceAll(/\\p\{\w+(?:=\w+)?\}/gi, ""))

/** By steps, not by time, so that a busy machine finds the same. */
const limits = {
  randomSeed: 1,
  skipRecall: true,
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
} as const

async function findSlow(pattern: string): Promise<string | undefined> {
  const end = pattern.lastIndexOf("/")
  const found = await check(pattern.slice(1, end), pattern.slice(end + 1), limits)
  if (found.status === "safe") return undefined
  return found.status === "vulnerable"
    ? `${found.complexity.summary}, such as ${found.attack.pattern}`
    : found.error.kind
}

/** The patterns that passed in an earlier run, by the program that checked them. */
const passed_path = join(dirname(import.meta.dirname), "node_modules/.cache/foyer-expressions.json")
const { version } = createRequire(import.meta.url)("recheck/package.json") as { version: string }
const checked_by = JSON.stringify([version, limits])

test("every regular expression takes time in proportion to the length of its text", async () => {
  const stored = existsSync(passed_path) ? JSON.parse(readFileSync(passed_path, "utf8")) : {}
  const passed = new Set<string>(stored[checked_by])
  const slow: string[] = []
  for (const [pattern, places] of found) {
    if (!repeats(pattern) || passed.has(pattern)) continue
    const fault = await findSlow(pattern)
    if (fault) slow.push(`${places.join(", ")}: ${pattern}: ${fault}`)
    else passed.add(pattern)
  }
  mkdirSync(dirname(passed_path), { recursive: true })
  writeFileSync(passed_path, JSON.stringify({ [checked_by]: [...passed].filter((one) => found.has(one)) }))
  assert.deepEqual(slow, [])
  assert.ok(found.size > 400, "the sources are read")
})

test("a pattern that can begin inside a run is found", async () => {
  for (const pattern of [
    "/\\s+$/",
    "/,?\\s*ext/",
    "/<a [^>]*>/g",
    "/^(a+)+$/",
    "/^\\d*-?\\d*$/",
    "/@[^.]+$/",
  ])
    assert.match((await findSlow(pattern)) ?? "", /polynomial|exponential/, pattern)
  for (const pattern of ["/(?<!\\s)\\s+$/", "/^\\s+/", "/<a [^<>]*>/g"])
    assert.equal(await findSlow(pattern), undefined, pattern)
})

// Every regular expression of the program takes time in proportion to the length of its text, which recheck proves with
// automata; those with lookarounds it attacks instead. A pattern that is slow is changed, or its text is read another
// way: there is no list of exceptions. The patterns in migrations are left out, because PostgreSQL matches without
// backtracking unless a pattern has back references.

import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { createRequire } from "node:module"
import { test } from "node:test"
import { check } from "recheck"
import {
  isNewExpression,
  isPropertyAssignment,
  isRegularExpressionLiteral,
  type Node,
} from "typescript/unstable/ast"
import { assertNone } from "./harness/assert-each.ts"
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

/** A proof depends on nothing else. */
const { version } = createRequire(import.meta.url)("recheck/package.json") as { version: string }
const digestOf = (pattern: string) =>
  createHash("sha256")
    .update(JSON.stringify([version, limits, pattern]))
    .digest("hex")
    .slice(0, 12)

/**
 * Digests of the few patterns whose proofs took nine tenths of the time of all. A proof holds as long as recheck and the
 * pattern stay the same, so each run repeats only one of these. A pattern that is gone leaves the list.
 */
const proved = new Set(
  `
    0086e690635d 0d5d3c387593 0f02da060f58 1672ff047a83 17a029436017 22f895afc270 25354c1662c1
    2acfaeb3e814 2f802901eec4 325f75a7bf62 34c1f0c9aa9a 36089aa8f14c 37d959ab0f17 507767490bd2 50bd6fe35948
    56444764118a 59949dc85687 5ac9e926adce 5defd36d354b 5f9946e1f230 6324030d2f04 63337c693fc3 6636486b9634
    709dbc8b1df9 79e256b09ac3 7eb28bff4324 816242e0f6bc 8a832923d0eb 9172897478cb 918ca814e33e 92167ba6aaa9
    9365b37f87bd 9411ccf18c76 970cc8782f29 97288f0ee014 a12049718697 a4d347c23577 ac475c57127c afa3366d0d4e
    b8b2619ac230 bcc720497e53 be9fe0f84631 c775877edec9 c7c7c58934fe c8c66d217a2b cbced0cc58cc d9c1a8a3a5e5
    e1d4cb4eff14 e220ab43ad40 e3f9ace939f1 e689bfc3210c eb12fdb4951d ee04539253f3 f1ba8245b870 f93c12fa7b84
  `.match(/\S+/g),
)

test("every regular expression takes time in proportion to the length of its text", async () => {
  const repeating = [...found.keys()].filter(repeats)
  const known = repeating.filter((pattern) => proved.has(digestOf(pattern)))
  const again = known[Math.floor(Math.random() * known.length)]
  const slow: string[] = []
  for (const pattern of repeating) {
    if (known.includes(pattern) && pattern !== again) continue
    const fault = await findSlow(pattern)
    if (fault) slow.push(`${found.get(pattern)?.join(", ")}: ${pattern}: ${fault}`)
  }
  assert.deepEqual(slow, [])
  const digests = repeating.map(digestOf)
  assertNone([...proved], (digest) => !digests.includes(digest), "patterns that are gone")
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

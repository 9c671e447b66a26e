// Which tests are most likely to notice a fault: those that import its file in few steps, and are next to it.
import { readFileSync } from "node:fs"
import { dirname } from "node:path"
import { findTestFiles } from "../run-tests.ts"
import { readSource, readSources, type Source } from "../source-graph.ts"
import type { Fault } from "./faults.ts"

/** Everything imports everything through these, so steps through them say nothing. */
const wiring = [
  "server/app.ts",
  "server/cli.ts",
  "server/jobs.ts",
  "server/core.ts",
  "test/harness/service.ts",
]

export interface TestMap {
  files: string[]
  /** Those without a browser, a program or a database of their own. */
  plain: string[]
  /**
   * Tests that may notice a fault: those known to run it, the nearest and cheapest first, then those that may, and a few
   * with a browser.
   */
  candidates(fault: Fault, knowledge: Knowledge): string[]
}

export interface Knowledge {
  /** Whether the test runs the place of the fault; undefined if that is not known yet. */
  runs(test: string): boolean | undefined
  /** Processor time the test took. */
  cost_ms(test: string): number
}

const counts = { plain: 24, with_browser: 3 }

/** Reads all imports once. */
export function mapTests(): TestMap {
  const files = findTestFiles("server", "sdk", "test", "demo")
  const sources = [...readSources("server", "sdk", "test", "demo"), ...files.map(readSource)]
  const importers = new Map<string, string[]>()
  for (const { path, value_imports } of sources) {
    if (wiring.includes(path)) continue
    for (const target of value_imports) importers.set(target, [...(importers.get(target) ?? []), path])
  }
  // Only where two transactions meet does a lock make a difference.
  const withCollisions = new Set(importers.get("test/harness/collide.ts"))
  const withProcesses = new Set(files.filter(startsProcesses))
  const nearest = (fault: Fault, { runs, cost_ms }: Knowledge) => {
    const roots = fault.path.endsWith(".sql") ? findNaming(fault, sources) : [fault.path]
    const steps = stepsTo(roots, importers)
    // A part of pages is often tested only where it is used.
    const users = [...steps].filter(([, count]) => count <= 2)
    const distanceOf = (test: string) =>
      (steps.get(test) ?? 4) +
      Math.min(...users.map(([path, count]) => 3 * count + folderDistance(test, path))) +
      // A test of everything is rarely nearest.
      (test.startsWith("test/") ? 3 : 0) -
      (fault.kind === "lock" && withCollisions.has(test) ? 5 : 0) +
      cost_ms(test) / 2_000 +
      (runs(test) ? 0 : 100)
    const distances = new Map(files.map((file) => [file, distanceOf(file)]))
    return files.toSorted((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0))
  }
  return {
    files,
    plain: files.filter((file) => !withProcesses.has(file)),
    candidates: (fault, knowledge) => {
      const near = nearest(fault, knowledge).filter((file) => knowledge.runs(file) !== false)
      return [
        ...near.filter((file) => !withProcesses.has(file)).slice(0, counts.plain),
        ...near.filter((file) => withProcesses.has(file)).slice(0, counts.with_browser),
      ]
    },
  }
}

/** A browser, a program or a database of its own costs a test many seconds. */
function startsProcesses(file: string): boolean {
  return /open(ServiceAnd)?Browser\b|foyer-program|pgbouncer|-postgres|postgres-server|\b(spawn|execFile|fork)\(/.test(
    readFileSync(file, "utf8"),
  )
}

function stepsTo(roots: readonly string[], importers: ReadonlyMap<string, string[]>): Map<string, number> {
  const steps = new Map(roots.map((root) => [root, 0]))
  for (const [path, count] of steps)
    for (const importer of importers.get(path) ?? []) if (!steps.has(importer)) steps.set(importer, count + 1)
  return steps
}

function folderDistance(one: string, other: string): number {
  const [a, b] = [dirname(one).split("/"), dirname(other).split("/")]
  const shared = a.findIndex((part, index) => part !== b[index])
  const common = shared < 0 ? a.length : shared
  return a.length + b.length - 2 * common
}

/** The server's files that name what the migration creates there, or else what it creates before. */
function findNaming({ path, line }: Fault, sources: readonly Source[]): string[] {
  const above = readFileSync(path, "utf8").split("\n").slice(0, line).join("\n")
  const created = above.matchAll(
    /create (?:or replace )?(?:table|function|procedure|view|trigger|policy) "?(\w+)/g,
  )
  for (const [, name] of [...created].toReversed()) {
    const isNamed = new RegExp(`\\b${name}\\b`)
    const naming = sources.filter(({ path, text }) => path.startsWith("server/") && isNamed.test(text))
    if (naming.length > 0) return naming.map((source) => source.path)
  }
  return []
}

// Runs one pass of node:test over some files and shows progress.
import { globSync } from "node:fs"
import { run } from "node:test"
import { spec } from "node:test/reporters"
import type { BuiltTests } from "./build-tests.ts"
import { openFailures, shortenError } from "./failures.ts"
import { underLoad } from "./harness/wait-until.ts"
import { nameSources } from "./traces.ts"

export interface Pass {
  passed: boolean
  counts: Record<"tests" | "pass" | "fail" | "cancelled" | "skipped" | "todo", number>
  /** `file: test — reason` for each skipped test. */
  skipped: string[]
  /** `file: test — error in one line` for each failed test. */
  failed: string[]
}

/** A file that hangs counts as one failure and must not stop the run. */
const timeout_ms = 20 * 60_000

export function findTestFiles(...folders: string[]): string[] {
  return folders.flatMap(findTestFilesIn)
}

export function findTestFilesIn(folder: string): string[] {
  return globSync(`${folder}/**/*.test.{ts,tsx}`).sort()
}

/** Runs `sources` in separate processes, four at a time: on two cores, two of them usually wait for something. */
export async function runTests(
  sources: string[],
  { filesOf, sourceOf }: BuiltTests,
  signal: AbortSignal,
): Promise<Pass> {
  const pass: Pass = {
    passed: false,
    counts: { tests: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 },
    skipped: [],
    failed: [],
  }
  const stream = run({
    files: filesOf(sources),
    concurrency: 4,
    // The processes share the processors: collecting garbage rarely, in one thread, costs each a sixth less.
    execArgv: [
      "--single-threaded-gc",
      "--min-semi-space-size=64",
      "--max-semi-space-size=64",
      "--initial-old-space-size=400",
      "--no-memory-reducer",
    ],
    timeout: underLoad(timeout_ms),
    signal,
  })
  stream.on("test:pass", ({ name, file = "", skip }) => {
    if (skip !== undefined && skip !== false) {
      pass.skipped.push(`${sourceOf(file)}: ${name}${typeof skip === "string" ? ` — ${skip}` : ""}`)
    }
  })
  const failures = openFailures(process.cwd())
  stream.on("test:fail", ({ name, file = "", details, todo }) => {
    // What follows prints this.
    if (details.error.cause instanceof Error)
      details.error.cause = shortenError(details.error.cause, failures)
    const own = details.type !== "suite" && todo === undefined
    if (own) pass.failed.push(`${sourceOf(file)}: ${name} — ${sayError(details.error)}`)
  })
  stream.on("test:summary", ({ file, success, counts }) => {
    // Each file has a summary too; the one without a file covers all.
    if (file !== undefined) return
    const { tests, passed, failed, cancelled, skipped, todo } = counts as typeof counts & { failed: number }
    pass.passed = success
    pass.counts = { tests, pass: passed, fail: failed ?? pass.failed.length, cancelled, skipped, todo }
  })
  for await (const text of stream.compose(new spec())) process.stdout.write(nameSources(String(text)))
  return pass
}

/** node:test wraps what a test threw. */
function sayError(error: Error): string {
  const thrown = error.cause ?? error
  return (
    String(thrown instanceof Error ? thrown.message : thrown)
      .trim()
      .split("\n", 1)[0] ?? ""
  )
}

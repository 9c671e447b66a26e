import { existsSync, readFileSync } from "node:fs"
import { run } from "node:test"
import type { BuiltTests } from "../build-tests.ts"
import { underLoad } from "../harness/wait-until.ts"
import { openTypeChecker } from "../syntax-trees.ts"
import type { Planted } from "./planting.ts"

export type Outcome =
  | (
      | ({ kind: "caught" } & Failure)
      /** A test failed that had not run the code with the fault: something else is wrong. */
      | ({ kind: "unsure" } & Failure)
    )
  /** No test failed in time; `is_run` says whether one ran the code. */
  | { kind: "alive"; is_run: boolean; tests: number }

export interface Failure {
  by: string
  test: string
}

/** Ends the run after the tests under way are stopped. */
export const interrupted = new AbortController()

/** Tests that have once passed: what they have not noted until then, they do not run. */
export const passed = new Set<string>()

/** Tests that fail whatever is planted. */
export const broken = new Set<string>()

/** The nearest first, a few at a time, because they catch nearly all that is caught. */
const waves = [3, 6, 18]

/** Faulty code must not load the demo that the tests of other faults copy. */
const demoEnv = () => (existsSync(process.env.PREPARED_DEMO ?? "") ? {} : { PREPARED_DEMO: "" })

/** What the types notice: at a tenth of what tests cost. */
export function checkTypes(faults: readonly Planted[]): Map<Planted, Outcome> {
  const checker = openTypeChecker()
  const outcomes = faults.flatMap((fault): [Planted, Outcome][] => {
    const { path, start, end } = fault
    if (path.endsWith(".sql")) return []
    const text = readFileSync(path, "utf8")
    // As the body of an `if`, an empty statement would be refused as a slip.
    const replacement = fault.replacement === ";" ? "{}" : fault.replacement
    const test = checker.faultOf(path, text.slice(0, start) + replacement + text.slice(end))
    return test === undefined ? [] : [[fault, { kind: "caught", by: "the types", test }]]
  })
  checker.close()
  return new Map(outcomes)
}

/** Runs tests with the fault planted until one fails or the time is over; `env` names another database. */
export async function runWith(
  { number, is_at_load }: Planted,
  tests: readonly string[],
  built: BuiltTests,
  limit_ms: number,
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const started_ms = performance.now()
  const isRunBy = (test: string) => is_at_load || readNotes().get(number)?.has(test) === true
  let count = 0
  for (const [index, size] of waves.entries()) {
    const isOver = index > 1 && performance.now() - started_ms > underLoad(limit_ms)
    const wave = tests.slice(count, count + size)
    if (interrupted.signal.aborted || isOver || wave.length === 0) break
    const [failure] = await findFailures(wave, built, {
      limit_ms,
      max: 1,
      env: { ...demoEnv(), ...env, MUTANT: `${number}` },
    })
    if (failure) return { kind: isRunBy(failure.by) ? "caught" : "unsure", ...failure }
    if (!interrupted.signal.aborted) for (const test of wave) passed.add(test)
    count += wave.length
  }
  return { kind: "alive", is_run: is_at_load || readNotes().has(number), tests: count }
}

/**
 * The first `max` failures; what still runs is then stopped. Tests that run at twice the limit fail: the fault keeps
 * something from ending.
 */
export async function findFailures(
  tests: readonly string[],
  { filesOf, sourceOf }: BuiltTests,
  { limit_ms, max, env }: { limit_ms: number; max: number; env: NodeJS.ProcessEnv },
): Promise<Failure[]> {
  if (tests.length === 0) return []
  const stop = new AbortController()
  const failures: Failure[] = []
  const stream = run({
    // Small tests, which share a process, before long ones.
    files: filesOf(tests).toReversed(),
    // Other faults are planted in other processes meanwhile.
    concurrency: max === 1 ? 1 : 4,
    timeout: underLoad(2 * limit_ms),
    signal: AbortSignal.any([stop.signal, interrupted.signal]),
    env: { ...process.env, ...env },
  })
  stream.on("test:fail", ({ name, file = "", details, todo }) => {
    if (details.type === "suite" || todo !== undefined || failures.length >= max) return
    failures.push({ by: sourceOf(file), test: `${name}${isTimeout(details.error) ? " (did not end)" : ""}` })
    if (failures.length >= max) stop.abort()
  })
  for await (const _ of stream);
  return failures
}

function isTimeout(error: Error & { failureType?: string }): boolean {
  return error.failureType === "testTimeoutFailure" || error.failureType === "cancelledByParent"
}

/** Which tests have run the place of each fault so far, as the switches noted it. */
export function readNotes(): Map<number, Set<string>> {
  const notes = new Map<number, Set<string>>()
  const path = process.env.MUTANT_NOTES ?? ""
  for (const line of existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : []) {
    const [number = "", test = ""] = line.split(" ")
    const tests = notes.get(Number(number)) ?? new Set()
    notes.set(Number(number), tests.add(test))
  }
  return notes
}

import { existsSync, rmSync } from "node:fs"
import { run } from "node:test"
import type { BuiltTests } from "../build-tests.ts"

export type Outcome =
  | { kind: "caught"; by: string; test: string }
  /** A test failed, but the code with the fault did not run before: something else is wrong. */
  | { kind: "unsure"; by: string; test: string }
  /** No test failed in time; `is_run` says whether the code ran at all. */
  | { kind: "alive"; is_run: boolean; tests: number }

/** Ends the run after the tests under way are stopped. */
export const interrupted = new AbortController()

/** The nearest first, a few at a time, because they catch nearly all that is caught; the first two waves always run. */
const waves = [4, 8, 12, 24]

/**
 * Runs tests with the fault planted until one fails or the time is over. A wave that still runs at five times that
 * time counts as a failure: the fault keeps something from ending.
 */
export async function runWith(
  number: number,
  tests: readonly string[],
  built: BuiltTests,
  {
    limit_ms,
    mark,
  }: {
    limit_ms: number /** A file; none for a migration, which always runs. */
    mark: string | undefined
  },
): Promise<Outcome> {
  process.env.MUTANT = String(number)
  process.env.MUTANT_RUN = mark ?? ""
  if (mark) rmSync(mark, { force: true })
  const isRun = () => mark === undefined || existsSync(mark)
  const started_ms = performance.now()
  let count = 0
  for (const [index, wave] of waves.entries()) {
    if (interrupted.signal.aborted || (index > 1 && performance.now() - started_ms > limit_ms)) break
    const failure = await findFailure(tests.slice(count, count + wave), built, 5 * limit_ms)
    if (failure) return { kind: isRun() ? "caught" : "unsure", ...failure }
    count += wave
  }
  return { kind: "alive", is_run: isRun(), tests: Math.min(count, tests.length) }
}

/** The first test that fails; the others are then stopped. */
export async function findFailure(
  tests: readonly string[],
  { filesOf, sourceOf }: BuiltTests,
  limit_ms: number,
): Promise<{ by: string; test: string } | undefined> {
  const stop = new AbortController()
  let failure: { by: string; test: string } | undefined
  const stream = run({
    files: filesOf(tests),
    concurrency: 3,
    timeout: limit_ms,
    signal: AbortSignal.any([stop.signal, interrupted.signal]),
  })
  stream.on("test:fail", ({ name, file = "", details, todo }) => {
    if (details.type === "suite" || todo !== undefined || failure) return
    failure = { by: sourceOf(file), test: `${name}${isTimeout(details.error) ? " (did not end)" : ""}` }
    stop.abort()
  })
  for await (const _ of stream);
  return failure
}

function isTimeout(error: Error & { failureType?: string }): boolean {
  return error.failureType === "testTimeoutFailure" || error.failureType === "cancelledByParent"
}

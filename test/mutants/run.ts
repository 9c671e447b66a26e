// Plants small faults in the product, one at a time, runs the nearest tests, and prints the faults that no test notices:
// npm run mutants -- server/intake/matters --count 20 --seed 7 --kind lock. Not part of `npm test`.
import { createHash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { availableParallelism, tmpdir } from "node:os"
import { join, relative, resolve } from "node:path"
import { parseArgs } from "node:util"
import { type BuiltTests, buildTests } from "../build-tests.ts"
import { measureProcessorTime } from "../processor-time.ts"
import { folderOf, isOfTests } from "../source-graph.ts"
import { withTemporaryDatabase } from "../temporary-database.ts"
import { isEquivalent } from "./equivalents.ts"
import { type Fault, listFaults } from "./faults.ts"
import { copyMigrations, prepareFaultyDatabase } from "./faulty-database.ts"
import {
  broken,
  checkTypes,
  findFailures,
  interrupted,
  type Outcome,
  passed,
  readNotes,
  runWith,
} from "./killing.ts"
import { mapTests } from "./nearest-tests.ts"
import { type Planted, withSwitches } from "./planting.ts"

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "30" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    kind: { type: "string", multiple: true },
    seconds: { type: "string", default: "60" },
    // How many faults are planted at the same time, each in processes of its own.
    at_once: { type: "string", default: String(availableParallelism()) },
    list: { type: "boolean", default: false },
  },
})
/** What each test took, in a run without a fault. */
const costs = new Map<string, number>()
/**
 * With so many faults it costs least to run everything without a browser once: each fault then meets only tests that come
 * by it.
 */
const many = 40
const heads = { caught: "caught", unsure: "UNSURE", alive: "ALIVE " }
const root = resolve(import.meta.dirname, "../..")
process.chdir(root)
process.on("SIGINT", () => interrupted.abort())
process.on("SIGTERM", () => interrupted.abort())
const places = (positionals.length > 0 ? positionals : ["server"]).map((path) =>
  relative(root, resolve(path)),
)
const all = listFaults(places).filter(
  (fault) => !isEquivalent(fault) && (!values.kind || values.kind.includes(fault.kind)),
)
const chosen = shuffled(all, values.seed)
  .slice(0, Number(values.count))
  .map((fault, index): Planted => ({ ...fault, number: index + 1 }))
console.log(`${chosen.length} of ${all.length} faults, --seed ${values.seed}`)
if (values.list) for (const fault of chosen) print(fault)
else await plantAll()

async function plantAll(): Promise<void> {
  const measure = measureProcessorTime(() => undefined)
  const outcomes = checkTypes(chosen)
  for (const [fault, outcome] of outcomes) print(fault, outcome)
  const untyped = chosen.filter((fault) => !outcomes.has(fault))
  // Stopped tests leave their files behind.
  const folder = mkdtempSync(join(tmpdir(), "foyer-mutants-"))
  process.env.TMPDIR = folder
  process.env.MUTANT = "0"
  process.env.MUTANT_NOTES = join(folder, "notes")
  process.env.MUTANT_MIGRATIONS = copyMigrations(folder)
  const tests = mapTests()
  const built = await buildTests(tests.files, (path, text) =>
    path === "server/prepare-database.ts"
      ? text.replace('"./migrations/"', 'process.env.MUTANT_MIGRATIONS ?? "./migrations/"')
      : withSwitches(
          text,
          untyped.filter((fault) => fault.path === path),
        ),
  )
  const limit_ms = Number(values.seconds) * 1_000
  const plant = async (fault: Planted, env?: NodeJS.ProcessEnv): Promise<void> => {
    const notes = readNotes().get(fault.number)
    const candidates = tests.candidates(fault, {
      runs: (test) => {
        if (broken.has(test)) return false
        return fault.is_at_load || notes?.has(test) || (passed.has(test) ? false : undefined)
      },
      cost_ms: (test) => costs.get(test) ?? 0,
    })
    const outcome = await runWith(fault, candidates, built, limit_ms, env)
    if (interrupted.signal.aborted) return
    print(fault, outcome)
    if (outcome.kind === "unsure" && !broken.has(outcome.by)) {
      broken.add(outcome.by)
      return plant(fault, env)
    }
    outcomes.set(fault, outcome)
  }
  const plantInDatabase = async (fault: Planted): Promise<void> => {
    const database = await prepareFaultyDatabase(built, copyMigrations(folder, fault))
    if (database) return plant(fault, database.env).finally(database.drop)
    const outcome: Outcome = { kind: "caught", by: "the database", test: "tables can be created" }
    print(fault, outcome)
    outcomes.set(fault, outcome)
  }
  try {
    await withTemporaryDatabase({ prepare: built.prepare }, async () => {
      if (untyped.length >= many) await runWithoutFault(tests.plain, built)
      await inPool(untyped, (fault) => (isMigration(fault) ? plantInDatabase(fault) : plant(fault)))
      if (!interrupted.signal.aborted) await doubt(outcomes, built)
    })
  } finally {
    built.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  report(outcomes)
  const total_s = measure().total_ms / 1_000
  console.log(
    `${Math.round(total_s)} s of processor time, ${(total_s / outcomes.size).toFixed(1)} for each fault`,
  )
}

async function runWithoutFault(tests: readonly string[], built: BuiltTests): Promise<void> {
  const measure = measureProcessorTime(built.runningIn)
  const failures = await findFailures(tests, built, { limit_ms: 5 * 60_000, max: Infinity, env: {} })
  for (const test of tests) passed.add(test)
  for (const { by, test } of failures) {
    console.log(`broken ${by}: ${test}`)
    broken.add(by)
  }
  for (const [test, ms] of measure().of_files) costs.set(test, ms)
}

async function inPool<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values()
  const worker = async () => {
    for (const item of rest) if (!interrupted.signal.aborted) await work(item)
  }
  await Promise.all(Array.from({ length: Number(values.at_once) }, worker))
}

/** Tests that failed must pass without a fault, or they prove nothing. */
async function doubt(outcomes: Map<Planted, Outcome>, built: BuiltTests): Promise<void> {
  const caught = [...outcomes].flatMap(([, outcome]) => (outcome.kind === "caught" ? [outcome.by] : []))
  const failures = await findFailures(
    // The types and the database prove what they say.
    [...new Set(caught)].filter((test) => isOfTests(test) && !costs.has(test)),
    built,
    { limit_ms: 5 * 60_000, max: Infinity, env: {} },
  )
  for (const [fault, outcome] of outcomes) {
    const isUnsure = outcome.kind === "caught" && failures.some(({ by }) => by === outcome.by)
    if (!isUnsure) continue
    outcomes.set(fault, { ...outcome, kind: "unsure" })
    print(fault, { ...outcome, kind: "unsure" })
  }
}

function isMigration({ path }: Planted): boolean {
  return path.endsWith(".sql")
}

function print({ path, line, kind, before, after }: Planted, outcome?: Outcome): void {
  const head = outcome ? heads[outcome.kind] : "      "
  const unrun = outcome?.kind === "alive" && !outcome.is_run ? ", never run" : ""
  const how =
    outcome?.kind === "alive"
      ? `by ${outcome.tests} test files${unrun}`
      : outcome && `by ${outcome.by}: ${outcome.test}`
  console.log(`${head} ${path}:${line} ${kind} ${how ?? ""}`.trimEnd())
  if (outcome?.kind !== "caught") console.log(`       - ${before}\n       + ${after}`)
}

function report(outcomes: Map<Planted, Outcome>): void {
  const folders = Map.groupBy(outcomes, ([{ path }]) => folderOf(path))
  console.log("")
  for (const [folder, found] of [...folders, ["all", [...outcomes]] as const]) {
    const caught = found.filter(([, { kind }]) => kind === "caught").length
    console.log(`${folder.padEnd(20)} ${caught} of ${found.length} caught`)
  }
}

/** Always the same order for a seed, also when other lines of the source have changed. */
function shuffled(faults: readonly Fault[], seed: string): Fault[] {
  const placeOf = ({ path, kind, before, after }: Fault) =>
    createHash("sha256").update([seed, path, kind, before, after].join("\n")).digest("hex")
  return faults
    .map((fault) => ({ fault, place: placeOf(fault) }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ fault }) => fault)
}

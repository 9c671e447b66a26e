// Plants small faults in the product, one at a time, runs the nearest tests, and prints the faults that no test notices:
// npm run mutants -- server/intake/matters --count 20 --seed 7 --kind lock. Not part of `npm test`.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join, relative, resolve } from "node:path"
import { parseArgs } from "node:util"
import { type BuiltTests, buildTests } from "../build-tests.ts"
import { measureProcessorTime } from "../processor-time.ts"
import { folderOf } from "../source-graph.ts"
import { withTemporaryDatabase } from "../temporary-database.ts"
import { isEquivalent } from "./equivalents.ts"
import { listFaults } from "./faults.ts"
import { broken, findFailures, interrupted, type Outcome, passed, readNotes, runWith } from "./killing.ts"
import { mapTests } from "./nearest-tests.ts"
import { type Planted, withSwitches } from "./planting.ts"

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "30" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    kind: { type: "string", multiple: true },
    seconds: { type: "string", default: "60" },
    list: { type: "boolean", default: false },
  },
})
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
const chosen = shuffled(all, Number(values.seed))
  .slice(0, Number(values.count))
  .map((fault, index): Planted => ({ ...fault, number: index + 1 }))
console.log(`${chosen.length} of ${all.length} faults, --seed ${values.seed}`)
if (values.list) for (const fault of chosen) print(fault)
else await plantAll()

async function plantAll(): Promise<void> {
  const measure = measureProcessorTime(() => undefined)
  // Stopped tests leave their files behind.
  const folder = mkdtempSync(join(tmpdir(), "foyer-mutants-"))
  process.env.TMPDIR = folder
  process.env.MUTANT_NOTES = join(folder, "notes")
  process.env.MUTANT_MIGRATIONS = copyMigrations(folder)
  const tests = mapTests()
  const built = await buildTests(tests.files, (path, text) =>
    path === "server/prepare-database.ts"
      ? text.replace('"./migrations/"', 'process.env.MUTANT_MIGRATIONS ?? "./migrations/"')
      : withSwitches(
          text,
          chosen.filter((fault) => fault.path === path),
        ),
  )
  const outcomes = new Map<Planted, Outcome>()
  const limit_ms = Number(values.seconds) * 1_000
  const [inSql, inCode] = [chosen.filter(isMigration), chosen.filter((fault) => !isMigration(fault))]
  const plant = async (fault: Planted): Promise<void> => {
    const notes = readNotes()
    const mayRun = (test: string) =>
      !broken.has(test) && (!passed.has(test) || notes.get(fault.number)?.has(test) === true)
    const outcome = await runWith(fault, tests.candidates(fault, mayRun), built, limit_ms)
    if (interrupted.signal.aborted) return
    print(fault, outcome)
    if (outcome.kind === "unsure" && !broken.has(outcome.by)) {
      broken.add(outcome.by)
      return plant(fault)
    }
    outcomes.set(fault, outcome)
  }
  try {
    await withTemporaryDatabase({ prepare: built.prepare }, async () => {
      for (const fault of inCode) if (!interrupted.signal.aborted) await plant(fault)
      if (!interrupted.signal.aborted) await doubt(outcomes, built)
    })
    for (const fault of inSql) {
      if (interrupted.signal.aborted) break
      process.env.MUTANT_MIGRATIONS = copyMigrations(folder, fault)
      try {
        await withTemporaryDatabase({ prepare: built.prepare }, () => plant(fault))
      } catch {
        outcomes.set(fault, { kind: "caught", by: "the database", test: "tables can be created" })
      }
    }
  } finally {
    built.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  report(outcomes)
  console.log(`${Math.round(measure().total_ms / 1_000)} s of processor time`)
}

/** Tests that failed must pass without a fault, or they prove nothing. */
async function doubt(outcomes: Map<Planted, Outcome>, built: BuiltTests): Promise<void> {
  process.env.MUTANT = "0"
  const caught = [...outcomes].flatMap(([, outcome]) => (outcome.kind === "caught" ? [outcome.by] : []))
  const failures = await findFailures([...new Set(caught)], built, { limit_ms: 5 * 60_000, max: Infinity })
  for (const [fault, outcome] of outcomes) {
    const isUnsure = outcome.kind === "caught" && failures.some(({ by }) => by === outcome.by)
    if (!isUnsure) continue
    outcomes.set(fault, { ...outcome, kind: "unsure" })
    print(fault, { ...outcome, kind: "unsure" })
  }
}

/** A copy of the migrations, with the fault if one is given: nothing that changes during the run disturbs it. */
function copyMigrations(folder: string, fault?: Planted): string {
  const copy = join(folder, `migrations-${fault?.number ?? 0}/`)
  cpSync("server/migrations", copy, { recursive: true })
  if (fault) writeFileSync(join(copy, basename(fault.path)), fault.replacement)
  return copy
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

/** Always the same order for a seed. */
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  let state = seed >>> 0
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    const mixed = Math.imul(state ^ (state >>> 15), state | 1)
    const again = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))
    return ((again ^ (again >>> 14)) >>> 0) / 2 ** 32
  }
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

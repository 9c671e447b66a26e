// The complete suite: types, lint, then the tests, on a separate database; the oldest supported PostgreSQL prepares each
// statement that they have sent. Reports what passed, what was skipped and why, and fails if anything failed. To run some
// files or folders: npm test -- server/intake/matters. --check (npm run check) runs only what is quick; --oldest-postgres
// runs what depends on the version in more than its statements.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { statSync, writeFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import type { Binaries } from "../server/platform/embedded-postgres/binaries.ts"
import { type BuiltTests, buildTests } from "./build-tests.ts"
import { listRefused } from "./oldest-postgres.ts"
import { measureProcessorTime } from "./processor-time.ts"
import { findQuickTests } from "./quick-tests.ts"
import { findTestFiles, findTestFilesIn, type Pass, runTests } from "./run-tests.ts"
import { findSystemPostgres, withTemporaryDatabase } from "./temporary-database.ts"

interface Part {
  name: string
  outcome: "passed" | "failed" | "left out"
  duration_ms: number
  reason?: string
}

const parts: Part[] = []
const passes: Pass[] = []
let built: Promise<BuiltTests> | undefined
let tests: BuiltTests | undefined
const measure = measureProcessorTime((pid) => tests?.runningIn(pid))
const root = dirname(import.meta.dirname)
const words = process.argv.slice(2)
const [mode] = words.filter((word) => ["--check", "--oldest-postgres"].includes(word))
const requested = words.filter((word) => word !== mode).map((path) => relative(root, resolve(path)))
process.chdir(root)

const interrupted = new AbortController()
process.on("SIGINT", () => interrupted.abort())
process.on("SIGTERM", () => interrupted.abort())

try {
  await runAll()
} finally {
  ;(await built)?.remove()
}
reportProcessorTime()
report()

async function runAll(): Promise<void> {
  if (mode === "--oldest-postgres") return runOnOldestPostgres()
  if (requested.length > 0) {
    leaveOut(["types", "lint"], "only some tests were asked for")
    await runPart("tests", () => runPass(requested.flatMap(readArgument)))
  } else {
    await runPart("types", () => runProgram("tsc", "--noEmit", "-p", "."))
    await runPart("lint", () => runProgram("biome", "check"))
    if (mode === "--check") {
      await runPart("tests", () => runPass(findQuickTests()))
      leaveOut(["pages, programs, journeys"], "npm test runs them")
    } else {
      await runPart("tests", () => runPass(findTestFiles("test", "server", "sdk", "demo")))
      await prepareOnOldestPostgres()
    }
  }
}

async function runPass(
  files: string[],
  options: Parameters<typeof withTemporaryDatabase>[0] = {},
): Promise<boolean> {
  if (files.length === 0) return false
  built = buildTests(files)
  const running = await built
  tests = running
  const pass = await withTemporaryDatabase({ ...options, prepare: running.prepare }, () =>
    runTests(files, running, interrupted.signal),
  )
  passes.push(pass)
  return pass.passed
}

/** The oldest supported PostgreSQL differs most from the bundled one. */
function findOldestPostgres(part: string): Binaries | undefined {
  const binaries = findSystemPostgres()
  if (!binaries) leaveOut([part], "there is no PostgreSQL 15 or later in /usr/lib/postgresql")
  return binaries
}

/** What an older version could refuse is a statement, and together the tests send them all. */
async function prepareOnOldestPostgres(): Promise<void> {
  const name = "statements on the oldest PostgreSQL"
  const binaries = findOldestPostgres(name)
  const sent = tests?.listSent() ?? []
  if (!binaries || !tests || sent.length === 0) return
  const { prepare } = tests
  await runPart(`${name} (${binaries.major_version})`, async () => {
    const refused = await withTemporaryDatabase({ binaries, prepare }, () =>
      listRefused(sent, process.env.DATABASE_URL ?? ""),
    )
    for (const statement of refused) console.error(statement)
    console.log(`${sent.length} statements, ${refused.length} refused`)
    return refused.length === 0
  })
}

async function runOnOldestPostgres(): Promise<void> {
  const binaries = findOldestPostgres("tests")
  if (!binaries) return
  // The binaries for tests that start separate servers.
  process.env.TEST_POSTGRES_BINARIES = binaries.folder
  const files = requested.length > 0 ? requested.flatMap(readArgument) : findDatabaseTests()
  await runPart(`tests on PostgreSQL ${binaries.major_version}`, () => runPass(files, { binaries }))
}

/** What differs by itself is the connection, and how locks, a backup, a migration and a rotation of keys go. */
function findDatabaseTests(): string[] {
  const everything = ["walls", "migrations", "races"].map((name) => `test/${name}.test.ts`)
  const folders = ["platform/db", "operations/backups", "outputs/sealing"]
  return [...everything, ...folders.flatMap((folder) => findTestFilesIn(`server/${folder}`))]
}

function readArgument(path: string): string[] {
  const files = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? findTestFilesIn(path) : [path]
  if (files.length === 0 || !statSync(path, { throwIfNoEntry: false })) {
    console.error(`There is no test at ${path}.`)
    process.exit(1)
  }
  return files
}

async function runPart(name: string, work: () => boolean | Promise<boolean>): Promise<void> {
  if (interrupted.signal.aborted) return leaveOut([name], "the run was interrupted")
  console.log(`\n── ${name}`)
  const started_ms = performance.now()
  const passed = await work()
  parts.push({ name, outcome: passed ? "passed" : "failed", duration_ms: performance.now() - started_ms })
}

function leaveOut(names: string[], reason: string): void {
  for (const name of names) parts.push({ name, outcome: "left out", duration_ms: 0, reason })
}

async function runProgram(name: string, ...words: string[]): Promise<boolean> {
  const child = spawn(join("node_modules/.bin", name), words, { stdio: "inherit" })
  const [code] = await once(child, "exit")
  return code === 0
}

/** What the run cost, for those who want it cheaper: a minute of a processor is a minute on any machine. */
function reportProcessorTime(): void {
  const { total_ms, of_programs, of_files, of_programs_of } = measure()
  const say = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  const programs = of_programs.filter(([, ms]) => ms >= 1_000).map(([name, ms]) => `${name} ${say(ms)}`)
  console.log(`\n── processor time: ${say(total_ms)} (${programs.join(", ")})`)
  for (const [file, ms] of of_files.slice(0, 10)) console.log(`${say(ms).padStart(8)}  ${file}`)
  if (!process.env.TEST_TIMES) return
  const rows = of_files.map(([file, ms]) =>
    [say(ms), file, ...of_programs_of(file).map(([name, ms]) => `${name} ${say(ms)}`)].join("\t"),
  )
  writeFileSync(process.env.TEST_TIMES, `${rows.join("\n")}\n`)
}

function report(): void {
  console.log("\n── summary")
  for (const { name, outcome, duration_ms, reason } of parts) {
    const remark = reason ?? `${(duration_ms / 1000).toFixed(1)} s`
    console.log(`${outcome.padEnd(8)}  ${name} (${remark})`)
  }
  for (const { skipped } of passes) for (const test of skipped) console.log(`skipped   ${test}`)
  for (const { failed } of passes) for (const test of failed) console.log(`failed    ${test}`)
  // The summary lines of node:test, over all passes.
  for (const name of ["tests", "pass", "fail", "cancelled", "skipped", "todo"] as const) {
    console.log(`ℹ ${name} ${passes.reduce((sum, pass) => sum + pass.counts[name], 0)}`)
  }
  const failed = interrupted.signal.aborted || parts.some((part) => part.outcome === "failed")
  process.exitCode = failed ? 1 : 0
}

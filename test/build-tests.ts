// Bundles test files once per run, because each runs in a separate process, and loading some thousand modules through a
// loader would cost each of them three seconds of a core.
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, relative } from "node:path"

const root = dirname(import.meta.dirname)
const { bundle } = createRequire(import.meta.url)("../bin/bundle.js") as {
  bundle: (
    scripts: string[],
    folder: string,
    change?: (path: string, text: string) => string,
  ) => Promise<unknown>
}

export interface BuiltTests {
  /**
   * Files to run for these sources. Small ones share a process, because loading the program costs more than they do.
   */
  filesOf(sources: readonly string[]): string[]
  /** The source of a built file, relative to the repository. */
  sourceOf(file: string): string
  /** The source that the test process `pid` runs at the moment. */
  runningIn(pid: number): string | undefined
  /** The program that creates the tables of the tests' database. */
  prepare: string
  /** Every statement of the program that a test has sent. */
  listSent(): string[]
  remove(): void
}

/** Bundles `sources` the way the program is bundled; `change` may replace the text of any file. */
export async function buildTests(
  sources: string[],
  change?: (path: string, text: string) => string,
): Promise<BuiltTests> {
  // In node_modules, so that Node resolves packages from there.
  const folder = join(root, "node_modules/.cache", `foyer-tests-${process.pid}`)
  await bundle([...sources, "server/cli.ts", preparing], folder, change)
  // Caches compiled code for the next process, which saves each another half second.
  process.env.NODE_COMPILE_CACHE = join(folder, "compiled")
  const builtOf = (source: string) => join(folder, source.replace(/\.tsx?$/, ".mjs"))
  // Tests that start the program itself start the bundle, too.
  process.env.BUILT_FOYER = builtOf("server/cli.ts")
  process.env.PASSED_CHECKS = join(folder, "passed-checks")
  process.env.PREPARED_DEMO = join(folder, "prepared-demo")
  const built = new Map(sources.map((source) => [builtOf(source), source]))
  const start = (name: string, lines: string) => {
    const file = join(folder, `${name}.mjs`)
    writeFileSync(file, `${recording(folder)}${lines}`)
    return file
  }
  // Numbered over all calls: files of an earlier one may still run.
  let started = 0
  const startGroup = (sources: readonly string[]) => {
    const files = JSON.stringify(Object.fromEntries(sources.map((source) => [source, builtOf(source)])))
    const file = start(`group-${++started}`, `const files = ${files}${runningOneByOne}`)
    if (sources.length === 1) built.set(file, sources[0] ?? "")
    return file
  }
  return {
    filesOf: (sources) => {
      const first = longest.map((group) => group.filter((source) => sources.includes(source)))
      const others = sources.filter((source) => !first.flat().includes(source))
      const alone = others.filter((source) => !mayShare(source))
      const sharing = others.filter(mayShare)
      return [
        ...first.filter((group) => group.length > 0).map(startGroup),
        ...alone.map((source) => startGroup([source])),
        ...dealOut(sharing.filter(opensBrowser), 12).map(startGroup),
        ...dealOut(
          sharing.filter((source) => !opensBrowser(source)),
          48,
        ).map(startGroup),
      ]
    },
    prepare: builtOf(preparing),
    runningIn: (pid) => {
      const record = join(folder, `running-${pid}`)
      return existsSync(record) ? readFileSync(record, "utf8") : undefined
    },
    sourceOf: (file) => built.get(file) ?? relative(root, file),
    listSent: () => [
      ...new Set(
        globSync(join(folder, "sent-*")).flatMap(
          (file) => JSON.parse(readFileSync(file, "utf8")) as string[],
        ),
      ),
    ],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Tells the run which source's tests a process runs, and the process and its children which test they run for; and which
 * statements of the program it has sent, which are those with a name.
 * While files load, node:test follows each promise to know to which suite a test belongs. Their tests would go on to pay
 * a tenth of a process's time for it, to learn which of them threw what no one caught; the file is enough.
 */
const recording = (folder: string) => `import { createHook } from "node:async_hooks"
import { writeFileSync } from "node:fs"
import { before, suite } from "node:test"
import pg from "pg"
const sent = new Set()
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (statement, ...more) {
  if (statement?.name) sent.add(statement.text)
  return query.call(this, statement, ...more)
}
process.on("exit", () => writeFileSync(${JSON.stringify(join(folder, "sent-"))} + process.pid, JSON.stringify([...sent])))
const hooks = createHook({}).constructor.prototype
const { enable } = hooks
let followed
hooks.enable = function () {
  followed ??= this
  return enable.call(this)
}
process.on("uncaughtException", (error) => console.error("Uncaught in " + globalThis.running_test, error))
const record = (source) => {
  globalThis.running_test = process.env.RUNNING_TEST = source
  writeFileSync(${JSON.stringify(join(folder, "running-"))} + process.pid, source)
}
`

/**
 * Imported one after the other: if modules awaited the same one, Node couldn't tell whose tests are whose. Each is a
 * suite, because outside of one, Node starts a file's hooks all at once.
 */
const runningOneByOne = `
for (const [source, file] of Object.entries(files)) {
  await new Promise((loaded) => {
    suite(source, async () => {
      before(() => record(source))
      await import(file).finally(loaded)
    })
  })
}
followed?.disable()
`

const preparing = "test/harness/prepare-database.ts"

/**
 * Deals files out to groups of `size`; if these are too few for all processors, to smaller ones. Neighboring files are
 * alike: one group must not get all the slow ones.
 */
function dealOut(sources: readonly string[], size: number): string[][] {
  const count = Math.max(
    Math.ceil(sources.length / size),
    Math.min(4, Math.ceil((sources.length * 2) / size)),
  )
  const groups = Array.from({ length: count }, (): string[] => [])
  for (const [index, source] of sources.entries()) groups[index % groups.length]?.push(source)
  return groups
}

/** One browser then serves them all, and the other processes start none. */
const opensBrowser = (source: string) => /open(ServiceAnd)?Browser\(/.test(readFileSync(source, "utf8"))

/**
 * Started first: a long file started last would leave the other processors idle. Sorted by cost; those of one line
 * share a process. If one is missing or a name is outdated, the run merely takes a little longer.
 */
const longest = [
  ["test/portal-every-page.test.ts", "server/web/ui/pages.test.ts"],
  ["test/portal-page-loads.test.ts", "test/portal-approaches.test.ts"],
  ["test/builder-journey.test.ts", "test/builder-live.test.ts"],
  ["test/demo-every-page.test.ts", "test/console-journey.test.ts"],
  ["server/operations/backups/backups.test.ts"],
  ["test/growth.test.ts"],
  [
    "server/intake/corrections/console/corrections.test.ts",
    "server/web/console/keyboard/keyboard.test.ts",
    "server/intake/submissions/console/review/review.test.ts",
  ],
  ["test/portal-uploads.test.ts", "test/portal-passkeys.test.ts"],
  ["test/portal-third-language.test.ts"],
  ["test/faults.test.ts"],
  ["test/impersonation-journey.test.ts"],
  ["test/random-input.test.ts", "test/every-route-limits.test.ts", "test/every-page.test.ts"],
  ["server/platform/embedded-postgres/embedded.test.ts"],
  ["test/new-staff-journey.test.ts"],
  ["server/outputs/webhooks/worker.test.ts"],
  ["server/commands/demo.test.ts"],
  ["server/outputs/sealing/rotation.test.ts"],
  ["server/intake/submissions/copy/copy.test.ts"],
  ["server/platform/db/connections/failover.test.ts"],
]

/** Files that change process-wide state or measure memory run alone. */
function mayShare(source: string): boolean {
  const text = readFileSync(source, "utf8")
  return !/\bdescribe\(|held-memory|paused-postgres|in this process alone|process\.env(\.\w+|\[.*\]) =|delete process\.env|process\.(chdir|umask)|mock\.timers/.test(
    text,
  )
}

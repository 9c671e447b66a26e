// Bundles test files once per run, because each runs in a separate process, and loading some thousand modules through a
// loader would cost each of them three seconds of a core.
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, relative } from "node:path"

const root = dirname(import.meta.dirname)
const { bundle } = createRequire(import.meta.url)("../bin/bundle.js") as {
  bundle: (scripts: string[], folder: string) => Promise<unknown>
}

export interface BuiltTests {
  /**
   * Files to run for these sources. Small ones share a process, because loading the program costs more than they do.
   */
  filesOf(sources: readonly string[]): string[]
  /** The source of a built file, relative to the repository. */
  sourceOf(file: string): string
  /** The program that creates the tables of the tests' database. */
  prepare: string
  remove(): void
}

/** Bundles `sources` the way the program is bundled. */
export async function buildTests(sources: string[]): Promise<BuiltTests> {
  // In node_modules, so that Node resolves packages from there.
  const folder = join(root, "node_modules/.cache", `foyer-tests-${process.pid}`)
  await bundle([...sources, "server/cli.ts", preparing], folder)
  // Caches compiled code for the next process, which saves each another half second.
  process.env.NODE_COMPILE_CACHE = join(folder, "compiled")
  const builtOf = (source: string) => join(folder, source.replace(/\.tsx?$/, ".mjs"))
  // Tests that start the program itself start the bundle, too.
  process.env.BUILT_FOYER = builtOf("server/cli.ts")
  process.env.PASSED_CHECKS = join(folder, "passed-checks")
  process.env.PREPARED_DEMO = join(folder, "prepared-demo")
  const built = new Map(sources.map((source) => [builtOf(source), source]))
  let groups = 0
  const group = (sources: readonly string[]) => {
    groups += 1
    const file = join(folder, `group-${groups}.mjs`)
    const built = JSON.stringify(Object.fromEntries(sources.map((source) => [source, builtOf(source)])))
    // Imported one after the other: if modules awaited the same one, Node couldn't tell whose tests are whose.
    writeFileSync(
      file,
      `import { suite } from "node:test"
for (const [name, file] of Object.entries(${built})) {
  await new Promise((loaded) => {
    suite(name, async () => {
      await import(file).finally(loaded)
    })
  })
}\n`,
    )
    return file
  }
  return {
    filesOf: (sources) => {
      const first = longest.filter((source) => sources.includes(source))
      const others = sources.filter((source) => !first.includes(source))
      const alone = others.filter((source) => !mayShare(source))
      const sharing = others.filter(mayShare)
      const groups = Array.from({ length: Math.ceil(sharing.length / group_size) }, (): string[] => [])
      // Neighboring files are alike; dealing them out keeps one group from getting all the slow ones.
      for (const [index, source] of sharing.entries()) groups[index % groups.length]?.push(source)
      return [...[...first, ...alone].map(builtOf), ...groups.map(group)]
    },
    prepare: builtOf(preparing),
    sourceOf: (file) => built.get(file) ?? relative(root, file),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const preparing = "test/harness/prepare-database.ts"
const group_size = 12

/**
 * Started first, each by itself: a long file started last would leave the other processors idle. Sorted by cost. If one
 * is missing or a name is outdated, the run merely takes a little longer.
 */
const longest = [
  "test/portal-every-page.test.ts",
  "test/console-every-page.test.ts",
  "test/builder-journey.test.ts",
  "test/portal-page-loads.test.ts",
  "server/backups/backups.test.ts",
  "test/growth.test.ts",
  "server/console/matters/corrections/corrections.test.ts",
  "test/portal-third-language.test.ts",
  "server/ui/pages.test.ts",
  "test/portal-approaches.test.ts",
  "test/faults.test.ts",
  "test/console-journey.test.ts",
  "test/impersonation-journey.test.ts",
  "test/random-input.test.ts",
  "test/builder-live.test.ts",
  "test/portal-uploads.test.ts",
  "server/console/keyboard/keyboard.test.ts",
  "test/portal-passkeys.test.ts",
  "server/firms/moving/moving.test.ts",
  "test/portal-authenticator-app.test.ts",
  "test/every-route-limits.test.ts",
  "test/every-page.test.ts",
  "server/embedded-postgres/embedded.test.ts",
  "test/new-staff-journey.test.ts",
  "test/portal-full-journey.test.ts",
  "server/webhooks/worker.test.ts",
  "server/console/matters/review/review.test.ts",
  "server/commands/demo.test.ts",
  "server/sealing/rotation.test.ts",
  "server/submissions/copy.test.ts",
  "server/platform/db/failover.test.ts",
]

/** Files that change process-wide state or measure memory run alone. */
function mayShare(source: string): boolean {
  const text = readFileSync(source, "utf8")
  return !/\bdescribe\(|held-memory|paused-postgres|in this process alone|process\.env(\.\w+|\[.*\]) =|delete process\.env|process\.(chdir|umask)|mock\.timers/.test(
    text,
  )
}

// Test files made ready to run: bundled once for a run, because each runs in a process of its own and loading some
// thousand modules through a loader costs each of them three seconds of a core.
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { build, type Plugin, stop } from "esbuild"

const root = dirname(import.meta.dirname)

export interface BuiltTests {
  /** Files to run for these sources: small ones share a process, where loading the program costs more than they do. */
  filesOf(sources: readonly string[]): string[]
  /** The source of a built file, relative to the repository. */
  sourceOf(file: string): string
  /** The program that makes the tables of the tests' database. */
  prepare: string
  remove(): void
}

/** Bundles `sources`; what they share is loaded from shared chunks, packages from node_modules but for a few. */
export async function buildTests(sources: string[]): Promise<BuiltTests> {
  // Below node_modules, so that Node finds the packages from there.
  const folder = join(root, "node_modules/.cache", `foyer-tests-${process.pid}`)
  await build({
    entryPoints: [...sources, "server/cli.ts", preparing],
    outdir: folder,
    outbase: root,
    absWorkingDir: root,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node24",
    packages: "external",
    sourcemap: true,
    sourcesContent: false,
    logLevel: "error",
    plugins: [keepPlaces, bundleScattered],
  })
  // The compiler is a process of its own and would keep this one alive.
  await stop()
  // What one process compiled, the next finds compiled; another half second of each.
  process.env.NODE_COMPILE_CACHE = join(folder, "compiled")
  const builtOf = (source: string) => join(folder, source.replace(/\.tsx?$/, ".mjs"))
  // Tests that start the program itself start it as fast.
  process.env.BUILT_FOYER = builtOf("server/cli.ts")
  process.env.LOOKED_AT = join(folder, "looked-at")
  process.env.PREPARED_DEMO = join(folder, "prepared-demo")
  const built = new Map(sources.map((source) => [builtOf(source), source]))
  let groups = 0
  const group = (sources: readonly string[]) => {
    groups += 1
    const file = join(folder, `group-${groups}.mjs`)
    const built = JSON.stringify(Object.fromEntries(sources.map((source) => [source, builtOf(source)])))
    // One after the other: of modules that wait for the same one, Node would not know whose tests are whose.
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
      // Neighbors are alike: dealt out, no group gets all that is slow.
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
 * Begun first, each by itself: what is begun last must not be long, or the other processors wait for it. By what each
 * costs; where one is missing or a name is old, the run is a little longer, and no worse.
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

/** Whatever changes what is the whole process's, or measures its memory, runs alone. */
function mayShare(source: string): boolean {
  const text = readFileSync(source, "utf8")
  return !/\bdescribe\(|held-memory|paused-postgres|in this process alone|process\.env(\.\w+|\[.*\]) =|delete process\.env|process\.(chdir|umask)|mock\.timers/.test(
    text,
  )
}

/** A module still knows the place of its source: files beside it are found from there. */
const keepPlaces: Plugin = {
  name: "keep places",
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      if (path.includes("/node_modules/")) return undefined
      const contents = readFileSync(path, "utf8")
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
        .replaceAll("import.meta.filename", JSON.stringify(path))
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
      return { contents, loader: path.endsWith("x") ? "tsx" : "ts" }
    })
  },
}

/** Packages in hundreds of small files, a third of what starting a process costs; only our own code loads them. */
const scattered = /^(typebox|libphonenumber-js|csv-parse|csv-stringify)(\/|$)/

const bundleScattered: Plugin = {
  name: "bundle scattered packages",
  setup({ onResolve }) {
    onResolve({ filter: scattered }, ({ path }) => ({ path: fileURLToPath(import.meta.resolve(path)) }))
  },
}

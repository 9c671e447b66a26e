// Test files made ready to run: bundled once for a run, because each runs in a process of its own and loading some
// thousand modules through a loader costs each of them three seconds of a core.
import { readFileSync, rmSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { pathToFileURL } from "node:url"
import { build, type Plugin, stop } from "esbuild"

const root = dirname(import.meta.dirname)

export interface BuiltTests {
  /** The built file of a source. */
  builtOf(source: string): string
  /** The source of a built file, relative to the repository. */
  sourceOf(file: string): string
  remove(): void
}

/** Bundles `sources`; what they share is loaded from shared chunks, packages from node_modules as ever. */
export async function buildTests(sources: string[]): Promise<BuiltTests> {
  // Below node_modules, so that Node finds the packages from there.
  const folder = join(root, "node_modules/.cache", `foyer-tests-${process.pid}`)
  await build({
    entryPoints: [...sources, "server/cli.ts"],
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
    plugins: [keepPlaces],
  })
  // The compiler is a process of its own and would keep this one alive.
  await stop()
  // What one process compiled, the next finds compiled; another half second of each.
  process.env.NODE_COMPILE_CACHE = join(folder, "compiled")
  const builtOf = (source: string) => join(folder, source.replace(/\.tsx?$/, ".mjs"))
  // Tests that start the program itself start it as fast.
  process.env.BUILT_FOYER = builtOf("server/cli.ts")
  const built = new Map(sources.map((source) => [builtOf(source), source]))
  return {
    builtOf,
    sourceOf: (file) => built.get(file) ?? relative(root, file),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
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

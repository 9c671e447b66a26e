// Code metrics: how much there is, and where. What has a limit is held by a test: architecture.test.ts for files and
// imports, named-files.test.ts for decision records.
import { execFileSync } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { consoleLines } from "./every-route/routes.ts"
import { readSources, type Source } from "./source-graph.ts"

process.chdir(join(import.meta.dirname, ".."))

const program = readSources("server", "sdk", "bin", "bench")
const demo = readSources("demo")
const lengths = program
  .filter(({ path }) => !/\/words\/|\/words\.ts$/.test(path))
  .map(linesOf)
  .toSorted((a, b) => a - b)
const at = (share: number) => lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * share))] ?? 0
const records = globSync("docs/decisions/*.md").map((path) => readFileSync(path, "utf8"))

const figures: [name: string, value: string][] = [
  ["source files (server, bin, bench; no tests)", String(program.length)],
  ["source lines", String(count(program))],
  ["source lines of the demo", String(count(demo))],
  ["lines of a file: median / 90th / longest", `${at(0.5)} / ${at(0.9)} / ${at(1)}`],
  ...consoleFigures(),
  ["decision records / words", `${records.length} / ${records.join(" ").split(/\s+/).length}`],
  ...largestFeatures().map(([folder, sources]): [string, string] => [
    `  ${folder}: files / lines`,
    `${sources.length} / ${count(sources)}`,
  ]),
  ...(process.argv.includes("--install")
    ? [["installed for production", `${installedMegabytes()} MB`] as [string, string]]
    : []),
]

const width = Math.max(...figures.map(([name]) => name.length))
for (const [name, value] of figures) console.log(`${name.padEnd(width)}  ${value.padStart(16)}`)

/** How much there is to learn in the console. */
function consoleFigures(): [name: string, value: string][] {
  const routes = Object.entries(consoleLines)
  const offering = (method: "GET" | "POST") => routes.filter(([, { methods }]) => methods.includes(method))
  // Neither files nor the page for everything unknown.
  const pages = offering("GET").filter(([url]) => !/\.\w+$|\/file$|\*$/.test(url))
  const settings = /^\/console\/settings/
  const frame = readFileSync("server/intake/matters/console/frame/frame.tsx", "utf8")
  const tabs = /const tabs = \[(.*?)\n\] as const/s.exec(frame)?.[1] ?? ""
  return [
    ["console: kinds of page", String(pages.length)],
    ["console: settings pages", String(pages.filter(([url]) => settings.test(url)).length)],
    ["console: routes, GET / POST", `${offering("GET").length} / ${offering("POST").length}`],
    ["console: tabs of a matter", String(tabs.match(/^ {2}\[/gm)?.length ?? 0)],
    ["console: source lines", String(count(program.filter(({ path }) => path.includes("/console/"))))],
  ]
}

function linesOf({ text }: Source): number {
  return text.split("\n").length - 1
}

function count(some: Source[]): number {
  return some.reduce((sum, source) => sum + linesOf(source), 0)
}

/** The ten features with most lines, pages included. */
function largestFeatures(): [folder: string, sources: Source[]][] {
  const features = Map.groupBy(
    program.filter(({ path }) => /^server\/\w[\w-]*\/[\w-]+\//.test(path)),
    ({ path }) => path.split("/").slice(1, 3).join("/"),
  )
  return [...features].toSorted(([, a], [, b]) => count(b) - count(a)).slice(0, 10)
}

/** Creates a complete production installation, as `bin/foyer` does, in a separate folder. */
function installedMegabytes(): number {
  const { trim } = createRequire(import.meta.url)("../bin/trim.js") as { trim: (modules: string) => void }
  const folder = mkdtempSync(join(tmpdir(), "foyer-figures-"))
  try {
    execFileSync("cp", ["package.json", "package-lock.json", folder])
    const words = ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    execFileSync("npm", words, { cwd: folder })
    trim(join(folder, "node_modules"))
    const size = execFileSync("du", ["-sm", join(folder, "node_modules")], { encoding: "utf8" })
    return Number.parseInt(size, 10)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

// Code metrics: size, import cycles, and how many files a reader opens to understand a feature.
import { execFileSync } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findCircles, findFolderCircles, readSources, type Source } from "./source-graph.ts"

process.chdir(join(import.meta.dirname, ".."))

const sources = readSources("server", "bin", "bench", "demo")
const lengths = sources
  .filter(({ path }) => !/\/words\/|\/words\.ts$/.test(path))
  .map(({ text }) => text.split("\n").length - 1)
  .toSorted((a, b) => a - b)
const at = (share: number) => lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * share))] ?? 0

const figures: [name: string, value: string, goal: string][] = [
  ["source files", String(sources.length), ""],
  ["source lines (server, bin, bench; no tests)", String(count(sources.filter(isProgram))), "≤ 50,000"],
  ["source lines of the demo", String(count(sources.filter((source) => !isProgram(source)))), ""],
  ["lines of a file: median / 90th / longest", `${at(0.5)} / ${at(0.9)} / ${at(1)}`, "≤ 60 / 140 / 250"],
  ["files in import circles: values", String(inCircles("value_imports")), "0"],
  ["files in import circles: with types", String(inCircles("imports")), "0"],
  [
    "folders in circles",
    findFolderCircles(sources)
      .map((circle) => circle.join("–"))
      .join(" ") || "0",
    "0",
  ],
  ["portal and console files with SQL", String(sources.filter(isPageWithSql).length), "0"],
  ["styles of file names", styles(), "1"],
  ["migrations", String(globSync("server/migrations/*.sql").length), "≤ 10"],
  ["migrations that define the wall", String(wallDefinitions()), "1"],
  ["files of corrections", String(named(/corrections?/)), "≤ 8"],
  ["files of webhooks", String(named(/webhooks?/)), "≤ 14"],
  ["files of reminders", String(named(/reminders?/)), "≤ 5"],
  ["files on the way of saving one answer", String(savingAnAnswer()), "≤ 15"],
  ...(process.argv.includes("--install")
    ? [["installed for production", `${installedMegabytes()} MB`, "≤ 350 MB"] as [string, string, string]]
    : []),
]

const width = Math.max(...figures.map(([name]) => name.length))
for (const [name, value, goal] of figures) {
  console.log(`${name.padEnd(width)}  ${value.padStart(16)}  ${goal}`)
}

function isProgram({ path }: Source): boolean {
  return !path.startsWith("demo/")
}

function count(some: Source[]): number {
  return some.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0)
}

function inCircles(kind: "imports" | "value_imports"): number {
  return findCircles(new Map(sources.map((source) => [source.path, source[kind]]))).flat().length
}

function isPageWithSql({ path, text }: Source): boolean {
  return /\/(portal|console)\//.test(path) && /\bsql`/.test(text)
}

function styles(): string {
  const names = globSync("{server,test,bench,bin,demo}/**/*.{ts,tsx,js,css}").map(
    (path) => path.split("/").at(-1) ?? "",
  )
  const snake = names.filter((name) => name.includes("_")).length
  const kebab = names.filter((name) => name.includes("-")).length
  return snake && kebab ? `2 (${snake} with _)` : "1"
}

function wallDefinitions(): number {
  return globSync("server/migrations/*.sql").filter((path) =>
    /create (or replace )?(function|procedure) protect_firm_table/.test(readFileSync(path, "utf8")),
  ).length
}

/** Program files in a folder with the feature's name, or named after it. */
function named(feature: RegExp): number {
  const name = new RegExp(`(^|[-_])${feature.source}([-_.]|$)`)
  return sources.filter(isProgram).filter(({ path }) => path.split("/").some((part) => name.test(part)))
    .length
}

/**
 * The portal files that the route saving a single answer imports, directly and indirectly. Leaves out wording, files
 * that only render, and the other kinds of sections, since saving passes through one kind.
 */
function savingAnAnswer(): number {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const seen = new Set<string>()
  const walk = (path: string, from = "") => {
    const isAside = path.includes("/words/") || (path.endsWith(".tsx") && !path.includes("/questions/"))
    const isOtherKind =
      from === "server/web/portal/sections/section-pages.ts" &&
      !path.includes("/questions/") &&
      path.split("/").length > 3
    if (seen.has(path) || !path.startsWith("server/web/portal/") || isAside || isOtherKind) return
    seen.add(path)
    for (const next of byPath.get(path)?.value_imports ?? []) walk(next, path)
  }
  walk("server/web/portal/autosave/route.ts")
  return seen.size
}

/** Creates a complete production installation, as `bin/foyer` does, in a separate folder. */
function installedMegabytes(): number {
  const { trim } = createRequire(import.meta.url)("../bin/trim.js") as { trim: (modules: string) => void }
  const folder = mkdtempSync(join(tmpdir(), "foyer-figures-"))
  try {
    execFileSync("cp", ["package.json", "package-lock.json", folder])
    execFileSync(
      "npm",
      ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
      {
        cwd: folder,
      },
    )
    trim(join(folder, "node_modules"))
    return Number.parseInt(
      execFileSync("du", ["-sm", join(folder, "node_modules")], { encoding: "utf8" }),
      10,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

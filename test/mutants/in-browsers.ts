import { existsSync, globSync } from "node:fs"
import { findTestFiles } from "../run-tests.ts"
import { readSource } from "../source-graph.ts"

/** Sources that only browsers run: they are bundled from what is on the disk, so no fault can be planted in them. */
export function findBrowserSources(): string[] {
  const served = importsOf(["server/cli.ts", ...findTestFiles("server", "test", "demo")])
  return [...importsOf(globSync("server/{web,sites}/*/islands/*.ts"))].filter((path) => !served.has(path))
}

function importsOf(roots: readonly string[]): Set<string> {
  const found = new Set(roots)
  for (const path of found)
    if (/\.tsx?$/.test(path) && existsSync(path))
      for (const target of readSource(path).value_imports) found.add(target)
  return found
}

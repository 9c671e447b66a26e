import { existsSync, globSync } from "node:fs"
import { findTestFiles } from "../run-tests.ts"
import { readSource } from "../source-graph.ts"

/** Sources that only browsers run: they are bundled from what is on the disk, so no fault can be planted in them. */
export function findBrowserSources(): string[] {
  const served = reachedFrom(["server/cli.ts", ...findTestFiles("server", "test", "demo")])
  return [...reachedFrom(globSync("server/web/*/islands/*.ts"))].filter((path) => !served.has(path))
}

function reachedFrom(roots: readonly string[]): Set<string> {
  const reached = new Set(roots)
  for (const path of reached)
    if (/\.tsx?$/.test(path) && existsSync(path))
      for (const target of readSource(path).value_imports) reached.add(target)
  return reached
}

// The product's source files and their imports, parsed from their text: for the architecture tests and the code
// metrics.
import { globSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"

export interface Source {
  /** Relative to the repository. */
  path: string
  /** See `folderOf`. */
  folder: string
  text: string
  /** Repository files it imports, type imports included. */
  imports: string[]
  /** Imports at run time, without type-only imports. */
  value_imports: string[]
}

/** Every TypeScript file in `folders`, except tests, their helpers, and the samples that integrators copy. */
export function readSources(...folders: string[]): Source[] {
  return globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx}`))
    .filter((path) => !isOfTests(path) && !/\/(receivers|quick-start)\//.test(path))
    .toSorted()
    .map(readSource)
}

/** Tests are next to what they test; their helpers are in test/. */
export function isOfTests(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

/** The wings of the server, from the lowest: a file imports from its own wing and from those before it. */
export const wings = [
  "platform",
  "definition",
  "firm",
  "web",
  "intake",
  "follow-up",
  "outputs",
  "operations",
  "sites",
]

/**
 * The feature of a file, as `intake/matters`; `console` or `portal` for pages, wherever they are; for all others the
 * top-level file or folder, as `platform`, `jobs.ts` or `demo`.
 */
export function folderOf(path: string): string {
  const [top = "", wing = "", feature = ""] = path.split("/")
  if (top !== "server") return top
  const [, pages] = /\/(console|portal)\//.exec(path) ?? []
  if (pages) return pages
  const hasFeatures = wings.indexOf(wing) > 1 || feature === "embedded-postgres"
  return hasFeatures ? `${wing}/${feature}` : wing
}

export function readSource(path: string): Source {
  const text = readFileSync(path, "utf8")
  const resolve = (target = "") => normalize(join(dirname(path), target))
  const statements = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g)]
  // `import type` and `export type … from` disappear at run time, as do statements in which every name is a type.
  const typesOnly =
    /(?:^|\n)(?:import|export)\s+(?:type\s[^"]*?|\{\s*(?:type\s+[\w$]+(?:\s+as\s+[\w$]+)?\s*,?\s*)+\}\s*)from\s*"(\.{1,2}\/[^"]+)"/g
  const typed = new Set([...text.matchAll(typesOnly)].map(([, target]) => resolve(target)))
  const imports = [...new Set(statements.map(([, target]) => resolve(target)))]
  return {
    path,
    folder: folderOf(path),
    text,
    imports,
    value_imports: imports.filter((target) => !typed.has(target)),
  }
}

/** Cycles in `edges`, largest first: Tarjan's strongly connected components. */
export function findCircles(edges: Map<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const walk = (node: string): number => {
    const index = order.size
    order.set(node, index)
    let least = index
    stack.push(node)
    for (const next of edges.get(node) ?? []) {
      if (!edges.has(next)) continue
      if (!order.has(next)) least = Math.min(least, walk(next))
      else if (stack.includes(next)) least = Math.min(least, order.get(next) ?? least)
    }
    if (least === index) {
      const group = stack.splice(stack.indexOf(node))
      if (group.length > 1) circles.push(group.toSorted())
    }
    return least
  }
  for (const node of edges.keys()) if (!order.has(node)) walk(node)
  return circles.toSorted((a, b) => b.length - a.length)
}

/** Import cycles between server folders, direct or indirect, without the tables of contents, which import all. */
export function findFolderCircles(sources: Source[]): string[][] {
  const folders = Map.groupBy(
    sources.filter(({ path }) => /^server\/[^/]+\//.test(path)),
    ({ folder }) => folder,
  )
  const edges = [...folders].map(([folder, files]): [string, string[]] => {
    const others = new Set(files.flatMap(({ imports }) => imports.map(folderOf)))
    others.delete(folder)
    return [folder, [...others]]
  })
  return findCircles(new Map(edges))
}

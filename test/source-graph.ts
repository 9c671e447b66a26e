// The sources of the product and who imports whom, read from the text: for the rules and for the figures.
import { globSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"

export interface Source {
  /** Relative to the repository. */
  path: string
  /** The folder under server/, or the file's own name at the top; `demo`, `test` … for what lies beside it. */
  folder: string
  text: string
  /** Files of the repository it imports, types included. */
  imports: string[]
  /** Those it imports only types from are left out: what is there when the program runs. */
  value_imports: string[]
}

/** Every TypeScript file below `folders`, tests and what only they stand on left out. */
export function readSources(...folders: string[]): Source[] {
  return globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx}`))
    .filter((path) => !isOfTests(path))
    .toSorted()
    .map(readSource)
}

/** Tests lie beside what they test; what they stand on lies in test/. */
export function isOfTests(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

/** The folder a file stands in. */
export function folderOf(path: string): string {
  const [top = "", folder = ""] = path.split("/")
  return top === "server" ? folder : top
}

function readSource(path: string): Source {
  const text = readFileSync(path, "utf8")
  const resolve = (target = "") => normalize(join(dirname(path), target))
  const statements = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g)]
  // `import type` and `export type … from` vanish; so do statements in which every name is a type.
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

/** Groups that can reach themselves over `edges`, largest first: Tarjan's strongly connected components. */
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

/** Folders of the server that import each other, also by a detour; tables of contents, which import all, aside. */
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

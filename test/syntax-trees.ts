// Syntax trees of every source, from the compiler that checks the types. Its API is marked as unstable, so only this
// file uses it, and its version is pinned.
import { dirname, relative } from "node:path"
import type { Node } from "typescript/unstable/ast"
import { API } from "typescript/unstable/sync"

const root = dirname(import.meta.dirname)

/** Visits every node of every source that `wants` accepts, with its path in the repository and its line, from 1. */
export function walkSources(
  wants: (path: string) => boolean,
  onNode: (node: Node, path: string, line: () => number, typeOf: (node: Node) => string) => void,
): void {
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProject: `${root}/tsconfig.json` }).getProjects()
    if (!project) throw new Error("tsconfig.json names no project.")
    const typeOf = (node: Node) => {
      const type = project.checker.getTypeAtLocation(node)
      return type ? project.checker.typeToString(type) : ""
    }
    for (const name of project.program.getSourceFileNames()) {
      const path = relative(root, name)
      if (path.startsWith("..") || path.startsWith("node_modules") || !wants(path)) continue
      const source = project.program.getSourceFile(name)
      if (!source) continue
      const walk = (node: Node): void => {
        onNode(node, path, () => source.text.slice(0, node.getStart(source)).split("\n").length, typeOf)
        node.forEachChild(walk)
      }
      walk(source)
    }
  } finally {
    api.close()
  }
}

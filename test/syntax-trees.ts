// Syntax trees of every source, and what the types say of a changed one, from the compiler that checks them. Its API is marked as unstable, so only this
// file uses it, and its version is pinned.
import { dirname, join, relative } from "node:path"
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

/** Says of a changed text of a source whether the types refuse it, and why. */
export function openTypeChecker(): {
  faultOf(path: string, text: string): string | undefined
  close(): void
} {
  const changed = new Map<string, string>()
  const api = new API({ cwd: root, fs: { readFile: (name) => changed.get(name) } })
  api.updateSnapshot({ openProject: `${root}/tsconfig.json` })
  return {
    faultOf: (path, text) => {
      const name = join(root, path)
      const before = [...changed.keys()]
      changed.clear()
      changed.set(name, text)
      using snapshot = api.updateSnapshot({ fileChanges: { changed: [...before, name] } })
      return snapshot.getProjects()[0]?.program.getSemanticDiagnostics(name)[0]?.text
    },
    close: () => api.close(),
  }
}

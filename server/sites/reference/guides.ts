// The guides: Markdown files in docs/guides, in the order of the contents.
import { readdirSync, readFileSync } from "node:fs"

export interface Guide {
  path: string
  title: string
  markdown: string
}

const folder = new URL("../../../docs/guides/", import.meta.url)

/** Names in this order first; others follow by name. */
const order = [
  "create-and-prefill",
  "follow-to-completion",
  "exactly-as-submitted",
  "documents",
  "curl",
  "typescript",
  "python",
]

export function listGuides(): Guide[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.replace(/\.md$/, ""))
  const known = order.filter((name) => names.includes(name))
  const others = names.filter((name) => !order.includes(name)).toSorted()
  return [...known, ...others].map((name) => {
    const markdown = readFileSync(new URL(`${name}.md`, folder), "utf8")
    return { path: `/docs/guides/${name}`, title: /^# (.+)$/m.exec(markdown)?.[1] ?? name, markdown }
  })
}

/** Where a guide's file is shown, by its name next to the other guides. */
export function addressOfGuide(file: string): string | undefined {
  const [name = "", part] = file.split("#")
  const guide = listGuides().find(({ path }) => `${path}.md` === `/docs/guides/${name}`)
  return guide && (part ? `${guide.path}#${part}` : guide.path)
}

/** A program, or a file to import into other software. */
export function readRecipe(name: string): string {
  return readFileSync(new URL(`recipes/${name}`, folder), "utf8")
}

/** What integrators notice, by version: their part of the changelog. */
export function readChanges(): string {
  const changelog = readFileSync(new URL("../../CHANGELOG.md", folder), "utf8")
  const versions = changelog.split(/^(?=## )/m).slice(1)
  const parts = versions.flatMap((version) => {
    const [title = "", ...sections] = version.split(/^(?=### )/m)
    const own = sections
      .filter((section) => /^### API\b/.test(section))
      .map((section) => section.replace(/^.*\n/, ""))
    return own.length > 0 ? [title.trim(), ...own] : []
  })
  return `# Changes of the API\n\nThe API under \`/v1\` only ever gains features.\n\n${parts.join("\n\n")}`
}

// Lists every sentence users see, for proofreading: `npm run words`, or `npm run words -- server/web/portal`. Reads string
// literals, templates, and text between tags from the syntax trees. Includes catalogs, questionnaire templates, and API
// descriptions; leaves out SQL, URLs, class names, and comments.
import { globSync, readFileSync } from "node:fs"
import { type Node, type StringLiteral, SyntaxKind, type TemplateExpression } from "typescript/unstable/ast"
import { walkSources } from "./syntax-trees.ts"

const machine_names = /^"?(class|d|points|viewBox|style|rel|sizes|media|autocomplete|sandbox)"?$/
const wanted = process.argv[2] ?? "server/"
const sentences = new Map<string, string[]>()

walkSources(
  (path) => path.startsWith(wanted) && !/\.test\.tsx?$/.test(path),
  (node, path, line) => {
    const text = textOf(node)
    if (text !== undefined && isForPeople(text) && !isForMachines(node)) add(path, `${line()}: ${text}`)
  },
)
for (const path of globSync("server/intake/questionnaires/{templates,library}/*.json").filter((path) =>
  path.startsWith(wanted),
))
  JSON.parse(readFileSync(path, "utf8"), (_, value: unknown) => {
    if (typeof value === "string" && isForPeople(value)) add(path, value)
    return value
  })

for (const [path, lines] of [...sentences].toSorted(([a], [b]) => a.localeCompare(b)))
  console.log(`${path}\n${lines.map((line) => `  ${line}\n`).join("")}`)
console.log(`${[...sentences.values()].flat().length} sentences in ${sentences.size} files`)

function add(path: string, line: string): void {
  sentences.set(path, [...(sentences.get(path) ?? []), line])
}

function textOf(node: Node): string | undefined {
  if (node.kind === SyntaxKind.TemplateExpression) {
    const { head, templateSpans } = node as TemplateExpression
    return templateSpans.reduce((text, { expression, literal }) => {
      const source = expression.getText()
      return `${text}{${source.length < 40 ? source : "…"}}${literal.text}`
    }, head.text)
  }
  const isText =
    node.kind === SyntaxKind.StringLiteral ||
    node.kind === SyntaxKind.NoSubstitutionTemplateLiteral ||
    node.kind === SyntaxKind.JsxText
  return isText ? (node as StringLiteral).text.replace(/\s+/g, " ").trim() : undefined
}

/** Words separated by a space, or one capitalized word. */
function isForPeople(text: string): boolean {
  if (
    /^(select|insert|update|delete|do|create|set|with|lock|alter|savepoint|rollback|begin)\b|^<|^[a-z]+\/[a-z]+;/.test(
      text,
    )
  )
    return false
  const words = text.replace(/\{[^}]*\}/g, "…")
  return /\p{L}{2}/u.test(words) && (/^[“"(¿¡]?\p{Lu}\p{Ll}+[.:…?!]?$/u.test(words) || /\S\s+\S/.test(words))
}

/** Text that only programs read: SQL, modules, types, class names, attributes of drawings. */
function isForMachines(node: Node): boolean {
  const { parent } = node
  switch (parent.kind) {
    case SyntaxKind.TaggedTemplateExpression:
    case SyntaxKind.ImportDeclaration:
    case SyntaxKind.LiteralType:
      return true
    case SyntaxKind.JsxAttribute:
    case SyntaxKind.PropertyAssignment:
      return machine_names.test((parent as Node & { name: Node }).name.getText())
    default:
      return parent.kind === SyntaxKind.TemplateSpan ? false : isForMachinesAbove(parent)
  }
}

/** The same for parts of an expression, as in `class={a ? "b c" : "d"}`. */
function isForMachinesAbove(parent: Node): boolean {
  return (
    [SyntaxKind.ConditionalExpression, SyntaxKind.JsxExpression, SyntaxKind.BinaryExpression].includes(
      parent.kind,
    ) && isForMachines(parent)
  )
}

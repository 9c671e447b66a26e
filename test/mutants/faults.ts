// Small faults that can be planted in the product: found in the compiler's trees, in the SQL of templates, and in the
// migrations. Left out: what the types would refuse, layouts, and scripts that run in browsers.
import { globSync, readFileSync } from "node:fs"
import {
  type BinaryExpression,
  type CallExpression,
  type ConditionalExpression,
  type ExpressionStatement,
  type IfStatement,
  type Node,
  type PrefixUnaryExpression,
  type PropertyAssignment,
  SyntaxKind,
  type TaggedTemplateExpression,
} from "typescript/unstable/ast"
import { isOfTests } from "../source-graph.ts"
import { walkSources } from "../syntax-trees.ts"
import { findBrowserSources } from "./in-browsers.ts"
import { type Edit, sqlFaults } from "./sql-faults.ts"

export interface Fault {
  kind: string
  path: string
  line: number
  /** The expression or statement that gives way, in the file's text; all of it for a migration. */
  start: number
  end: number
  replacement: string
  /** Runs when its file is loaded, whichever test loads it. */
  is_at_load: boolean
  /** What changes, in one line. */
  before: string
  after: string
}

/** How things look is a matter of taste. */
const layouts = /\/css\/|-figure|^server\/intake\/submissions\/copy\/copy-/

/** All faults in the sources under these folders or files. */
export function listFaults(places: readonly string[]): Fault[] {
  const in_browsers = findBrowserSources()
  const isWanted = (path: string) =>
    places.some((place) => path === place || path.startsWith(`${place}/`)) &&
    !layouts.test(path) &&
    !in_browsers.includes(path)
  const faults: Fault[] = []
  const texts = new Map<string, string>()
  walkSources(
    (path) => /^(server|sdk)\//.test(path) && !isOfTests(path) && isWanted(path),
    (node, path, line, typeOf) => {
      const text = texts.get(path) ?? readFileSync(path, "utf8")
      texts.set(path, text)
      const [start, end] = [node.getStart(), node.end]
      if (beginsStatement(node)) return
      const own = text.slice(start, end)
      for (const { kind, start: from, end: to, replacement } of editsOf(node, own, typeOf))
        faults.push({
          ...{ kind, path, line: line() + own.slice(0, from).split("\n").length - 1, start, end },
          is_at_load: !isInFunction(node),
          replacement: own.slice(0, from) + replacement + own.slice(to),
          ...inOneLine(text, start + from, start + to, replacement),
        })
    },
  )
  for (const path of globSync("server/migrations/*.sql").filter(isWanted)) {
    const text = readFileSync(path, "utf8")
    for (const { kind, start, end, replacement } of sqlFaults(text))
      faults.push({
        ...{
          kind,
          path,
          line: text
            .slice(0, start + 1)
            .trimEnd()
            .split("\n").length,
          start: 0,
          end: text.length,
          is_at_load: true,
        },
        replacement: text.slice(0, start) + replacement + text.slice(end),
        ...inOneLine(text, start, end, replacement),
      })
  }
  return faults
}

function inOneLine(text: string, start: number, end: number, replacement: string) {
  const plain = (part: string) => part.replace(/\s+/g, " ")
  const [lead, tail] = [text.slice(Math.max(0, start - 30), start), text.slice(end, end + 30)]
  return {
    before: plain(lead + text.slice(start, end) + tail),
    after: plain(lead + replacement + tail),
  }
}

function isInFunction({ parent }: Node): boolean {
  return parent !== undefined && (functions.has(parent.kind) || isInFunction(parent))
}

const functions = new Set([
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ArrowFunction,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.Constructor,
  SyntaxKind.GetAccessor,
])

/** An expression at the start of a statement: its switch would begin with a bracket, after a line without semicolon. */
function beginsStatement(node: Node): boolean {
  let { parent } = node
  while (parent?.getStart() === node.getStart() && parent.kind !== SyntaxKind.ExpressionStatement)
    ({ parent } = parent)
  return parent?.kind === SyntaxKind.ExpressionStatement && parent.getStart() === node.getStart()
}

const limits =
  /(^|_)(max|min|most|least|ms|s|minutes|hours|days|years|bytes|limit|attempts|characters|rows|batch|grace|between|after|before|from|until)(_|$)/

/** The faults of one node; their places count from its start. */
function editsOf(node: Node, own: string, typeOf: (node: Node) => string): Edit[] {
  const offset = node.getStart()
  const edit = (kind: string, of: Node, replacement: string): Edit => ({
    ...{ kind, replacement },
    start: of.getStart() - offset,
    end: of.end - offset,
  })
  const textOf = (of: Node) => own.slice(of.getStart() - offset, of.end - offset)
  switch (node.kind) {
    case SyntaxKind.BinaryExpression: {
      const { left, operatorToken, right } = node as BinaryExpression
      const sign = textOf(operatorToken)
      const other = otherSigns[sign]
      if (other) return [edit("comparison", operatorToken, other)]
      if (sign !== "&&" && sign !== "||") return []
      const isCondition = node.parent?.kind !== SyntaxKind.JsxExpression
      return isCondition
        ? [edit("condition", node, textOf(left)), edit("condition", node, textOf(right))]
        : []
    }
    case SyntaxKind.PrefixUnaryExpression: {
      const { operator, operand } = node as PrefixUnaryExpression
      return operator === SyntaxKind.ExclamationToken ? [edit("negation", node, textOf(operand))] : []
    }
    case SyntaxKind.IfStatement: {
      const { expression } = node as IfStatement
      return [edit("negation", expression, `!(${textOf(expression)})`)]
    }
    case SyntaxKind.ConditionalExpression: {
      const { condition } = node as ConditionalExpression
      return [edit("negation", condition, `!(${textOf(condition)})`)]
    }
    case SyntaxKind.NumericLiteral:
      return isLimit(node) ? [edit("constant", node, `(${own} + 1)`)] : []
    case SyntaxKind.ExpressionStatement: {
      const { expression } = node as ExpressionStatement
      const isCall = /^(await |void )?[\w.]+(<[^>]*>)?\(/.test(textOf(expression))
      return isCall && !/^(super|console|log|[\w.]*\.log\.)/.test(own) ? [edit("call", node, ";")] : []
    }
    case SyntaxKind.CallExpression: {
      const { expression, arguments: given } = node as CallExpression
      const callee = textOf(expression)
      // A switch would cut an optional chain in two.
      if (callee.includes("?.")) return []
      const filtered = /^([\s\S]*)\.filter$/.exec(callee)?.[1]
      const swapped = given.flatMap((one, index): Edit[] => {
        const next = given[index + 1]
        if (!next || ![one, next].every(({ kind }) => kind === SyntaxKind.Identifier)) return []
        if (textOf(one) === textOf(next) || typeOf(one) !== typeOf(next)) return []
        const [start, end] = [one.getStart() - offset, next.end - offset]
        return [{ kind: "swap", start, end, replacement: `${textOf(next)}, ${textOf(one)}` }]
      })
      if (callee === "Math.max") return [edit("extreme", expression, "Math.min")]
      if (callee === "Math.min") return [edit("extreme", expression, "Math.max")]
      return filtered ? [...swapped, edit("condition", node, filtered)] : swapped
    }
    case SyntaxKind.TaggedTemplateExpression: {
      const { tag, template } = node as TaggedTemplateExpression
      if (textOf(tag) !== "sql") return []
      const from = template.getStart() - offset + 1
      return sqlFaults(own.slice(from, -1)).map(({ start, end, ...more }) => ({
        ...more,
        start: start + from,
        end: end + from,
      }))
    }
    default:
      return []
  }
}

const otherSigns: Record<string, string> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
}

/** Whether a number is a named limit, or what something is compared with. */
function isLimit({ parent }: Node): boolean {
  if (!parent) return false
  if (parent.kind === SyntaxKind.BinaryExpression) {
    const { operatorToken } = parent as BinaryExpression
    return /^[<>]=?$/.test(operatorToken.getText()) || isLimit(parent)
  }
  const { name } = parent as PropertyAssignment
  const isNamed =
    parent.kind === SyntaxKind.VariableDeclaration || parent.kind === SyntaxKind.PropertyAssignment
  return isNamed && limits.test(name.getText())
}

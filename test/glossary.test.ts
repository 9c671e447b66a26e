// One word, one meaning, and the trade's word before our own: no name may use the words on the left.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { dirname } from "node:path"
import { before, test } from "node:test"
import { type JsxElement, type Node, SyntaxKind } from "typescript/unstable/ast"
import { walkSources } from "./syntax-trees.ts"

/** Forbidden words in names, and their replacements. */
const replaced = `
make makes made: create, creates, created
door doors doorway: guard, entry or credential
visit visitor visitors: page request; client, invitee or browser
hear heard tried: parse, parsed form, refused form
tries: attempts
asks asked: fields, requested, about
reading readings: query, read, reader
kept: saved
cast seat seats: parties, slots
twice twins: duplicates
whom kin: about, family
reach reached: contact details, access, closure
touching happening happenings: changes since, activity
frozen freeze thaw: snapshot
behind behalf: outdated, impersonation
alarm: wakeup
life: lifecycle or status
letter letters dispute: payload or character, conflict
patience most: timeout_ms, max
leash world staging stories telling play: parent watcher, fixtures, preview, demo data
colour: color
settle settled: resolve, resolved
outrun outruns: stale
somebody nobody whoever beside: what it is
`
const insteadOf = new Map(
  replaced
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [words = "", instead = ""] = line.split(": ")
      return words.split(" ").map((word): [string, string] => [word, instead])
    }),
)

/** Names that are not ours to choose, each with its reason. */
const allowed: Record<string, string> = {
  at_most: "a rule of reminders, in settings that firms have saved",
  life_partner: "a marital status of the API",
  party_twice: "a fault code of the API",
  tries: "an option of Node's resolver",
  cast: "an option of the library that writes CSV",
  make_interval: "a function of PostgreSQL",
}

/** Where a name is used rather than declared. */
const uses = new Set([
  SyntaxKind.PropertyAccessExpression,
  SyntaxKind.ImportSpecifier,
  SyntaxKind.ExportSpecifier,
  SyntaxKind.JsxAttribute,
  SyntaxKind.ShorthandPropertyAssignment,
])

/** What may stand between a text and what is put into it. */
const passing = new Set([
  SyntaxKind.JsxExpression,
  SyntaxKind.ParenthesizedExpression,
  SyntaxKind.ConditionalExpression,
  SyntaxKind.BinaryExpression,
])

const faults = { names: new Map<string, string>(), statements: [] as string[], days: [] as string[] }
before(() => {
  walkSources(
    () => true,
    (node, path, line) => {
      const { name } = node as { name?: { kind: SyntaxKind; text: string } }
      const word =
        name?.kind === SyntaxKind.Identifier &&
        !uses.has(node.kind) &&
        allowed[name.text] === undefined &&
        findReplaced(name.text)
      if (word)
        faults.names.set(
          `${path}:${line()}`,
          `"${name.text}": instead of "${word}" say ${insteadOf.get(word)}`,
        )
      if (/\.test\.tsx?$/.test(path)) return
      if (path.includes("/console/") && isMisspelledDay(node)) faults.days.push(`${path}:${line()}`)
      if (node.kind !== SyntaxKind.TaggedTemplateExpression) return
      const text = node.getText()
      if (!text.startsWith("sql`")) return
      faults.statements.push(
        ...findReplacedInSql(text.slice(4, -1)).map((fault) => `${path}:${line()}: ${fault}`),
      )
    },
  )
})

test("no declared name uses a word that the glossary replaced", () => {
  assert.deepEqual([...faults.names], [])
})

test("no name in a migration or a statement uses a word that the glossary replaced", () => {
  const found = globSync("server/migrations/*.sql").flatMap((path) =>
    findReplacedInSql(readFileSync(path, "utf8")).map((fault) => `${path}: ${fault}`),
  )
  assert.deepEqual([...found, ...faults.statements], [])
})

test("“today” has a capital where it stands first, and none after other words", () => {
  assert.deepEqual(faults.days, [])
})

test("names in SQL are found in tables, functions, and settings, but not in literals, comments, and values", () => {
  const faultsIn = (text: string) => findReplacedInSql(text).map((fault) => fault.split(":")[0])
  assert.deepEqual(faultsIn("select m.behind_id, ask.asked_by from doors m"), [
    "behind_id",
    "asked_by",
    "doors",
  ])
  assert.deepEqual(faultsIn("create function nobody() as $$ begin return reach; end $$"), ["nobody", "reach"])
  assert.deepEqual(faultsIn("set_config('foyer.asked', 'nobody', true)"), ["foyer.asked"])
  assert.deepEqual(
    faultsIn("select cast(a as text), 'it''s behind' -- behind\n, /* door */ $" + "{asked}"),
    [],
  )
})

test("no file or folder name uses a word that the glossary replaced", () => {
  const paths = execFileSync("git", ["ls-files", "-z"], {
    encoding: "utf8",
    cwd: dirname(import.meta.dirname),
  })
  const faults = paths
    .split("\0")
    .filter(
      (path) => !path.startsWith("docs/decisions/") && path.split("/").some((part) => findReplaced(part)),
    )
  assert.deepEqual(faults, [])
})

test("a replaced word is found in names of every style, but not inside other words", () => {
  const found = ["newVisitor", "is_kept", "still-asked.tsx", "DOOR", "askedOf"].map(findReplaced)
  assert.deepEqual(found, ["visitor", "kept", "asked", "door", "asked"])
  assert.deepEqual(["indoors", "almost", "lettered", "remake"].map(findReplaced), [
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

/** Whether it shows a time with a capital after other words, or without one where it stands first. */
function isMisspelledDay(node: Node): boolean {
  const text = node.getText()
  const isElement = node.kind === SyntaxKind.JsxSelfClosingElement && text.startsWith("<When ")
  const isCall = node.kind === SyntaxKind.CallExpression && text.startsWith("timeText(")
  if ((!isElement && !isCall) || text.endsWith("props.req)")) return false
  let around = node
  while (passing.has(around.parent.kind)) around = around.parent
  const { parent } = around
  const isSpan = parent.kind === SyntaxKind.TemplateSpan
  const isChild = parent.kind === SyntaxKind.JsxElement || parent.kind === SyntaxKind.JsxFragment
  const isAfterWords = isSpan
    ? around.getStart() - parent.parent.getStart() > "`${".length
    : isChild &&
      [...(parent as JsxElement).children].some(
        (each) => each.pos < around.pos && !/^(\s|\{" "\})*$/.test(each.getText()),
      )
  const isWritten = isElement ? text.includes(" in_text ") : !node.parent.getText().startsWith("upperFirst(")
  return isWritten !== isAfterWords
}

function findReplaced(name: string): string | undefined {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .find((word) => insteadOf.has(word))
}

/** Names in SQL, without comments, values put into it, literals, and PostgreSQL's own words; settings are names, too. */
function findReplacedInSql(text: string): string[] {
  const bare = text
    .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/\$\{[^}]*\}/g, "")
    .replaceAll(/'(foyer\.\w+)'/g, " $1 ")
    .replaceAll(/'[^']*'/g, "")
    .replaceAll(/\bcast\(/g, "")
  const names = new Set(bare.match(/\bfoyer\.\w+|[a-z_]\w*/gi))
  return [...names].flatMap((name) => {
    const word = allowed[name] === undefined && findReplaced(name)
    return word ? [`${name}: instead of "${word}" say ${insteadOf.get(word)}`] : []
  })
}

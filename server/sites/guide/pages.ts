// The guide's pages: Markdown files of this package, by who reads them, in the order in which to read them.
import { readdirSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import type { Token, Tokens } from "marked"
import { addressOfGuide } from "../reference/guides.ts"
import { idOf, parseText, wordsOf } from "../reference/markdown.tsx"

export interface GuidePage {
  path: string
  title: string
  /** The first paragraph. */
  about: string
  tokens: readonly Token[]
}

export interface Audience {
  title: string
  pages: readonly GuidePage[]
}

export const guideUrl = "/docs/guide"
const root = new URL("../../../", import.meta.url)

const files: Record<string, readonly string[]> = {
  "For staff": in_("docs/guides/staff", [
    "a-day",
    "invite",
    "what-clients-see",
    "follow",
    "review",
    "documents",
    "conversation",
    "complete",
    "set-up-your-firm",
  ]),
  "For authors of questionnaires": [
    ...in_("docs/guides/authors", ["first-questionnaire", "questions", "conditions", "languages", "publish"]),
    "docs/questionnaire-file.md",
  ],
  "For operators": [
    "docs/guides/operators/run-foyer.md",
    ...in_("docs", ["operating", "configuration", "scaling", "trust", "releasing", "asvs", "comparison"]),
  ],
  "When an alert fires": in_(
    "ops/runbook",
    readdirSync(new URL("ops/runbook/", root))
      .map((name) => basename(name, ".md"))
      .toSorted(),
  ),
}

function in_(folder: string, names: readonly string[]): string[] {
  return names.map((name) => `${folder}/${name}.md`)
}

/** The address of a page follows from its file's name alone. */
const paths = new Map(
  Object.values(files)
    .flat()
    .map((file) => [file, `${guideUrl}/${basename(file, ".md")}`]),
)

let read: readonly Audience[] | undefined

/** Every page, read once. */
export function listAudiences(): readonly Audience[] {
  read ??= Object.entries(files).map(([title, files]) => ({ title, pages: files.map(readPage) }))
  return read
}

function readPage(file: string): GuidePage {
  const tokens = parseText(readFileSync(new URL(file, root), "utf8"), (target) => addressOf(target, file))
  const paragraph = tokens.find(isParagraph)
  return {
    path: paths.get(file) ?? guideUrl,
    title: tokens.find(isHeading)?.text ?? file,
    about: paragraph ? wordsOf(paragraph) : "",
    tokens,
  }
}

/** Where a file named in `from` is shown. */
function addressOf(target: string, from: string): string | undefined {
  const { pathname, hash } = new URL(target, `file:///${from}`)
  const file = pathname.slice(1)
  if (file.startsWith("docs/guides/pictures/")) return `${guideUrl}/${file.slice("docs/guides/".length)}`
  const path = paths.get(file) ?? addressOfGuide(file.replace(/^docs\/guides\//, ""))
  return path && path + hash
}

interface Section {
  title: string
  href: string
  /** What stands below the heading. */
  text: string
}

/** The second-level headings of a page. */
export function sectionsOf({ path, tokens }: GuidePage): Section[] {
  const sections: Section[] = []
  for (const token of tokens) {
    const last = sections.at(-1)
    if (isHeading(token) && token.depth === 2)
      sections.push({ title: wordsOf(token), href: `${path}#${idOf(token)}`, text: "" })
    else if (last) last.text += token.raw
  }
  return sections
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === "heading"
const isParagraph = (token: Token): token is Tokens.Paragraph => token.type === "paragraph"

/** The pictures that the guide shows, by name. */
export function readPicture(name: string): Buffer | undefined {
  const folder = new URL("docs/guides/pictures/", root)
  return readdirSync(folder).includes(name) ? readFileSync(new URL(name, folder)) : undefined
}

// What an author types into the line that adds parts: “/date When did you marry?”. The first word names the kind; without
// one, the kind is the one chosen in the list.

import type { Definition, Section, SectionKind } from "../../../definition/definition.ts"
import { kinds, type QuestionType, questionTypes } from "../../../definition/kinds.ts"
import type { Text } from "../../../definition/text.ts"
import { badField } from "../../../platform/errors.ts"
import { listParts, newSection, withPartPlaced, withSectionPlaced } from "./editing.ts"
import { newPart } from "./new-parts.ts"

export interface Addable {
  /** Its name in the list, and after a slash. */
  name: string
  label: string
  /** What to call the words that it needs. */
  noun: string
  section: SectionKind
  /** The type of a question. */
  type?: QuestionType
  /** It adds a section, not a part of one. */
  is_section?: boolean
}

const section = (name: string, kind: SectionKind, label: string): Addable => ({
  ...{ name, label, noun: "section", section: kind, is_section: true },
})

export const addables: readonly Addable[] = [
  ...questionTypes.map(
    (type): Addable => ({
      ...{ name: type, label: kinds[type].label, noun: "question", section: "questions", type },
    }),
  ),
  { name: "role", label: "Role", noun: "role", section: "roles" },
  { name: "category", label: "Asset category", noun: "asset category", section: "assets" },
  { name: "document", label: "Document request", noun: "document request", section: "documents" },
  section("section", "questions", "Section of questions"),
  section("people", "people", "Section about people"),
  section("roles", "roles", "Section of roles"),
  section("assets", "assets", "Section about assets"),
  section("documents", "documents", "Section of documents"),
  section("clients", "clients", "Section about the clients"),
]

/** What an author types after the slash: “date”, “yes”. */
export function slashOf({ label, name, type }: Addable): string {
  return type ? (label.split(" ", 1)[0] ?? "").toLowerCase() : name
}

/** The kind that a word means: its whole name, or else the first name that begins with it. */
export function addableOf(word: string): Addable | undefined {
  const typed = word.toLowerCase()
  const names = (each: Addable) => [slashOf(each), each.name, each.label.toLowerCase()]
  return (
    addables.find((each) => names(each).includes(typed)) ??
    addables.find((each) => typed !== "" && names(each).some((name) => name.startsWith(typed)))
  )
}

/** The title of a section that an author did not name. */
const titles: Record<SectionKind, Text> = {
  clients: { en: "About you", es: "Sobre usted" },
  people: { en: "Your family", es: "Su familia" },
  roles: { en: "Who should act", es: "Quién debe actuar" },
  assets: { en: "What you own", es: "Lo que usted posee" },
  documents: { en: "Your documents", es: "Sus documentos" },
  questions: { en: "Questions", es: "Preguntas" },
}

/** Adds lines after this section or part; throws "bad request" at the field `add`. */
export function addLines(
  definition: Definition,
  after: string,
  kind: string,
  lines: readonly string[],
): { definition: Definition; select: string } {
  const chosen = addableOf(kind) ?? addables[0]
  return lines.reduce(
    (given, line) => {
      const word = line.startsWith("/") ? (line.slice(1).split(/\s/, 1)[0] ?? "") : undefined
      const addable = word === undefined ? chosen : addableOf(word)
      if (!addable) throw fault(`There is no kind “/${word}”. Choose one from the list.`)
      return addOne(
        given.definition,
        given.select,
        addable,
        word === undefined ? line : line.slice(1 + word.length).trim(),
      )
    },
    { definition, select: after },
  )
}

function addOne(definition: Definition, after: string, addable: Addable, words: string) {
  const { sections } = definition
  const at = sections.findIndex(
    (each) => each.id === after.split(".")[0] || listParts(each).some(({ id }) => id === after),
  )
  const next = sections[at + 1]?.id
  if (addable.is_section) {
    const added = newSection(addable.section, words || titles[addable.section])
    if (addable.section === "clients" && sections.some(({ kind }) => kind === "clients"))
      throw fault("There is a section about the clients already.")
    return { definition: withSectionPlaced(definition, added, next), select: added.id }
  }
  const part = words && newPart(addable.section, addable.type ?? "text", words)
  if (!part) throw fault(`Enter the text of the ${addable.noun}.`)
  const existing = nearest(sections, at, addable.section)
  const home = existing ?? newSection(addable.section, titles[addable.section])
  const parts = listParts(home)
  const before = parts[parts.findIndex(({ id }) => id === after) + 1]
  const isAfterPart = parts.some(({ id }) => id === after)
  return {
    definition: withPartPlaced(
      existing ? definition : withSectionPlaced(definition, home, next),
      ...([home.id, part, isAfterPart ? before?.id : ""] as const),
    ),
    select: part.id,
  }
}

/** The section of this kind at the position, or else the last before it, or else the first after it. */
function nearest(sections: readonly Section[], at: number, kind: SectionKind): Section | undefined {
  const isFitting = (each: Section) => each.kind === kind
  return sections.slice(0, at + 1).findLast(isFitting) ?? sections.slice(at + 1).find(isFitting)
}

function fault(message: string) {
  return badField("add", "unknown_value", message)
}

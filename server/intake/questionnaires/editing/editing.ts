import type { FindingCode } from "../../../definition/conditions/findings.ts"
import type {
  Category,
  Definition,
  DocumentRequest,
  Question,
  Role,
  Section,
  SectionKind,
} from "../../../definition/definition.ts"
import { findSectionOf } from "../../../definition/parts.ts"
import type { Text } from "../../../definition/text.ts"
import { newId } from "../../../platform/ids.ts"
import { lintDefinition } from "../linting/linter.ts"
import { conditionalPartsOf } from "./conditional-parts.ts"
import { withFreshIds } from "./fresh-ids.ts"
import { newPeopleGroups } from "./new-parts.ts"

/**
 * Edits to a definition. Each function returns a new definition and leaves the original unchanged; unknown ids are
 * ignored.
 */

export type Part = Role | Category | DocumentRequest | Question

/** A new section with the defaults for its kind. */
export function newSection(kind: SectionKind, title: Text): Section {
  const own = { id: newId("section"), title }
  switch (kind) {
    case "clients":
      return {
        ...own,
        kind,
        with_partner: true,
        fields: { date_of_birth: "required", phone_numbers: "optional", email_addresses: "optional" },
      }
    case "people":
      return { ...own, kind, groups: newPeopleGroups() }
    case "roles":
      return { ...own, kind, roles: [] }
    case "assets":
      return { ...own, kind, show_net_worth: true, categories: [] }
    case "documents":
      return { ...own, kind, requests: [] }
    case "questions":
      return { ...own, kind, questions: [] }
    default:
      return kind satisfies never
  }
}

/** Replaces the section with the same id, or adds it at the end. */
export function withSection(definition: Definition, section: Section): Definition {
  return { ...definition, sections: replacedOrAdded(definition.sections, section) }
}

export function withoutSection(definition: Definition, section_id: string): Definition {
  return numbered({ ...definition, sections: definition.sections.filter(({ id }) => id !== section_id) })
}

/** Moves the section before another one, or to the end. */
export function withSectionPlaced(definition: Definition, section: Section, before?: string): Definition {
  return numbered({ ...definition, sections: placed(definition.sections, section, before) })
}

/** The parts of a section in display order; none for clients and people, whose parts are fixed. */
export function listParts(section: Section): readonly Part[] {
  switch (section.kind) {
    case "roles":
      return section.roles
    case "assets":
      return section.categories.toSorted((a, b) => a.order - b.order)
    case "documents":
      return section.requests
    case "questions":
      return section.questions
    case "clients":
    case "people":
      return []
  }
}

/** Replaces the part with the same id, or adds it at the end of the section. */
export function withPart(definition: Definition, section_id: string, part: Part): Definition {
  return withParts(definition, section_id, (parts) => replacedOrAdded(parts, part))
}

export function withoutPart(definition: Definition, section_id: string, part_id: string): Definition {
  return withParts(definition, section_id, (parts) => parts.filter(({ id }) => id !== part_id))
}

/** Moves the part into a section, before one of its parts or to the end, and removes it from its old section. */
export function withPartPlaced(
  definition: Definition,
  section_id: string,
  part: Part,
  before?: string,
): Definition {
  const old = findSectionOf(definition, part.id)
  const rest = old && old.id !== section_id ? withoutPart(definition, old.id, part.id) : definition
  return withParts(rest, section_id, (parts) => placed(parts, part, before))
}

/** Copies a section or part, inserts the copy right after the original, and returns the copy's id. */
export function withDuplicate(
  definition: Definition,
  section: Section,
  part?: Part,
): { definition: Definition; id: string } {
  const { sections } = withFreshIds({ sections: [part ? sectionWith(section, [part]) : section] }).definition
  const [fresh] = sections
  const copy = part ? fresh && listParts(fresh)[0] : fresh
  if (!fresh || !copy) return { definition, id: section.id }
  const siblings: readonly { id: string }[] = part ? listParts(section) : definition.sections
  const next = siblings[siblings.findIndex(({ id }) => id === (part ?? section).id) + 1]?.id
  return {
    id: copy.id,
    definition: part
      ? withPartPlaced(definition, section.id, copy as Part, next)
      : withSectionPlaced(definition, fresh, next),
  }
}

/**
 * The parts that could no longer be published without this section or part, because their conditions or calculations
 * depend on it.
 */
export function partsDependingOn(
  definition: Definition,
  section: Section,
  part?: Part,
): { id: string; noun: string; words: Text }[] {
  const rest = part ? withoutPart(definition, section.id, part.id) : withoutSection(definition, section.id)
  const faultsOf = (each: Definition) =>
    lintDefinition(each).filter(({ code, severity }) => severity === "error" && isAboutReferences(code))
  const already = new Set(faultsOf(definition).map(({ where, code }) => `${code} ${where}`))
  const broken = new Set(
    faultsOf(rest).flatMap(({ where, code }) => (already.has(`${code} ${where}`) ? [] : [where])),
  )
  return conditionalPartsOf(rest).filter(({ id }) => broken.has(id))
}

const isAboutReferences = (code: FindingCode) =>
  ["unknown_question", "unknown_category", "refers_to_later", "formula_unfit"].includes(code)

function withParts(
  definition: Definition,
  section_id: string,
  change: (parts: readonly Part[]) => readonly Part[],
): Definition {
  const sections = definition.sections.map((section) =>
    section.id === section_id ? sectionWith(section, change(listParts(section))) : section,
  )
  return numbered({ ...definition, sections })
}

/** The section with these parts, which must be of its own kind; the inverse of `listParts`. */
function sectionWith(section: Section, parts: readonly Part[]): Section {
  switch (section.kind) {
    case "roles":
      return { ...section, roles: parts as Role[] }
    case "assets":
      return {
        ...section,
        categories: (parts as Category[]).map((category, index) => ({ ...category, order: index + 1 })),
      }
    case "documents":
      return { ...section, requests: parts as DocumentRequest[] }
    case "questions":
      return { ...section, questions: parts as Question[] }
    case "clients":
    case "people":
      return section
  }
}

/** Renumbers the categories across sections, so that those of an earlier section come first. */
function numbered(definition: Definition): Definition {
  let order = 0
  const sections = definition.sections.map((section) => {
    if (section.kind !== "assets") return section
    const categories = section.categories.toSorted((a, b) => a.order - b.order)
    return { ...section, categories: categories.map((category) => ({ ...category, order: ++order })) }
  })
  return { ...definition, sections }
}

function replacedOrAdded<Item extends { id: string }>(items: readonly Item[], item: Item): Item[] {
  const exists = items.some(({ id }) => id === item.id)
  return exists ? items.map((each) => (each.id === item.id ? item : each)) : [...items, item]
}

function placed<Item extends { id: string }>(items: readonly Item[], item: Item, before?: string): Item[] {
  const rest = items.filter(({ id }) => id !== item.id)
  const at = rest.findIndex(({ id }) => id === before)
  return at < 0 ? [...rest, item] : rest.toSpliced(at, 0, item)
}

import type { Condition } from "../definition/conditions.ts"
import { deepest } from "../definition/conditions.ts"
import type {
  Category,
  Definition,
  DocumentRequest,
  Question,
  Role,
  Section,
  SectionKind,
} from "../definition/definition.ts"
import type { Text } from "../definition/text.ts"
import { newId } from "../platform/ids.ts"
import { conditionalPartsOf } from "./condition-linter.ts"
import { newPeopleGroups } from "./new-parts.ts"

/**
 * Steps of writing a questionnaire. Each takes a definition and gives the next one, leaving the first as it was;
 * naming a part that is not there changes nothing.
 */
export type Part = Role | Category | DocumentRequest | Question
export type Direction = "up" | "down"

/** A section of a kind, with nothing in it but what every section of that kind has. */
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

/** The section in place of the one with its id, or at the end where there is none. */
export function withSection(definition: Definition, section: Section): Definition {
  return { ...definition, sections: replacedOrAdded(definition.sections, section) }
}

export function withoutSection(definition: Definition, section_id: string): Definition {
  return numbered({ ...definition, sections: definition.sections.filter(({ id }) => id !== section_id) })
}

/** One step up or down; at the end of the list nothing moves. */
export function withSectionMoved(
  definition: Definition,
  section_id: string,
  direction: Direction,
): Definition {
  return numbered({ ...definition, sections: moved(definition.sections, section_id, direction) })
}

/** The parts of a section in the order they are asked; clients and people have none that come and go. */
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
    default:
      return []
  }
}

/** The part in place of the one with its id, or at the end of its section. */
export function withPart(definition: Definition, section_id: string, part: Part): Definition {
  return withParts(definition, section_id, (parts) => replacedOrAdded(parts, part))
}

export function withoutPart(definition: Definition, section_id: string, part_id: string): Definition {
  return withParts(definition, section_id, (parts) => parts.filter(({ id }) => id !== part_id))
}

export function withPartMoved(
  definition: Definition,
  section_id: string,
  part_id: string,
  direction: Direction,
): Definition {
  return withParts(definition, section_id, (parts) => moved(parts, part_id, direction))
}

/** What shows or hides by the answer to one of these questions: their words and ids. */
export function partsDependingOn(
  definition: Definition,
  question_ids: readonly string[],
): { id: string; noun: string; words: Text }[] {
  return conditionalPartsOf(definition).filter(
    ({ id, condition }) =>
      !question_ids.includes(id) && question_ids.some((each) => refersTo(condition, each, 0)),
  )
}

function refersTo(condition: Condition | undefined, question_id: string, depth: number): boolean {
  if (typeof condition !== "object" || condition === null || depth > deepest) return false
  const within = (parts: Condition[]) =>
    Array.isArray(parts) && parts.some((part) => refersTo(part, question_id, depth + 1))
  if ("all" in condition) return within(condition.all)
  if ("any" in condition) return within(condition.any)
  if ("not" in condition) return refersTo(condition.not, question_id, depth + 1)
  return "question" in condition && condition.question === question_id
}

function withParts(
  definition: Definition,
  section_id: string,
  change: (parts: readonly Part[]) => readonly Part[],
): Definition {
  const sections = definition.sections.map((section) =>
    section.id === section_id ? holding(section, change(listParts(section))) : section,
  )
  return numbered({ ...definition, sections })
}

/** A section takes only parts of its own kind; its key holds the list that `listParts` gave. */
function holding(section: Section, parts: readonly Part[]): Section {
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
    default:
      return section
  }
}

/** Categories are ordered over the whole questionnaire: those of an earlier section come first. */
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
  const isThere = items.some(({ id }) => id === item.id)
  return isThere ? items.map((each) => (each.id === item.id ? item : each)) : [...items, item]
}

function moved<Item extends { id: string }>(
  items: readonly Item[],
  id: string,
  direction: Direction,
): Item[] {
  const from = items.findIndex((item) => item.id === id)
  const to = direction === "up" ? from - 1 : from + 1
  const item = items[from]
  if (!item || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

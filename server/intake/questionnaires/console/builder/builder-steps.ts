import { type Definition, type Section, sectionKinds } from "../../../../definition/definition.ts"
import { questionTypes } from "../../../../definition/question-types.ts"
import { textIn } from "../../../../definition/text.ts"
import { badRequest, notFound } from "../../../../platform/errors.ts"
import type { FlashKey } from "../../../../web/console/forms/flash.ts"
import { type PageRequest, textOf } from "../../../../web/console/page-request.ts"
import {
  listParts,
  newSection,
  type Part,
  withDuplicate,
  withoutPart,
  withoutSection,
  withPartPlaced,
  withSectionPlaced,
} from "../../editing/editing.ts"
import { newPart } from "../../editing/new-parts.ts"
import type { Draft } from "./draft.ts"
import { findSelected, formOf } from "./selected.ts"

interface Outcome {
  definition: Definition
  /** The key of the item to select afterward. */
  select: string
  words: string
  done: FlashKey
}

/** Adds, duplicates, moves or removes an item; throws "bad request" with the field at fault, or "not found". */
export function changeOutline(req: PageRequest, draft: Draft, step: string): Outcome {
  switch (step) {
    case "add_section":
      return addSection(req, draft)
    case "add_part":
      return addParts(req, draft)
    case "duplicate":
      return duplicate(req, draft)
    case "move":
      return move(req, draft)
    case "remove":
      return remove(req, draft)
    default:
      throw notFound()
  }
}

function addSection({ form }: PageRequest, { definition }: Draft): Outcome {
  const title = textOf(form, "section_title")
  const kind = sectionKinds.find((each) => each === textOf(form, "section_kind"))
  if (!title || !kind) throw fault("section_title", "Enter a title for the section.")
  const section = newSection(kind, title)
  return {
    definition: withSectionPlaced(definition, section, textOf(form, "before")),
    ...{ select: section.id, words: `Add ${title}`, done: "section_added" },
  }
}

/** Adds a part for each line. */
function addParts({ form }: PageRequest, { definition }: Draft): Outcome {
  const section = definition.sections.find(({ id }) => id === textOf(form, "section"))
  const lines = textOf(form, "words")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
  const type = questionTypes.find((each) => each === textOf(form, "type")) ?? "text"
  if (!section || !newPart(section.kind, type, "")) throw notFound()
  const parts = lines.map((line) => newPart(section.kind, type, line)).filter((part) => part !== undefined)
  const [first] = parts
  if (!first) throw fault(`words_${section.id}`, `Enter the text of the ${formOf(section).noun}.`)
  const before = textOf(form, "before")
  return {
    definition: parts.reduce((given, part) => withPartPlaced(given, section.id, part, before), definition),
    ...{ select: first.id, words: `Add ${lines[0]}`, done: "part_added" },
  }
}

function duplicate(req: PageRequest, draft: Draft): Outcome {
  const { section, part, words } = itemOf(req, draft)
  const { definition, id } = withDuplicate(draft.definition, section, part)
  return { definition, select: id, words: `Duplicate ${words}`, done: "part_added" }
}

/** The field `to` has the section and the item to move before, which is blank for the end: `section_…:question_…`. */
function move(req: PageRequest, draft: Draft): Outcome {
  const { section, part, words, key } = itemOf(req, draft)
  const [section_id = "", before = ""] = textOf(req.form, "to").split(":")
  const { definition } = draft
  const target = definition.sections.find(({ id }) => id === section_id)
  if (part && target?.kind !== section.kind) throw fault("to", "Choose a position from the list.")
  return {
    definition:
      before === key
        ? definition
        : part
          ? withPartPlaced(definition, section_id, part, before)
          : withSectionPlaced(definition, section, before),
    ...{ select: key, words: `Move ${words}`, done: "part_moved" },
  }
}

function remove(req: PageRequest, draft: Draft): Outcome {
  const { section, part, words } = itemOf(req, draft)
  const { definition } = draft
  const siblings: readonly { id: string }[] = part ? listParts(section) : definition.sections
  const at = siblings.findIndex(({ id }) => id === (part ?? section).id)
  const neighbor = siblings[at + 1] ?? siblings[at - 1] ?? (part && section)
  return {
    definition: part ? withoutPart(definition, section.id, part.id) : withoutSection(definition, section.id),
    ...{ select: neighbor?.id ?? "", words: `Remove ${words}`, done: "part_removed" },
  }
}

function itemOf(
  { form }: PageRequest,
  draft: Draft,
): { key: string; section: Section; part?: Part; words: string } {
  const item = findSelected(draft, textOf(form, "item"))
  if (!item || item.isGroup) throw notFound()
  return item
}

function fault(param: string, message: string) {
  return badRequest([{ param, code: "unknown_value", message }])
}

/** Options for the positions an item can move to, with values that `move` accepts. */
export function positionsFor({ definition }: Draft, section: Section, part?: Part) {
  if (!part) {
    const others = definition.sections.filter(({ id }) => id !== section.id)
    return [
      ...others.map(({ id, title }) => ({ value: `:${id}`, label: `Before ${textIn(title, "en")}` })),
      { value: ":", label: "At the end" },
    ]
  }
  return definition.sections
    .filter(({ kind }) => kind === section.kind)
    .map((target) => ({
      group: textIn(target.title, "en"),
      options: [
        ...listParts(target)
          .filter(({ id }) => id !== part.id)
          .map((each) => ({
            value: `${target.id}:${each.id}`,
            label: `Before ${textIn(formOf(target).wordsOf(each), "en")}`,
          })),
        { value: `${target.id}:`, label: `At the end of ${textIn(target.title, "en")}` },
      ],
    }))
}

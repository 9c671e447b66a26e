import type { Definition, Section } from "../../../../definition/definition.ts"
import { textIn } from "../../../../definition/text.ts"
import { badField, found, notFound } from "../../../../platform/errors.ts"
import type { FlashKey } from "../../../../web/console/forms/flash.ts"
import { type PageRequest, trimmedTextOf } from "../../../../web/console/page-request.ts"
import { addLines } from "../../editing/adding.ts"
import {
  listParts,
  type Part,
  withDuplicate,
  withoutPart,
  withoutSection,
  withPartPlaced,
  withSectionPlaced,
} from "../../editing/editing.ts"
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
  const act = new Map(Object.entries({ add, duplicate, move, remove })).get(step)
  return found(act)(req, draft)
}

/** Adds what each line says, after the selected item. */
function add({ form, query }: PageRequest, { definition }: Draft): Outcome {
  const lines = trimmedTextOf(form, "add")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
  const after = query.part ?? definition.sections.at(-1)?.id ?? ""
  const added = addLines(definition, after, trimmedTextOf(form, "add_kind"), lines.length > 0 ? lines : [""])
  const isSection = added.definition.sections.some(({ id }) => id === added.select)
  return { ...added, ...{ words: `Add ${lines[0] ?? ""}`, done: isSection ? "section_added" : "part_added" } }
}

function duplicate(req: PageRequest, draft: Draft): Outcome {
  const { section, part, words } = itemOf(req, draft)
  const { definition, id } = withDuplicate(draft.definition, section, part)
  return { definition, select: id, words: `Duplicate ${words}`, done: "part_added" }
}

/** The field `to` has the section and the item to move before, which is blank for the end: `section_…:question_…`. */
function move(req: PageRequest, draft: Draft): Outcome {
  const { section, part, words, key } = itemOf(req, draft)
  const [section_id = "", before = ""] = trimmedTextOf(req.form, "to").split(":")
  const { definition } = draft
  const target = definition.sections.find(({ id }) => id === section_id)
  if (part && target?.kind !== section.kind)
    throw badField("to", "unknown_value", "Choose a position from the list.")
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
  const item = findSelected(draft, trimmedTextOf(form, "item"))
  if (!item || item.isGroup) throw notFound()
  return item
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

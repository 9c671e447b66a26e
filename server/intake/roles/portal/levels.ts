import type { Field, FieldEdit, FieldStore } from "../../../web/portal/fields/field.ts"
import type { PageRequest } from "../../../web/portal/page-request.ts"
import type { SummaryError } from "../../../web/ui/components/error-summary.tsx"
import { mergeList } from "../../contacts/portal/person/merge-list.ts"
import type { SaveResult } from "../../matters/changes/changes.ts"
import { assignRole, roleField } from "../roles.ts"
import { type FilledSlot, levelLabel, roleWords } from "./slots.ts"

type Levels = readonly (readonly string[])[]

/** The levels of a role as fields: one person each, or several if they may serve together. */
export function levelFields(req: PageRequest, filled: FilledSlot, count: number): Field[] {
  const { role, levels, seen, candidates } = filled
  const words = roleWords(req)
  const store: FieldStore = {
    save: (req, edits) => saveLevels(req, filled, withoutDuplicates(levels, edits)),
    refuse: (req, edits) => refuseDuplicate(req, filled, edits),
  }
  return Array.from({ length: count }, (_, index): Field => {
    const chosen = levels[index] ?? []
    const hints = [
      index > 0 ? words.successor_hint : role.required && words.required,
      role.several && words.several_hint,
    ]
    return {
      name: levelName(index),
      type: role.several ? "many_of" : "contact",
      label: levelLabel(req, index + 1),
      hint: hints.filter(Boolean).join(" ") || undefined,
      required: index === 0 && role.required === true,
      value: role.several ? chosen : (chosen[0] ?? null),
      given: chosen.length > 0,
      seen,
      store,
      later: index === 0 ? filled.later : undefined,
      people: candidates,
      options: candidates.map(({ contact_id, name }) => ({ value: contact_id, label: name })),
    }
  })
}

export function levelName(index: number): string {
  return `level_${index + 1}`
}

function indexOf(name: string): number {
  return Number(name.slice("level_".length)) - 1
}

/** Saves the chosen people of some levels; returns a conflict for each level that another user changed in the meantime. */
export function saveLevels(
  req: PageRequest,
  filled: FilledSlot,
  edits: readonly FieldEdit[],
): Promise<SaveResult> {
  return mergeList<readonly string[]>(req.tx, req.matter.id, {
    field: fieldOf(req, filled),
    rows: filled.levels,
    edits: edits.map((edit) => ({
      ...edit,
      value: inOrder(chosenOf(edit), filled.levels[indexOf(edit.field)]),
    })),
    read: (rows, name) => (rows[indexOf(name)] ?? []).join(","),
    write: (rows, name, value) => withLevel(rows, indexOf(name), value === "" ? [] : value.split(",")),
    store: (levels) => storeLevels(req, filled, levels),
  })
}

function chosenOf({ value }: FieldEdit): readonly string[] {
  return value === null || typeof value === "boolean" ? [] : typeof value === "string" ? [value] : value
}

/** Keeps the saved order if the form has the same people, since a form lists them in its own order. */
function inOrder(chosen: readonly string[], before: readonly string[] = []): string {
  const isSame = chosen.length === before.length && chosen.every((id) => before.includes(id))
  return (isSame ? before : chosen).join(",")
}

/** Sets all levels of a role. */
export function storeLevels(
  req: PageRequest,
  { role, focus }: FilledSlot,
  levels: Levels,
): Promise<SaveResult> {
  return assignRole(req.tx, req.matter.id, { role_id: role.id, focus_contact_id: focus, levels })
}

function fieldOf({ facts }: PageRequest, { role, focus }: FilledSlot): string {
  return roleField(role.id, role.split ? (focus ?? facts.clients[0] ?? null) : null)
}

function withLevel(levels: Levels, index: number, chosen: readonly string[]): Levels {
  const length = Math.max(levels.length, index + 1)
  return Array.from({ length }, (_, each) => (each === index ? chosen : (levels[each] ?? [])))
}

/** The levels with the edits applied. */
export function levelsAfter(levels: Levels, edits: readonly FieldEdit[]): Levels {
  return edits.reduce<Levels>((sum, edit) => withLevel(sum, indexOf(edit.field), chosenOf(edit)), levels)
}

/** The first person who is chosen twice. */
export function findDuplicate(levels: Levels): Duplicate | undefined {
  const found = new Set<string>()
  for (const [index, chosen] of levels.entries())
    for (const contact_id of chosen) {
      if (found.has(contact_id)) return { name: levelName(index), contact_id }
      found.add(contact_id)
    }
  return undefined
}

/** The edits that choose no one twice; autosave saves these while the client is still choosing. */
function withoutDuplicates(levels: Levels, edits: readonly FieldEdit[]): readonly FieldEdit[] {
  // All edits together may be fine even if one alone is not, as when two people swap levels.
  if (!findDuplicate(levelsAfter(levels, edits))) return edits
  const accepted: FieldEdit[] = []
  for (const edit of edits) if (!findDuplicate(levelsAfter(levels, [...accepted, edit]))) accepted.push(edit)
  return accepted
}

/** The levels after an arrange button: `up.2` and `down.1` swap levels, `remove.2` removes one; gaps close. */
export function arranged(levels: Levels, action: string): Levels {
  const [verb = "", number = ""] = action.split(".")
  const index = Number(number) - 1
  const other = verb === "up" ? index - 1 : index + 1
  const [here, there] = [levels[index], levels[other]]
  const moved =
    verb === "remove"
      ? levels.filter((_, each) => each !== index)
      : here && there && (verb === "up" || verb === "down")
        ? levels.map((level, each) => (each === index ? there : each === other ? here : level))
        : levels
  return withoutGaps(moved)
}

export function withoutGaps(levels: Levels): Levels {
  return levels.filter((chosen) => chosen.length > 0)
}

/** A person chosen at two levels, and the name of the later level. */
export interface Duplicate {
  name: string
  contact_id: string
}

export function duplicateError(req: PageRequest, filled: FilledSlot, duplicate: Duplicate): SummaryError {
  return { href: duplicate.name, text: sentence(req, filled, duplicate) }
}

/** A sentence for each edit that is not saved because it chooses a person twice, by field. */
function refuseDuplicate(
  req: PageRequest,
  filled: FilledSlot,
  edits: readonly FieldEdit[],
): Record<string, string> {
  const accepted = withoutDuplicates(filled.levels, edits)
  const waiting = edits.flatMap((edit) => {
    const duplicate = accepted.includes(edit)
      ? undefined
      : findDuplicate(levelsAfter(filled.levels, [...accepted, edit]))
    return duplicate ? [[edit.field, sentence(req, filled, duplicate)]] : []
  })
  return Object.fromEntries(waiting)
}

function sentence({ words }: PageRequest, { candidates }: FilledSlot, { contact_id }: Duplicate): string {
  return words.roles.duplicate(candidates.find((each) => each.contact_id === contact_id)?.name ?? "")
}

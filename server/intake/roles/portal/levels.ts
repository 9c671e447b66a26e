import { mergeList } from "../../contacts/portal/person/merge-list.ts"
import type { SaveResult } from "../../matters/changes/changes.ts"
import type { Field, FieldEdit, FieldStore } from "../../portal/fields/field.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { fittingLevels } from "../assignment-rules.ts"
import { assignRole, roleField } from "../roles.ts"
import { type FilledSlot, type Levels, levelLabel, roleWords } from "./slots.ts"
import { speaksForClients } from "./suggestions.ts"

/**
 * The levels of a role as fields: one person each, or several if they may serve together. `prefix` tells the roles of one
 * page apart.
 */
export function levelFields(req: PageRequest, slot: FilledSlot, prefix: string): Field[] {
  const filled = { ...slot, levels: fittingLevels(slot.role, slot.levels) }
  const { role, levels, suggested, seen, candidates } = filled
  const words = roleWords(req)
  const store: FieldStore = {
    save: async (req, edits) => ({
      ...(await saveLevels(req, filled, withoutDuplicates(levels, edits))),
      refused: refuseDuplicates(req, filled, edits),
    }),
  }
  return Array.from({ length: role.levels }, (_, index): Field => {
    const chosen = levels[index] ?? []
    const as_value = (people: readonly string[]) => (role.several ? people : (people[0] ?? ""))
    const hint =
      !speaksForClients(req) && (index > 0 ? words.successor_hint : role.required && words.required)
    const label = levelLabel(req, index + 1)
    return {
      name: `${prefix}level_${index + 1}`,
      type: role.several ? "many_of" : "one_of",
      label: prefix ? `${filled.title}: ${label}` : label,
      hint: hint || undefined,
      required: index === 0 && role.required === true,
      value: chosen.length > 0 ? as_value(chosen) : null,
      prior: suggested[index] && { value: as_value(suggested[index]), words: "" },
      given: chosen.length > 0,
      seen,
      store,
      // A change of one suggested person confirms the others who are shown with them.
      group: suggested.length > 0 ? filled.path : undefined,
      later: index === 0 ? filled.later : undefined,
      people: candidates,
      options: candidates.map(({ contact_id, name }) => ({ value: contact_id, label: name })),
    }
  })
}

function indexOf(name: string): number {
  return Number(name.slice(name.lastIndexOf("_") + 1)) - 1
}

/** Saves the chosen people of some levels; returns a conflict for each level that another user changed in the meantime. */
function saveLevels(req: PageRequest, filled: FilledSlot, edits: readonly FieldEdit[]): Promise<SaveResult> {
  return mergeList<readonly string[]>(req.tx, req.matter.id, {
    field: fieldOf(req, filled),
    rows: filled.levels,
    edits: edits.map((edit) => ({
      ...edit,
      value: inOrder(chosenOf(edit), filled.levels[indexOf(edit.field)]),
    })),
    read: (rows, name) => (fittingLevels(filled.role, rows)[indexOf(name)] ?? []).join(","),
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

/** Sets all levels of a role, as many as it takes. */
export function storeLevels(
  req: PageRequest,
  { role, focus }: FilledSlot,
  levels: Levels,
): Promise<SaveResult> {
  const choice = { role_id: role.id, focus_contact_id: focus, levels: fittingLevels(role, levels) }
  return assignRole(req.tx, req.matter.id, choice)
}

function fieldOf({ facts }: PageRequest, { role, focus }: FilledSlot): string {
  return roleField(role.id, role.split ? (focus ?? facts.clients[0] ?? null) : null)
}

function withLevel(levels: Levels, index: number, chosen: readonly string[]): Levels {
  const length = Math.max(levels.length, index + 1)
  return Array.from({ length }, (_, each) => (each === index ? chosen : (levels[each] ?? [])))
}

/** The levels with the edits applied. */
function levelsAfter(levels: Levels, edits: readonly FieldEdit[]): Levels {
  return edits.reduce<Levels>((sum, edit) => withLevel(sum, indexOf(edit.field), chosenOf(edit)), levels)
}

/** The first person who is chosen twice. */
function findDuplicate(levels: Levels): string | undefined {
  const people = levels.flat()
  return people.find((id, index) => people.indexOf(id) !== index)
}

/** The edits that choose no one twice; autosave saves these while the client is still choosing. */
function withoutDuplicates(levels: Levels, edits: readonly FieldEdit[]): readonly FieldEdit[] {
  // All edits together may be fine even if one alone is not, as when two people swap levels.
  if (!findDuplicate(levelsAfter(levels, edits))) return edits
  const accepted: FieldEdit[] = []
  for (const edit of edits) if (!findDuplicate(levelsAfter(levels, [...accepted, edit]))) accepted.push(edit)
  return accepted
}

export function withoutGaps(levels: Levels): Levels {
  return levels.filter((chosen) => chosen.length > 0)
}

/** A sentence for each edit that is not saved because it chooses a person twice, by field. */
function refuseDuplicates(
  req: PageRequest,
  filled: FilledSlot,
  edits: readonly FieldEdit[],
): Record<string, string> {
  const accepted = withoutDuplicates(filled.levels, edits)
  const waiting = edits.flatMap((edit) => {
    const duplicate = accepted.includes(edit)
      ? undefined
      : findDuplicate(levelsAfter(filled.levels, [...accepted, edit]))
    const name = filled.candidates.find(({ contact_id }) => contact_id === duplicate)?.name ?? ""
    return duplicate ? [[edit.field, req.words.roles.duplicate(name)]] : []
  })
  return Object.fromEntries(waiting)
}

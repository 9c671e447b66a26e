import type { ComponentChildren } from "preact"
import {
  type Definition,
  type PeopleGroup,
  peopleGroups,
  type Section,
} from "../../../../definition/definition.ts"
import { findSectionOf } from "../../../../definition/parts.ts"
import { textIn } from "../../../../definition/text.ts"
import type { RefusedForm } from "../../../../web/console/page-request.ts"
import { listParts, type Part, withPart, withSection } from "../../editing/editing.ts"
import { newPeopleGroup } from "../../editing/new-parts.ts"
import { categoryForm } from "../part-forms/category-form.tsx"
import { groupForm } from "../part-forms/group-form.tsx"
import { type FormReader, type PartForm, type PartLocation, withChanges } from "../part-forms/part-form.ts"
import { questionForm } from "../part-forms/question-form.tsx"
import { requestForm } from "../part-forms/request-form.tsx"
import { roleForm } from "../part-forms/role-form.tsx"
import { sectionForm } from "../part-forms/section-form.tsx"
import type { Draft, ViewOptions } from "./draft.ts"

/** The selected item: a section, one of its parts, or one of its groups of people. */
export interface Selected {
  /** Its name in URLs. */
  key: string
  section: Section
  /** Undefined for a section or a group. */
  part?: Part
  isGroup: boolean
  noun: string
  words: string
  fields(refused: RefusedForm | undefined): ComponentChildren
  /** Returns the definition with the form's changes: the same one if there are none. */
  read(reader: FormReader): Definition
}

/** What the parts of the builder's page show, and how. */
export interface BuilderProps {
  draft: Draft
  selected: Selected | undefined
  view: ViewOptions
}

export function findSelected(draft: Draft, key: string): Selected | undefined {
  const { definition } = draft
  const [section_id = "", group] = key.split(".")
  const section = findSectionOf(definition, section_id)
  if (!section) return undefined
  const name = section.kind === "people" && peopleGroups.find((each) => each === group)
  if (section.kind === "people" && name) {
    const stored = groupOf(section.groups, name)
    return selected(draft, section, key, groupForm, stored, (changed) =>
      withSection(definition, { ...section, groups: withGroup(section.groups, changed) }),
    )
  }
  const part = listParts(section).find((each) => each.id === key || holdsField(each, key))
  if (part) {
    const place = (changed: Part) => withPart(definition, section.id, changed)
    return { ...selected(draft, section, part.id, formOf(section), part, place), part }
  }
  return selected(draft, section, section.id, sectionForm, section, (changed) =>
    withSection(definition, changed),
  )
}

function holdsField(part: Part, key: string): boolean {
  return "additional_fields" in part && part.additional_fields.some(({ id }) => id === key)
}

export const groupKey = (section: Section, group: string) => `${section.id}.${group}`

export function formOf(section: Section): PartForm<Part> {
  // The cast is safe: `listParts` returns only parts of the section's own kind.
  const forms: Partial<Record<Section["kind"], unknown>> = {
    questions: questionForm,
    roles: roleForm,
    assets: categoryForm,
    documents: requestForm,
  }
  return forms[section.kind] as PartForm<Part>
}

function selected<Kind extends object>(
  { definition, row }: Draft,
  section: Section,
  key: string,
  form: PartForm<Kind>,
  stored: Kind,
  place: (changed: Kind) => Definition,
): Selected {
  const location: PartLocation = { definition, section, approach: row.approach }
  return {
    ...{ key, section, noun: form.noun, isGroup: key.includes(".") },
    words: textIn(form.wordsOf(stored), "en") || `Untitled ${form.noun}`,
    fields: (refused) => form.fields(stored, location, refused),
    read(reader) {
      const changed = withChanges(stored, form.read(reader, stored, location))
      return changed === stored ? definition : place(changed)
    },
  }
}

/** The group, or a default one that is not included. */
export function groupOf(groups: readonly PeopleGroup[], name: PeopleGroup["group"]): PeopleGroup {
  return groups.find(({ group }) => group === name) ?? { ...newPeopleGroup(name), included: false }
}

function withGroup(groups: readonly PeopleGroup[], changed: PeopleGroup): PeopleGroup[] {
  const exists = groups.some(({ group }) => group === changed.group)
  return exists ? groups.map((each) => (each.group === changed.group ? changed : each)) : [...groups, changed]
}

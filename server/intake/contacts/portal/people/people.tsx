// The people around the clients: a list to add to, by group, and a page for each person.

import type { PeopleGroup, PeopleSection } from "../../../../definition/definition.ts"
import { relationshipLabel } from "../../../../definition/people/relationships.ts"
import { textIn } from "../../../../definition/text.ts"
import { type PageRequest, waitsForNames } from "../../../portal/page-request.ts"
import {
  entryOf,
  type PageEntry,
  type SectionPages,
  type SummaryGroup,
  sectionUrl,
} from "../../../portal/sections/section.tsx"
import { nameOr, type PersonRow } from "../../contacts.ts"
import { personEntries } from "../person/person-page.ts"
import { personRows } from "../person/rows.ts"
import { addPage, addPath } from "./add.tsx"
import { listPage } from "./list-page.tsx"
import { aboutMember, childrenLeft, includedIn, listPath, membersOf, personPath } from "./members.ts"
import { removePage } from "./remove.tsx"

export const peoplePages: SectionPages<PeopleSection> = {
  async pages(req, section) {
    const groups = await Promise.all(
      includedIn(section).map(async (group) => ({ group, people: await membersOf(req, group.group) })),
    )
    return [
      ...groups.map(({ group, people }) => ({
        path: addPath(group),
        // The form of a child who was counted but not listed is a main page; other forms open from the list.
        aside: childrenLeft(req, group.group, people.length) === 0,
        open: () => addPage(req, section, group),
      })),
      { path: listPath(section), open: () => listPage(req, section, groups) },
      ...groups.flatMap(({ group, people }) =>
        people.flatMap((person) => personPages(req, section, group, person)),
      ),
    ]
  },

  async summary(req, section) {
    const summaries: SummaryGroup[] = []
    const empty: SummaryGroup = { rows: [] }
    for (const group of includedIn(section)) {
      const people = await membersOf(req, group.group)
      for (const person of people) {
        const rows = await personRows(req, aboutMember(group, person), (topic) =>
          personPath(group, person, topic),
        )
        summaries.push({ title: titleOf(req, person), rows })
      }
      if (people.length === 0) {
        const label = textIn(group.prompt, req.lang)
        empty.rows = [...empty.rows, { label, value: req.words.people.no_one, path: listPath(section) }]
      }
    }
    if (empty.rows.length === 0) return summaries
    // After a person's rows, the empty groups need a heading of their own.
    return summaries.length === 0
      ? [empty]
      : [...summaries, { ...empty, title: req.words.people.others_title }]
  },

  async waitsFor(req) {
    if (!req.definition.sections.some(({ kind }) => kind === "clients")) return undefined
    return waitsForNames(req)
  },
}

function titleOf({ words, lang }: PageRequest, person: PersonRow): string {
  const name = person.full_name || words.person.unnamed.person
  return `${name}, ${relationshipLabel(person.relationship_type, lang)}`
}

/** The pages of one person; saving each returns to the list. */
function personPages(
  req: PageRequest,
  section: PeopleSection,
  group: PeopleGroup,
  person: PersonRow,
): PageEntry[] {
  const list = listPath(section)
  const next = sectionUrl(section.id, list)
  const path = `${group.group}/${person.id}`
  const name = person.full_name || req.words.person.unnamed.person
  return [
    ...personEntries(req, aboutMember(group, person), {
      path,
      aside: true,
      unnamed: nameOr(person, req.words.person.unnamed.person),
      next: async () => next,
    }),
    entryOf(
      removePage(req, {
        ...{ section_id: section.id, path: `${path}/remove`, next: list },
        person: { id: person.id, name },
        title: req.words.people.remove_title(name),
      }),
    ),
  ]
}

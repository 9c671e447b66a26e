// The people around the clients, group by group: a list to add to, and a few short pages for each person.
import type { PersonRow } from "../../contacts/contacts.ts"
import type { PeopleGroup, PeopleSection } from "../../definition/definition.ts"
import { relationshipLabel } from "../../definition/relationships.ts"
import { textIn } from "../../definition/text.ts"
import type { PageRequest } from "../page-request.ts"
import { topicsOf } from "../person/fields.ts"
import { nameOr, waitsForNames } from "../person/name.ts"
import { personRows } from "../person/rows.ts"
import { topicPage } from "../person/topic-page.ts"
import { entryOf, type PageEntry, type SectionPages, type SummaryGroup, sectionUrl } from "../section.tsx"
import { addPage } from "./add.tsx"
import { listPage } from "./list-page.tsx"
import { aboutMember, afterPerson, laterTopics, membersOf, personPath } from "./members.ts"
import { removePage } from "./remove.tsx"

export const peoplePages: SectionPages<PeopleSection> = {
  async pages(req, section) {
    const groups = section.groups.filter(({ included }) => included)
    const pages = await Promise.all(
      groups.map(async (group, index) => {
        const people = await membersOf(req, group.group)
        return [
          entryOf(listPage(req, section, group, people, index === 0)),
          entryOf(addPage(req, section, group)),
          ...people.flatMap((person) => personPages(req, section, group, person, people.length)),
        ]
      }),
    )
    return pages.flat()
  },

  async summary(req, section) {
    const summaries: SummaryGroup[] = []
    const empty: SummaryGroup = { rows: [] }
    for (const group of section.groups.filter(({ included }) => included)) {
      const people = await membersOf(req, group.group)
      for (const person of people) {
        const rows = await personRows(req, aboutMember(group, person), (topic) =>
          personPath(group, person, topic),
        )
        summaries.push({ title: titleOf(req, person), rows })
      }
      if (people.length === 0) {
        const label = textIn(group.prompt, req.lang)
        empty.rows = [...empty.rows, { label, value: req.words.people.no_one, path: group.group }]
      }
    }
    if (empty.rows.length === 0) return summaries
    // Below somebody's own rows they need a heading, not to seem part of those.
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

/** The pages of one person, one after the other, and back to the list. */
function personPages(
  req: PageRequest,
  section: PeopleSection,
  group: PeopleGroup,
  person: PersonRow,
  listed: number,
): PageEntry[] {
  const topics = topicsOf(group.fields)
  const pages = topics.map((topic, index): PageEntry => {
    const path = personPath(group, person, topic)
    const later = laterTopics(req, group, person)
    const following = topics.slice(index + 1).find((each) => each === "details" || later.includes(each))
    const next = sectionUrl(
      section.id,
      following ? personPath(group, person, following) : afterPerson(req, group, listed),
    )
    const unnamed = nameOr(person, req.words.person.unnamed.person)
    return {
      path,
      aside: true,
      open: () =>
        topicPage(req, aboutMember(group, person), topic, {
          path,
          aside: true,
          unnamed,
          next: async () => next,
        }),
    }
  })
  return [...pages, entryOf(removePage(req, section, group, person))]
}

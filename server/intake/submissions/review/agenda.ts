// The agenda of the first meeting: what the client doesn't know yet, in the wording and order of the questionnaire.

import { answerKey } from "../../../definition/conditions/conditions.ts"
import type { Section } from "../../../definition/definition.ts"
import { personFields } from "../../../definition/people/person-fields.ts"
import { textIn } from "../../../definition/text.ts"
import type { AgendaItem } from "../../matters/progress/agenda.ts"
import type { LoadedMatter } from "../loaded-matter.ts"
import { fieldLabel } from "../missing/missing-sentences.ts"
import { approximateDateInWords, listApproximateDates } from "./approximate-dates.ts"

export interface AgendaTopic {
  section_id: string
  /** Title of the section that asks it. */
  section: string
  /** The question, role or field. */
  label: string
  /** The person it is about, where several people get the same question. */
  person?: string
  added_at: Date
}

/** All agenda items the questionnaire still asks about, and dates whose day is unknown. Throws "not found". */
export async function listAgenda(loaded: LoadedMatter): Promise<AgendaTopic[]> {
  const { matter_id } = loaded
  const [{ definition, facts, visible }, people, items, dates] = await Promise.all([
    loaded.visibility(),
    loaded.people(),
    loaded.agenda(),
    listApproximateDates(loaded),
  ])
  const nameOf = (id: string | null) => people.find((person) => person.id === id)?.full_name
  const topic = (
    section: Section,
    item: Pick<AgendaItem, "added_at">,
    label: string,
    person?: string,
  ): AgendaTopic => ({
    section_id: section.id,
    section: textIn(section.title, "en"),
    label,
    ...(person && { person }),
    added_at: item.added_at,
  })
  const at = (part_id: string, about: string | null) =>
    items.find(({ record_id, field }) => record_id === matter_id && field === answerKey(part_id, about))
  const clients = [...facts.clients, null]

  const approximateDates = (section: Section): AgendaTopic[] =>
    dates.map(({ contact_id, field, typed_at, typed }) => {
      const label = `${fieldLabel(field, "en")}: ${approximateDateInWords({ typed }, "en")}`
      return topic(section, { added_at: typed_at }, label, nameOf(contact_id))
    })

  const topicsIn = (section: Section): AgendaTopic[] => {
    switch (section.kind) {
      case "questions":
        return section.questions.flatMap(({ id, prompt }) =>
          clients.flatMap((about) => {
            const item = at(id, about)
            return item && visible.has(answerKey(id, about))
              ? topic(section, item, textIn(prompt, "en"), nameOf(about))
              : []
          }),
        )
      case "roles":
        return section.roles.flatMap(({ id, role_description, active }) =>
          clients.flatMap((focus) => {
            const item = active ? at(id, focus) : undefined
            return item ? topic(section, item, textIn(role_description, "en"), nameOf(focus)) : []
          }),
        )
      case "clients":
      case "people": {
        const isClients = section.kind === "clients"
        const left = items.flatMap((item) => {
          const person = people.find(({ id, is_client }) => id === item.record_id && is_client === isClients)
          const field = personFields.find((each) => each === item.field)
          return person && field ? topic(section, item, fieldLabel(field, "en"), person.full_name) : []
        })
        return isClients ? left : [...left, ...approximateDates(section)]
      }
      case "documents":
      case "assets":
        return []
      default:
        return section satisfies never
    }
  }
  return definition.sections.filter(({ id }) => visible.has(id)).flatMap(topicsIn)
}

// Dates of people whose day no one knows. The record holds complete dates only; these come from the unfinished fields.

import { groupOf } from "../../../definition/people/relationships.ts"
import type { Language } from "../../../definition/text.ts"
import {
  displayApproximateDate,
  isApproximateDate,
  type TypedDate,
} from "../../../definition/values/dates.ts"
import type { LoadedMatter } from "../loaded-matter.ts"

const fields = ["date_of_birth", "date_of_death"] as const

export interface ApproximateDate {
  contact_id: string
  field: (typeof fields)[number]
  typed: TypedDate
}

/** Every date of a matter's non-client people that is known only as a year or a month. */
export async function listApproximateDates(
  loaded: Pick<LoadedMatter, "people" | "unfinished" | "visibility">,
): Promise<(ApproximateDate & { typed_at: Date })[]> {
  const unfinished = await loaded.unfinished()
  if (unfinished.length === 0) return []
  const [people, { today }] = await Promise.all([loaded.people(), loaded.visibility()])
  const this_year = Number(today.slice(0, 4))
  return unfinished.flatMap(({ record_id, field: name, typed, typed_at }) => {
    const person = people.find(({ id }) => id === record_id)
    const field = fields.find((each) => each === name)
    const isExpected = person && !person.is_client && groupOf(person.relationship_type) !== undefined
    if (!isExpected || !field || person[field] !== null) return []
    if (!isApproximateDate(typed, this_year)) return []
    return { contact_id: record_id, field, typed, typed_at }
  })
}

export function approximateDateInWords(
  { typed }: Pick<ApproximateDate, "typed">,
  language: Language,
): string {
  return dayUnknown[language](displayApproximateDate(typed, language))
}

/** An approximate date of a person in words; empty when the date is complete or unknown. */
export function findApproximateDate(
  dates: readonly ApproximateDate[],
  contact_id: string,
  field: ApproximateDate["field"],
  language: Language,
): string {
  const date = dates.find((each) => each.contact_id === contact_id && each.field === field)
  return date ? approximateDateInWords(date, language) : ""
}

const dayUnknown = {
  en: (date: string) => `${date}, day not known`,
  es: (date: string) => `${date}, no se sabe el día`,
}

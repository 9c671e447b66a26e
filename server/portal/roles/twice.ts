import type { SummaryError } from "../../ui/components/error-summary.tsx"
import type { FieldEdit } from "../ask.tsx"
import type { Visit } from "../visit.ts"
import { roleWords } from "../words/roles.ts"
import { findTwice, levelsAfter, withoutTwice } from "./levels.ts"
import type { Seat } from "./seats.ts"

/** A person who stands at two levels, and the later of them. */
export interface Twice {
  name: string
  contact_id: string
}

export function twiceError(visit: Visit, seat: Seat, twice: Twice): SummaryError {
  return { href: twice.name, text: sentence(visit, seat, twice) }
}

/** What is said, by level, of choices that wait because somebody in them stands elsewhere already. */
export function refuseTwice(visit: Visit, seat: Seat, edits: readonly FieldEdit[]): Record<string, string> {
  const kept = withoutTwice(seat.levels, edits)
  const waiting = edits.flatMap((edit) => {
    const twice = kept.includes(edit) ? undefined : findTwice(levelsAfter(seat.levels, [...kept, edit]))
    return twice ? [[edit.field, sentence(visit, seat, twice)]] : []
  })
  return Object.fromEntries(waiting)
}

function sentence({ lang }: Visit, { candidates }: Seat, { contact_id }: Twice): string {
  return roleWords[lang].twice(candidates.find((each) => each.contact_id === contact_id)?.name ?? "")
}

// Who should act for the clients, one page for each role; a role that is asked of each client has a page for each.
import type { RolesSection } from "../../definition/definition.ts"
import type { SectionPages, SummaryGroup } from "../section.tsx"
import type { Visit } from "../visit.ts"
import { waitsForNames } from "../waiting.ts"
import { rolePage } from "./role-page.tsx"
import { joinNames, levelLabel, type Seat, seatOf, slotsOf } from "./seats.ts"

export const rolesPages: SectionPages<RolesSection> = {
  async pages(visit, section) {
    return slotsOf(visit, section).map((slot, index) => ({
      path: slot.path,
      open: async () => rolePage(visit, section, await seatOf(visit, slot), index === 0),
    }))
  },

  async summary(visit, section) {
    const slots = slotsOf(visit, section)
    const [people, ...seats] = await Promise.all([
      visit.loaded.people(),
      ...slots.map((slot) => seatOf(visit, slot)),
    ])
    const names = Object.fromEntries(people.map(({ id, full_name }) => [id, full_name]))
    return seats.map((seat) => seatSummary(visit, seat, names))
  },

  waitsFor: waitsForNames,
}

function seatSummary(visit: Visit, seat: Seat, names: Record<string, string>): SummaryGroup {
  const words = visit.words.roles
  const { path, title, role } = seat
  const levels = seat.levels.filter((chosen) => chosen.length > 0)
  const first = {
    label: levelLabel(visit, 1),
    value: inWords(visit, levels[0] ?? [], names),
    path,
    field: "level_1",
    missing: role.required === true && levels.length === 0,
  }
  const successors = levels.slice(1).map((chosen, index) => ({
    label: levelLabel(visit, index + 2),
    value: inWords(visit, chosen, names),
    path,
    field: `level_${index + 2}`,
  }))
  const none = { label: levelLabel(visit, 2), value: words.no_successor_row, path, field: "level_2" }
  const isAlone = levels.length === 1 && role.levels > 1
  return { title, rows: [first, ...successors, ...(isAlone ? [none] : [])] }
}

function inWords(visit: Visit, chosen: readonly string[], names: Record<string, string>): string {
  const joined = joinNames(
    visit,
    chosen.map((id) => names[id] ?? ""),
  )
  return chosen.length > 1 ? visit.words.roles.together_row(joined) : joined
}

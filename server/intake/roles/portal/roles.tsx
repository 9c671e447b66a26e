// Who should act for the clients: a page for each role, or for each role and client if it is asked of each.
import type { RolesSection } from "../../../definition/definition.ts"
import { namesOf } from "../../../definition/people/names.ts"
import { joinWords } from "../../../platform/joined-words.ts"
import { type PageRequest, waitsForNames } from "../../../web/portal/page-request.ts"
import type { SectionPages, SummaryGroup } from "../../../web/portal/sections/section.tsx"
import { rolePage } from "./role-page.tsx"
import { type FilledSlot, filledSlotOf, levelLabel, slotsOf } from "./slots.ts"

export const rolesPages: SectionPages<RolesSection> = {
  async pages(req, section) {
    return slotsOf(req, section).map((slot, index) => ({
      path: slot.path,
      open: async () => rolePage(req, section, await filledSlotOf(req, slot), index === 0),
    }))
  },

  async summary(req, section) {
    const slots = slotsOf(req, section)
    const [people, ...filledSlots] = await Promise.all([
      req.loaded.people(),
      ...slots.map((slot) => filledSlotOf(req, slot)),
    ])
    const names = namesOf(people)
    return filledSlots.map((filled) => slotSummary(req, filled, names))
  },

  waitsFor: waitsForNames,
}

function slotSummary(req: PageRequest, filled: FilledSlot, names: Record<string, string>): SummaryGroup {
  const words = req.words.roles
  const { path, title, role, later } = filled
  const levels = filled.levels.filter((chosen) => chosen.length > 0)
  const first = {
    label: levelLabel(req, 1),
    value: inWords(req, levels[0] ?? [], names) || (later.is_on ? req.words.frame.to_discuss : ""),
    path,
    field: "level_1",
    missing: role.required === true && levels.length === 0 && !later.is_on,
  }
  const successors = levels.slice(1).map((chosen, index) => ({
    label: levelLabel(req, index + 2),
    value: inWords(req, chosen, names),
    path,
    field: `level_${index + 2}`,
  }))
  const none = { label: levelLabel(req, 2), value: words.no_successor_row, path, field: "level_2" }
  const isAlone = levels.length === 1 && role.levels > 1
  return { title, rows: [first, ...successors, ...(isAlone ? [none] : [])] }
}

function inWords(req: PageRequest, chosen: readonly string[], names: Record<string, string>): string {
  const joined = joinWords(
    chosen.map((id) => names[id] ?? ""),
    req.lang,
  )
  return chosen.length > 1 ? req.words.roles.together_row(joined) : joined
}

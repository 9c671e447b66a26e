// Who should act for the clients: the first role as a sentence, then a table of all of them. Links to one role, or to one
// role of one client, lead to its own page.
import type { RolesSection } from "../../../definition/definition.ts"
import { namesOf } from "../../../definition/people/names.ts"
import { textIn } from "../../../definition/text.ts"
import { joinWords } from "../../../platform/text/joined-words.ts"
import { type PageRequest, waitsForNames } from "../../portal/page-request.ts"
import type { PageEntry, SectionPages, SummaryGroup } from "../../portal/sections/section.tsx"
import { rolesPage } from "./role-page.tsx"
import { type FilledSlot, filledSlotOf, levelLabel, slotsOf } from "./slots.ts"
import { isSuggesting, withSuggestions } from "./suggestions.ts"

/** The path of the page with every role of the section. */
const allPath = "all"

export const rolesPages: SectionPages<RolesSection> = {
  async pages(req, section) {
    const slots = slotsOf(req, section)
    const hasSentence = slots.length === 1 || isSuggesting(req, section)
    const instructions = textIn(section.instructions, req.lang)
    const intro = instructions && <p>{instructions}</p>
    const alone = slots.map((slot, index): PageEntry => {
      const aside = index > 0 || !hasSentence
      const open = async () => {
        const filled = await filledSlotOf(req, slot)
        const { path, name: title, for_client } = filled
        const caption = for_client && req.words.roles.for_person(for_client)
        const lede = textIn(slot.role.help, req.lang)
        const own = await withSuggestions(req, section, [filled])
        return rolesPage(req, own, { path, aside, title, caption, lede, intro: !aside && intro })
      }
      return { path: slot.path, aside, open }
    })
    if (slots.length === 1) return alone
    const open = async () => {
      const stored = await Promise.all(slots.map((slot) => filledSlotOf(req, slot)))
      const filled = await withSuggestions(req, section, stored)
      const isSuggested = filled.some(({ suggested }) => suggested.length > 0)
      const own = hasSentence ? filled.slice(1) : filled
      return {
        ...rolesPage(req, filled, {
          path: allPath,
          title: hasSentence ? req.words.roles.others_title : textIn(section.title, req.lang),
          lede: isSuggested ? req.words.roles.suggested : undefined,
          intro: !hasSentence && intro,
        }),
        given: own.some(({ levels, later }) => levels.length > 0 || later.is_on),
      }
    }
    const all = { path: allPath, open }
    return hasSentence ? [...alone.slice(0, 1), all, ...alone.slice(1)] : [all, ...alone]
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

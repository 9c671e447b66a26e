import { seenOf } from "../../../web/portal/form.ts"
import { type FormPage, formPage } from "../../portal/form-page.tsx"
import { type PageRequest, refresh } from "../../portal/page-request.ts"
import type { SectionPage } from "../../portal/sections/section.tsx"
import { levelFields, storeLevels, withoutGaps } from "./levels.ts"
import { RolesLayout } from "./roles-layout.tsx"
import { type FilledSlot, filledSlotOf } from "./slots.ts"

/** A page that asks about one role, or about several: first choice and successors, picked from the matter's contacts. */
export function rolesPage(
  req: PageRequest,
  slots: readonly FilledSlot[],
  page: Pick<FormPage, "path" | "aside" | "title" | "caption" | "lede" | "intro">,
): SectionPage {
  const isAlone = slots.length === 1
  const cells = slots.map((slot) => ({
    slot,
    fields: levelFields(req, slot, isAlone ? "" : `${slot.path.replace("/", ".")}.`),
  }))
  return formPage({
    ...page,
    fields: cells.flatMap(({ fields }) => fields),
    layout: ({ fields, typed, errors }) => (
      <RolesLayout
        {...{ req, typed, errors }}
        cells={cells.map(({ slot, fields: own }) => {
          const least = isAlone
            ? Math.max(3, slot.levels.length + 1)
            : Math.max(2, slot.levels.length, slot.suggested.length)
          const shown = own.filter(
            ({ name }, index) => index < least || (typed && seenOf(typed, name) !== undefined),
          )
          return { slot, fields: fields.filter(({ name }) => shown.some((each) => each.name === name)) }
        })}
      />
    ),
    // The levels behind an empty one move up.
    next: async () => {
      const fresh = await refresh(req)
      for (const slot of slots) {
        const { levels } = await filledSlotOf(fresh, slot)
        if (levels.some((level) => level.length === 0)) await storeLevels(fresh, slot, withoutGaps(levels))
      }
      return undefined
    },
  })
}

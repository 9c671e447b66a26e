import type { PeopleGroup, PeopleSection } from "../../../../definition/definition.ts"
import { textOf } from "../../../../web/portal/form.ts"
import type { PageRequest } from "../../../portal/page-request.ts"
import { type PageAddress, type SectionPage, sectionUrl } from "../../../portal/sections/section.tsx"
import { addView, anotherField, type Shown } from "./add-view.tsx"
import { childrenLeft, listPath, membersOf } from "./members.ts"
import { addedOf, addPeople, memberForm, type NewPersonForm } from "./new-people.ts"

/** How many children one page asks for. */
const max_forms = 4

export function addPath(group: PeopleGroup): string {
  return `${group.group}/new`
}

/** The page that adds a person to a group, or all children who were counted and are not listed yet. */
export async function addPage(
  req: PageRequest,
  section: PeopleSection,
  group: PeopleGroup,
): Promise<SectionPage> {
  const { people } = req.words
  const left = async (req: PageRequest) =>
    childrenLeft(req, group.group, (await membersOf(req, group.group)).length)
  const title = (await left(req)) > 1 ? people.add_children : people.add[group.group]
  const back = sectionUrl(section.id, listPath(section))
  const path = addPath(group)
  // A form sent after someone else has added a child has more forms than are left.
  const formsOf = async (req: PageRequest) => {
    const listed = (req.matter.number_of_children ?? 0) - (await left(req))
    const numbers = Array.from({ length: group.group === "children" ? max_forms : 1 }, (_, index) => index)
    return Promise.all(
      numbers.map(async (index): Promise<NewPersonForm> => {
        const form = await memberForm(req, group, index === 0 ? "" : `p${index + 1}_`)
        const title = people.child_of(listed + index + 1, req.matter.number_of_children ?? 0)
        return { ...form, title }
      }),
    )
  }
  const view = async (req: PageRequest, request: PageAddress, forms: NewPersonForm[], shown: Shown = {}) => {
    const count = await left(req)
    // Saving leads to the form of further children anyway if more are left.
    const own = forms.slice(0, Math.max(1, count))
    return {
      ...addView(req, title, own, request, { ...shown, offers_another: count < 2 }),
      back: { href: back },
    }
  }
  return {
    path,
    title,
    aside: true,
    checked_fields: (await formsOf(req)).flatMap(({ fields }) => fields),
    show: async (req, request) => view(req, request, await formsOf(req)),
    save: async (req, request) => {
      const { form } = request
      const forms = await formsOf(req)
      const outcome = await addPeople(req, forms, form, true)
      if ("faults" in outcome)
        return { ...(await view(req, request, forms, { typed: form, ...outcome })), status: 422 }
      const isNext =
        outcome.entered.some(({ is_new }) => is_new) &&
        (textOf(form, anotherField) !== undefined || (await left(outcome.req)) > 0)
      return {
        saved: true,
        done: addedOf(outcome.entered, req.lang),
        to: isNext ? sectionUrl(section.id, path) : back,
      }
    },
  }
}

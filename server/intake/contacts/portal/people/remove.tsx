import type { PeopleGroup, PeopleSection } from "../../../../definition/definition.ts"
import type { PageRequest } from "../../../portal/page-request.ts"
import { removalPage } from "../../../portal/sections/removal-page.tsx"
import { type SectionPage, sectionUrl } from "../../../portal/sections/section.tsx"
import type { PersonRow } from "../../contacts.ts"
import { listReferences, removeContact } from "../../removal.ts"
import { type Naming, saveNaming, showNaming } from "../naming/naming-page.tsx"
import { listPath } from "./members.ts"

/** Confirms a person's removal, and asks who takes over where the person is still named. */
export function removePage(
  req: PageRequest,
  section: PeopleSection,
  group: PeopleGroup,
  person: PersonRow,
): SectionPage {
  const { words } = req
  const name = person.full_name || words.person.unnamed.person
  const path = `${group.group}/${person.id}/remove`
  const own = sectionUrl(section.id, path)
  const done = { key: "person_removed", name } as const
  const back = sectionUrl(section.id, listPath(section))
  const page = removalPage({
    path,
    title: words.people.remove_title(name),
    lede: words.people.remove_text,
    submit: words.people.remove(name),
    keep: words.people.keep(name),
    back,
    done,
    remove: ({ tx }) => removeContact(tx, person.id),
  })
  const naming: Naming = {
    person: { id: person.id, name },
    title: words.people.serves_title(name),
    lede: words.people.serves,
    submit: words.people.naming.save_and_remove(name),
    back,
    may_stay: false,
  }
  const isNamed = async ({ tx, matter, lang }: PageRequest) =>
    (await listReferences(tx, { matter_id: matter.id, contact_id: person.id }, lang)).length > 0
  return {
    ...page,
    show: async (req, request) =>
      (await isNamed(req)) ? showNaming(req, request, naming) : page.show(req, request),
    save: async (req, request) => {
      const again = (await isNamed(req)) ? await saveNaming(req, request, naming) : undefined
      if (again) return again
      // What nobody asks about anymore may still name the person.
      if (await isNamed(req)) return { saved: true, to: own }
      return page.save?.(req, request) ?? { to: back }
    },
  }
}

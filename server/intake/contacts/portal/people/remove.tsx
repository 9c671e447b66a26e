import type { PeopleGroup, PeopleSection } from "../../../../definition/definition.ts"
import type { PageRequest } from "../../../../web/portal/page-request.ts"
import { removalPage } from "../../../../web/portal/sections/removal-page.tsx"
import { type SectionPage, sectionUrl } from "../../../../web/portal/sections/section.tsx"
import type { PersonRow } from "../../contacts.ts"
import { listReferences, removeContact } from "../../removal.ts"
import { listPath } from "./members.ts"
import { stillNamed } from "./still-named.tsx"

/** Confirms a person's removal, or lists where the person is still named if that prevents it. */
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
  const back = sectionUrl(section.id, listPath(section))
  const page = removalPage({
    path,
    title: words.people.remove_title(name),
    lede: words.people.remove_text,
    submit: words.people.remove(name),
    keep: words.people.keep(name),
    back,
    done: { key: "person_removed", name },
    remove: ({ tx }) => removeContact(tx, person.id),
  })
  const servicesOf = ({ tx, matter, lang }: PageRequest) =>
    listReferences(tx, { matter_id: matter.id, contact_id: person.id }, lang)
  return {
    ...page,
    show: async (req, request) => {
      const services = await servicesOf(req)
      return services.length > 0
        ? stillNamed(req, name, services, { own, list: back })
        : page.show(req, request)
    },
    save: async (req, request) => {
      // The person was named somewhere after the page was shown: shows it again, with the list.
      if ((await servicesOf(req)).length > 0) return { saved: true, to: own }
      return page.save?.(req, request) ?? { to: back }
    },
  }
}

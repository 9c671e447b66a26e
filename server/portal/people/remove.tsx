import type { PersonRow } from "../../contacts/contacts.ts"
import { listServices, removeContact, type Service } from "../../contacts/removing.ts"
import type { PeopleGroup, PeopleSection } from "../../definition/definition.ts"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import type { PageRequest } from "../page-request.ts"
import { removalPage } from "../removal-page.tsx"
import { type SectionPage, sectionUrl } from "../section.tsx"
import type { View } from "../view.tsx"
import { listPath } from "./members.ts"

/** Asks before a person is removed; says where the person is still named when that stands in the way. */
export function removePage(
  req: PageRequest,
  section: PeopleSection,
  group: PeopleGroup,
  person: PersonRow,
): SectionPage {
  const { words } = req
  const name = person.full_name || words.person.unnamed.person
  const back = sectionUrl(section.id, listPath(section))
  const page = removalPage({
    path: `${group.group}/${person.id}/remove`,
    title: words.people.remove_title(name),
    lede: words.people.remove_text,
    submit: words.people.remove(name),
    keep: words.people.keep(name),
    back,
    done: { key: "person_removed", name },
    remove: ({ tx }) => removeContact(tx, person.id),
  })
  const servicesOf = ({ tx, matter, lang }: PageRequest) =>
    listServices(tx, { matter_id: matter.id, contact_id: person.id }, lang)
  return {
    ...page,
    show: async (req, request) => {
      const services = await servicesOf(req)
      return services.length > 0 ? stillServes(req, name, services, back) : page.show(req, request)
    },
    save: async (req, request) => {
      // Named somewhere since the page was shown: the page itself says where.
      if ((await servicesOf(req)).length > 0)
        return { saved: true, to: sectionUrl(section.id, `${group.group}/${person.id}/remove`) }
      return page.save?.(req, request) ?? { to: back }
    },
  }
}

function stillServes({ words }: PageRequest, name: string, services: readonly Service[], back: string): View {
  const title = words.people.serves_title(name)
  return {
    title,
    back: { href: back },
    body: (
      <>
        <PageHeading title={title} lede={words.people.serves} />
        <ul>
          {services.map(({ id, kind, label }) => (
            <li key={id}>
              {words.people.served_as[kind]}: {label}
            </li>
          ))}
        </ul>
        <p>
          <a href={back}>{words.frame.back}</a>
        </p>
      </>
    ),
  }
}

import type { PersonRow } from "../../contacts/contacts.ts"
import { listServices, removeContact } from "../../contacts/removing.ts"
import type { PeopleGroup, PeopleSection } from "../../definition/definition.ts"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { PageForm } from "../page-form.tsx"
import { type SectionPage, sectionUrl } from "../section.tsx"
import type { Visit } from "../visit.ts"

/** Asks before a person is removed; says where the person is still named when that stands in the way. */
export function removePage(
  visit: Visit,
  section: PeopleSection,
  group: PeopleGroup,
  person: PersonRow,
): SectionPage {
  const { words } = visit
  const name = person.full_name || words.person.unnamed.person
  const back = sectionUrl(section.id, group.group)
  return {
    path: `${group.group}/${person.id}/remove`,
    title: words.people.remove_title(name),
    aside: true,
    show: async (visit, request) => {
      const services = await listServices(visit.tx, visit.matter.id, person.id)
      if (services.length > 0) {
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
      const title = words.people.remove_title(name)
      return {
        title,
        back: { href: back },
        body: (
          <>
            <PageHeading title={title} lede={words.people.remove_text} />
            <PageForm
              action={`${request.path}${request.search}`}
              words={words}
              submit={words.people.remove(name)}
              look="danger"
              more={<a href={back}>{words.people.keep(name)}</a>}
            />
          </>
        ),
      }
    },
    save: async (visit) => {
      const services = await listServices(visit.tx, visit.matter.id, person.id)
      // Named somewhere since the page was shown: the page itself says where.
      if (services.length > 0)
        return { saved: true, to: sectionUrl(section.id, `${group.group}/${person.id}/remove`) }
      await removeContact(visit.tx, person.id)
      return { saved: true, to: back, done: { key: "person_removed", name } }
    },
  }
}

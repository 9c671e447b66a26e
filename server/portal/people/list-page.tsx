import type { PersonRow } from "../../contacts/contacts.ts"
import { displayDate } from "../../definition/dates.ts"
import type { PeopleGroup, PeopleSection } from "../../definition/definition.ts"
import { relationshipLabel } from "../../definition/relationships.ts"
import { textIn } from "../../definition/text.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Card } from "../../ui/components/card.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { PageForm } from "../page-form.tsx"
import type { PageRequest } from "../page-request.ts"
import { type SectionPage, sectionUrl } from "../section.tsx"
import { personPath } from "./members.ts"

/** The list of a group: cards, another one, and on to the next group. */
export function listPage(
  req: PageRequest,
  section: PeopleSection,
  group: PeopleGroup,
  people: readonly PersonRow[],
  isFirst: boolean,
): SectionPage {
  const { words, lang, may_edit, matter } = req
  const title = textIn(group.prompt, lang)
  const expected = group.group === "children" ? (matter.number_of_children ?? 0) : 0
  const instructions = isFirst ? textIn(section.instructions, lang) : ""
  return {
    path: group.group,
    title,
    given: people.length > 0,
    missing: people.length < expected,
    show: async (_, request) => ({
      title,
      body: (
        <>
          <PageHeading title={title} lede={textIn(group.help, lang) || undefined} />
          {instructions && <p>{instructions}</p>}
          {expected > 0 && <p>{childrenSoFar(req, expected, people.length)}</p>}
          {people.length === 0 && expected === 0 && <p>{words.people.none_yet}</p>}
          {people.map((person) => (
            <PersonCard key={person.id} req={req} section={section} group={group} person={person} />
          ))}
          {may_edit && (
            <PageForm
              action={`${request.path}${request.search}`}
              words={words}
              submit={words.people.go_on}
              look={people.length < expected ? "secondary" : "primary"}
            >
              <Actions>
                <LinkButton
                  look={people.length < expected ? "primary" : "secondary"}
                  icon="plus"
                  href={sectionUrl(section.id, `${group.group}/new`)}
                >
                  {(people.length === 0 ? words.people.add : words.people.add_another)[group.group]}
                </LinkButton>
              </Actions>
            </PageForm>
          )}
        </>
      ),
    }),
    save: async () => ({ saved: true }),
  }
}

function childrenSoFar({ words: { people } }: PageRequest, expected: number, listed: number): string {
  return listed === expected ? people.children_listed(listed) : people.children_expected(expected, listed)
}

function PersonCard(props: {
  req: PageRequest
  section: PeopleSection
  group: PeopleGroup
  person: PersonRow
}) {
  const { req, section, group, person } = props
  const { words, lang, may_edit } = req
  const name = person.full_name || words.person.unnamed.person
  const facts = [
    relationshipLabel(person.relationship_type, lang),
    person.date_of_birth && words.people.born(displayDate(person.date_of_birth, lang)),
    person.phone_numbers[0]?.number,
    person.addresses[0]?.full_address,
  ]
  const link = (path: string, text: string) => (
    <a class="card-link" href={sectionUrl(section.id, path)}>
      {text} <span class="visually-hidden">{words.people.about(name)}</span>
    </a>
  )
  return (
    <Card
      title={name}
      actions={
        may_edit && (
          <>
            {link(personPath(group, person, "names"), words.frame.change)}
            {link(personPath(group, person, "remove"), words.frame.remove)}
          </>
        )
      }
    >
      <ul class="facts">
        {facts.filter(Boolean).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </Card>
  )
}

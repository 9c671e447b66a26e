import type { PeopleGroup, PeopleSection } from "../../../../definition/definition.ts"
import { commonRelationships, relationshipLabel } from "../../../../definition/people/relationships.ts"
import { textIn } from "../../../../definition/text.ts"
import { displayDate } from "../../../../definition/values/dates.ts"
import { textOf } from "../../../../web/portal/form.ts"
import { PageForm } from "../../../../web/portal/page-form.tsx"
import { Actions, LinkButton } from "../../../../web/ui/components/button.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { RadioGroup } from "../../../../web/ui/components/choice.tsx"
import { PageHeading } from "../../../../web/ui/components/page-heading.tsx"
import type { PageRequest } from "../../../portal/page-request.ts"
import { type PageAddress, type SectionPage, sectionUrl } from "../../../portal/sections/section.tsx"
import type { View } from "../../../portal/view.tsx"
import type { PersonRow } from "../../contacts.ts"
import { anotherField, isRefused, NewPersonFields, refusalsOf, SaveAnother, type Shown } from "./add-view.tsx"
import { childrenLeft, listPath, personPath } from "./members.ts"
import { addedOf, addPeople, memberForm, type NewPersonForm, relatedField } from "./new-people.ts"

interface ListedGroup {
  group: PeopleGroup
  people: readonly PersonRow[]
}

/** The people added so far, by group, each with a form to add more, or a link while counted children are left. */
export async function listPage(
  req: PageRequest,
  section: PeopleSection,
  groups: readonly ListedGroup[],
): Promise<SectionPage> {
  const { words, lang } = req
  const [single] = groups.length === 1 ? groups : []
  const title = textIn(single?.group.prompt ?? section.title, lang)
  const isShort = groups.some(({ group, people }) => childrenLeft(req, group.group, people.length) > 0)
  const instructions = textIn(section.instructions, lang)
  // Also of groups to which someone has been added since the page was opened.
  const forms = await Promise.all(groups.map(({ group }) => memberForm(req, group, `${group.group}_`)))
  const view = (request: PageAddress, shown: Shown = {}): View => ({
    title,
    errors: refusalsOf(req, shown),
    body: (
      <>
        <PageHeading
          title={title}
          lede={(single ? textIn(single.group.help, lang) : instructions) || undefined}
        />
        {single && instructions && <p>{instructions}</p>}
        <PageForm
          action={`${request.path}${request.search}`}
          words={words}
          is_local
          variant={isShort ? "secondary" : "primary"}
        >
          {groups.map((listed, index) => (
            <Group
              key={listed.group.group}
              {...{ req, section, listed, shown }}
              form={forms[index]}
              isOnly={single !== undefined}
            />
          ))}
        </PageForm>
      </>
    ),
  })
  return {
    path: listPath(section),
    title,
    given: groups.some(({ people }) => people.length > 0),
    missing: isShort,
    checked_fields: forms.flatMap(({ fields }) => fields),
    show: async (_, request) => view(request),
    save: async (req, request) => {
      const { form } = request
      const outcome = await addPeople(req, forms, form)
      if ("faults" in outcome) return { ...view(request, { typed: form, ...outcome }), status: 422 }
      const isNext = textOf(form, anotherField) !== undefined
      return {
        saved: true,
        done: addedOf(outcome.entered, lang),
        to: isNext ? `${request.path}${request.search}` : undefined,
      }
    },
  }
}

function Group(props: {
  req: PageRequest
  section: PeopleSection
  listed: ListedGroup
  form: NewPersonForm | undefined
  shown: Shown
  isOnly: boolean
}) {
  const { req, section, form, shown, isOnly } = props
  const { group, people } = props.listed
  const { words, lang, matter } = req
  const left = childrenLeft(req, group.group, people.length)
  const expected = group.group === "children" ? (matter.number_of_children ?? 0) : 0
  const help = textIn(group.help, lang)
  return (
    <section class="people-group stack" id={group.group}>
      {!isOnly && <h2>{textIn(group.prompt, lang)}</h2>}
      {!isOnly && help && <p class="hint">{help}</p>}
      {expected > 0 && <p>{childrenSoFar(req, expected, people.length)}</p>}
      {isOnly && people.length === 0 && expected === 0 && <p>{words.people.none_yet}</p>}
      {people.map((person) => (
        <PersonCard
          key={person.id}
          req={req}
          section={section}
          group={group}
          person={person}
          level={isOnly ? 2 : 3}
        />
      ))}
      {form && left === 0 ? (
        <div class={isRefused(form, shown) ? "stack" : "stack new-person"}>
          <Relationships
            label={(people.length === 0 ? words.people.add : words.people.add_another)[group.group]}
            {...{ form, group, req, shown }}
          />
          <div class="new-person-fields stack">
            <NewPersonFields {...{ form, req, shown }} isOnly />
            <Actions>
              <SaveAnother words={words} />
            </Actions>
          </div>
        </div>
      ) : (
        <Actions>
          <LinkButton
            variant={left > 0 ? "primary" : "secondary"}
            icon="plus"
            href={sectionUrl(section.id, `${group.group}/new`)}
          >
            {(people.length === 0 ? words.people.add : words.people.add_another)[group.group]}
          </LinkButton>
        </Actions>
      )}
    </section>
  )
}

/** The form of a new person opens by a relationship, which is chosen then. */
function Relationships(props: {
  label: string
  form: NewPersonForm
  group: PeopleGroup
  req: PageRequest
  shown: Shown
}) {
  const { label, form, group, req, shown } = props
  const words = req.words.people
  const id = `${form.prefix}${relatedField}`
  const field = form.fields.find(({ name }) => name === `${form.prefix}relationship_type`)
  const offered = field?.options?.map(({ value }) => value) ?? []
  const common = commonRelationships[group.group].filter((type) => offered.includes(type))
  const option = (value: string, label: string) => ({ value, label, attributes: { "data-initials": "+" } })
  return (
    <RadioGroup
      id={id}
      label={label}
      hint={field?.label === words.relationship ? undefined : field?.label}
      value={textOf(shown.typed ?? {}, id)}
      options={[
        ...common.map((type) => option(type, relationshipLabel(type, req.lang))),
        option("", words.another_relationship),
      ]}
    />
  )
}

function childrenSoFar({ words: { people } }: PageRequest, expected: number, listed: number): string {
  return listed === expected ? people.children_listed(listed) : people.children_expected(expected, listed)
}

function PersonCard(props: {
  req: PageRequest
  section: PeopleSection
  group: PeopleGroup
  person: PersonRow
  level: 2 | 3
}) {
  const { req, section, group, person, level } = props
  const { words, lang } = req
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
      level={level}
      actions={
        <>
          {link(`${group.group}/${person.id}`, words.frame.change)}
          {link(personPath(group, person, "remove"), words.frame.remove)}
        </>
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

// Which required details of people, shares and dates a matter lacks, in one statement for many matters. Submitting asks
// `readReadiness` (submissions), which also says how to complete them; both must agree on what blocks a part.
import type { Facts } from "../../definition/conditions/conditions.ts"
import type { ClientsSection, Section } from "../../definition/definition.ts"
import { type ClientPerson, type FieldRule, fieldsOfClient, fieldsOfGroup } from "../../definition/parts.ts"
import type { PersonField } from "../../definition/people/person-fields.ts"
import { groupOf } from "../../definition/people/relationships.ts"
import { isApproximateDate, type TypedDate } from "../../definition/values/dates.ts"
import { type Sql, sql } from "../../platform/db/sql.ts"

export interface MissingDetails extends Pick<Facts, "client_type"> {
  contact_main_id: string
  contact_spouse_id: string | null
  contact_representative_id: string | null
  people: {
    id: string
    relationship_type: string
    is_client: boolean
    /** Fields without a value. */
    blank: PersonField[]
    /** Fields the client wants to talk about. */
    deferred: string[]
    /** Dates that are not complete. */
    begun: { field: string; typed: TypedDate }[]
  }[]
  unfinished_assets: {
    category: string
    /** Fields with a date that is not complete. */
    begun: string[]
    has_wrong_shares: boolean
  }[]
  /** Questions with a date that is not complete, by `answerKey`. */
  unfinished_questions: string[]
  /** The firm's. */
  this_year: number
}

/** The columns of `MissingDetails` but the year, selected from `matters m`. */
export const missingDetailColumns: Sql = sql`
  m.contact_main_id, m.contact_spouse_id, m.contact_representative_id,
  (select coalesce(jsonb_agg(jsonb_build_object(
            'id', c.id, 'relationship_type', c.relationship_type, 'is_client', c.is_client,
            'blank', array(select f.field from (values
                ('first_name', c.first_name || c.last_name = ''), ('last_name', c.first_name || c.last_name = ''),
                ('middle_name', c.middle_name = ''), ('suffix', c.suffix = ''),
                ('also_known_as', coalesce(c.also_known_as, '') = ''), ('preferred_name', coalesce(c.preferred_name, '') = ''),
                ('gender_binary', c.gender_binary = ''), ('date_of_birth', c.date_of_birth is null),
                ('date_of_death', c.date_of_death is null),
                ('marital_status', case when c.id = m.contact_main_id then m.contact_main_marital_status else c.marital_status end = ''),
                ('number_of_children', m.number_of_children is null),
                ('phone_numbers', not exists (select from phone_numbers p where p.contact_id = c.id)),
                ('email_addresses', not exists (select from email_addresses e where e.contact_id = c.id)),
                ('addresses', not exists (select from addresses a where a.contact_id = c.id))) f (field, is_blank)
              where f.is_blank),
            'deferred', array(select i.field from agenda_items i where i.matter_id = m.id and i.record_id = c.id),
            'begun', (select coalesce(jsonb_agg(jsonb_build_object('field', u.field, 'typed', u.typed)), '[]')
                        from unfinished_fields u where u.matter_id = m.id and u.record_id = c.id))), '[]')
     from contacts c where c.matter_id = m.id) as people,
  (select coalesce(jsonb_agg(jsonb_build_object(
            'category', a.for_fin_category,
            'begun', array(select u.field from unfinished_fields u where u.matter_id = m.id and u.record_id = a.id),
            'has_wrong_shares',
              exists (select from asset_beneficiaries b where b.asset_id = a.id group by b.level having sum(b.share) <> 100)
              or exists (select from unfinished_fields u
                          where u.matter_id = m.id and u.record_id = a.id and u.field like 'beneficiaries.%'))), '[]')
     from assets a where a.matter_id = m.id) as unfinished_assets,
  array(select u.field from unfinished_fields u where u.matter_id = m.id and u.record_id = m.id) as unfinished_questions`

/**
 * Whether a section lacks something required that is not one of its parts: a detail, a share, the rest of a date.
 * `visible` is the result of `visibleParts`.
 */
export function lacksDetails(
  section: Section,
  details: MissingDetails,
  visible: ReadonlySet<string>,
): boolean {
  switch (section.kind) {
    case "clients":
      return clientsOf(section, details).some(({ who, person }) =>
        fieldsOfClient(section, who).some((rule) => lacksField(rule, person)),
      )
    case "people":
      return section.groups
        .filter(({ included }) => included)
        .some((group) =>
          details.people
            .filter((one) => !one.is_client && groupOf(one.relationship_type) === group.group)
            .map((one) => withoutApproximateDates(one, details.this_year))
            .some((one) => fieldsOfGroup(group).some((rule) => lacksField(rule, one))),
        )
    case "assets":
      return section.categories.some(({ id, ask_beneficiaries, additional_fields }) =>
        details.unfinished_assets
          .filter(({ category }) => category === id)
          .some(
            ({ begun, has_wrong_shares }) =>
              (ask_beneficiaries && has_wrong_shares) ||
              additional_fields.some((field) => begun.includes(field.id)),
          ),
      )
    case "questions":
      return section.questions.some(({ id }) =>
        details.unfinished_questions.some((key) => key.split(":")[0] === id && visible.has(key)),
      )
    case "documents":
    case "roles":
      return false
  }
}

type DetailsOfPerson = MissingDetails["people"][number]

/** A date that was begun must be completed in any case. */
function lacksField({ field, required }: FieldRule, { blank, begun, deferred }: DetailsOfPerson): boolean {
  if (!blank.includes(field)) return false
  return begun.some((date) => date.field === field) || (required && !deferred.includes(field))
}

/** A relative's year of birth is enough if no one knows the day. */
function withoutApproximateDates(person: DetailsOfPerson, this_year: number): DetailsOfPerson {
  const isApproximate = (field: string) =>
    person.begun.some((date) => date.field === field && isApproximateDate(date.typed, this_year))
  return { ...person, blank: person.blank.filter((field) => !isApproximate(field)) }
}

/** Whether every client the section asks about has a name. */
export function areClientsNamed(section: ClientsSection, details: MissingDetails): boolean {
  return clientsOf(section, details).every(({ person }) => !person.blank.includes("first_name"))
}

function clientsOf(
  section: ClientsSection,
  details: MissingDetails,
): { who: ClientPerson; person: DetailsOfPerson }[] {
  return clientsInSection(details, section.with_partner).flatMap(([who, id]) => {
    const person = details.people.find((one) => one.id === id)
    return person ? { who, person } : []
  })
}

/** Whom the clients section asks about: the clients or, in a representative intake, the representative and the subject. */
export function clientsInSection(
  {
    client_type,
    contact_main_id,
    contact_spouse_id,
    contact_representative_id,
  }: Pick<
    MissingDetails,
    "client_type" | "contact_main_id" | "contact_spouse_id" | "contact_representative_id"
  >,
  with_partner: boolean,
): [ClientPerson, string | null][] {
  if (client_type === "self")
    return [
      ["main", contact_main_id],
      ["partner", with_partner ? contact_spouse_id : null],
    ]
  return [
    ["representative", contact_representative_id],
    ["subject", contact_main_id],
  ]
}

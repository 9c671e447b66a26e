// Which required details of people, shares and dates a matter lacks, in one statement for many matters. Submitting asks
// `readReadiness` (submissions), which also says how to complete them; both must agree on what blocks a part.
import type { Facts } from "../../definition/conditions/conditions.ts"
import type { Section } from "../../definition/definition.ts"
import { type ClientPerson, type FieldRule, fieldsOfClient, fieldsOfGroup } from "../../definition/parts.ts"
import type { PersonField } from "../../definition/people/person-fields.ts"
import { groupOf } from "../../definition/people/relationships.ts"
import { type Sql, sql } from "../../platform/db/sql.ts"

export interface MissingDetails extends Pick<Facts, "client_type"> {
  contact_main_id: string
  contact_spouse_id: string | null
  contact_representative_id: string | null
  people: {
    id: string
    relationship_type: string
    is_client: boolean
    /** Fields without a value that the client doesn't want to talk about. */
    blank: PersonField[]
    /** Fields with a date that is not complete. */
    begun: string[]
  }[]
  /** Categories with an asset whose shares do not add up, or whose date is not complete. */
  unfinished_categories: string[]
  /** Questions with a date that is not complete. */
  unfinished_questions: string[]
}

/** The columns of `MissingDetails`, selected from `matters m`. */
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
              where f.is_blank
                and not exists (select from agenda_items i where i.matter_id = m.id and i.record_id = c.id and i.field = f.field)
                -- A relative's year of birth is enough if no one knows the day.
                and not exists (select from unfinished_fields u
                                 where u.matter_id = m.id and u.record_id = c.id and u.field = f.field and not c.is_client
                                   and coalesce(u.typed ->> 'day', '') = '' and u.typed ->> 'year' ~ '^[0-9]{4}$')),
            'begun', array(select u.field from unfinished_fields u where u.matter_id = m.id and u.record_id = c.id))), '[]')
     from contacts c where c.matter_id = m.id) as people,
  array(select a.for_fin_category::text from assets a
         where a.matter_id = m.id
           and (exists (select from asset_beneficiaries b where b.asset_id = a.id group by b.level having sum(b.share) <> 100)
                or exists (select from unfinished_fields u where u.matter_id = m.id and u.record_id = a.id))) as unfinished_categories,
  array(select split_part(u.field, ':', 1) from unfinished_fields u where u.matter_id = m.id and u.record_id = m.id) as unfinished_questions`

/** Whether a section lacks something required that is not one of its parts: a detail, a share, the rest of a date. */
export function lacksDetails(section: Section, details: MissingDetails): boolean {
  switch (section.kind) {
    case "clients":
      return clientsInSection(details, section.with_partner).some(([who, id]) => {
        const person = details.people.find((one) => one.id === id)
        return person !== undefined && lacks(fieldsOfClient(section, who), person)
      })
    case "people":
      return section.groups
        .filter(({ included }) => included)
        .some((group) =>
          details.people
            .filter((one) => !one.is_client && groupOf(one.relationship_type) === group.group)
            .some((one) => lacks(fieldsOfGroup(group), one)),
        )
    case "assets":
      return section.categories.some(({ id }) => details.unfinished_categories.includes(id))
    case "questions":
      return section.questions.some(({ id }) => details.unfinished_questions.includes(id))
    default:
      return false
  }
}

function lacks(rules: readonly FieldRule[], { blank, begun }: MissingDetails["people"][number]): boolean {
  return rules.some(({ field, required }) => blank.includes(field) && (required || begun.includes(field)))
}

function clientsInSection(
  { client_type, contact_main_id, contact_spouse_id, contact_representative_id }: MissingDetails,
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

import { type PeopleGroup, peopleGroups } from "../../../../definition/definition.ts"
import { relationshipLabel, relationshipsOfGroup } from "../../../../definition/people/relationships.ts"
import type { Field, FieldOption } from "../../../portal/fields/field.ts"
import type { PageRequest } from "../../../portal/page-request.ts"
import { nameOr, type PersonRow } from "../../contacts.ts"

/**
 * A person's relationship to the main client and, for a couple, to the partner if it differs: a daughter of one may be
 * a stepdaughter of the other.
 */
export async function relationshipFields(
  req: PageRequest,
  group: PeopleGroup["group"] | undefined,
  person?: PersonRow,
  revisions: Readonly<Record<string, number>> = {},
): Promise<Field[]> {
  const { words, matter } = req
  const people = await req.loaded.people()
  const others = people.filter(({ id }) => id !== person?.id)
  const options = optionsOf(req, group, others, person?.relationship_type)
  const field = (name: "relationship_type" | "partner_relationship_type", label: string): Field => {
    const value = person?.[name] || null
    return {
      name,
      type: "one_of",
      as_list: true,
      label,
      required: name === "relationship_type",
      value,
      given: value !== null,
      seen: revisions[name] ?? 0,
      options,
    }
  }
  const [main, partner] = [matter.contact_main_id, matter.contact_spouse_id].map((id) =>
    people.find((each) => each.id === id),
  )
  if (!main?.full_name || !partner?.full_name || group === "advisors")
    return [field("relationship_type", words.people.relationship)]
  const titleFor = (client: PersonRow) =>
    client.id === req.client.contact_id
      ? words.people.relationship_to_you
      : words.people.relationship_to(nameOr(client, client.full_name))
  return [
    field("relationship_type", titleFor(main)),
    { ...field("partner_relationship_type", titleFor(partner)), hint: words.people.only_if_different },
  ]
}

/** Relationships of which there is at most one at a time. */
const current_partner = ["1MARR", "1LIFP", "1ENGA", "1SEPA"]

/**
 * The relationships of a group, or of all groups if `group` is undefined; always includes `chosen`. Only someone who has
 * died leaves a widow or widower, and no one has two spouses.
 */
function optionsOf(
  { lang, matter }: PageRequest,
  group: PeopleGroup["group"] | undefined,
  others: readonly PersonRow[],
  chosen?: string,
): FieldOption[] {
  const hasPartner =
    matter.contact_spouse_id !== null ||
    others.some(({ relationship_type }) => current_partner.includes(relationship_type))
  const isUnfit = (type: string) =>
    (current_partner.includes(type) && hasPartner) ||
    (type === "1WIDW" && matter.contact_main_status !== "deceased")
  const isTaken = (type: string) => type !== chosen && isUnfit(type)
  const relationships = (group ? [group] : peopleGroups)
    .flatMap(relationshipsOfGroup)
    .filter(({ type }) => !isTaken(type))
  return relationships.map(({ type }) => ({ value: type, label: relationshipLabel(type, lang) }))
}

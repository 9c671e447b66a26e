// The people of a family's drawing and table, from current records or from a submission.
import { relationshipLabel } from "../../../definition/people/relationships.ts"
import type { Language } from "../../../definition/text.ts"
import { upperFirst } from "../../../platform/text/upper-first.ts"
import type { MatterRow } from "../../matters/matter-row.ts"
import type { PersonRow } from "../contacts.ts"
import type { Contact } from "../schema.ts"
import { type Relation, type Relative, relationsOf } from "./relatives.ts"
import { familyWords } from "./words.ts"

export interface Member extends Relative, Relation {
  /** What others call them in a sentence: the first name, if it is unambiguous. */
  short_name: string
  /** The relationship to the main person, in words. */
  relation: string
  /** The relationship to the partner, where it is known to differ. */
  partner_relation: string | undefined
  is_client: boolean
  has_died: boolean
  /** Separated, divorced or otherwise no longer living with the main person. */
  is_apart: boolean
  /** `Born 1950`, `1941–2019`, `Has died`; empty when unknown. */
  years: string
}

export interface Relatives {
  contacts: readonly (Contact & { partner_relationship_type?: string | null })[]
  /** The people in the middle; found by their relationships if omitted. */
  main_id?: string | undefined
  partner_id?: string | null | undefined
  /** The main person has died; the date may be unknown. */
  main_has_died?: boolean | undefined
}

/** A matter's current records. */
export function relativesOf(
  matter: Pick<MatterRow, "contact_main_id" | "contact_spouse_id" | "contact_main_status">,
  contacts: readonly Contact[],
  people: readonly Pick<PersonRow, "id" | "partner_relationship_type">[],
): Relatives {
  const towardsPartner = new Map(people.map((person) => [person.id, person.partner_relationship_type]))
  return {
    contacts: contacts.map((contact) => ({
      ...contact,
      partner_relationship_type: towardsPartner.get(contact.id) ?? null,
    })),
    main_id: matter.contact_main_id,
    partner_id: matter.contact_spouse_id,
    main_has_died: matter.contact_main_status === "deceased",
  }
}

const apart = ["1SEPA", "1DIVO", "1EXPA"]
const together = ["1MARR", "1LIFP", "1ENGA", "1SEPA", "1WIDW", "1DECS"]

/** Everyone who gets a box, in the order of the people; empty without a main person. */
export function membersOf(
  { contacts, main_id, partner_id, main_has_died = false }: Relatives,
  lang: Language = "en",
): Member[] {
  const words = familyWords[lang]
  const main =
    contacts.find(({ id }) => id === main_id) ??
    contacts.find(({ relationship }) => relationship.type === "1MAIN") ??
    contacts.find(({ is_client }) => is_client)
  const partner =
    contacts.find(({ id }) => id === partner_id) ??
    (partner_id === undefined
      ? contacts.find(({ id, relationship: { type } }) => id !== main?.id && together.includes(type))
      : undefined)
  const isShared = (one: Contact) =>
    [main, partner].some((other) => other && other !== one && givenNameOf(other) === givenNameOf(one))
  const people = contacts.map((contact) => {
    const { id, full_name, relationship, partner_relationship_type = null, is_client } = contact
    const is_main = contact === main
    const has_died =
      contact.date_of_death !== null ||
      ["1DECS", "2DCHD"].includes(relationship.type) ||
      (is_main && main_has_died)
    return {
      id,
      name: full_name || words.no_name,
      short_name: (isShared(contact) ? "" : givenNameOf(contact)) || full_name || words.this_person,
      code: relationship.type,
      partner_code: partner_relationship_type || null,
      is_main,
      is_partner: contact === partner,
      relation: relationOf(contact, is_main, lang),
      partner_relation: partner_relationship_type
        ? relationshipLabel(partner_relationship_type, lang)
        : undefined,
      is_client,
      has_died,
      is_apart: apart.includes(relationship.type),
      years: yearsOf(contact, has_died, lang),
    }
  })
  const relations = relationsOf(people)
  return people.flatMap((person) => {
    const position = relations.get(person.id)
    return position ? [{ ...person, ...position }] : []
  })
}

function givenNameOf({ preferred_name, first_name }: Contact): string {
  return preferred_name || first_name
}

function relationOf(
  { relationship: { type }, is_client }: Contact,
  is_main: boolean,
  lang: Language,
): string {
  const words = familyWords[lang]
  if (is_main) return is_client ? words.client : words.subject
  if (type === "0CLNT") return words.representative
  const relation = relationshipLabel(type, lang)
  return is_client ? words.also_client(relation) : relation
}

function yearsOf({ date_of_birth, date_of_death }: Contact, has_died: boolean, lang: Language): string {
  const words = familyWords[lang]
  const [born, died] = [date_of_birth?.slice(0, 4), date_of_death?.slice(0, 4)]
  if (born && died) return `${born}–${died}`
  const end = died ? words.died(died) : has_died ? words.has_died : undefined
  const text = [born && words.born(born), end].filter(Boolean).join(", ")
  return upperFirst(text)
}

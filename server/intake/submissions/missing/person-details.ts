// Whom a questionnaire asks about, and which of their details are blank.
import type { ClientsSection } from "../../../definition/definition.ts"
import type { ClientPerson } from "../../../definition/parts.ts"
import type { PersonField } from "../../../definition/people/person-fields.ts"
import type { PersonRow } from "../../contacts/contacts.ts"
import type { MatterRow } from "../../matters/matter-row.ts"

export type MatterDetails = Pick<
  MatterRow,
  "id" | "client_type" | `contact_${"main" | "spouse" | "representative"}_id` | HeldByMatter
>
type HeldByMatter = "contact_main_marital_status" | "number_of_children"
type Listed = "phone_numbers" | "email_addresses" | "addresses"
export type PersonDetails = Pick<
  PersonRow,
  "id" | "is_client" | "relationship_type" | Exclude<PersonField, Listed | "number_of_children">
> &
  Record<Listed, readonly unknown[]>

/** Whom the clients section asks about: the clients or, in a representative intake, the representative and the subject. */
export function clientsInSection(
  { client_type, contact_main_id, contact_spouse_id, contact_representative_id }: MatterDetails,
  with_partner: ClientsSection["with_partner"],
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

/** Whether a person's field has no value. */
export function isBlank(field: PersonField, person: PersonDetails, matter: MatterDetails): boolean {
  switch (field) {
    case "marital_status":
      return person.id === matter.contact_main_id
        ? matter.contact_main_marital_status === ""
        : person.marital_status === ""
    case "first_name":
    case "last_name":
      // Charities and many people have a single name.
      return person.first_name === "" && person.last_name === ""
    case "number_of_children":
      return matter.number_of_children === null
    case "phone_numbers":
    case "email_addresses":
    case "addresses":
      return person[field].length === 0
    default:
      return (person[field] ?? "") === ""
  }
}

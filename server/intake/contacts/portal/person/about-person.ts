import type { FieldRules, PeopleGroup } from "../../../../definition/definition.ts"
import type { PersonRow } from "../../contacts.ts"

/** A person, and what determines the fields about them. */
export interface AboutPerson {
  person: PersonRow
  fields: FieldRules
  /** The person is the signed-in client. */
  is_you: boolean
  /** Clients need a first and a last name, which documents will show; for other people one name is enough. */
  is_client: boolean
  /** The person's group in a people section, which also asks for the relationship. */
  group?: PeopleGroup["group"]
  /** The name may be that of an organization, such as a charity or a bank. */
  takes_organizations?: boolean
}

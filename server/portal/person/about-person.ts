import type { PersonRow } from "../../contacts/contacts.ts"
import type { FieldRules, PeopleGroup } from "../../definition/definition.ts"

/** How a person stands in the matter, as far as asking goes. */
export interface AboutPerson {
  person: PersonRow
  fields: FieldRules
  /** The client who is looking is this very person. */
  is_you: boolean
  /** First and last name are both needed: documents will carry them. For anybody else one of them will do. */
  is_client: boolean
  /** Somebody of the people section: what they are to the client is asked as well. */
  group?: PeopleGroup["group"]
  /** It may be a charity, a bank, a firm. */
  takes_organizations?: boolean
}

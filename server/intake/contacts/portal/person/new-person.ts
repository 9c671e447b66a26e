import type { PersonRow } from "../../contacts.ts"

/** A blank person, for the form that adds one. */
export function newPerson(): PersonRow {
  return {
    id: "",
    for_matter: "",
    is_client: false,
    first_name: "",
    middle_name: "",
    last_name: "",
    suffix: null,
    full_name: "",
    also_known_as: null,
    preferred_name: null,
    gender_binary: "",
    date_of_birth: null,
    date_of_death: null,
    phone_numbers: [],
    email_addresses: [],
    addresses: [],
    created_at: "",
    relationship_type: "",
    partner_relationship_type: null,
    marital_status: "",
  }
}

import type { Contact } from "../../intake/contacts/schema.ts"
import type { Value, Values } from "./fill-template.ts"

/** A person's values; null for what people may not have. */
export function personValues(person: Contact): Values {
  const [address] = person.addresses
  return {
    full_name: person.full_name,
    // Some people have one name.
    first_name: person.first_name || (person.last_name ? null : ""),
    middle_name: person.middle_name || null,
    last_name: person.last_name || (person.first_name ? null : ""),
    suffix: person.suffix || null,
    also_known_as: person.also_known_as || null,
    preferred_name: person.preferred_name || null,
    relationship: person.relationship.short,
    sex: person.gender_binary || null,
    date_of_birth: dateOf(person.date_of_birth) ?? "",
    date_of_death: dateOf(person.date_of_death),
    phone: person.phone_numbers[0]?.number ?? "",
    email: person.email_addresses[0]?.email ?? "",
    address: address?.full_address ?? "",
    street: address?.street ?? "",
    city: address?.city ?? "",
    // Not every country has them.
    state: address ? address.state || null : "",
    postal_code: address ? address.postal_code || null : "",
    is_client: person.is_client,
    is_male: person.gender_binary === "Male",
    is_female: person.gender_binary === "Female",
    has_died: person.date_of_death !== null,
  }
}

/** What a person other than a client may leave open is no gap. */
export function withoutGaps(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === "" ? null : value]),
  )
}

export function dateOf(date: string | null): Value {
  return date === null ? null : { date }
}

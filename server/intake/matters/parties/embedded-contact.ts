import { fullAddress } from "../../../definition/addresses/addresses.ts"
import { countryName } from "../../../definition/addresses/countries.ts"
import { type Sql, sql } from "../../../platform/db/sql.ts"
import type { EmbeddedContact } from "../schema.ts"

type ContactDetails = Pick<EmbeddedContact, "email1" | "phone1" | "phone2"> & {
  address1: Omit<NonNullable<EmbeddedContact["address1"]>, "country_name" | "full"> | null
}

/** A contact as the SQL returns it: contact details as lists, countries without names. */
export interface StoredContact extends Omit<EmbeddedContact, keyof ContactDetails> {
  emails: NonNullable<ContactDetails["email1"]>[]
  addresses: NonNullable<ContactDetails["address1"]>[]
  phones: NonNullable<ContactDetails["phone1"]>[]
}

/** An SQL expression for the contacts with these ids: a JSON object of `StoredContact` by id. */
export function contactsById(ids: Sql): Sql {
  return sql`(
    select json_object_agg(c.id, json_build_object(
             'id', c.id, 'first_name', c.first_name, 'middle_name', c.middle_name, 'last_name', c.last_name,
             'suffix', c.suffix, 'full_name', c.full_name, 'also_known_as', c.also_known_as,
             'preferred_name', c.preferred_name, 'gender_binary', c.gender_binary,
             'date_of_birth', c.date_of_birth, 'date_of_death', c.date_of_death,
             'created_at', timestamp_text(c.created_at),
             'emails', array(select json_build_object('type', e.type, 'email', e.email)
                               from email_addresses e where e.contact_id = c.id order by e.position limit 1),
             'addresses', array(select json_build_object('type', a.type, 'street', a.street, 'city', a.city,
                                                         'postal_code', a.postal_code, 'state', a.state,
                                                         'country_iso', a.country_iso)
                                  from addresses a where a.contact_id = c.id order by a.position limit 1),
             'phones', array(select json_build_object('type', p.type, 'phone', p.number)
                               from phone_numbers p where p.contact_id = c.id order by p.position limit 2)))
      from contacts c where c.id in (${ids}))`
}

/** The contact in the shape of the API; null when there is none. */
export function embeddedContact(contact: StoredContact | undefined): EmbeddedContact | null {
  if (!contact) return null
  const { emails, addresses, phones, ...person } = contact
  const [address] = addresses
  return {
    ...person,
    email1: emails[0] ?? null,
    address1: address
      ? { ...address, country_name: countryName(address.country_iso), full: fullAddress(address) }
      : null,
    phone1: phones[0] ?? null,
    phone2: phones[1] ?? null,
  }
}

// The people of a matter: clients, family, fiduciaries, advisors. Each is entered once and picked everywhere else. A
// matter has its main contact, and the client who fills it in, from the start.

import { fullAddress } from "../../definition/addresses/addresses.ts"
import { countryName } from "../../definition/addresses/countries.ts"
import { type Names, namesOf } from "../../definition/people/names.ts"
import { findRelationship } from "../../definition/people/relationships.ts"
import { type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { notFound } from "../../platform/errors.ts"
import type { Address, Client, Contact } from "./schema.ts"

/** A person as pages see one: the API's client, plus fields that only our own pages need. */
export interface PersonRow extends Client {
  relationship_type: string
  /** The relationship to the partner, where it differs. */
  partner_relationship_type: string | null
  marital_status: string
}

/** The client or clients of a matter, main client first; throws "not found". */
export async function listClients(tx: Tx, matter_id: string): Promise<Client[]> {
  const people = await readPeople(
    tx,
    sql`where c.matter_id = ${matter_id} and c.is_client
        order by c.id = (select m.contact_main_id from matters m where m.id = c.matter_id) desc, c.position`,
  )
  if (people.length === 0) throw notFound()
  return people.map(clientOf)
}

/** All people of a matter, clients included, by relationship class and then in the order added; throws "not found". */
export async function listContacts(tx: Tx, matter_id: string): Promise<Contact[]> {
  return (await listPeople(tx, matter_id)).map(contactOf)
}

/** The same for many matters at once, by matter. */
export async function listContactsOfMany(
  tx: Tx,
  matter_ids: readonly string[],
): Promise<ReadonlyMap<string, Contact[]>> {
  const people = await readPeople(
    tx,
    sql`where c.matter_id = any(${matter_ids}::text[]) order by left(c.relationship_type, 1), c.position`,
  )
  return Map.groupBy(people.map(contactOf), ({ for_matter }) => for_matter)
}

/** The same people in the same order, with the fields for pages. */
export async function listPeople(tx: Tx, matter_id: string): Promise<PersonRow[]> {
  const people = await readPeople(
    tx,
    sql`where c.matter_id = ${matter_id} order by left(c.relationship_type, 1), c.position`,
  )
  if (people.length === 0) throw notFound()
  return people
}

type StoredAddress = Omit<Address, "country_display" | "full_address">

async function readPeople(tx: Tx, whichAndOrder: Sql): Promise<PersonRow[]> {
  const rows = await tx.all<Omit<PersonRow, "addresses"> & { addresses: StoredAddress[] }>(sql`
    select c.id, c.matter_id as for_matter, c.is_client, c.first_name, c.middle_name, c.last_name,
           nullif(c.suffix, '') as suffix, c.full_name, c.also_known_as, c.preferred_name, c.gender_binary,
           c.date_of_birth, c.date_of_death, c.relationship_type, c.partner_relationship_type, c.marital_status,
           coalesce((select json_agg(json_build_object('id', p.id, 'type', p.type, 'number', p.number)
                                     order by p.position)
                       from phone_numbers p where p.contact_id = c.id), '[]') as phone_numbers,
           coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'email', e.email)
                                     order by e.position)
                       from email_addresses e where e.contact_id = c.id), '[]') as email_addresses,
           coalesce((select json_agg(json_build_object('id', a.id, 'type', a.type, 'street', a.street, 'city', a.city,
                                                       'state', a.state, 'postal_code', a.postal_code,
                                                       'country_iso', a.country_iso)
                                     order by a.position)
                       from addresses a where a.contact_id = c.id), '[]') as addresses,
           to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"') as created_at
      from contacts c ${whichAndOrder}`)
  return rows.map((row) => ({ ...row, addresses: row.addresses.map(completeAddress) }))
}

function completeAddress(address: StoredAddress): Address {
  return {
    ...address,
    country_display: countryName(address.country_iso),
    full_address: fullAddress(address),
  }
}

/** The person in the shape of the API's list of clients. */
export function clientOf(person: PersonRow): Client {
  const { relationship_type, partner_relationship_type, marital_status, ...client } = person
  return client
}

/** The person in the shape of the API's list of contacts. */
export function contactOf(person: PersonRow): Contact {
  const { type, short, description } = findRelationship(person.relationship_type) ?? {
    type: person.relationship_type,
    short: "",
    description: "",
  }
  return { ...clientOf(person), relationship: { type, short, description } }
}

/** What to call a person in a sentence: the name they go by, or `unnamed`. */
export function nameOr(
  { preferred_name, first_name, full_name }: Pick<PersonRow, "preferred_name" | "first_name" | "full_name">,
  unnamed: string,
): string {
  return preferred_name || first_name || full_name || unnamed
}

/** The full name of each person of a matter. */
export async function readNames(tx: Tx, matter_id: string): Promise<Names> {
  return namesOf(await tx.all(sql`select id, full_name from contacts where matter_id = ${matter_id}`))
}

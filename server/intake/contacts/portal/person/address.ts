import {
  type AddressPart as Part,
  addressParts as parts,
} from "../../../../definition/addresses/addresses.ts"
import type { SaveResult } from "../../../matters/changes/changes.ts"
import type { Field, FieldEdit } from "../../../portal/fields/field.ts"
import type { PageRequest } from "../../../portal/page-request.ts"
import { changeAddresses } from "../../contact-details.ts"
import type { PersonRow } from "../../contacts.ts"
import type { AboutPerson } from "./about-person.ts"
import { countryOptions } from "./countries.ts"
import { mergeList } from "./merge-list.ts"

// A person's home address: typed, or copied from another person's.

const nameOf = (part: Part) => `address_${part}`
const sameAsName = "same_as"
const anotherAddress = "another"

/** What a form without an address shows. */
const preselected: Record<Part, string> = {
  street: "",
  city: "",
  state: "",
  postal_code: "",
  country_iso: "US",
}

const autofill: Record<Part, string> = {
  street: "street-address",
  city: "address-level2",
  state: "address-level1",
  postal_code: "postal-code",
  country_iso: "country",
}

export function addressFields(
  req: PageRequest,
  { person, fields, is_you }: AboutPerson,
  revisions: Readonly<Record<string, number>>,
  people: readonly PersonRow[],
): Field[] {
  const { words, lang } = req
  const address = homeOf(person)
  const required = fields.addresses === "required"
  const neighbors = distinctHomes(people, person)
  const partFields = parts.map((part): Field => {
    const value = address?.[part] || preselected[part] || null
    return {
      name: nameOf(part),
      label: words.person.address[part],
      ...(part === "country_iso"
        ? { type: "one_of", as_list: true, options: countryOptions(lang) }
        : { type: part === "street" ? "long_text" : "text", max_length: part === "street" ? 200 : 100 }),
      required: required && (part === "street" || part === "city"),
      value,
      given: address !== undefined && value !== null,
      seen: revisions.addresses ?? 0,
      group: "address",
      autocomplete: is_you ? autofill[part] : "off",
      width: part === "postal_code" ? 10 : undefined,
      rows: 2,
    }
  })
  if (neighbors.length === 0) return partFields
  const same = neighbors.find((neighbor) => isSameAddress(homeOf(neighbor), address))
  const sameAs: Field = {
    name: sameAsName,
    type: "one_of",
    label: words.person.same_as_label,
    required,
    value: same?.id ?? (address ? anotherAddress : null),
    given: address !== undefined,
    seen: 0,
    options: [
      ...neighbors.map((neighbor) => ({
        value: neighbor.id,
        label: words.person.same_as(neighbor.id === req.client.contact_id ? undefined : neighbor.full_name),
        hint: homeOf(neighbor)?.full_address,
      })),
      { value: anotherAddress, label: words.person.another_address },
    ],
    reveals: { [anotherAddress]: partFields.map(({ name }) => name) },
  }
  return [sameAs, ...partFields]
}

/** Saves the typed parts of the home address, or a copy of the chosen person's. */
export async function saveAddress(
  req: PageRequest,
  person: PersonRow,
  edits: readonly FieldEdit[],
): Promise<SaveResult> {
  const sameAs = edits.find(({ field }) => field === sameAsName)
  const neighbor = (await req.loaded.people()).find(({ id }) => id === sameAs?.value)
  const source = neighbor && homeOf(neighbor)
  const partEdits = source
    ? parts.map((part): FieldEdit => ({ field: nameOf(part), value: source[part] }))
    : edits.filter(({ field }) => field !== sameAsName)
  // The country is preselected, so a country alone is not an address.
  const isBlank = partEdits.every(({ field, value }) => field === nameOf("country_iso") || !value)
  if (isBlank && !homeOf(person)) return { saved: {}, conflicts: [] }
  const { saved, conflicts } = await mergeList(req.tx, person.id, {
    field: "addresses",
    rows: person.addresses,
    edits: partEdits,
    read: (rows, name) =>
      (rows.find(({ type }) => type === "home") ?? preselected)[name.slice("address_".length) as Part],
    write: (rows, name, value) => withPart(rows, name.slice("address_".length) as Part, value),
    store: (rows) => changeAddresses(req.tx, person.id, rows),
  })
  return { saved: sameAs ? { ...saved, [sameAsName]: 0 } : saved, conflicts }
}

type Address = PersonRow["addresses"][number]

export function homeOf(person: PersonRow): Address | undefined {
  return person.addresses.find(({ type }) => type === "home")
}

function withPart(rows: readonly Address[], part: Part, value: string): Address[] {
  const isThere = rows.some(({ type }) => type === "home")
  const all = isThere ? rows : [{ type: "home", ...preselected } as Address, ...rows]
  return all.map((row) => (row.type === "home" ? { ...row, [part]: value } : row))
}

/** Other people with a home address, one for each distinct address. */
function distinctHomes(people: readonly PersonRow[], person: PersonRow): PersonRow[] {
  const homes = people.filter((each) => each.id !== person.id && homeOf(each)?.street && each.full_name)
  return homes.filter(
    (each, index) => homes.findIndex((other) => isSameAddress(homeOf(other), homeOf(each))) === index,
  )
}

function isSameAddress(a: Address | undefined, b: Address | undefined): boolean {
  return a !== undefined && b !== undefined && parts.every((part) => a[part] === b[part])
}

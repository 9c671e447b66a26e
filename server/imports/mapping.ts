// The meanings a column can have, and how column names suggest them.
export const importFields = {
  matter_name: "Name of the matter",
  reference: "Your reference number",
  relationship: "Relationship to the client",
  first_name: "First name",
  middle_name: "Middle name",
  last_name: "Last name",
  suffix: "Suffix",
  preferred_name: "Preferred name",
  gender_binary: "Sex",
  date_of_birth: "Date of birth",
  date_of_death: "Date of death",
  email: "Email address",
  phone: "Phone number",
  street: "Street",
  city: "City",
  state: "State",
  postal_code: "ZIP code",
} as const
export type ImportField = keyof typeof importFields

/** The field of each column; null for a column to skip. */
export type Mapping = readonly (ImportField | null)[]

const names: Readonly<Record<ImportField, RegExp>> = {
  matter_name: /^(matter|case|file)( ?name)?$/,
  reference: /^(reference|ref|(matter|case|file|client) ?(number|no|id|#))$/,
  relationship: /^(relationship|relation|role|type)/,
  first_name: /^(first|given)/,
  middle_name: /^middle/,
  last_name: /^(last|family|sur) ?(name)?$/,
  suffix: /^suffix$/,
  preferred_name: /^(preferred|nick)/,
  gender_binary: /^(sex|gender)$/,
  date_of_birth: /^(date of birth|birth ?date|birthday|dob|born)$/,
  date_of_death: /^(date of death|died|dod)$/,
  email: /^(e-?)?mail/,
  phone: /^(phone|mobile|cell|telephone)/,
  street: /^(street|address)( ?(line)? ?1)?$/,
  city: /^(city|town)$/,
  state: /^(state|province)$/,
  postal_code: /^(zip|postal|post)/,
}

/** Owners that other programs put before the field: “Client First Name”, “Primary email address”. */
const owner = /^(client|contact|primary|home) (?!type)/

/** Less certain names, used only if no column matches better. */
const weaker_names: Partial<Record<ImportField, RegExp>> = { matter_name: /^client( ?name)?$/ }

/** Guesses the mapping from the column names; each field at most once. */
export function guessMapping(header: readonly string[]): Mapping {
  const plain = header.map((name) =>
    name
      .toLowerCase()
      .replace(/[_\s]+/g, " ")
      .trim(),
  )
  const mapping: (ImportField | null)[] = header.map(() => null)
  const ownerless = plain.map((name) => name.replace(owner, ""))
  for (const [patterns, columns] of [
    [names, plain],
    [names, ownerless],
    [weaker_names, plain],
  ] as const)
    for (const field of fieldNames) {
      if (mapping.includes(field)) continue
      const at = columns.findIndex((name, index) => !mapping[index] && patterns[field]?.test(name))
      if (at >= 0) mapping[at] = field
    }
  return mapping
}

export const fieldNames = Object.keys(importFields) as ImportField[]

import { countryName } from "../definition/countries.ts"
import { badRequest, type Fault } from "../platform/errors.ts"
import { isStorable } from "./fields.ts"
import { internationalForm } from "./phones.ts"
import { addressTypes, emailTypes, phoneTypes } from "./schema.ts"

/** Validates phones, email addresses and postal addresses; each function throws "bad request" with every fault. */

type Checked = Record<string, string | undefined>

const max_rows = 20

export function checkedPhones(rows: readonly PhoneEdit[]): Checked[] {
  const given = rows.filter(({ number }) => number.trim() !== "")
  check("phone_numbers", given, phoneTypes, ({ number }) => [textFault("number", number, 60)])
  const seen = new Set<string>()
  return given
    .filter(({ type, number }) => {
      const spelling = `${type} ${internationalForm(number) ?? number}`
      return !seen.has(spelling) && seen.add(spelling)
    })
    .map((row) => ({ ...row, number: row.number.trim() }))
}

export function checkedEmails(rows: readonly EmailEdit[]): Checked[] {
  const given = rows.filter(({ email }) => email.trim() !== "")
  check("email_addresses", given, emailTypes, ({ email }) => [
    /^[^\s@]+@[^\s@]+$/.test(email.trim())
      ? textFault("email", email, 254)
      : ["email", "wrong_format", "must be an email address such as ana@example.com."],
  ])
  return given.map((row) => ({ ...row, email: row.email.trim() }))
}

export function checkedAddresses(rows: readonly AddressEdit[]): Checked[] {
  const given = rows.filter(({ street, city, state, postal_code }) =>
    [street, city, state, postal_code].some((part) => part?.trim()),
  )
  check("addresses", given, addressTypes, ({ street, city, state, postal_code, country_iso = "US" }) => [
    textFault("street", street, 200),
    textFault("city", city, 100),
    textFault("state", state, 100),
    textFault("postal_code", postal_code, 20),
    isCountry(country_iso)
      ? undefined
      : ["country_iso", "unknown_value", "must be the two-letter code of a country, such as US."],
  ])
  return given.map(
    ({ street = "", city = "", state = "", postal_code = "", country_iso = "US", ...row }) => ({
      ...row,
      street: street.trim(),
      city: city.trim(),
      state: state.trim(),
      postal_code: postal_code.trim(),
      country_iso,
    }),
  )
}

type Finding = [part: string, code: string, sentence: string] | undefined

function check<Row extends { type: string }>(
  field: string,
  rows: readonly Row[],
  types: readonly string[],
  findingsOf: (row: Row) => Finding[],
): void {
  const faults: Fault[] = rows.flatMap((row, index) =>
    [typeFault(row.type, types), ...findingsOf(row)].flatMap((finding) => {
      if (!finding) return []
      const [part, code, sentence] = finding
      const param = `${field}.${index}.${part}`
      return [{ param, code, message: `"${param}" ${sentence}` }]
    }),
  )
  if (rows.length > max_rows) {
    faults.push({ param: field, code: "too_many", message: `"${field}" takes at most ${max_rows} entries.` })
  }
  if (faults.length > 0) throw badRequest(faults)
}

function typeFault(type: string, types: readonly string[]): Finding {
  return types.includes(type) ? undefined : ["type", "unknown_value", `must be one of: ${types.join(", ")}.`]
}

function textFault(part: string, text = "", max_characters: number): Finding {
  if (!isStorable(text)) return [part, "unreadable", "holds a character that cannot be stored."]
  if ([...text].length <= max_characters) return undefined
  return [part, "too_long", `must have at most ${max_characters} characters.`]
}

function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && code !== "ZZ" && countryName(code) !== code
}

export interface AddressEdit {
  id?: string
  type: string
  street?: string
  city?: string
  state?: string
  postal_code?: string
  country_iso?: string
}

export interface EmailEdit {
  id?: string
  type: string
  email: string
}

export interface PhoneEdit {
  /** The row to change, which keeps its id. */
  id?: string
  type: string
  number: string
}

import { countryName } from "../../definition/addresses/countries.ts"
import { faultSentence } from "../../definition/faults/fault-sentences.ts"
import type { Parsed } from "../../definition/faults/faults.ts"
import { addressTypes, emailTypes, phoneTypes } from "../../definition/people/contact-types.ts"
import { parseEmail, parsePhone } from "../../definition/values/email-and-phone.ts"
import { inLines, inOneLine, trimmed } from "../../definition/values/typed-text.ts"
import { badRequest, type Fault } from "../../platform/errors.ts"
import { isStorable } from "../../platform/http/requests/body-text.ts"
import { internationalForm } from "./phones.ts"

/** Validates phones, email addresses and postal addresses; each function throws "bad request" with every fault. */

type Checked = Record<string, string | undefined>

const max_rows = 20

export function checkedPhones(rows: readonly PhoneEdit[]): Checked[] {
  const typed = rows.map(({ number, ...row }) => ({ ...row, parsed: parsePhone(number) })).filter(isGiven)
  check("phone_numbers", typed, phoneTypes, ({ parsed }) => [faultOf("number", parsed)])
  const seen = new Set<string>()
  return typed
    .map(({ parsed, ...row }) => ({ ...row, number: valueIn(parsed) }))
    .filter(({ type, number }) => {
      const spelling = `${type} ${internationalForm(number) ?? number}`
      return !seen.has(spelling) && seen.add(spelling)
    })
}

export function checkedEmails(rows: readonly EmailEdit[]): Checked[] {
  const typed = rows.map(({ email, ...row }) => ({ ...row, parsed: parseEmail(email) })).filter(isGiven)
  check("email_addresses", typed, emailTypes, ({ parsed }) => [faultOf("email", parsed)])
  return typed.map(({ parsed, ...row }) => ({ ...row, email: valueIn(parsed) }))
}

export function checkedAddresses(rows: readonly AddressEdit[]): Checked[] {
  const given = rows.filter(({ street, city, state, postal_code }) =>
    [street, city, state, postal_code].some((part) => part && trimmed(part)),
  )
  check("addresses", given, addressTypes, ({ street, city, state, postal_code, country_iso = "US" }) => [
    textFault("street", street, 200),
    textFault("city", city, 100),
    textFault("state", state, 100),
    textFault("postal_code", postal_code, 20),
    isCountry(country_iso)
      ? undefined
      : finding("country_iso", "unknown_value", "must be the two-letter code of a country, such as US."),
  ])
  return given.map(
    ({ street = "", city = "", state = "", postal_code = "", country_iso = "US", ...row }) => ({
      ...row,
      street: inLines(street),
      city: inOneLine(city),
      state: inOneLine(state),
      postal_code: inOneLine(postal_code),
      country_iso,
    }),
  )
}

function isGiven({ parsed }: { parsed: Parsed<string> }): boolean {
  return parsed.kind === "value" || parsed.kind === "fault"
}

function valueIn(parsed: Parsed<string>): string {
  return parsed.kind === "value" ? parsed.value : ""
}

/** In the words of the forms. */
function faultOf(part: string, parsed: Parsed<string>): Finding {
  if (parsed.kind !== "fault") return undefined
  const { fault } = parsed
  return { part, code: fault.code, messageOf: (param) => faultSentence(fault, param, "en") }
}

type Finding = { part: string; code: string; messageOf: (param: string) => string } | undefined

function finding(part: string, code: string, sentence: string): Finding {
  return { part, code, messageOf: (param) => `"${param}" ${sentence}` }
}

function check<Row extends { type: string }>(
  field: string,
  rows: readonly Row[],
  types: readonly string[],
  findingsOf: (row: Row) => Finding[],
): void {
  const faults: Fault[] = rows.flatMap((row, index) =>
    [typeFault(row.type, types), ...findingsOf(row)].flatMap((finding) => {
      if (!finding) return []
      const param = `${field}.${index}.${finding.part}`
      return [{ param, code: finding.code, message: finding.messageOf(param) }]
    }),
  )
  if (rows.length > max_rows) {
    faults.push({ param: field, code: "too_many", message: `"${field}" takes at most ${max_rows} entries.` })
  }
  if (faults.length > 0) throw badRequest(faults)
}

function typeFault(type: string, types: readonly string[]): Finding {
  return types.includes(type)
    ? undefined
    : finding("type", "unknown_value", `must be one of: ${types.join(", ")}.`)
}

function textFault(part: string, text = "", max_characters: number): Finding {
  if (!isStorable(text)) return finding(part, "unreadable", "holds a character that cannot be stored.")
  if ([...text].length <= max_characters) return undefined
  return finding(part, "too_long", `must have at most ${max_characters} characters.`)
}

function isCountry(code: string): boolean {
  return code !== "ZZ" && countryName(code) !== code
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

// Reads the phones, emails and the address of a line with the readers that forms use. Pure.

import { max_part_length } from "../../definition/addresses/addresses.ts"
import { parseCountry } from "../../definition/addresses/countries.ts"
import { completeZip } from "../../definition/addresses/zip-codes.ts"
import { ownValue } from "../../definition/own-value.ts"
import { numberIn, parseEmail, parsePhone } from "../../definition/values/email-and-phone.ts"
import { parseLine } from "../../definition/values/typed-text.ts"
import type { AddressEdit, EmailEdit, PhoneEdit } from "../../intake/contacts/contact-detail-fields.ts"
import type { ImportField } from "./fields.ts"
import type { Cell, Line } from "./table/cells.ts"
import { splitCityLine, splitUsAddress } from "./us-addresses.ts"

export type PlannedAddress = Required<Omit<AddressEdit, "id">>

/** Google writes several values of a kind into one cell, and so do people, if each part is a value. */
function valuesOf(cells: readonly Cell[], isValue: (text: string) => boolean): Cell[] {
  return cells.flatMap((cell) => {
    if (cell.text.length > 1_000 || isValue(cell.text)) return cell
    const parts = cell.text.split(/ ::: |[;,|/\n]| or /).map((text) => ({ ...cell, text: text.trim() }))
    return parts.every(({ text }) => isValue(text)) ? parts : cell
  })
}

/** The kind that the word beside a number names. */
function kindIn(text: string): string {
  const { kind } = numberIn(text)
  return ownValue(kinds, kind.toLowerCase()) ?? kind
}

const kinds: Readonly<Record<string, string>> = {
  h: "home",
  c: "cell",
  m: "mobile",
  w: "work",
  o: "office",
  f: "fax",
}

export function emailsOf(line: Line, field: ImportField, type: string): EmailEdit[] {
  const isEmail = (text: string) => parseEmail(text).kind === "value"
  return valuesOf(line.of(field), isEmail).flatMap((cell) => {
    const email = line.read(field, parseEmail, cell)
    return email ? [{ type: isWork(cell) ? "work" : type, email }] : []
  })
}

export function phonesOf(line: Line, field: ImportField, type: string): PhoneEdit[] {
  const isPhone = (text: string) => parsePhone(text).kind === "value"
  return valuesOf(line.of(field), isPhone).flatMap((cell) => {
    const number = line.read(field, parsePhone, cell)
    const kind = kindIn(cell.text)
    return number ? [{ type: phoneTypeOf({ kind }) ?? phoneTypeOf(cell) ?? type, number }] : []
  })
}

function isWork({ kind }: Pick<Cell, "kind">): boolean {
  return /\b(?:work|business|office)|dienst|geschäft|trabajo/i.test(kind)
}

function phoneTypeOf({ kind }: Pick<Cell, "kind">): string | undefined {
  if (/fax/i.test(kind)) return "fax"
  if (isWork({ kind })) return "work"
  if (/home|\bmain|privat|festnetz|casa|fijo/i.test(kind)) return "home"
  return /mobile|cel|m[oó]vil/i.test(kind) ? "mobile" : undefined
}

/** The address of the line; its country is `country_iso` unless the line names one. */
export function addressOf(line: Line, country_iso: string): PlannedAddress | undefined {
  const part = (field: ImportField, max: number) => line.read(field, (typed) => parseLine(typed, max))
  const street = [part("street", max_part_length.street), part("street_2", max_part_length.street)]
  const country = countryOf(line) || country_iso
  const address = {
    type: line.of("street").some(isWork) ? "work" : "home",
    street: street.filter(Boolean).join("\n"),
    city: part("city", max_part_length.city),
    state: part("state", max_part_length.state),
    postal_code: part("postal_code", max_part_length.postal_code),
    country_iso: country,
  }
  const city_line = part("city_line", 200)
  if (city_line) Object.assign(address, splitCityLine(city_line) ?? { city: city_line })
  const whole = part("full_address", 400)
  // A street column of many programs holds the whole address.
  const isWhole = address.street !== "" && !address.city && !address.state && !address.postal_code
  const split =
    whole && !address.street ? splitUsAddress(whole) : isWhole ? splitUsAddress(address.street) : undefined
  if (split) Object.assign(address, split)
  else if (whole && !address.street) address.street = whole
  if (address.street.length > max_part_length.street)
    line.refuse("street", `The street has room for ${max_part_length.street} characters.`)
  if (country === "US") address.postal_code = zipOf(line, address)
  return address.street || address.city || address.state || address.postal_code ? address : undefined
}

function countryOf(line: Line): string {
  const typed = line.text("country")
  if (typed === "") return ""
  return (
    parseCountry(typed) ??
    line.fault(
      "country",
      `“${typed.slice(0, 40)}” is not a country Foyer knows. Write its name or code, such as Germany or DE.`,
    )
  )
}

function zipOf(line: Line, { postal_code, state }: { postal_code: string; state: string }): string {
  const whole = completeZip(postal_code, state)
  if (whole === undefined)
    line.question(
      "postal_code",
      `“${postal_code}” is too short for a ZIP code. Spreadsheet programs drop zeros at the beginning.`,
    )
  else if (whole !== "" && !/^\d{5}(?:-?\d{4})?$/.test(whole))
    line.question(
      "postal_code",
      `“${postal_code}” is no ZIP code of the United States. Add a column Country, or choose another country below.`,
    )
  return whole ?? postal_code
}

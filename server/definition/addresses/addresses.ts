/** Parses and formats postal addresses. */

import { type Fault, faulty, type Parsed } from "../faults/faults.ts"
import type { Language } from "../text.ts"
import { parseLine, parseText } from "../values/typed-text.ts"
import { localLines } from "./address-order.ts"
import { countryName } from "./countries.ts"

/** In form order. The answer to an address question is a list of these parts, including blank ones. */
export const addressParts = ["street", "city", "state", "postal_code", "country_iso"] as const
export type AddressPart = (typeof addressParts)[number]
export type PostalAddress = Record<AddressPart, string>

/** Maximum length of each part, in characters. */
export const max_part_length = { street: 200, city: 100, state: 100, postal_code: 20, country_iso: 2 }

/** One line in the order of the address's country, without blank parts. */
export function fullAddress(address: PostalAddress, language: Language = "en"): string {
  const country = countryName(address.country_iso, language)
  return [...localLines(address), country].filter(Boolean).join(", ")
}

/**
 * Parses the parts of an address. A country alone counts as empty, because the form preselects it. A required address
 * needs a street and a city.
 */
export function parseAddress(typed: readonly string[], is_required: boolean): Parsed<readonly string[]> {
  const parts = addressParts.map((part, index) => partOf(part, typed[index] ?? ""))
  const fault = parts.find((part) => typeof part !== "string")
  if (typeof fault === "object") return { kind: "fault", fault }
  const address = parts as string[]
  const { street, city } = addressOf(address)
  if (address.slice(0, -1).every((part) => part === "")) return { kind: "empty" }
  if (is_required && street === "") return faulty("address_needs_street", { at: "street" })
  if (is_required && city === "") return faulty("address_needs_city", { at: "city" })
  return { kind: "value", value: address }
}

function addressOf(parts: readonly string[]): PostalAddress {
  const [street = "", city = "", state = "", postal_code = "", country_iso = ""] = parts
  return { street, city, state, postal_code, country_iso }
}

/** Like `fullAddress`, but leaves out the country for US addresses. */
export function displayAddress(parts: readonly string[], language: Language): string {
  const address = addressOf(parts)
  return address.country_iso === "US" ? localLines(address).join(", ") : fullAddress(address, language)
}

function partOf(part: AddressPart, typed: string): string | Fault {
  const parsed = (part === "street" ? parseText : parseLine)(typed, max_part_length[part])
  if (parsed.kind === "fault") return { ...parsed.fault, at: part }
  const text = parsed.kind === "value" ? parsed.value : ""
  if (part === "country_iso" && text !== "" && !/^[A-Z]{2}$/.test(text))
    return { code: "option_unknown", at: part }
  return text
}

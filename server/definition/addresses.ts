/** Addresses: as people type them, part by part, and as people read them. */
import { type Fault, faulty, type Parsed } from "./faults.ts"
import { type Language, localeOf } from "./text.ts"

/** The parts of an address in the order they are asked. The answer to a question is a list of them, blank or not. */
export const addressParts = ["street", "city", "state", "postal_code", "country_iso"] as const
export type AddressPart = (typeof addressParts)[number]
export type PostalAddress = Record<AddressPart, string>

/** Characters a part has room for. */
export const longestPart = { street: 200, city: 100, state: 100, postal_code: 20, country_iso: 2 }

// There are some 250 answers, and asking for one costs more than everything else about an address. The tables behind
// them are large too: they are opened when the first address is shown.
const names: Partial<Record<string, Intl.DisplayNames>> = {}
const country_names = new Map<string, string>()

/** The country's name in `language`, or the code itself when it is no country's. */
export function countryName(country_iso: string, language: Language = "en"): string {
  if (!/^[A-Z]{2}$/.test(country_iso)) return country_iso
  const locale = localeOf(language)
  const key = `${locale} ${country_iso}`
  let name = country_names.get(key)
  if (name === undefined) {
    names[locale] ??= new Intl.DisplayNames(locale, { type: "region" })
    name = names[locale].of(country_iso) ?? country_iso
    country_names.set(key, name)
  }
  return name
}

/** One line, as on an envelope; what is not known is left out. */
export function fullAddress(
  { street, city, state, postal_code, country_iso }: PostalAddress,
  language: Language = "en",
): string {
  const region = [state, postal_code].filter(Boolean).join(" ")
  return [street.replace(/\s*\n\s*/g, ", "), city, region, countryName(country_iso, language)]
    .filter(Boolean)
    .join(", ")
}

/**
 * What was typed of an address, part by part. A country alone is none: it stands there before anyone has typed. One
 * that is required needs a street and a city.
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

/** The answer to a question as an address. */
function addressOf(parts: readonly string[]): PostalAddress {
  const [street = "", city = "", state = "", postal_code = "", country_iso = ""] = parts
  return { street, city, state, postal_code, country_iso }
}

/** The answer to a question, as on an envelope; the country only where it is another one. */
export function displayAddress(parts: readonly string[], language: Language): string {
  const address = addressOf(parts)
  if (address.country_iso !== "US") return fullAddress(address, language)
  return fullAddress(address, language).slice(0, -", ".length - countryName("US", language).length)
}

function partOf(part: AddressPart, typed: string): string | Fault {
  const lines = typed.replace(/\r\n?/g, "\n").trim()
  const text = part === "street" ? lines : lines.replace(/\s*\n\s*/g, " ")
  if (text.includes("\0") || !text.isWellFormed()) return { code: "text_unreadable", at: part }
  if ([...text].length > longestPart[part])
    return { code: "text_too_long", limit: String(longestPart[part]), at: part }
  if (part === "country_iso" && text !== "" && !/^[A-Z]{2}$/.test(text))
    return { code: "option_unknown", at: part }
  return text
}

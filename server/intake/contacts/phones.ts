import { createRequire } from "node:module"
import type { CountryCode } from "libphonenumber-js"

// Loaded with the first number: the numbering plans take megabytes of memory.
const require = createRequire(import.meta.url)
const loadPhoneNumbers = (): typeof import("libphonenumber-js") => require("libphonenumber-js")

/**
 * A phone number in international form (E.164, with `;ext=` for an extension as in RFC 3966), so that all spellings of
 * it are equal; null when unreadable. A number without a country code belongs to `country`.
 */
export function internationalForm(typed: string, country: CountryCode = "US"): string | null {
  // Phones copy numbers with invisible direction marks around them.
  const visible = typed.replace(/\p{Cf}/gu, "").replace(/[‐‑‒–—−]/g, "-")
  const number = loadPhoneNumbers().parsePhoneNumberFromString(visible, country)
  if (!number?.isPossible()) return null
  return number.ext ? `${number.number};ext=${number.ext}` : number.number
}

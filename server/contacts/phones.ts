import { createRequire } from "node:module"
import type { CountryCode } from "libphonenumber-js"

// Loaded with the first number: its numbering plans take 15 MB of memory.
const require = createRequire(import.meta.url)
const loadPhoneNumbers = (): typeof import("libphonenumber-js") => require("libphonenumber-js")

/**
 * A phone number in international form (E.164, with `;ext=` for an extension as in RFC 3966), so that all its
 * spellings are one; null when it cannot be understood. Without a country code it is taken for one of `country`.
 */
export function internationalForm(typed: string, country: CountryCode = "US"): string | null {
  // Telephones copy numbers with invisible marks of writing direction around them.
  const visible = typed.replace(/\p{Cf}/gu, "").replace(/[‐‑‒–—−]/g, "-")
  const number = loadPhoneNumbers().parsePhoneNumberFromString(visible, country)
  if (!number?.isPossible()) return null
  return number.ext ? `${number.number};ext=${number.ext}` : number.number
}

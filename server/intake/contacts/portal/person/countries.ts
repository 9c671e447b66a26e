import { countryCodes, countryName } from "../../../../definition/addresses/countries.ts"
import type { Language } from "../../../../definition/text.ts"

const optionsByLanguage = new Map<Language, { value: string; label: string }[]>()

/** Every country by name, the United States first. */
export function countryOptions(lang: Language): readonly { value: string; label: string }[] {
  const cached = optionsByLanguage.get(lang)
  if (cached) return cached
  const named = countryCodes.map((value) => ({ value, label: countryName(value, lang) }))
  const sorted = named.toSorted((a, b) => a.label.localeCompare(b.label, lang))
  const options = [
    ...sorted.filter(({ value }) => value === "US"),
    ...sorted.filter(({ value }) => value !== "US"),
  ]
  optionsByLanguage.set(lang, options)
  return options
}

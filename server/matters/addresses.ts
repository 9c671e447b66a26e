/** Addresses in words. Pure. */

export interface PostalAddress {
  street: string
  city: string
  state: string
  postal_code: string
  country_iso: string
}

// There are some 250 answers, and asking for one costs more than everything else about an address. The tables behind
// them are large too: they are opened when the first address is shown.
const names: Partial<Record<"en" | "es", Intl.DisplayNames>> = {}
const country_names = { en: new Map<string, string>(), es: new Map<string, string>() }

/** The country's name in `language`, or the code itself when it is no country's. */
export function countryName(country_iso: string, language: "en" | "es" = "en"): string {
  let name = country_names[language].get(country_iso)
  if (name === undefined) {
    names[language] ??= new Intl.DisplayNames(language, { type: "region" })
    name = names[language].of(country_iso) ?? country_iso
    country_names[language].set(country_iso, name)
  }
  return name
}

/** One line, as on an envelope; what is not known is left out. */
export function fullAddress({ street, city, state, postal_code, country_iso }: PostalAddress): string {
  const region = [state, postal_code].filter(Boolean).join(" ")
  return [street.replace(/\s*\n\s*/g, ", "), city, region, countryName(country_iso)]
    .filter(Boolean)
    .join(", ")
}

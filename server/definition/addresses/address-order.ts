/**
 * How a country's post office orders city, state and postal code: lines apart by commas, as in the Universal Postal
 * Union's address guides and Google's libaddressinput. A small table of our own, because libraries bring 100 kB of
 * templates for fields that our addresses lack.
 */
const orders: Readonly<Record<string, string>> = {
  "city, state postal_code": "US CA AS GU MP PR VI FM MH PW KR JP TH VN ID",
  "city state postal_code": "AU",
  "city, state, postal_code": "GB IE GG IM JE GI FK CN CO RU UA BY KZ UZ EG ZA KE IR JM BM KY LK MT",
  "city postal_code, state": "NZ SG IL SA LB JO BN IN PK BD NP PE VE NG PY MM KH LV",
  "city - state, postal_code": "BR",
  "postal_code city, state":
    "MX AR CL EC UY BO CR CU DO GT HN HT NI PA SV ES AD PT FR MC BE LU NL DE AT CH LI DK NO SE FI IS FO GL PL CZ SK SI " +
    "HR BA RS ME MK AL GR CY HU RO BG MD EE LT TR GE AM AZ MA DZ TN SN PH MY KW IQ GF GP MQ RE YT NC PF PM WF BL MF",
  "postal_code city state": "IT SM VA",
}

const orderByCountry = new Map(
  Object.entries(orders).flatMap(([order, codes]) => codes.split(" ").map((code) => [code, order] as const)),
)

/** In East Asian script the largest part comes first. */
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const largestFirst = new Set(["JP", "CN", "TW", "HK", "MO", "KR"])

interface Parts {
  street: string
  city: string
  state: string
  postal_code: string
  country_iso: string
}

/** The lines of an address in its country's order, without blank parts and without the country. */
export function localLines(parts: Parts): string[] {
  const street = parts.street.split("\n").map((line) => line.trim())
  const isLargestFirst = largestFirst.has(parts.country_iso) && eastAsian.test(parts.city + parts.street)
  if (isLargestFirst) return filled([parts.postal_code, parts.state + parts.city + street.join("")])
  const values: Record<string, string> = {
    city: parts.city,
    // Berlin, Madrid: a city that is its own state is named once.
    state: isCityState(parts) ? "" : parts.state,
    postal_code: parts.postal_code,
  }
  const order = orderByCountry.get(parts.country_iso) ?? "city, state postal_code"
  const lines = order.split(", ").map((line) => {
    const words = filled(line.split(" ").map((part) => values[part] ?? part))
    return words.join(" ").replace(/^- | -$|^-$/g, "")
  })
  return filled([...street, ...lines])
}

function isCityState({ city, state, country_iso }: Parts): boolean {
  return country_iso !== "US" && city.toLowerCase() === state.toLowerCase()
}

function filled(parts: readonly string[]): string[] {
  return parts.filter((part) => part !== "")
}

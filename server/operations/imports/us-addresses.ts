// US addresses in one line. Pure.
import { parseCountry } from "../../definition/addresses/countries.ts"

const states =
  "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR " +
  "PA PR RI SC SD TN TX UT VT VA VI WA WV WI WY AA AE AP"

export interface SplitAddress {
  street: string
  city: string
  state: string
  postal_code: string
}

/** “12 Elm Street, Springfield, IL 62701” in parts; undefined unless it ends as a US address does. */
export function splitUsAddress(text: string): SplitAddress | undefined {
  if (text.length > 400) return undefined
  const parts = text.split(/[,\n]/).map((part) => part.trim())
  if (parts.length > 2 && parseCountry(parts.at(-1) ?? "") === "US") parts.pop()
  const end = /^(?:(\D.*) )?([A-Z]{2}) (\d{5}(?:-\d{4})?)$/.exec(parts.pop() ?? "")
  const [, city = parts.pop() ?? "", state = "", postal_code = ""] = end ?? []
  const street = parts.filter(Boolean).join(", ")
  return states.split(" ").includes(state) && street && city
    ? { street, city, state, postal_code }
    : undefined
}

/** “Boston, MA 02134” or “20095 Hamburg”; undefined for anything else. */
export function splitCityLine(text: string): Omit<SplitAddress, "street"> | undefined {
  const us = splitUsAddress(`1 Street, ${text}`)
  if (us) return { city: us.city, state: us.state, postal_code: us.postal_code }
  const [, postal_code, city] = /^(?:[A-Z]{1,2}-)?(\d{4,5}) ([^\d,]{2,80})$/.exec(text) ?? []
  return postal_code && city ? { city, state: "", postal_code } : undefined
}

import { faulty, type Parsed } from "../faults/faults.ts"
import { compact, normalized } from "../values/typed-text.ts"
import { type Kind, ofText } from "./kind.ts"

// IRS taxpayer identification numbers, stored in their printed format with hyphens.

export const ssn: Kind = {
  label: "Social Security number",
  control: { inputmode: "numeric", autocomplete: "off", width: 20 },
  comparedAs: "presence",
  parse: ofText((text) => parseTaxId("ssn", text)),
  isSecret: true,
  // The Social Security Administration assigns no number that begins with 9.
  samples: (_, { sample }) => [`900-${sample.number(10, 99)}-${sample.number(1000, 9999)}`, "900-10-1001"],
}

export const ein: Kind = {
  ...ssn,
  label: "Employer ID number",
  parse: ofText((text) => parseTaxId("ein", text)),
  samples: (_, { sample }) => [`12-${sample.number(1_000_000, 9_999_999)}`, "12-3456789"],
}

/** Nine digits, each with separators around it. */
const max_length = 60

/**
 * Parses nine digits with any separators and formats an SSN or ITIN as `123-45-6789`, an EIN as `12-3456789`. Rejects
 * numbers that are never issued: SSA POMS RM 10201.035 lists the areas, groups and serials.
 */
function parseTaxId(kind: "ssn" | "ein", typed: string): Parsed<string> {
  const text = compact(typed, max_length)
  if (text === "") return { kind: "empty" }
  if (text.length > max_length) return faulty(`${kind}_unreadable`)
  const digits = normalized(text, "NFKC").replace(/[\s.\-‐‑–—−]/g, "")
  if (!/^\d{9}$/.test(digits)) return faulty(`${kind}_unreadable`)
  if (kind === "ein") {
    return digits.startsWith("00")
      ? faulty("ein_unreadable")
      : { kind: "value", value: `${digits.slice(0, 2)}-${digits.slice(2)}` }
  }
  if (/^(000|666)|^...00|0000$/.test(digits)) return faulty("ssn_unreadable")
  return { kind: "value", value: `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}` }
}

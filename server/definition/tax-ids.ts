import { faulty, type Parsed } from "./faults.ts"

/** Numbers the IRS knows people and businesses by, stored with the hyphens they are printed with. */
export type TaxId = "ssn" | "ein"

/**
 * Reads nine digits, however they are set apart: a Social Security or individual taxpayer number as `123-45-6789`, an
 * employer's as `12-3456789`. Refuses what is given to no one: SSA POMS RM 10201.035 names such areas, groups and serials.
 */
export function parseTaxId(kind: TaxId, typed: string): Parsed<string> {
  const text = typed.normalize("NFKC").trim()
  if (text === "") return { kind: "empty" }
  const digits = text.replace(/[\s.\-‐‑–—−]/g, "")
  if (!/^\d{9}$/.test(digits)) return faulty(`${kind}_unreadable`)
  if (kind === "ein") {
    return digits.startsWith("00")
      ? faulty("ein_unreadable")
      : { kind: "value", value: `${digits.slice(0, 2)}-${digits.slice(2)}` }
  }
  if (/^(000|666)|^...00|0000$/.test(digits)) return faulty("ssn_unreadable")
  return { kind: "value", value: `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}` }
}

import { ownValue } from "../own-value.ts"

/** ZIP codes of these begin with a zero, or two; spreadsheets drop it. */
const zerosByState: Readonly<Record<string, number>> = {
  ...{ ct: 1, connecticut: 1, ma: 1, massachusetts: 1, me: 1, maine: 1, nh: 1, "new hampshire": 1 },
  ...{ nj: 1, "new jersey": 1, ri: 1, "rhode island": 1, vt: 1, vermont: 1, ae: 1 },
  ...{ pr: 2, "puerto rico": 2, vi: 2, "virgin islands": 2, "u.s. virgin islands": 2 },
}

/**
 * The ZIP code as it was before a spreadsheet took it for a number: `2134` in MA is `02134`. Undefined if a ZIP code of
 * three or four digits cannot be completed, because its state's codes do not begin with a zero.
 */
export function completeZip(postal_code: string, state: string): string | undefined {
  const short = /^(\d{3,4})(-?\d{4})?$/.exec(postal_code.trim())
  if (!short) return postal_code
  const [, digits = "", extension = ""] = short
  const zeros = ownValue(zerosByState, state.trim().toLowerCase()) ?? 0
  return digits.length + zeros === 5 ? "0".repeat(zeros) + digits + extension : undefined
}

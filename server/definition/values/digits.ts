import { normalized } from "./typed-text.ts"

/** The text in compatibility form (NFKC) with the decimal digits of every script as 0 to 9: `１٢३` is `123`. */
export function withAsciiDigits(text: string): string {
  return normalized(text, "NFKC").replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit)))
}

/** The digits of a code that was sent or shown, in any script's numerals, whatever was pasted around them. */
export function codeDigits(typed: string): string {
  return withAsciiDigits(typed).replace(/[^0-9]/g, "")
}

// Unicode encodes the ten digits of a script in a row, and no two such rows adjoin once the text is in NFKC.
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return value
}

/**
 * A name within a sentence or before a number. Without isolates (UAX #9: FSI and PDI), right-to-left letters would also
 * turn around what stands beside them: "33.33% ,name".
 */
export function isolated(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Isolates order text and are never drawn. */
export function isIsolate(character: string): boolean {
  return character >= "\u2066" && character <= "\u2069"
}

export function withoutIsolates(text: string): string {
  return text.replace(/[\u2066-\u2069]/g, "")
}

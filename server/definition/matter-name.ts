import { faulty, type Parsed } from "./faults/faults.ts"
import { parseLine } from "./values/typed-text.ts"

export const max_matter_name_length = 200

/** Line breaks and controls that no form sends. Those pasted from Word, and tabs, are a space as in any line. */
const unfit = /[^\P{Cc}\t\v\f\u0085]/u

/** Reads the firm's name for a matter: one line. A program that sends several has confused two fields. */
export function parseMatterName(typed: string): Parsed<string> {
  if (unfit.test(typed)) return faulty("text_not_one_line")
  return parseLine(typed, max_matter_name_length)
}

import { faultSentence } from "../../../../../definition/faults/fault-sentences.ts"
import { parseMoney, parseNumber } from "../../../../../definition/values/amounts.ts"
import type { Answerable } from "../../../../../definition/values/values.ts"
import { textOf } from "../../../../../web/console/page-request.ts"
import { type FormReader, noteFault } from "../form-reader.ts"

/** The number that an author typed for a question of this type, read as its answers are; undefined if blank or at fault. */
export function readDecimal(
  reader: FormReader,
  name: string,
  type: Answerable["type"] | undefined,
  label: string,
): string | undefined {
  const typed = textOf(reader.form, name)
  const parsed = type === "money" ? parseMoney(typed) : parseNumber(typed.replace(/^\s*\$|%\s*$/, ""))
  if (parsed.kind === "fault") noteFault(reader, name, faultSentence(parsed.fault, label, "en"))
  return parsed.kind === "value" ? parsed.value.replace(/\.00$/, "") : undefined
}

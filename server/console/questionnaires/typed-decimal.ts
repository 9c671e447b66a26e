import { parseMoney, parseNumber } from "../../definition/amounts.ts"
import { faultSentence } from "../../definition/fault-sentences.ts"
import type { Answerable } from "../../definition/values.ts"
import { textOf } from "../page-request.ts"
import { type FormReader, noteFault } from "./form-reader.ts"

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

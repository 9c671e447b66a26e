import { parseMoney, parseNumber } from "../../../../../definition/values/amounts.ts"
import type { Answerable } from "../../../../../definition/values/values.ts"
import { fieldValue, type ParsedField } from "../../../../../web/console/forms/field.ts"

/** The number that an author typed for a question of this type, read as its answers are; undefined if blank. */
export function parseDecimal(
  typed: string,
  type: Answerable["type"] | undefined,
  label: string,
): ParsedField<string | undefined> {
  const parsed = type === "money" ? parseMoney(typed) : parseNumber(typed.replace(/^\s*\$|%\s*$/, ""))
  const field = fieldValue(parsed, { label }, undefined)
  return "value" in field ? { value: field.value?.replace(/\.00$/, "") } : field
}

import { typedDate } from "../../../definition/values/dates.ts"
import { typedText } from "../../../definition/values/values.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { seenName, textOf } from "../../../web/portal/form.ts"
import type { Field } from "./field.ts"

/** The control's text: what was typed, or else the saved value as people write it; always blank for a sensitive field. */
export function textValue(field: Field, typed: Form | undefined): string {
  if (field.sensitive) return ""
  const sent = typed && textOf(typed, field.name)
  if (sent !== undefined) return sent
  return typedText(field, field.value)
}

export function listValue(field: Field, typed: Form | undefined): readonly string[] {
  if (field.sensitive) return []
  if (typed && textOf(typed, seenName(field.name)) !== undefined) return typed[field.name] ?? []
  return typeof field.value === "object" && field.value !== null ? field.value : []
}

export function dateValue(
  field: Field,
  typed: Form | undefined,
): { month: string; day: string; year: string } {
  const part = (of: string) => (typed && textOf(typed, `${field.name}_${of}`)) ?? ""
  const sent = { month: part("month"), day: part("day"), year: part("year") }
  if (field.sensitive || (typed && textOf(typed, seenName(field.name)) !== undefined))
    return field.sensitive ? { month: "", day: "", year: "" } : sent
  if (field.unfinished) return { month: "", day: "", year: "", ...field.unfinished }
  return typedDate(typeof field.value === "string" ? field.value : "")
}

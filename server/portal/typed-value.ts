import { displayMoney } from "../definition/amounts.ts"
import { typedDate } from "../definition/dates.ts"
import type { Form } from "../platform/http/pages.ts"
import type { Field } from "./field.ts"
import { seenName, textOf } from "./form.ts"

/** What stands in the control: what was typed, else the value as people write it; of a sensitive one, nothing. */
export function textValue(ask: Field, typed: Form | undefined): string {
  if (ask.sensitive) return ""
  const sent = typed && textOf(typed, ask.name)
  if (sent !== undefined) return sent
  if (typeof ask.value === "boolean") return ask.value ? "yes" : "no"
  if (typeof ask.value !== "string") return ""
  return ask.type === "money" ? displayMoney(ask.value).replace("$", "") : ask.value
}

export function listValue(ask: Field, typed: Form | undefined): readonly string[] {
  if (ask.sensitive) return []
  if (typed && textOf(typed, seenName(ask.name)) !== undefined) return typed[ask.name] ?? []
  return typeof ask.value === "object" && ask.value !== null ? ask.value : []
}

export function dateValue(ask: Field, typed: Form | undefined): { month: string; day: string; year: string } {
  const part = (of: string) => (typed && textOf(typed, `${ask.name}_${of}`)) ?? ""
  const sent = { month: part("month"), day: part("day"), year: part("year") }
  if (ask.sensitive || (typed && textOf(typed, seenName(ask.name)) !== undefined))
    return ask.sensitive ? { month: "", day: "", year: "" } : sent
  if (ask.unfinished) return { month: "", day: "", year: "", ...ask.unfinished }
  return typedDate(typeof ask.value === "string" ? ask.value : "")
}

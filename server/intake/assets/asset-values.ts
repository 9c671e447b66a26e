import type { AdditionalField, Category, Definition } from "../../definition/definition.ts"
import { faultSentence } from "../../definition/faults/fault-sentences.ts"
import type { Parsed } from "../../definition/faults/faults.ts"
import { categoriesOf } from "../../definition/parts.ts"
import { textIn } from "../../definition/text.ts"
import { parseMoney, parsePercentage } from "../../definition/values/amounts.ts"
import { displayValue, parseAnswer } from "../../definition/values/values.ts"
import { badField, badRequest, type Fault } from "../../platform/errors.ts"
import type { Edit, Json } from "../matters/changes/changes.ts"
import { ownerShareField } from "./owners.ts"

export const ownerTypes = ["", "main", "partner", "joint", "other"] as const
export type OwnerType = (typeof ownerTypes)[number]

export interface AssetValues {
  identifier_value: string
  owner_type: OwnerType
  /** Owners who are not among the matter's people, as text, when `owner_type` is `other`. */
  owner_value: string
  credit_value: string | null
  debit_value: string | null
}

export function categoryOf(definition: Definition, id: string): Category | undefined {
  return categoriesOf(definition).find((category) => category.id === id)
}

/** The active category of this id; throws "bad request" if there is none. */
export function requireCategory(definition: Definition, id: string): Category {
  const category = categoryOf(definition, id)
  if (category?.active) return category
  throw badField("for_fin_category", "unknown_value", "This questionnaire has no such active category.")
}

/** The edits with every value in stored form; throws "bad request" with a fault for each unreadable value. */
export function acceptEdits(category: Category | undefined, edits: readonly Edit[], today: string): Edit[] {
  const faults: Fault[] = []
  const accepted: Edit[] = []
  for (const edit of edits) {
    if (edit.field === "owners") {
      accepted.push({
        ...edit,
        value: Array.isArray(edit.value) && edit.value.length > 0 ? edit.value : null,
      })
      continue
    }
    const found = valueFieldOf(category, edit.field)
    if (!found) {
      const message = `This kind of asset does not ask for "${edit.field}".`
      faults.push({ param: edit.field, code: "unknown_field", message })
      continue
    }
    const parsed = found.parse(textOf(edit.value), today)
    if (parsed.kind === "fault") {
      const message = faultSentence(parsed.fault, found.label, "en")
      faults.push({ param: edit.field, code: parsed.fault.code, message })
    }
    if (parsed.kind === "empty") accepted.push({ ...edit, value: null })
    if (parsed.kind === "value") accepted.push({ ...edit, value: storedOf(parsed.value) })
  }
  if (faults.length > 0) throw badRequest(faults)
  return accepted
}

interface ValueField {
  label: string
  parse: (text: string, today: string) => Parsed<unknown>
}

function valueFieldOf(category: Category | undefined, field: string): ValueField | undefined {
  const label = (text: Category["title"] | undefined) => textIn(text, "en")
  const line = (text: string, today: string) => parseAnswer({ type: "text" }, text, today)
  // Owners may change although the questionnaire no longer has the category: a person who leaves the matter must not
  // stay named there.
  const ownerLabel = label(category?.owner_label) || "Owner"
  switch (field) {
    case "owner_value":
      return { label: ownerLabel, parse: line }
    case "owner_type":
      return { label: ownerLabel, parse: (text) => parseAnswer(ownerQuestion, text, "") }
    case "identifier_value":
      return category && { label: label(category.identifier_label), parse: line }
    case "credit_value":
      return category?.ask_credit_value ? { label: label(category.credit_label), parse: amount } : undefined
    case "debit_value":
      return category?.ask_debit_value ? { label: label(category.debit_label), parse: amount } : undefined
    default: {
      if (field.startsWith(ownerShareField("contact_"))) return { label: ownerLabel, parse: share }
      const found = category?.additional_fields.find(({ id }) => id === field)
      return (
        found && {
          label: label(found.prompt),
          parse: (text, today) => parseAnswer(found, text, today, "stored"),
        }
      )
    }
  }
}

const ownerQuestion = {
  type: "choice" as const,
  options: ownerTypes.filter((type) => type !== "").map((value) => ({ value, label: value })),
}

function amount(text: string): Parsed<string> {
  return parseMoney(text, { min: "0", notation: "stored" })
}

/** As the API writes shares. */
function share(text: string): Parsed<string> {
  const parsed = parsePercentage(text, { notation: "stored" })
  return parsed.kind === "value" ? { ...parsed, value: Number(parsed.value).toFixed(2) } : parsed
}

function textOf(value: Json): string {
  if (typeof value === "boolean") return value ? "yes" : "no"
  return value === null ? "" : String(value)
}

function storedOf(value: unknown): string {
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value)
}

/** A stored answer in the form of the API: choices by their label, dates and numbers exactly as stored. */
export function fieldAnswerInWords(field: AdditionalField, stored: string | undefined): string {
  if (!stored) return ""
  if (field.type === "yes_no") return displayValue(field, stored === "yes", "en", {})
  return field.type === "choice" ? displayValue(field, stored, "en", {}) : stored
}

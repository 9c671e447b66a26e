import { displayDate } from "../../../definition/dates.ts"
import type { Definition } from "../../../definition/definition.ts"
import { categoriesOf, questionsOf, rolesOf } from "../../../definition/parts.ts"
import { type PersonField, personFields } from "../../../definition/person-fields.ts"
import { relationshipLabel } from "../../../definition/relationships.ts"
import { textIn } from "../../../definition/text.ts"
import { displayValue } from "../../../definition/values.ts"
import type { ChangeRow, Json } from "../../../matters/changes.ts"
import { lowerFirst, upperFirst } from "../../../platform/upper-first.ts"
import { fieldLabel } from "../../../submissions/missing-sentences.ts"
import { assetValueInWords } from "./asset-words.ts"

/** One field’s new value as staff read it. */
export interface ChangeInWords {
  what: string
  /** Null: it was taken away, or says nothing in words. */
  value: string | null
  /** Both at once, for what stands alone. */
  sentence?: string
}

/** What names the records and fields of a matter. */
export interface Words {
  definition: Definition
  people: Record<string, string>
  assets: Record<string, string>
  staff: Record<string, string>
}

/** A change in words; a sensitive value stays hidden. */
export function inWords(
  { record_id, field, value }: Pick<ChangeRow, "record_id" | "field" | "value">,
  words: Words,
): ChangeInWords {
  if (isSealed(value)) return { what: subjectOf(record_id, field, words), value: "••••" }
  if (field === "assignee_id") {
    const party = valueInWords(value, words)
    return { what: "Assigned to", value: party ?? "No one", sentence: `Assigned to ${party ?? "nobody"}` }
  }
  const question = questionOf(field, words.definition)
  // What was typed before a question became sensitive is no less so.
  if (question?.sensitive && value !== null)
    return { what: subjectOf(record_id, field, words), value: "••••" }
  if (question && (typeof value === "string" || typeof value === "boolean" || isTexts(value))) {
    return {
      what: subjectOf(record_id, field, words),
      value: displayValue(question, value, "en", words.people),
    }
  }
  const ofAsset = record_id.startsWith("asset_")
    ? assetValueInWords(field, value, words.definition, words.people)
    : undefined
  return { what: subjectOf(record_id, field, words), value: ofAsset ?? valueInWords(value, words) }
}

/** What a change is about: `Maria Delgado: date of birth`, `What is your occupation?`. */
function subjectOf(record_id: string, field: string, words: Words): string {
  const question = questionOf(field, words.definition)
  if (question) return textIn(question.prompt, "en")
  const role = rolesOf(words.definition).find(({ id }) => isKeyOf(id, field))
  if (role) return textIn(role.role_description, "en")
  const label = labelOf(field, words.definition)
  if (record_id.startsWith("contact_"))
    return `${words.people[record_id] ?? "Someone who was removed"}: ${label}`
  if (record_id.startsWith("asset_"))
    return `${words.assets[record_id] ?? "An asset that was removed"}: ${label}`
  return record_id.startsWith("invite_") ? `Invitation: ${label}` : upperFirst(label)
}

function questionOf(field: string, definition: Definition) {
  return questionsOf(definition).find(({ id }) => isKeyOf(id, field))
}

/** Fields of a matter's own record are `answerKey`s: an id, and perhaps whom it is about. */
function isKeyOf(id: string, field: string): boolean {
  return field === id || field.startsWith(`${id}:`)
}

function labelOf(field: string, definition: Definition): string {
  const known = ownLabels[field]
  if (known) return known
  if ((personFields as readonly string[]).includes(field))
    return lowerFirst(fieldLabel(field as PersonField, "en"))
  const further = categoriesOf(definition)
    .flatMap(({ additional_fields }) => additional_fields)
    .find(({ id }) => id === field)
  return further ? lowerFirst(textIn(further.prompt, "en")) : field.replaceAll("_", " ")
}

const ownLabels: Record<string, string> = {
  contact_main_marital_status: "marital status",
  contact_main_status: "status of the main contact",
  relationship_type: "relationship",
  partner_relationship_type: "relationship to the partner",
  identifier_value: "name or address",
  owner_type: "owner",
  owner_value: "owner",
  credit_value: "value",
  debit_value: "debt",
  for_fin_category: "added",
  name: "name of the matter",
  email: "email address",
}

function valueInWords(value: Json, words: Words): string | null {
  if (value === null || value === "") return null
  if (typeof value === "boolean") return value ? "Yes" : "No"
  if (typeof value === "number") return String(value)
  if (typeof value === "string") {
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return displayDate(value, "en")
    return words.people[value] ?? words.staff[value] ?? codes[value] ?? codeInWords(value)
  }
  if (Array.isArray(value)) {
    const parts = value.flatMap((part) => valueInWords(part, words) ?? [])
    return parts.length > 0 ? parts.join("; ") : null
  }
  const parts = Object.entries(value)
    .filter(([key]) => !["id", "type", "country_iso", "position", "e164"].includes(key))
    .flatMap(([, part]) => valueInWords(part, words) ?? [])
  return parts.length > 0 ? parts.join(", ") : null
}

const codes: Record<string, string> = {
  main: "Main client",
  joint: "Both",
  partner: "Spouse or partner",
  primary: "primary",
  life_partner: "life partners",
}

function codeInWords(value: string): string {
  return /^\d[A-Z]{3,4}$/.test(value) ? relationshipLabel(value, "en") : value
}

function isSealed(value: Json): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && "sealed" in value
}

function isTexts(value: Json): value is string[] {
  return Array.isArray(value) && value.every((part) => typeof part === "string")
}

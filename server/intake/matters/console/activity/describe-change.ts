import type { Definition } from "../../../../definition/definition.ts"
import { ownValue } from "../../../../definition/own-value.ts"
import { categoriesOf, questionsOf, requestsOf, rolesOf } from "../../../../definition/parts.ts"
import { type PersonField, personFields } from "../../../../definition/people/person-fields.ts"
import { relationshipLabel } from "../../../../definition/people/relationships.ts"
import { textIn } from "../../../../definition/text.ts"
import { displayDate } from "../../../../definition/values/dates.ts"
import { displayValue } from "../../../../definition/values/values.ts"
import { lowerFirst, upperFirst } from "../../../../platform/text/upper-first.ts"
import { fieldAnswerInWords } from "../../../assets/asset-values.ts"
import { moneyText, staffStyle } from "../../../assets/console/money.ts"
import { type Share, sharesInWords } from "../../../assets/console/totals.tsx"
import { describeFieldAnswer } from "../../../assets/described.ts"
import { ownerShareField } from "../../../assets/owners.ts"
import { fieldLabel } from "../../../submissions/missing/missing-sentences.ts"
import type { ChangeRow, Json } from "../../changes/changes.ts"

/** One field’s new value as staff read it. */
export interface DescribedChange {
  what: string
  /** Null if the value was cleared or has no text. */
  value: string | null
  /** Label and value in one sentence, for an entry with this change alone. */
  sentence?: string
}

/** The definition, and display names by id, that describe the changes of a matter. */
export interface RecordNames {
  definition: Definition
  people: Record<string, string>
  assets: Record<string, string>
  staff: Record<string, string>
  /** Also of those that were removed. */
  files: Record<string, string>
}

/** A change as staff read it, with sensitive values masked. */
export function describeChange(
  { record_id, field, value }: Pick<ChangeRow, "record_id" | "field" | "value">,
  names: RecordNames,
): DescribedChange {
  const file = ownValue(names.files, record_id)
  if (file !== undefined && value === null)
    return { what: `File removed: ${file}`, value, sentence: `File removed: ${file}` }
  if (file !== undefined) return { what: "File added", value: file, sentence: `File added: ${file}` }
  const request = requestsOf(names.definition).find(({ id }) => isKeyOf(id, field))
  if (request && (value === null || typeof value === "string"))
    return { what: textIn(request.label, "en"), value: ownValue(choiceWords, value ?? "") ?? null }
  const what = changeLabel(record_id, field, names)
  if (isSealed(value)) return { what, value: masked }
  if (field === "assignee_id") {
    const assignee = describeValue(value, names)
    return {
      what: "Assigned to",
      value: assignee ?? "No one",
      sentence: `Assigned to ${assignee ?? "no one"}`,
    }
  }
  const question = questionOf(field, names.definition)
  // A value from before the question became sensitive is stored unsealed, yet just as sensitive.
  if (question?.sensitive && value !== null) return { what, value: masked }
  if (question && (typeof value === "string" || typeof value === "boolean" || isTexts(value)))
    return { what, value: displayValue(question, value, "en", names.people) }
  const ofAsset = record_id.startsWith("asset_")
    ? describeAssetValue(field, value, names.definition, names.people)
    : undefined
  return { what, value: ofAsset ?? describeValue(value, names) }
}

const masked = "••••"

const choiceWords: Record<string, string> = {
  bring: "The client will bring it",
  none: "The client does not have it",
}

/** The record and field that changed: `Maria Delgado: date of birth`, `What is your occupation?`. */
function changeLabel(record_id: string, field: string, names: RecordNames): string {
  const question = questionOf(field, names.definition)
  if (question) return textIn(question.prompt, "en")
  const role = rolesOf(names.definition).find(({ id }) => isKeyOf(id, field))
  if (role) return textIn(role.role_description, "en")
  const label = labelOf(field, names.definition)
  if (record_id.startsWith("contact_"))
    return `${names.people[record_id] ?? "Someone who was removed"}: ${label}`
  if (record_id.startsWith("asset_"))
    return `${names.assets[record_id] ?? "An asset that was removed"}: ${ownerShareLabel(field, names) ?? label}`
  return record_id.startsWith("invite_") ? `Invitation: ${label}` : upperFirst(label)
}

function questionOf(field: string, definition: Definition) {
  return questionsOf(definition).find(({ id }) => isKeyOf(id, field))
}

function ownerShareLabel(field: string, { people }: RecordNames): string | undefined {
  if (!field.startsWith(ownerShareField("contact_"))) return undefined
  const name = ownValue(people, field.slice(ownerShareField("").length))
  return `share of ${name ?? "an owner who was removed"}`
}

/** Fields of the matter's own record are `answerKey`s: an id, optionally followed by a person's id. */
function isKeyOf(id: string, field: string): boolean {
  return field === id || field.startsWith(`${id}:`)
}

function labelOf(field: string, definition: Definition): string {
  const known = ownLabels[field]
  if (known) return known
  if ((personFields as readonly string[]).includes(field))
    return lowerFirst(fieldLabel(field as PersonField, "en"))
  const further = additionalFieldOf(field, definition)
  return further ? lowerFirst(textIn(further.prompt, "en")) : field.replaceAll("_", " ")
}

const ownLabels: Record<string, string> = {
  contact_main_marital_status: "marital status",
  contact_main_status: "status of the main contact",
  sharing: "sharing between the two clients",
  stays: "where someone stays named",
  relationship_type: "relationship",
  partner_relationship_type: "relationship to the partner",
  identifier_value: "name or address",
  owner_type: "owner",
  owner_value: "owner",
  owners: "owners",
  credit_value: "value",
  debit_value: "debt",
  for_fin_category: "added",
  name: "name of the matter",
  email: "email address",
}

function describeValue(value: Json, names: RecordNames): string | null {
  if (value === null || value === "") return null
  if (typeof value === "boolean") return value ? "Yes" : "No"
  if (typeof value === "number") return String(value)
  if (typeof value === "string") {
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return displayDate(value, "en")
    if (/^\d[A-Z]{3,4}$/.test(value)) return relationshipLabel(value, "en")
    return ownValue(names.people, value) ?? ownValue(names.staff, value) ?? ownValue(codes, value) ?? value
  }
  if (Array.isArray(value)) {
    const parts = value.flatMap((part) => describeValue(part, names) ?? [])
    return parts.length > 0 ? parts.join("; ") : null
  }
  const parts = Object.entries(value)
    .filter(([key]) => !["id", "type", "country_iso", "position", "e164"].includes(key))
    .flatMap(([, part]) => describeValue(part, names) ?? [])
  return parts.length > 0 ? parts.join(", ") : null
}

const codes: Record<string, string> = {
  paused: "Paused until someone says whether both still take part",
  shared: "Both take part",
  ended: "The spouse or partner no longer takes part",
  declined: "The spouse or partner does not take part",
  main: "Main client",
  joint: "Both",
  partner: "Spouse or partner",
  life_partner: "life partners",
}

function isSealed(value: Json): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && "sealed" in value
}

function isTexts(value: Json): value is string[] {
  return Array.isArray(value) && value.every((part) => typeof part === "string")
}

/** The new value of an asset field as staff read it; undefined for fields without a format of their own. */
export function describeAssetValue(
  field: string,
  value: Json,
  definition: Definition,
  people: Record<string, string>,
): string | undefined {
  if (field === "beneficiaries" && Array.isArray(value))
    return (
      sharesInWords(value as Share[], people)
        .filter(Boolean)
        .join(", else ") || undefined
    )
  if (typeof value !== "string" || value === "") return undefined
  if (field === "credit_value" || field === "debit_value") return moneyText(value)
  if (field === "for_fin_category")
    return textIn(categoriesOf(definition).find(({ id }) => id === value)?.title, "en")
  const further = additionalFieldOf(field, definition)
  return further && describeFieldAnswer(further, fieldAnswerInWords(further, value), staffStyle)
}

function additionalFieldOf(field: string, definition: Definition) {
  const all = categoriesOf(definition).flatMap(({ additional_fields }) => additional_fields)
  return all.find(({ id }) => id === field)
}

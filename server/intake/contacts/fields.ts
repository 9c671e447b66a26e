import { findRelationship } from "../../definition/people/relationships.ts"
import { inOneLine } from "../../definition/values/typed-text.ts"
import { badRequest, type Fault } from "../../platform/errors.ts"
import { isStorable } from "../../platform/http/requests/body-text.ts"
import type { Edit, Json } from "../matters/changes/changes.ts"

/** The fields of a person and their validation. Dates are `YYYY-MM-DD`. */

export const contactFields = [
  "first_name",
  "middle_name",
  "last_name",
  "suffix",
  "also_known_as",
  "preferred_name",
  "gender_binary",
  "date_of_birth",
  "date_of_death",
  "relationship_type",
  "partner_relationship_type",
  "marital_status",
] as const
export type ContactField = (typeof contactFields)[number]

/** Columns whose empty value is NULL; in the others it is the empty string. */
export const nullableFields: readonly string[] = [
  "also_known_as",
  "preferred_name",
  "date_of_birth",
  "date_of_death",
  "partner_relationship_type",
]

const max_characters = 128

/** The edits in stored form; throws "bad request" with every fault. */
export function checkedEdits(given: readonly Edit[]): Edit[] {
  const edits = given.map((edit) =>
    typeof edit.value === "string" ? { ...edit, value: inOneLine(edit.value) } : edit,
  )
  const faults = edits.flatMap((edit) => faultOf(edit) ?? [])
  if (faults.length > 0) throw badRequest(faults)
  return edits.map((edit) => ({
    ...edit,
    value:
      edit.value === "" || edit.value === null
        ? nullableFields.includes(edit.field)
          ? null
          : ""
        : edit.value,
  }))
}

function faultOf({ field, value }: Edit): Fault | undefined {
  const fault = (code: string, sentence: string): Fault => ({
    param: field,
    code,
    message: `"${field}" ${sentence}`,
  })
  if (!contactFields.some((known) => known === field))
    return fault("unknown_field", "is not a field of a person.")
  if (value === null || value === "") {
    return field === "relationship_type" ? fault("required", "needs a relationship.") : undefined
  }
  if (typeof value !== "string") return fault("wrong_type", "must be text.")
  if (!isStorable(value)) return fault("unreadable", "holds a character that cannot be stored.")
  switch (field) {
    case "gender_binary":
      return value === "Male" || value === "Female"
        ? undefined
        : fault("unknown_value", "must be Male or Female.")
    case "date_of_birth":
    case "date_of_death":
      return isDate(value) ? undefined : fault("wrong_format", "must be a calendar date as YYYY-MM-DD.")
    case "relationship_type":
    case "partner_relationship_type":
      return findRelationship(value) ? undefined : fault("unknown_value", "must be a relationship code.")
    default:
      return [...value].length <= max_characters
        ? undefined
        : fault("too_long", `must have at most ${max_characters} characters.`)
  }
}

function isDate(value: Json): boolean {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

import type { Definition } from "../../../definition/definition.ts"
import { categoriesOf } from "../../../definition/parts.ts"
import type { FieldType } from "../../../definition/question-types.ts"
import { displayDate } from "../../../definition/values/dates.ts"
import type { Asset } from "../schema.ts"
import { moneyText } from "./money.ts"

/** The type of each additional field of an asset category, by the field's id. */
export type FieldTypes = Readonly<Record<string, FieldType>>

export function fieldTypesOf(definition: Definition): FieldTypes {
  const fields = categoriesOf(definition).flatMap(({ additional_fields }) => additional_fields)
  return Object.fromEntries(fields.map(({ id, type }) => [id, type]))
}

/** The answered additional fields of an asset, as staff read them. */
export function additionalFacts(asset: Asset, types: FieldTypes): [label: string, text: string][] {
  return asset.additional_fields
    .filter(({ answer }) => answer !== "")
    .map(({ id, prompt, answer }) => [prompt, displayAnswer(answer, types[id])])
}

/** Formats dates and amounts, which the API returns as stored. */
export function displayAnswer(answer: string, type: FieldType | undefined): string {
  if (type === "date") return displayDate(answer, "en")
  return type === "money" ? moneyText(answer) : answer
}

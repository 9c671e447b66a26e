import type { Asset } from "../../../assets/schema.ts"
import { displayDate } from "../../../definition/dates.ts"
import type { Definition, FieldType } from "../../../definition/definition.ts"
import { categoriesOf } from "../../../definition/parts.ts"
import { moneyText } from "./money.ts"

/** What kind of answer each further field of a category takes, by the field's id. */
export type FieldTypes = Readonly<Record<string, FieldType>>

export function fieldTypesOf(definition: Definition): FieldTypes {
  const fields = categoriesOf(definition).flatMap(({ additional_fields }) => additional_fields)
  return Object.fromEntries(fields.map(({ id, type }) => [id, type]))
}

/** What the firm asks of an asset beyond its value, each with its answer in words. */
export function furtherFacts(asset: Asset, types: FieldTypes): [label: string, words: string][] {
  return asset.additional_fields
    .filter(({ answer }) => answer !== "")
    .map(({ id, prompt, answer }) => [prompt, answerInWords(answer, types[id])])
}

/** The interface gives dates and amounts as stored; people read them otherwise. */
export function answerInWords(answer: string, type: FieldType | undefined): string {
  if (type === "date") return displayDate(answer, "en")
  return type === "money" ? moneyText(answer) : answer
}

// An asset in words, for everyone who reads it: pages, copies, memos.
import type { AdditionalField, Category } from "../../definition/definition.ts"
import { optionLabel } from "../../definition/option-labels.ts"
import { type Language, type Text, textIn } from "../../definition/text.ts"
import { displayValue } from "../../definition/values/values.ts"
import { ownersInWords } from "./owners.ts"
import type { OwnedAsset } from "./schema.ts"

/** What to call an asset: its description or, until it has one, its kind. */
export function nameOfAsset(
  asset: Pick<OwnedAsset, "identifier_value" | "general_category" | "identifier_label">,
): string {
  return asset.identifier_value || asset.general_category.label || asset.identifier_label
}

interface Style {
  language: Language
  /** How amounts are written. */
  money: (amount: string) => string
}

/** Owner, amounts and additional fields; `value` is blank where nothing was given. */
export function describeAsset(
  asset: OwnedAsset,
  category: Category | undefined,
  style: Style,
): { label: string; value: string }[] {
  const label = (text: Text | undefined) => textIn(text, style.language)
  // The API represents a missing amount as an empty string or zero.
  const amount = (isIncluded: boolean | undefined, value: string) =>
    isIncluded !== false && Number(value) !== 0 ? style.money(value) : ""
  return [
    {
      label: label(category?.owner_label) || asset.owner_label || "Owner",
      value: ownersInWords(asset, style.language),
    },
    {
      label: label(category?.credit_label) || asset.credit_label || "Value",
      value: amount(category?.ask_credit_value, asset.credit_value),
    },
    {
      label: label(category?.debit_label) || asset.debit_label || "Owed",
      value: amount(category?.ask_debit_value, asset.debit_value),
    },
    ...describeAdditionalFields(asset, category, style),
  ]
}

/** The additional fields, in the order of the form. */
export function describeAdditionalFields(
  { additional_fields }: OwnedAsset,
  category: Category | undefined,
  style: Style,
): { label: string; value: string }[] {
  return additional_fields.map(({ id, prompt, answer }) => {
    const field = category?.additional_fields.find((each) => each.id === id)
    return field
      ? { label: textIn(field.prompt, style.language), value: describeFieldAnswer(field, answer, style) }
      : { label: prompt, value: answer }
  })
}

/** The answer of an additional field, which the API returns with choices and yes or no as English text. */
export function describeFieldAnswer(
  field: AdditionalField,
  answer: string,
  { language, money }: Style,
): string {
  if (answer === "") return ""
  switch (field.type) {
    case "yes_no":
      return displayValue(field, answer === "Yes", language, {})
    case "choice": {
      const offered = [...(field.options ?? []), ...(field.former_options ?? [])]
      const option = offered.find(({ value }) => optionLabel(field, value, "en") === answer)
      return option ? optionLabel(field, option.value, language) : answer
    }
    case "money":
      return money(answer)
    default:
      return displayValue(field, answer, language, {})
  }
}

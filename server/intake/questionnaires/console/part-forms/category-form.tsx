import type { Category } from "../../../../definition/definition.ts"
import { generalCategories } from "../../../../definition/general-categories.ts"
import { checkbox, list } from "../../../../web/console/forms/choice-fields.tsx"
import { showFields } from "../../../../web/console/forms/form-page.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { AdditionalFields, readAdditionalFields } from "../builder/additional-fields.tsx"
import { wording } from "./fields.tsx"
import { type PartForm, readFields } from "./part-form.ts"

export const categoryForm: PartForm<Category> = {
  noun: "asset category",
  wordsOf: ({ title }) => title,

  fields: (category, _, refused) => (
    <>
      <Card>{showFields(aboutFields(category), refused)}</Card>
      <Card title="What to ask about each asset">{showFields(assetFields(category), refused)}</Card>
      <AdditionalFields
        stored={category.additional_fields}
        refused={refused}
        noun="field"
        title="Additional fields"
      >
        Anything else to ask about each asset, such as the last digits of an account number. Foyer ignores
        blank fields.
      </AdditionalFields>
    </>
  ),

  read(reader, category) {
    const fields = { ...aboutFields(category), ...assetFields(category) }
    const { general_category, credit_label = "", debit_label = "", ...others } = readFields(reader, fields)
    return {
      ...{ ...others, credit_label, debit_label },
      general_category: general_category || null,
      additional_fields: readAdditionalFields(reader, category.additional_fields),
    }
  },
}

function aboutFields({ title, general_category, instructions, active }: Category) {
  return {
    title: wording({
      label: "Title",
      hint: "As clients see it, for example: Homes and land, Bank accounts.",
      missing: "Enter a title for the category.",
      value: title,
    }),
    general_category: list({
      label: "General category",
      hint: "Tells your other software what this is, regardless of the title.",
      placeholder: "None",
      options: generalCategories.map(({ id, label }) => ({ value: id, label: `${label} (${id})` })),
      value: general_category ?? "",
    }),
    instructions: wording({ label: "Instructions", rows: 3, value: instructions }),
    active: checkbox({
      label: "Active",
      hint: "An inactive category stays here but is not asked.",
      value: active,
    }),
  }
}

function assetFields(category: Category) {
  return {
    identifier_label: wording({
      label: "Label for the name",
      missing: "Enter the label for the asset’s name.",
      value: category.identifier_label,
    }),
    owner_label: wording({
      label: "Label for the owner",
      missing: "Enter the label for the owner.",
      value: category.owner_label,
    }),
    ask_credit_value: checkbox({ label: "Ask what it is worth", value: category.ask_credit_value }),
    credit_label: wording({ label: "Label for the value", value: category.credit_label }),
    ask_debit_value: checkbox({ label: "Ask what is owed on it", value: category.ask_debit_value }),
    debit_label: wording({ label: "Label for the debt", value: category.debit_label }),
    ask_beneficiaries: checkbox({
      label: "Ask who its beneficiaries are",
      value: category.ask_beneficiaries,
    }),
    file_prompt: wording({
      label: "Label for the files",
      hint: "Leave it blank to not ask for files.",
      value: category.file_prompt,
    }),
  }
}

import type { Category } from "../../../../definition/definition.ts"
import { findGeneralCategory, generalCategories } from "../../../../definition/general-categories.ts"
import { type RefusedForm, textOf, typedOr } from "../../../../web/console/page-request.ts"
import { Card } from "../../../../web/ui/components/card.tsx"
import { SelectField } from "../../../../web/ui/components/select-field.tsx"
import { AdditionalFields, readAdditionalFields } from "../builder/additional-fields.tsx"
import { CheckboxField, WordingField } from "./fields.tsx"
import { isChecked, readRequiredWording, readWording } from "./form-reader.ts"
import type { PartForm } from "./part-form.ts"

export const categoryForm: PartForm<Category> = {
  noun: "asset category",
  wordsOf: ({ title }) => title,

  fields: (category, _, refused) => (
    <>
      <Card>
        <WordingField
          name="title"
          label="Title"
          hint="As clients see it, for example: Homes and land, Bank accounts."
          stored={category.title}
          refused={refused}
        />
        <SelectField
          id="general_category"
          label="General category"
          hint="Tells your other software what this is, regardless of the title."
          placeholder="None"
          value={typedOr(refused, "general_category", category.general_category ?? "")}
          options={generalCategories.map(({ id, label }) => ({ value: id, label: `${label} (${id})` }))}
        />
        <WordingField
          name="instructions"
          label="Instructions"
          stored={category.instructions}
          refused={refused}
          optional
          rows={3}
        />
        <CheckboxField
          name="active"
          label="Active"
          hint="An inactive category stays here but is not asked."
          stored={category.active}
          refused={refused}
        />
      </Card>
      <ValueRules category={category} refused={refused} />
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
    const general = findGeneralCategory(textOf(reader.form, "general_category"))
    return {
      ...{ id: category.id, order: category.order },
      title: readRequiredWording(reader, "title", "Enter a title for the category."),
      general_category: general?.id ?? null,
      instructions: readWording(reader, "instructions"),
      active: isChecked(reader, "active"),
      ask_credit_value: isChecked(reader, "ask_credit_value"),
      ask_debit_value: isChecked(reader, "ask_debit_value"),
      ask_beneficiaries: isChecked(reader, "ask_beneficiaries"),
      identifier_label: readRequiredWording(
        reader,
        "identifier_label",
        "Enter the label for the asset’s name.",
      ),
      owner_label: readRequiredWording(reader, "owner_label", "Enter the label for the owner."),
      credit_label: readWording(reader, "credit_label") ?? "",
      debit_label: readWording(reader, "debit_label") ?? "",
      file_prompt: readWording(reader, "file_prompt"),
      additional_fields: readAdditionalFields(reader, category.additional_fields),
    }
  },
}

function ValueRules({ category, refused }: { category: Category; refused: RefusedForm | undefined }) {
  return (
    <Card title="What to ask about each asset">
      <WordingField
        name="identifier_label"
        label="Label for the name"
        stored={category.identifier_label}
        refused={refused}
      />
      <WordingField
        name="owner_label"
        label="Label for the owner"
        stored={category.owner_label}
        refused={refused}
      />
      <CheckboxField
        name="ask_credit_value"
        label="Ask what it is worth"
        stored={category.ask_credit_value}
        refused={refused}
      />
      <WordingField
        name="credit_label"
        label="Label for the value"
        stored={category.credit_label}
        refused={refused}
        optional
      />
      <CheckboxField
        name="ask_debit_value"
        label="Ask what is owed on it"
        stored={category.ask_debit_value}
        refused={refused}
      />
      <WordingField
        name="debit_label"
        label="Label for the debt"
        stored={category.debit_label}
        refused={refused}
        optional
      />
      <CheckboxField
        name="ask_beneficiaries"
        label="Ask who its beneficiaries are"
        stored={category.ask_beneficiaries}
        refused={refused}
      />
      <WordingField
        name="file_prompt"
        label="Label for the files"
        hint="Leave it blank to not ask for files."
        stored={category.file_prompt}
        refused={refused}
        optional
      />
    </Card>
  )
}

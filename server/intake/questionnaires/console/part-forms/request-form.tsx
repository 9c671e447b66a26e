import type { DocumentRequest } from "../../../../definition/definition.ts"
import { Card } from "../../../../web/ui/components/card.tsx"
import { ConditionFields } from "./conditions/condition-fields.tsx"
import { readCondition } from "./conditions/condition-form.ts"
import { partsBefore } from "./conditions/condition-groups.ts"
import { CheckboxField, WordingField } from "./fields.tsx"
import { isChecked, readRequiredWording, readWording } from "./form-reader.ts"
import type { PartForm } from "./part-form.ts"

export const requestForm: PartForm<DocumentRequest> = {
  noun: "document request",
  wordsOf: ({ label }) => label,

  fields: (request, { definition, section }, refused) => (
    <>
      <Card>
        <WordingField
          name="label"
          label="Document"
          hint="As clients see it, for example: Your latest will, Last year’s tax return."
          stored={request.label}
          refused={refused}
        />
        <WordingField
          name="help"
          label="Help text"
          stored={request.help}
          refused={refused}
          optional
          rows={2}
        />
        <CheckboxField
          name="required"
          label="Required"
          hint="Clients cannot submit without it."
          stored={request.required}
          refused={refused}
        />
        <CheckboxField
          name="several"
          label="Several files are allowed"
          stored={request.several}
          refused={refused}
        />
      </Card>
      <ConditionFields
        noun="document request"
        definition={definition}
        condition={request.condition}
        before={partsBefore(definition, section.id, request.id)}
        refused={refused}
      />
    </>
  ),

  read: (reader, { id, condition }, { definition, section }) => ({
    id,
    label: readRequiredWording(reader, "label", "Enter the document to ask for."),
    help: readWording(reader, "help"),
    required: isChecked(reader, "required"),
    several: isChecked(reader, "several"),
    condition: readCondition(reader, partsBefore(definition, section.id, id), condition),
  }),
}

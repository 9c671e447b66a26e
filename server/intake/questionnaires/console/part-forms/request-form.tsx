import type { DocumentRequest } from "../../../../definition/definition.ts"
import { checkbox } from "../../../../web/console/forms/choice-fields.tsx"
import { showFields } from "../../../../web/console/forms/form-page.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { ConditionFields } from "./conditions/condition-fields.tsx"
import { conditionIn } from "./conditions/condition-form.ts"
import { wording } from "./fields.tsx"
import { type PartForm, readFields } from "./part-form.ts"

export const requestForm: PartForm<DocumentRequest> = {
  noun: "document request",
  wordsOf: ({ label }) => label,

  fields: (request, location, refused) => (
    <>
      <Card>{showFields(fieldsOf(request), refused)}</Card>
      <ConditionFields noun="document request" part={request} {...{ location, refused }} />
    </>
  ),

  read: (reader, request, location) => ({
    ...readFields(reader, fieldsOf(request)),
    condition: conditionIn(reader, request, location),
  }),
}

function fieldsOf({ label, help, required, several }: DocumentRequest) {
  return {
    label: wording({
      label: "Document",
      hint: "As clients see it, for example: Your latest will, Last year’s tax return.",
      missing: "Enter the document to ask for.",
      value: label,
    }),
    help: wording({ label: "Help text", rows: 2, value: help }),
    required: checkbox({ label: "Required", hint: "Clients cannot submit without it.", value: required }),
    several: checkbox({ label: "Several files are allowed", value: several }),
  }
}

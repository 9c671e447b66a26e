import type { DocumentRequest } from "../../definition/definition.ts"
import { Card } from "../../ui/components/card.tsx"
import { ConditionFields } from "./condition-fields.tsx"
import { readCondition } from "./condition-form.ts"
import { partsBefore } from "./condition-groups.ts"
import { Tick, WordingField } from "./fields.tsx"
import { isTicked, readNeededWording, readWording } from "./form-reader.ts"
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
          hint="As clients read it: Your latest will, Last year’s tax return."
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
        <Tick
          name="required"
          label="Required"
          hint="No one can submit without it."
          stored={request.required}
          refused={refused}
        />
        <Tick name="several" label="Several files may be given" stored={request.several} refused={refused} />
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
    label: readNeededWording(reader, "label", "Write which document is asked for."),
    help: readWording(reader, "help"),
    required: isTicked(reader, "required"),
    several: isTicked(reader, "several"),
    condition: readCondition(reader, partsBefore(definition, section.id, id), condition),
  }),
}

import type {
  DocumentsSection,
  Question,
  QuestionsSection,
  Section,
} from "../../../../definition/definition.ts"
import { takesAnswer } from "../../../../definition/question-types.ts"
import { Card } from "../../../../web/ui/components/card.tsx"
import { ConditionFields } from "./conditions/condition-fields.tsx"
import { readCondition } from "./conditions/condition-form.ts"
import { partsBefore } from "./conditions/condition-groups.ts"
import { FieldRulesFieldset, readFieldRules } from "./conditions/field-rules.tsx"
import { CheckboxField, WordingField } from "./fields.tsx"
import { isChecked, readRequiredWording, readWording } from "./form-reader.ts"
import type { PartForm } from "./part-form.ts"

/** The form for a section's settings. */
export const sectionForm: PartForm<Section> = {
  noun: "section",
  wordsOf: ({ title }) => title,

  fields: (section, { definition, approach }, refused) => (
    <>
      <Card>
        <WordingField name="title" label="Title" stored={section.title} refused={refused} />
        <WordingField
          name="instructions"
          label="Instructions"
          stored={section.instructions}
          refused={refused}
          optional
          rows={3}
        />
        {section.kind === "assets" && (
          <CheckboxField
            name="show_net_worth"
            label="Show clients their net worth"
            stored={section.show_net_worth}
            refused={refused}
          />
        )}
        {mayBeAlone(section) && approach === "planning" && (
          <CheckboxField
            name="answered_alone"
            label="Each client answers alone, and the other does not see it"
            hint="For couples, if the firm allows it. Each client needs their own link: two people who share a link see the same answers, and only that link’s client is asked. Helpers and staff acting for a client do not see these parts. You can read both clients’ answers in the console."
            stored={section.answered_alone ?? false}
            refused={refused}
          />
        )}
        {section.kind === "clients" && (
          <>
            <CheckboxField
              name="with_partner"
              label="A spouse or partner can be a second client"
              stored={section.with_partner}
              refused={refused}
            />
            <FieldRulesFieldset
              prefix="fields"
              legend="Asked of each client"
              stored={section.fields}
              refused={refused}
            />
            {approach.startsWith("rep-") && (
              <FieldRulesFieldset
                prefix="representative"
                legend="Asked of the representative"
                stored={section.representative_fields ?? {}}
                refused={refused}
                without={["date_of_death", "marital_status", "number_of_children"]}
              />
            )}
          </>
        )}
      </Card>
      {section.kind !== "clients" && (
        <ConditionFields
          noun="section"
          definition={definition}
          condition={section.condition}
          before={partsBefore(definition, section.id)}
          refused={refused}
        />
      )}
    </>
  ),

  read(reader, stored, { definition, approach }) {
    const own = {
      title: readRequiredWording(reader, "title", "Enter a title for the section."),
      instructions: readWording(reader, "instructions"),
    }
    if (stored.kind === "clients") {
      return {
        ...stored,
        ...own,
        with_partner: isChecked(reader, "with_partner"),
        fields: readFieldRules(reader, "fields"),
        representative_fields: approach.startsWith("rep-")
          ? readFieldRules(reader, "representative")
          : stored.representative_fields,
        // The clients section is always shown, so this drops an imported condition.
        condition: undefined,
      }
    }
    const condition = readCondition(reader, partsBefore(definition, stored.id), stored.condition)
    if (mayBeAlone(stored)) {
      const answered_alone = approach === "planning" && isChecked(reader, "answered_alone") ? true : undefined
      const section = { ...stored, ...own, condition, answered_alone }
      if (section.kind === "documents" || !answered_alone) return section
      // In a section that each client answers alone, every question is per client.
      const forEachClient = (question: Question) =>
        takesAnswer(question.type) && question.type !== "file" ? { ...question, each_client: true } : question
      return { ...section, questions: section.questions.map(forEachClient) }
    }
    if (stored.kind !== "assets") return { ...stored, ...own, condition }
    return { ...stored, ...own, condition, show_net_worth: isChecked(reader, "show_net_worth") }
  },
}

function mayBeAlone(section: Section): section is QuestionsSection | DocumentsSection {
  return section.kind === "questions" || section.kind === "documents"
}

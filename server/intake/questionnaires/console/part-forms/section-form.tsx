import type { Approach, Question, Section } from "../../../../definition/definition.ts"
import { isTyped } from "../../../../definition/kinds.ts"
import { checkbox } from "../../../../web/console/forms/choice-fields.tsx"
import { showFields } from "../../../../web/console/forms/form-page.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { ConditionFields } from "./conditions/condition-fields.tsx"
import { conditionIn } from "./conditions/condition-form.ts"
import { FieldRulesFieldset, readFieldRules } from "./conditions/field-rules.tsx"
import { flag, wording } from "./fields.tsx"
import { type PartForm, readFields } from "./part-form.ts"

export const sectionForm: PartForm<Section> = {
  noun: "section",
  wordsOf: ({ title }) => title,

  fields: (section, location, refused) => (
    <>
      <Card>
        {showFields(fieldsOf(section, location.approach), refused)}
        {section.kind === "clients" && (
          <>
            <FieldRulesFieldset
              prefix="fields"
              legend="Asked of each client"
              stored={section.fields}
              refused={refused}
            />
            {location.approach.startsWith("rep-") && (
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
        <ConditionFields noun="section" part={section} {...{ location, refused }} />
      )}
    </>
  ),

  read(reader, stored, location) {
    const own = readFields(reader, fieldsOf(stored, location.approach))
    if (stored.kind === "clients") {
      return {
        ...own,
        fields: readFieldRules(reader, "fields"),
        ...(location.approach.startsWith("rep-") && {
          representative_fields: readFieldRules(reader, "representative"),
        }),
        // The clients section is always shown, so this drops an imported condition.
        condition: undefined,
      }
    }
    const section = { ...own, condition: conditionIn(reader, stored, location) }
    if (stored.kind !== "questions" || !own.answered_alone || stored.answered_alone) return section
    // In a section that each client answers alone, every question is per client.
    const forEachClient = (question: Question) =>
      isTyped(question.type) ? { ...question, each_client: true } : question
    return { ...section, questions: stored.questions.map(forEachClient) }
  },
}

function fieldsOf(section: Section, approach: Approach) {
  return {
    title: wording({ label: "Title", missing: "Enter a title for the section.", value: section.title }),
    instructions: wording({ label: "Instructions", rows: 3, value: section.instructions }),
    ...(section.kind === "assets" && {
      show_net_worth: checkbox({ label: "Show clients their net worth", value: section.show_net_worth }),
    }),
    ...((section.kind === "questions" || section.kind === "documents") &&
      approach === "planning" && {
        answered_alone: flag({
          label: "Each client answers alone, and the other does not see it",
          hint: "For couples, if the firm allows it. Each client needs their own link: two people who share a link see the same answers, and only that link’s client is asked. Helpers and staff acting for a client do not see these parts. You can read both clients’ answers in the console.",
          value: section.answered_alone,
        }),
      }),
    ...(section.kind === "clients" && {
      with_partner: checkbox({
        label: "A spouse or partner can be a second client",
        value: section.with_partner,
      }),
    }),
  }
}

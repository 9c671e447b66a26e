// What programs need of a questionnaire to map their own records to it: the ids and values behind its words.
import { conditionSentence } from "../../definition/conditions/condition-sentences.ts"
import type { Condition } from "../../definition/conditions/conditions.ts"
import type { AdditionalField, Definition, Section } from "../../definition/definition.ts"
import type { Option } from "../../definition/kinds/kind.ts"
import { textIn } from "../../definition/text.ts"
import type { Tx } from "../../platform/db/database.ts"
import { getQuestionnaireRow } from "./questionnaires.ts"
import type { ListedField, QuestionnaireContents } from "./schema.ts"
import { getCachedVersion } from "./versions.ts"

/** The contents of a version, or of the current one, empty before the first; throws "not found". */
export async function readContents(
  tx: Tx,
  questionnaire_id: string,
  wanted?: number,
): Promise<QuestionnaireContents> {
  const { current_version } = await getQuestionnaireRow(tx, questionnaire_id)
  const version = wanted ?? current_version
  const definition = version === null ? none : await getCachedVersion(tx, questionnaire_id, version)
  return { questionnaire: questionnaire_id, version, ...contentsOf(definition) }
}

const none: Definition = { sections: [] }

function contentsOf(definition: Definition): Omit<QuestionnaireContents, "questionnaire" | "version"> {
  const when = (section: Section, own?: Condition) => {
    const all = [section.condition, own].filter((condition) => condition !== undefined)
    return all.length === 0 ? null : conditionSentence({ all }, definition)
  }
  return {
    questions: definition.sections.flatMap((section) =>
      section.kind !== "questions"
        ? []
        : section.questions.map((question) => ({
            ...fieldOf(question),
            section: textIn(section.title, "en"),
            type: question.type,
            required: question.required,
            each_client: question.each_client,
            sensitive: question.sensitive,
            columns: question.columns?.map(fieldOf) ?? [],
            condition: when(section, question.condition),
          })),
    ),
    roles: definition.sections.flatMap((section) =>
      section.kind !== "roles"
        ? []
        : section.roles
            .filter(({ active }) => active)
            .map(({ id, role_description, split, levels, several }) => ({
              ...{ id, split, levels, several, condition: when(section) },
              role_description: textIn(role_description, "en"),
            })),
    ),
    financial_categories: definition.sections.flatMap((section) =>
      section.kind !== "assets"
        ? []
        : section.categories
            .filter(({ active }) => active)
            .map(({ id, title, additional_fields }) => ({
              id,
              title: textIn(title, "en"),
              fields: additional_fields.map(fieldOf),
              condition: when(section),
            })),
    ),
  }
}

type Field = Pick<AdditionalField, "id" | "prompt" | "options"> & { type: string }

function fieldOf({ id, prompt, type, options }: Field): ListedField {
  return { id, prompt: textIn(prompt, "en"), type, options: options?.map(optionOf) ?? [] }
}

function optionOf({ value, label }: Option) {
  return { value, label: textIn(label, "en") }
}

import type { AdditionalField, Category, Question, Role } from "../../server/definition/definition.ts"
import type { Option } from "../../server/definition/kinds/kind.ts"
import type { QuestionType } from "../../server/definition/kinds.ts"
import type { Text } from "../../server/definition/text.ts"

/** Shorthand for test definitions, with the defaults most parts share. Ids are keys; see `withFreshIds`. */

export function t(en: string, es: string): Text {
  return { en, es }
}

export function ask(id: string, type: QuestionType, prompt: Text, rest: Partial<Question> = {}): Question {
  return { id, type, prompt, required: false, each_client: false, sensitive: false, ...rest }
}

export function choices(...options: readonly (readonly [value: string, en: string, es: string])[]): Option[] {
  return options.map(([value, en, es]) => ({ value, label: t(en, es) }))
}

/** A role asked once, with up to three levels of one person each. */
export function role(id: string, role_description: Text, rest: Partial<Role> = {}): Role {
  return { id, role_description, split: false, levels: 3, several: false, active: true, ...rest }
}

/** A category with a value, without debts or beneficiaries. */
export function category(
  id: string,
  title: Text,
  general_category: string,
  identifier_label: Text,
  rest: Partial<Category> = {},
): Category {
  return {
    id,
    title,
    general_category,
    active: true,
    order: 0,
    ask_credit_value: true,
    ask_debit_value: false,
    ask_beneficiaries: false,
    identifier_label,
    owner_label: t("Owner", "Titular"),
    credit_label: t("Approximate value today", "Valor actual aproximado"),
    debit_label: t("Amount still owed on it", "Saldo que se debe"),
    additional_fields: [],
    ...rest,
  }
}

export function field(
  id: string,
  type: AdditionalField["type"],
  prompt: Text,
  options?: Option[],
): AdditionalField {
  return options ? { id, type, prompt, options } : { id, type, prompt }
}

import { named, type Report } from "../../../definition/conditions/findings.ts"
import type {
  AdditionalField,
  Definition,
  Question,
  QuestionsSection,
} from "../../../definition/definition.ts"
import type { Option } from "../../../definition/kinds/kind.ts"
import { isNumeric, isSecret, isTyped, takesAnswer } from "../../../definition/kinds.ts"
import { clientsSectionOf, groupsOf } from "../../../definition/parts.ts"
import { max_columns } from "../../../definition/rows.ts"
import { compareDecimals, isDecimal } from "../../../definition/values/decimals.ts"
import type { FormerQuestions } from "../editing/former-questions.ts"
import { lintFormula } from "./formula-linter.ts"
import { lintText } from "./text-linter.ts"

const maxOptions = 100
const maxValueLength = 80

export function lintQuestions(
  section: QuestionsSection,
  definition: Definition,
  report: Report,
  former: FormerQuestions,
): void {
  const oneClient = clientsSectionOf(definition)?.with_partner === false
  const hasPeople = groupsOf(definition).some((group) => group.included)
  for (const question of section.questions) {
    const name = named(question.type === "notice" ? "notice" : "question", question.prompt)
    const longText = question.type === "notice" ? "instructions" : "prompt"
    lintText(report, question.id, "empty_prompt", name, question.prompt, longText)
    lintText(report, question.id, undefined, name, question.help, "help")
    lintText(report, question.id, undefined, name, question.why, "help")
    if (question.type === "one_of" || question.type === "many_of") {
      lintOptions(question.id, name, question.options, report)
    }
    if (question.type === "table") lintColumns(question, name, report)
    lintBounds(question, name, report)
    lintPrecision(question, question.id, name, report)
    if (question.type === "computed") lintFormula(question, name, definition, report, former)
    if (question.type === "file" && (question.each_client || question.sensitive)) {
      report(
        "file_asked_once",
        question.id,
        `${name} asks for a file. Ask it once for all clients, and not as sensitive: files are always stored encrypted.`,
      )
    }
    if (!takesAnswer(question.type) && (question.required || question.sensitive || question.each_client)) {
      report(
        "notice_takes_no_answer",
        question.id,
        `${name} takes no answer. It cannot be required, sensitive, or asked of each client.`,
      )
    }
    if (question.depends_on_marriage && (question.sensitive || !isTyped(question.type))) {
      report(
        "cannot_ask_again",
        question.id,
        `${name} cannot be asked again after a change of the marital status: it takes no answer, or one that is never shown. Remove that setting.`,
      )
    }
    if (isSecret(question.type) && !question.sensitive) {
      report("not_sensitive", question.id, `${name} asks for a taxpayer number. Mark it as sensitive.`)
    }
    if (question.each_client && oneClient) {
      report(
        "each_of_one_client",
        question.id,
        `${name} is asked of each client, but there can only be one client. Ask it once, or allow a partner.`,
      )
    }
    if (question.type !== "contact" && (question.adults_only || question.not_clients)) {
      report(
        "not_about_a_person",
        question.id,
        `${name} limits who may be chosen, but asks for no person. Ask for a person, or remove the limit.`,
      )
    }
    if (question.type === "contact" && !hasPeople) {
      report(
        "contact_without_people",
        question.id,
        `${name} asks for a person, but no section asks about people. Add a people section, so that clients have someone to choose.`,
      )
    }
  }
}

function lintColumns({ id, columns = [] }: Question, name: string, report: Report): void {
  if (columns.length === 0) report("columns_missing", id, `${name} has no columns. Add at least one.`)
  if (columns.length > max_columns) {
    report(
      "too_many",
      id,
      `${name} has ${columns.length} columns, but the maximum is ${max_columns}. Ask for less in each row, or split the question.`,
    )
  }
  lintFields(columns, report, id)
}

/** Checks the additional fields of an asset category, or the columns of a table. `where` is the table's question. */
export function lintFields(fields: readonly AdditionalField[], report: Report, where?: string): void {
  for (const field of fields) {
    const name = named(where ? "column" : "field", field.prompt)
    lintText(report, where ?? field.id, "empty_prompt", name, field.prompt, "label")
    lintPrecision(field, where ?? field.id, name, report)
    if (field.type === "choice") lintOptions(where ?? field.id, name, field.options, report)
  }
}

function lintOptions(
  where: string,
  name: string,
  options: readonly Option[] | undefined,
  report: Report,
): void {
  const all = options ?? []
  if (all.length < 2) report("options_missing", where, `${name} has fewer than two options. Add more.`)
  if (all.length > maxOptions) {
    report(
      "too_many",
      where,
      `${name} has ${all.length} options, but the maximum is ${maxOptions}. Ask for text instead, or split the question.`,
    )
  }
  for (const [index, { value, label }] of all.entries()) {
    lintText(report, where, "option_blank", `${name}, option ${index + 1},`, label, "label")
    if (value === "" || value !== value.trim()) {
      report(
        "option_blank",
        where,
        `${name}, option ${index + 1}, has a value that is blank or has spaces around it. Give it a short value, such as “other”.`,
      )
    }
    if (value.length > maxValueLength) {
      report(
        "too_long",
        where,
        `${name}: the value of option ${index + 1} has ${value.length} characters. Shorten it to ${maxValueLength}; the label can be longer.`,
      )
    }
    if (all.findIndex((other) => other.value === value) < index) {
      report(
        "duplicate_option",
        where,
        `${name} has two options with the value “${value}”. Give each option a different value.`,
      )
    }
  }
}

function lintPrecision(
  { type, precision }: Question | AdditionalField,
  where: string,
  name: string,
  report: Report,
): void {
  if (type === "date" || precision === undefined) return
  report(
    "precision_without_date",
    where,
    `${name} says how much of a date is enough, but asks for no date. Ask for a date, or remove that setting.`,
  )
}

function lintBounds(question: Question, name: string, report: Report): void {
  const { type, min, max } = question
  const isBound = type === "date" ? isDateBound : isDecimal
  if (type !== "date" && !isNumeric(type)) return
  for (const bound of [min, max]) {
    if (bound === undefined || isBound(bound)) continue
    const remedy =
      type === "date" ? "Enter a date such as 2026-12-31, or “today”." : "Enter a number, such as 0 or 99.5."
    report(
      "bound_unreadable",
      question.id,
      `${name} has the limit “${bound}”, which is not a ${type === "date" ? "date" : "number"}. ${remedy}`,
    )
  }
  if (min === undefined || max === undefined || !isBound(min) || !isBound(max)) return
  const reversed =
    type === "date" ? min !== "today" && max !== "today" && min > max : (compareDecimals(min, max) ?? 0) > 0
  if (reversed) {
    report(
      "bounds_reversed",
      question.id,
      `${name} has a minimum of ${min} and a maximum of ${max}, so no answer fits. Swap them.`,
    )
  }
}

function isDateBound(text: string): boolean {
  return text === "today" || /^\d{4}-\d\d-\d\d$/.test(text)
}

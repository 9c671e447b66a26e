import { named, type Report } from "../../../definition/conditions/findings.ts"
import type {
  AssetsSection,
  Category,
  Definition,
  DocumentsSection,
  PeopleSection,
  QuestionsSection,
  RolesSection,
  Section,
} from "../../../definition/definition.ts"
import { findGeneralCategory } from "../../../definition/general-categories.ts"
import { takesAnswer } from "../../../definition/kinds.ts"
import { clientsSectionOf, groupsOf } from "../../../definition/parts.ts"
import type { FormerQuestions } from "../editing/former-questions.ts"
import { lintFields, lintQuestions } from "./question-linter.ts"
import { lintText } from "./text-linter.ts"

/** Checks one section, except for conditions. */
export function lintSection(
  section: Section,
  definition: Definition,
  report: Report,
  former: FormerQuestions,
): void {
  lintText(report, section.id, "empty_title", named("section", section.title), section.title, "title")
  lintText(
    report,
    section.id,
    undefined,
    named("section", section.title),
    section.instructions,
    "instructions",
  )
  if (isEmpty(section)) {
    report(
      "empty_section",
      section.id,
      `${named("section", section.title)} asks nothing. Add something to it, or remove it.`,
    )
  }
  switch (section.kind) {
    case "people":
      lintPeople(section, report)
      break
    case "roles":
      lintRoles(section, definition, report)
      break
    case "assets":
      lintAssets(section, report)
      break
    case "documents":
      lintDocuments(section, report)
      break
    case "questions":
      lintQuestions(section, definition, report, former)
      if (section.answered_alone) lintAlone(section, report)
      break
    case "clients":
      break
    default:
      section satisfies never
  }
}

/** In a section that each client answers alone, one client would answer a question asked once for both. */
function lintAlone({ questions }: QuestionsSection, report: Report): void {
  for (const { id, type, each_client, prompt } of questions) {
    if (type === "notice" || (each_client && takesAnswer(type))) continue
    const remedy =
      type === "file"
        ? "Ask for the file in a documents section that each client answers alone."
        : "Ask it of each client, or move it to another section."
    report(
      "alone_not_each",
      id,
      `${named("question", prompt)} is asked once, but each client answers this section alone. ${remedy}`,
    )
  }
}

function isEmpty(section: Section): boolean {
  switch (section.kind) {
    case "people":
      return !section.groups.some((group) => group.included)
    case "roles":
      return !section.roles.some((role) => role.active)
    case "assets":
      return !section.categories.some((category) => category.active)
    case "documents":
      return section.requests.length === 0
    case "questions":
      return section.questions.length === 0
    case "clients":
      return false
  }
}

function lintPeople(section: PeopleSection, report: Report): void {
  const seen = new Set<string>()
  for (const { group, included, prompt, help } of section.groups) {
    const name = `The group of ${group}`
    if (seen.has(group))
      report("duplicate_group", section.id, `${name} is in the section twice. Remove one of them.`)
    seen.add(group)
    if (included) lintText(report, section.id, "empty_prompt", name, prompt, "prompt")
    lintText(report, section.id, undefined, name, help, "help")
  }
}

const maxLevels = 9

function lintRoles(section: RolesSection, definition: Definition, report: Report): void {
  if (!groupsOf(definition).some((group) => group.included)) {
    report(
      "roles_without_people",
      section.id,
      `${named("section", section.title)} asks who should serve, but no section asks about people. Add a people section, or include one of its groups.`,
    )
  }
  const oneClient = clientsSectionOf(definition)?.with_partner === false
  for (const role of section.roles) {
    const name = named("role", role.role_description)
    lintText(report, role.id, "empty_title", name, role.role_description, "title")
    lintText(report, role.id, undefined, name, role.help, "help")
    if (role.levels < 1 || role.levels > maxLevels) {
      report(
        "levels_out_of_range",
        role.id,
        `${name} has ${role.levels} levels. Choose from 1 to ${maxLevels}: the first choice and its successors.`,
      )
    }
    if (role.split && oneClient) {
      report(
        "split_for_one_client",
        role.id,
        `${name} is asked of each client, but there can only be one client. Ask it once, or allow a partner.`,
      )
    }
  }
}

function lintAssets(section: AssetsSection, report: Report): void {
  for (const category of section.categories) {
    const name = named("asset category", category.title)
    lintText(report, category.id, "empty_title", name, category.title, "title")
    lintText(report, category.id, undefined, name, category.instructions, "instructions")
    lintText(report, category.id, undefined, name, category.file_prompt, "prompt")
    lintLabels(category, name, report)
    if (category.general_category !== null && !findGeneralCategory(category.general_category)) {
      report(
        "unknown_general_category",
        category.id,
        `${name} has the general category “${category.general_category}”, which does not exist. Choose one from the list, or none.`,
      )
    }
    lintFields(category.additional_fields, report)
  }
}

function lintLabels(category: Category, name: string, report: Report): void {
  lintText(report, category.id, "empty_label", name, category.identifier_label, "label")
  lintText(report, category.id, "empty_label", name, category.owner_label, "label")
  lintText(
    report,
    category.id,
    category.ask_credit_value ? "empty_label" : undefined,
    name,
    category.credit_label,
    "label",
  )
  lintText(
    report,
    category.id,
    category.ask_debit_value ? "empty_label" : undefined,
    name,
    category.debit_label,
    "label",
  )
}

function lintDocuments(section: DocumentsSection, report: Report): void {
  for (const request of section.requests) {
    const name = named("document request", request.label)
    lintText(report, request.id, "empty_label", name, request.label, "label")
    lintText(report, request.id, undefined, name, request.help, "help")
  }
}

import { type Finding, named, type Report, severityOf } from "../../../definition/conditions/findings.ts"
import type { Approach, Definition, Section } from "../../../definition/definition.ts"
import { clientsSectionOf } from "../../../definition/parts.ts"
import { type IdKind, isId } from "../../../platform/ids.ts"
import type { FormerQuestions } from "../editing/former-questions.ts"
import { lintConditions } from "./condition-linter.ts"
import { lintSection } from "./section-linter.ts"

const maxSections = 50
const maxParts = 500

/**
 * Checks a definition before publication: broken references, missing text. `approach` adds the
 * checks for representative intakes, `former` the words of what was removed.
 */
export function lintDefinition(
  definition: Definition,
  approach?: Approach,
  former: FormerQuestions = new Map(),
): Finding[] {
  const findings: Finding[] = []
  const report: Report = (code, where, message) => {
    findings.push({ code, severity: severityOf(code), where, message })
  }
  lintStructure(definition, report)
  lintIds(definition, report)
  for (const section of definition.sections) lintSection(section, definition, report, former)
  if (approach?.startsWith("rep-")) lintRepresentative(definition, approach, report)
  lintConditions(definition, report, former)
  return findings
}

function lintStructure(definition: Definition, report: Report): void {
  const { sections } = definition
  if (sections.length === 0) {
    report("no_sections", "", "There are no sections yet. Start with a clients section.")
    return
  }
  const clients = sections.filter((section) => section.kind === "clients")
  if (clients.length === 0) {
    report(
      "clients_missing",
      "",
      "There is no clients section. Add one, so that clients can enter their names.",
    )
  }
  for (const extra of clients.slice(1)) {
    report(
      "clients_twice",
      extra.id,
      `${named("section", extra.title)} is a second clients section. Remove one of them.`,
    )
  }
  for (const { id, title, condition } of clients) {
    if (condition === undefined) continue
    report(
      "clients_conditional",
      id,
      `${named("section", title)} has a condition. Remove it: the clients section is always shown.`,
    )
  }
  if (sections.length > maxSections) {
    report(
      "too_many",
      "",
      `There are ${sections.length} sections, but the maximum is ${maxSections}. Combine some of them.`,
    )
  }
  const parts = sections.reduce((count, section) => count + partsOf(section).length, 0)
  if (parts > maxParts) {
    report(
      "too_many",
      "",
      `There are ${parts} questions and other parts, but the maximum is ${maxParts}. Remove some of them.`,
    )
  }
}

function lintIds(definition: Definition, report: Report): void {
  const seen = new Set<string>()
  for (const { kind, id } of definition.sections.flatMap(partsOf)) {
    if (!isId(kind, id)) {
      report(
        "malformed_id",
        id,
        `The id “${id}” is malformed. Import the questionnaire again to give every part a new id.`,
      )
    }
    if (seen.has(id)) {
      report(
        "duplicate_id",
        id,
        `Two parts share the id “${id}”, so their answers would get mixed up. Remove one of them and add it again.`,
      )
    }
    seen.add(id)
  }
}

function partsOf(section: Section): { kind: IdKind; id: string }[] {
  const as = (kind: IdKind) => (part: { id: string }) => ({ kind, id: part.id })
  const self = { kind: "section" as const, id: section.id }
  switch (section.kind) {
    case "roles":
      return [self, ...section.roles.map(as("role"))]
    case "assets":
      return [
        self,
        ...section.categories.flatMap((category) => [
          as("category")(category),
          ...category.additional_fields.map(as("field")),
        ]),
      ]
    case "documents":
      return [self, ...section.requests.map(as("document_request"))]
    case "questions":
      return [
        self,
        ...section.questions.flatMap((question) => [
          as("question")(question),
          ...(question.columns ?? []).map(as("field")),
        ]),
      ]
    case "clients":
    case "people":
      return [self]
  }
}

function lintRepresentative(definition: Definition, approach: Approach, report: Report): void {
  const clients = clientsSectionOf(definition)
  if (!clients) return
  if (approach === "rep-deceased" && !clients.fields.date_of_death) {
    report(
      "death_not_asked",
      clients.id,
      "The matter is about someone who died, but the date of death is not asked. Ask for it in the clients section.",
    )
  }
  if (!clients.representative_fields) {
    report(
      "representative_not_asked",
      clients.id,
      "The representative is asked only for a name. Ask for a phone number or an email address, too.",
    )
  }
}

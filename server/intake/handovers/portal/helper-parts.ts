// Whether the firm lets clients ask helpers, and for which parts.
import type { Section } from "../../../definition/definition.ts"
import { textIn } from "../../../definition/text.ts"
import { joinWords } from "../../../platform/text/joined-words.ts"
import type { PageRequest } from "../../portal/page-request.ts"

export function mayAskHelpers({ firm }: PageRequest): boolean {
  return firm.settings.clients_ask_helpers === true
}

/**
 * Whether a helper may fill in a part: only parts that reveal nothing of the family, whose pages list no people. Those
 * of assets list none to a helper, who is not asked for beneficiaries.
 */
export function isForHelpers(section: Section): boolean {
  if (section.kind === "documents" || section.kind === "assets") return true
  return section.kind === "questions" && section.questions.every(({ type }) => type !== "contact")
}

export function namesOf(sections: readonly Section[], { lang }: PageRequest): string {
  return joinWords(
    sections.map(({ title }) => (lang === "es" ? `«${textIn(title, lang)}»` : `“${textIn(title, lang)}”`)),
    lang,
  )
}

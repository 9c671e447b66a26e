import type { Section } from "../../definition/definition.ts"

/** The minutes that most clients need for a section: about half of one for an answer, more for people and assets. */
export function minutesOf(section: Section): number {
  switch (section.kind) {
    case "clients":
      return 4
    case "people":
      return 2 * section.groups.filter((group) => group.included).length
    case "roles":
      return section.roles.filter((role) => role.active).length * 0.75
    case "assets":
      return section.categories.filter((category) => category.active).length * 0.75
    case "documents":
      return section.requests.length * 0.5
    case "questions":
      return section.questions.length * 0.4
    default:
      return section satisfies never
  }
}

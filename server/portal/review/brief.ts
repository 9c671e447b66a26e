import type { Section } from "../../definition/definition.ts"
import type { PageRequest } from "../page-request.ts"
import type { SummaryGroup } from "../section.tsx"

/** A part in a line or two, by which the client knows it again without opening it; blank while nothing is given. */
export function briefOf(req: PageRequest, section: Section, groups: readonly SummaryGroup[]): string {
  const given = groups.map((group) => ({ ...group, rows: group.rows.filter(({ value }) => value !== "") }))
  return partsOf(req, section, given).filter(Boolean).join(" · ")
}

function partsOf({ words }: PageRequest, { kind }: Section, groups: readonly SummaryGroup[]): string[] {
  switch (kind) {
    case "clients":
      return groups.flatMap(({ rows }) => {
        const name = rows.find(({ label }) => label === words.person.name)
        return name ? [inLine(name.value)] : rows.map(({ label, value }) => `${label} ${inLine(value)}`)
      })
    case "people":
      return groups.flatMap(({ title, rows }) => (title && !rows.some(isWhole) ? [title] : []))
    case "roles":
      return groups.flatMap(({ title, rows: [first] }) => (first ? [`${title}: ${inLine(first.value)}`] : []))
    case "assets":
      return groups.flatMap(({ title, rows }) =>
        rows.some(({ named }) => named) ? [`${title}: ${rows.map(({ label }) => label).join(", ")}`] : [],
      )
    case "documents":
    case "questions":
      return groups.flatMap(({ rows }) => rows.map(({ label, value }) => `${label} ${inLine(value)}`))
    default:
      return kind satisfies never
  }
}

/** A row that leads to a list as a whole stands for people who were not named. */
function isWhole({ path }: SummaryGroup["rows"][number]): boolean {
  return !path.includes("/")
}

function inLine(value: string): string {
  return value.replaceAll("\n", ", ")
}

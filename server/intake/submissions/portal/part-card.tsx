import type { Section } from "../../../definition/definition.ts"
import { textIn } from "../../../definition/text.ts"
import { Icon } from "../../../web/ui/components/icon.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import type { PageRequest } from "../../portal/page-request.ts"
import type { SummaryGroup } from "../../portal/sections/section.tsx"
import { SummaryGroups } from "../../portal/sections/section-check.tsx"

export interface ReviewedPart {
  section: Section
  groups: readonly SummaryGroup[]
}

/** A section as a collapsible card, whose summary shows its title, missing answers and a brief of its content. */
export function PartCard({ req, part, open }: { req: PageRequest; part: ReviewedPart; open: boolean }) {
  const { words, lang } = req
  const { section, groups } = part
  const missing = groups.flatMap(({ rows }) => rows).filter((row) => row.missing).length
  const brief = briefOf(req, section, groups)
  return (
    <details class="review-part" id={section.id} open={open}>
      <summary>
        <span class="review-head">
          <h2>{textIn(section.title, lang)}</h2>
          {missing > 0 && <Tag tone="warning">{words.home.still_needed(missing)}</Tag>}
        </span>
        <span class="review-brief">{brief || words.section.nothing_yet}</span>
        <Icon name="chevron-down" />
      </summary>
      <div class="review-all">
        {groups.every(({ rows }) => rows.length === 0) && <p>{words.section.nothing_yet}</p>}
        <SummaryGroups section_id={section.id} groups={groups} req={req} back="all" level={3} />
      </div>
    </details>
  )
}

/** A section's answers in a line or two; blank if there are none. */
function briefOf(req: PageRequest, section: Section, groups: readonly SummaryGroup[]): string {
  const given = groups.map((group) => ({ ...group, rows: group.rows.filter(({ value }) => value !== "") }))
  return partsOf(req, section, given).filter(Boolean).join(" · ")
}

function partsOf({ words }: PageRequest, { kind }: Section, groups: readonly SummaryGroup[]): string[] {
  const inRow = ({ label, value }: SummaryGroup["rows"][number]) => words.assets.row(label, inLine(value))
  switch (kind) {
    case "clients":
      return groups.flatMap(({ rows }) => {
        const name = rows.find(({ label }) => label === words.person.name)
        return name ? [inLine(name.value)] : rows.map(inRow)
      })
    case "people":
      return groups.flatMap(({ title, rows }) => (title && !rows.some(isEmptyGroup) ? [title] : []))
    case "roles":
      return groups.flatMap(({ title, rows: [first] }) => (first ? [`${title}: ${inLine(first.value)}`] : []))
    case "assets":
      return groups.flatMap(({ title, rows }) =>
        rows.some(({ named }) => named) ? [`${title}: ${rows.map(({ label }) => label).join(", ")}`] : [],
      )
    case "documents":
    case "questions":
      return groups.flatMap(({ rows }) => rows.map(inRow))
    default:
      return kind satisfies never
  }
}

/** Whether a row stands for an empty group of people: it links to their list. */
function isEmptyGroup({ path }: SummaryGroup["rows"][number]): boolean {
  return !path.includes("/")
}

function inLine(value: string): string {
  return value.replaceAll("\n", ", ")
}

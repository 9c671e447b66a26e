import type { Section } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import { Icon } from "../../ui/components/icon.tsx"
import { Tag } from "../../ui/components/tag.tsx"
import type { PageRequest } from "../page-request.ts"
import type { SummaryGroup } from "../section.tsx"
import { SummaryGroups } from "../section-check.tsx"
import { briefOf } from "./brief.ts"

/** A part with all that was given in it. */
export interface ReviewedPart {
  section: Section
  groups: readonly SummaryGroup[]
}

/** Links to the cards below, for a thumb that does not want to scroll. */
export function JumpList({ req, parts }: { req: PageRequest; parts: readonly ReviewedPart[] }) {
  return (
    <nav class="jump-list" aria-label={req.words.review.jump}>
      <ul>
        {parts.map(({ section }) => (
          <li key={section.id}>
            <a href={`#${section.id}`}>{textIn(section.title, req.lang)}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A part, closed: its name, whether something is missing, and two lines of what it says. */
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

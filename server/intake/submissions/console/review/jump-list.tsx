import { textIn } from "../../../../definition/text.ts"
import type { Review } from "./read-review.ts"

/** Links to the page's cards with their counts: on a phone the last card is thirty screens down. */
export function JumpList({ review }: { review: Review }) {
  const { missing, changes, findings, corrections, agenda, parts, questions } = review
  const cards = [
    { id: "missing", title: "Still missing", count: missing.length },
    { id: "changes", title: "Changed", count: changes.length },
    { id: "findings", title: "Worth a look", count: findings.flatMap(({ lines }) => lines).length },
    { id: "corrections", title: "Corrections", count: corrections.length },
    { id: "agenda", title: "To talk about", count: agenda.length },
    ...parts.map(({ id, title, lines }) => ({ id, title, count: lines.length })),
    ...questions.map(({ section, lines }) => ({
      id: section.id,
      title: textIn(section.title, "en"),
      count: lines.length,
    })),
  ]
  return (
    <nav class="jump-list" aria-label="On this page">
      <ul>
        {cards
          .filter(({ count }) => count > 0)
          .map(({ id, title, count }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a> <span class="count">{count}</span>
            </li>
          ))}
      </ul>
    </nav>
  )
}

import type { PageRequest } from "../../../../web/console/page-request.ts"
import { Details } from "../../../../web/ui/components/card.tsx"
import type { Review } from "./read-review.ts"
import { VersionPicker } from "./versions.tsx"

/** Links to the page's cards with their counts, and the versions. It stays in view; on a phone it folds into one line. */
export function Rail({ review, home, req }: { review: Review; home: string; req: PageRequest }) {
  const { submissions, version, missing, changes, findings, corrections, agenda, parts } = review
  const cards = [
    { id: "missing", title: "Still missing", count: missing.length },
    { id: "changes", title: "Changed", count: changes.lines.length },
    { id: "findings", title: "Worth a look", count: findings.flatMap(({ lines }) => lines).length },
    { id: "corrections", title: "Corrections", count: corrections.length },
    { id: "agenda", title: "To talk about", count: agenda.length },
    ...parts.map(({ id, title, lines }) => ({ id, title, count: lines.length })),
  ]
  return (
    <div class="review-rail">
      <VersionPicker {...{ submissions, version, home, req }} />
      <nav aria-label="On this page">
        <Details summary="On this page">
          <ul>
            {cards
              .filter(({ count }) => count > 0)
              .map(({ id, title, count }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a> <span class="count">{count}</span>
                </li>
              ))}
          </ul>
        </Details>
      </nav>
    </div>
  )
}

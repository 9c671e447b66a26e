import type { PageRequest } from "../../../../web/console/page-request.ts"
import { Details } from "../../../../web/ui/components/card.tsx"
import { List } from "../../../../web/ui/components/list.tsx"
import type { MatterDetails } from "../../../matters/console/frame/frame.tsx"
import { progressText } from "../../../matters/console/frame/review-progress.ts"
import { placeOf } from "../../review/seen-marks.ts"
import { SendCollected } from "./ask-form.tsx"
import { allLines, type Review } from "./read-review.tsx"
import { VersionPicker } from "./versions.tsx"

/** Links to the page's cards with their counts, and the versions. It stays in view; on a phone it folds into one line. */
export function Rail({ review, home, req }: { review: Review; home: string; req: PageRequest }) {
  const { submissions, version, missing, changes, findings, agenda, parts } = review
  const cards = [
    { id: "missing", title: "Still missing", count: missing.length },
    { id: "changes", title: "Changed", count: changes.lines.length },
    { id: "findings", title: "Worth a look", count: findings.length },
    { id: "agenda", title: "To talk about", count: agenda.length },
    ...parts.map(({ id, title, lines }) => ({ id, title, count: lines.length })),
  ]
  return (
    <div class="review-rail">
      <VersionPicker {...{ submissions, version, home, req }} />
      <nav aria-label="On this page">
        <Details summary="On this page">
          <List
            items={cards
              .filter(({ count }) => count > 0)
              .map(({ id, title, count }) => (
                <>
                  <a href={`#${id}`}>{title}</a> <span class="count">{count}</span>
                </>
              ))}
          />
        </Details>
      </nav>
    </div>
  )
}

/** A sticky bar with the number of accepted lines, and the button that sends the collected corrections. */
export function ReviewBar({ review, matter }: { review: Review; matter: MatterDetails }) {
  const isCounted = matter.submitted_at !== null && !review.submission
  return (
    <div class="review-bar">
      <p role="status" id="review-progress" data-counts={isCounted ? earlierChanges(review) : undefined}>
        {review.submission
          ? `This is submission ${review.submission.number}, as it was sent.`
          : isCounted
            ? progressOf(review)
            : matter.close_date
              ? "The client never submitted this. You can accept lines of what was submitted."
              : "The client is still filling this in. You can accept lines after the client submits."}
      </p>
      <SendCollected home={`/console/matters/${matter.id}`} corrections={review.corrections} />
    </div>
  )
}

function progressOf(review: Review): string {
  const acceptable = allLines(review).filter(({ acceptance }) => acceptance)
  const earlier = earlierChanges(review)
  return progressText({
    accepted: earlier + acceptable.filter(({ acceptance }) => acceptance?.accepted).length,
    lines: earlier + acceptable.length,
  })
}

/** How many changes were accepted and have left the page. They count, so that the number never runs backward. */
function earlierChanges({ steps, version }: Review): number {
  if (version.since !== undefined) return 0
  const differences = steps.flatMap((step) => step.differences)
  const unseen = new Set(differences.filter(({ seen }) => !seen).map(placeOf))
  return new Set(differences.map(placeOf).filter((place) => !unseen.has(place))).size
}

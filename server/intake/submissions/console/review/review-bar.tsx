import type { MatterDetails } from "../../../../web/console/matter/frame.tsx"
import { progressText } from "../../../../web/console/matter/review-progress.ts"
import { SendCollected } from "./ask-form.tsx"
import type { ReviewLine } from "./line.tsx"
import { allLines, type Review } from "./read-review.ts"

/** A sticky bar with the number of accepted lines, and the button that sends the collected corrections. */
export function ReviewBar({ review, matter }: { review: Review; matter: MatterDetails }) {
  const { corrections } = review
  const home = `/console/matters/${matter.id}`
  const isCounted = matter.submitted_at !== null && !review.submission
  return (
    <div class="review-bar">
      <p role="status" id="review-progress" data-counts={isCounted || undefined}>
        {review.submission
          ? `This is submission ${review.submission.number}, as it was sent.`
          : isCounted
            ? progressOf(review)
            : "The client is still filling this in. You can accept lines after the client submits."}
      </p>
      <SendCollected home={home} corrections={corrections} />
    </div>
  )
}

function progressOf(review: Review): string {
  // A change leaves the page once it is accepted, so only lines that stay count: the numbers then never run backwards.
  const changes = new Set(review.changes.lines)
  const acceptable = allLines(review).filter((line) => line.acceptance && !changes.has(line))
  const isOpen = ({ acceptance }: ReviewLine) => !acceptance?.accepted
  return progressText({
    accepted: acceptable.filter((line) => !isOpen(line)).length,
    lines: acceptable.length,
    unseen: review.changes.lines.filter(isOpen).length,
  })
}

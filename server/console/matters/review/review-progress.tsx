import type { CorrectionRow } from "../../../corrections/corrections.ts"
import { LinkButton } from "../../../ui/components/link-button.tsx"
import type { MatterDetails } from "../frame.tsx"
import type { ReviewLine } from "./line.tsx"

/** A sticky bar with the number of accepted lines, and the button that sends the collected corrections. */
export function ReviewProgress(props: {
  lines: readonly ReviewLine[]
  corrections: readonly CorrectionRow[]
  matter: MatterDetails
}) {
  const { lines, corrections, matter } = props
  const acceptable = lines.filter(({ acceptance }) => acceptance)
  const accepted = acceptable.filter(({ acceptance }) => acceptance?.accepted).length
  const collected = corrections.filter(({ state }) => state === "collected").length
  const home = `/console/matters/${matter.id}`
  return (
    <div class="review-bar">
      <p role="status" id="review-progress">
        {matter.submitted_at === null
          ? "The client is still filling this in. You can accept lines after the client submits."
          : accepted === acceptable.length
            ? `All ${acceptable.length} lines are accepted.`
            : `${accepted} of ${acceptable.length} lines accepted`}
      </p>
      {collected > 0 && (
        <LinkButton href={`${home}/corrections`} variant="primary" small icon="mail">
          {collected === 1 ? "Ask the client about 1 thing" : `Ask the client about ${collected} things`}
        </LinkButton>
      )}
    </div>
  )
}

import { countText } from "../../../../platform/count-text.ts"
import type { MatterDetails } from "../../../../web/console/matter/frame.tsx"
import { LinkButton } from "../../../../web/ui/components/link-button.tsx"
import type { CorrectionRow } from "../../../corrections/corrections.ts"
import { isChange } from "./attention-lines.tsx"
import type { ReviewLine } from "./line.tsx"

/** A sticky bar with the number of accepted lines, and the button that sends the collected corrections. */
export function ReviewProgress(props: {
  lines: readonly ReviewLine[]
  corrections: readonly CorrectionRow[]
  matter: MatterDetails
}) {
  const { lines, corrections, matter } = props
  // A change leaves the page once it is accepted, so only lines that stay count: the numbers then never run backwards.
  const acceptable = lines.filter(({ id, acceptance }) => acceptance && !isChange(id))
  const changes = lines.filter(({ id }) => isChange(id)).length
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
            : `${accepted} of ${acceptable.length} lines accepted.`}
        {changes > 0 && ` ${countText(changes, "change")} not seen yet.`}
      </p>
      {collected > 0 && (
        <LinkButton href={`${home}/corrections`} variant="primary" small icon="mail">
          {collected === 1 ? "Ask the client about 1 thing" : `Ask the client about ${collected} things`}
        </LinkButton>
      )}
    </div>
  )
}

// Asking for a correction: the link next to a record, and the card on a matter's pages.

import { isAtLeast } from "../../../firm/users/staff-roles.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { LinkButton } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import type { MatterDetails } from "../../matters/console/frame/frame.tsx"
import { CorrectionTable, type CorrectionWithChanges } from "./table.tsx"

/** The corrections that are neither resolved nor withdrawn, and the button to request another. */
export function CorrectionsCard(props: {
  matter: MatterDetails
  corrections: readonly CorrectionWithChanges[]
  req: PageRequest
}) {
  const { matter, corrections, req } = props
  const conversation = `/console/matters/${matter.id}/conversation`
  const mayRequest = matter.state !== "closed" && matter.state !== "created"
  const current = corrections.filter(
    ({ ended_at, requested_at }) => ended_at === null && requested_at !== null,
  )
  const collected = corrections.filter(({ state }) => state === "collected").length
  const ended = corrections.filter(({ ended_at }) => ended_at !== null).length
  if (!mayRequest && corrections.length === 0) return null
  return (
    <Card
      title={titleOf(current)}
      id="corrections"
      flush={current.length > 0}
      actions={
        mayRequest && (
          <LinkButton href={`${conversation}?to=ask#composer`} small variant="secondary" icon="plus">
            Ask for a correction
          </LinkButton>
        )
      }
      footer={
        (collected > 0 || ended > 0) && (
          <p>
            {collected > 0 && <>{collected} not asked yet. </>}
            {ended > 0 && <>{ended} resolved or withdrawn. </>}
            {collected > 0 && isAtLeast(req.staff.role, "member") ? (
              <a href={`${conversation}#collected`}>Ask the client</a>
            ) : (
              <a href={`${conversation}?kind=corrections#stream`}>See all</a>
            )}
          </p>
        )
      }
    >
      {current.length > 0 ? (
        <CorrectionTable
          matter_id={matter.id}
          corrections={current}
          req={req}
          caption="What the client was asked to check again"
        />
      ) : (
        <p class="hint">
          None yet. You can ask the client to check an answer, a person, a role, an asset or a document again.
          One email can cover several.
        </p>
      )}
    </Card>
  )
}

function titleOf(current: readonly CorrectionWithChanges[]): string {
  const open = current.filter(({ state }) => state === "open").length
  const answered = current.length - open
  const counts = [open > 0 && `${open} open`, answered > 0 && `${answered} answered`].filter(Boolean)
  return counts.length > 0 ? `Corrections: ${counts.join(", ")}` : "Corrections"
}

import { Card } from "../../../ui/components/card.tsx"
import { EmptyState } from "../../../ui/components/empty-state.tsx"
import { LinkButton } from "../../../ui/components/link-button.tsx"
import { isAtLeast } from "../../../users/staff-roles.ts"
import type { PageRequest } from "../../page-request.ts"
import type { FramedMatter } from "../frame.tsx"
import { newItemUrl } from "./asking.tsx"
import { type CorrectionInWords, CorrectionTable } from "./table.tsx"

/** What the client was asked to look at again and is not over, and the way to ask. */
export function CorrectionsCard(props: {
  matter: FramedMatter
  corrections: readonly CorrectionInWords[]
  req: PageRequest
}) {
  const { matter, corrections, req } = props
  const page = `/console/matters/${matter.id}/corrections`
  const mayRequest = matter.state !== "closed" && matter.state !== "created"
  const current = corrections.filter(
    ({ ended_at, requested_at }) => ended_at === null && requested_at !== null,
  )
  const collected = corrections.filter(({ state }) => state === "collected").length
  const over = corrections.filter(({ ended_at }) => ended_at !== null).length
  if (!mayRequest && corrections.length === 0) return null
  return (
    <Card
      title={titleOf(current)}
      id="corrections"
      flush={current.length > 0}
      actions={
        mayRequest && (
          <LinkButton href={newItemUrl(matter.id)} small look="secondary" icon="plus">
            Ask for a correction
          </LinkButton>
        )
      }
      footer={
        (collected > 0 || over > 0) && (
          <p>
            {collected > 0 && <>{collected} not asked yet. </>}
            {over > 0 && <>{over} resolved or withdrawn. </>}
            <a href={page}>
              {collected > 0 && isAtLeast(req.staff.role, "member") ? "Ask the client" : "See all"}
            </a>
          </p>
        )
      }
    >
      {current.length > 0 ? (
        <CorrectionTable
          matter_id={matter.id}
          corrections={current}
          req={req}
          caption="What the client was asked to look at again"
        />
      ) : (
        <EmptyState title="Nothing is asked" icon="edit">
          Ask the client to look at an answer, a person, a role, an asset or a document again. Several can go
          into one email.
        </EmptyState>
      )}
    </Card>
  )
}

function titleOf(current: readonly CorrectionInWords[]): string {
  const open = current.filter(({ state }) => state === "open").length
  const answered = current.length - open
  const counts = [open > 0 && `${open} open`, answered > 0 && `${answered} answered`].filter(Boolean)
  return counts.length > 0 ? `Corrections: ${counts.join(", ")}` : "Corrections"
}

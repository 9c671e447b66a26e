import type { Subject } from "../../../corrections/subjects.ts"
import { IfPermitted } from "../../../ui/components/permitted.tsx"
import type { MatterDetails } from "../frame.tsx"

/** The URL of the form that asks the client about a record. */
export type CorrectionUrl = (
  subject: Pick<Subject, "kind" | "record_id"> & { about?: string | null },
) => string

/** Undefined while the client cannot be asked: before the client starts, and after the matter is closed. */
export function correctionUrlOf({
  id,
  state,
}: Pick<MatterDetails, "id" | "state">): CorrectionUrl | undefined {
  if (state === "closed" || state === "created") return undefined
  return ({ kind, record_id, about = null }) => {
    // The id of the record's line in the review.
    const line = kind === "role" || about ? `${record_id}-${about ?? ""}` : record_id
    return `/console/matters/${id}/review?ask=${line}#${line}`
  }
}

/** The link that asks about a record; `of` names the record for screen readers. The short form fits table columns. */
export function CorrectionLink(props: { href: string | undefined; of: string; isShort?: boolean }) {
  const { href, of, isShort = false } = props
  if (!href) return null
  return (
    <IfPermitted href={href}>
      <a class="cell-line ask-link" href={href}>
        {isShort ? "Ask" : "Ask for a correction"}
        <span class="visually-hidden">
          {isShort && " for a correction"} of {of}
        </span>
      </a>
    </IfPermitted>
  )
}

// Which version the review shows, the matter as it is now or one submission, and what its changes are compared with.

import { notFound } from "../../../../platform/errors.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { timeText } from "../../../../web/console/times.tsx"
import { Button } from "../../../../web/ui/components/button.tsx"
import { Details } from "../../../../web/ui/components/card.tsx"
import { SelectField } from "../../../../web/ui/components/select-field.tsx"
import type { Range } from "../../review/seen-changes.ts"
import type { SubmissionRow } from "../../submissions.ts"

export interface Version {
  /** A submission; undefined for the matter as it is now. */
  number: number | undefined
  /** The submission that its changes are compared with; undefined for what staff saw last. */
  since: number | undefined
}

/** The version in the page's address, whichever of the two is later; throws "not found". */
export function versionOf({ query }: Pick<PageRequest, "query">): Version {
  const [number, since] = [numberOf(query.version), numberOf(query.since)]
  if (number === undefined || since === undefined) return { number, since }
  if (number === since) return { number, since: undefined }
  return { number: Math.max(number, since), since: Math.min(number, since) }
}

function numberOf(text = ""): number | undefined {
  if (text === "") return undefined
  if (!/^[1-9]\d{0,8}$/.test(text)) throw notFound()
  return Number(text)
}

/** The two ends to compare; undefined without a submission to compare with. */
export function rangeOf({ number, since }: Version): Range | undefined {
  return since === undefined ? undefined : { from: since, until: number }
}

/** The query of a version's page, empty for the matter as it is now. */
export function searchOf({ number, since }: Version): string {
  const query = [number && `version=${number}`, since && `since=${since}`].filter(Boolean).join("&")
  return query && `?${query}`
}

export const reasons: Record<SubmissionRow["reason"], string> = {
  submitted: "submitted",
  resubmitted: "submitted again",
  completed: "completed by the firm",
}

/** Chooses any version and what to compare it with, by GET, so that each comparison has an address. */
export function VersionPicker(props: {
  submissions: readonly SubmissionRow[]
  version: Version
  home: string
  req: PageRequest
}) {
  const { submissions, version, home, req } = props
  if (submissions.length === 0) return null
  const { number, since } = version
  const options = submissions.map((one) => ({
    value: String(one.number),
    label: `Submission ${one.number}, ${timeText(one.submitted_at, req)}`,
  }))
  const pick = (id: string, label: string, placeholder: string, value?: number) => (
    <SelectField {...{ id, label, placeholder, options }} value={String(value ?? "")} />
  )
  const isNow = number === undefined && since === undefined
  return (
    <Details summary="Versions" open={!isNow}>
      <form class="filter-bar" action={`${home}/review`}>
        {pick("version", "Show", "The matter as it is now", number)}
        {pick("since", "Changes since", "You last looked", since)}
        <Button small variant="secondary">
          Show
        </Button>
      </form>
    </Details>
  )
}

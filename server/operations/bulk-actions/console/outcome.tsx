import { countText } from "../../../platform/count-text.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { List } from "../../../web/ui/components/list.tsx"

/** The result of a bulk action, passed to the list in a cookie. */
export interface Outcome {
  /** What was done, and to how many; null if nothing was. */
  done: string | null
  /** What the member has to choose first. */
  problem?: string
  left_out: LeftOut[]
  /** Number of selected matters that no longer exist for this member. */
  lost: number
}

/** A selected matter that does not allow the action. */
export interface Skipped {
  name: string
  why: string
}

interface LeftOut {
  why: string
  count: number
  /** Only the first few, shortened, to fit in a cookie. */
  names: string[]
}

const max_names = 5
const max_name_characters = 60

/** The matters that were left out, grouped by reason. */
export function groupByReason(skipped: readonly Skipped[]): LeftOut[] {
  return [...Map.groupBy(skipped, ({ why }) => why)].map(([why, matters]) => ({
    why,
    count: matters.length,
    names: matters.slice(0, max_names).map(({ name }) => [...name].slice(0, max_name_characters).join("")),
  }))
}

/** Shows the outcome above the list. */
export function OutcomeBanner({ req: { handed } }: { req: PageRequest }) {
  const outcome = handed.outcome as Outcome | undefined
  if (!outcome) return null
  const { done, problem, left_out, lost } = outcome
  const sentences = left_out.map(({ why, count, names }) => {
    const more = count > names.length ? ` and ${count - names.length} more` : ""
    return `Left out, ${why}: ${names.join(", ")}${more}`
  })
  if (lost > 0) sentences.push(`${countText(lost, "matter")} left out: no longer available to you.`)
  return (
    <Banner
      tone={done === null || sentences.length > 0 ? "warning" : "success"}
      role="status"
      title={problem ?? done ?? "No matter was changed."}
    >
      <List items={sentences} />
    </Banner>
  )
}

import { Banner } from "../ui/components/banner.tsx"
import type { Visit } from "./visit.ts"

/** In plain words, for whoever may not change anything. */
export function readOnlyReason({ words, matter }: Pick<Visit, "words" | "matter">): string {
  if (matter.close_date) return words.read_only.closed
  return matter.completed_at ? words.read_only.completed : words.read_only.submitted
}

/** Why nothing can be changed, in plain words; nothing while it can. */
export function ReadOnlyBanner({ visit }: { visit: Visit }) {
  if (visit.may_edit) return null
  return (
    <Banner tone="info" title={visit.words.read_only.title}>
      <p>{readOnlyReason(visit)}</p>
    </Banner>
  )
}

import { Banner } from "../ui/components/banner.tsx"
import type { PageRequest } from "./page-request.ts"

/** In plain words, for whoever may not change anything. */
export function readOnlyReason({ words, matter }: Pick<PageRequest, "words" | "matter">): {
  title: string
  text: string
} {
  if (matter.close_date) return words.read_only.closed
  return matter.completed_at ? words.read_only.completed : words.read_only.submitted
}

/** Why nothing can be changed, in plain words; nothing while it can. */
export function ReadOnlyBanner({ req }: { req: PageRequest }) {
  if (req.may_edit) return null
  const { title, text } = readOnlyReason(req)
  return (
    <Banner tone="info" title={title}>
      <p>{text}</p>
    </Banner>
  )
}

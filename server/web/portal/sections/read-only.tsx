import { Banner } from "../../ui/components/banner.tsx"
import type { PageRequest } from "../page-request.ts"

/** Why the matter can no longer be changed. */
export function readOnlyReason({ words, matter }: Pick<PageRequest, "words" | "matter">): {
  title: string
  text: string
} {
  if (matter.close_date) return words.read_only.closed
  return matter.completed_at ? words.read_only.completed : words.read_only.submitted
}

export function ReadOnlyBanner({ req }: { req: PageRequest }) {
  if (req.may_edit) return null
  const { title, text } = readOnlyReason(req)
  return (
    <Banner tone="info" title={title}>
      <p>{text}</p>
    </Banner>
  )
}

import { joinWords } from "../../../platform/text/joined-words.ts"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { arrivalsInWords, type SubmittedOpenItem } from "../../submissions/missing/open-items.ts"
import { readerOf } from "../../submissions/portal/sending-state.ts"
import type { PageRequest } from "../page-request.ts"

/** Why the matter can no longer be changed, and what can still be given or has ended. */
export function readOnlyReason(req: PageRequest): { title: string; text: string } {
  const { words, matter, last_items } = req
  const { closed, completed, completed_open, submitted } = words.read_only
  const of = (state: SubmittedOpenItem["state"]) => last_items.filter((item) => item.state === state)
  if (matter.close_date === null && of("open").length > 0) return completed_open
  if (matter.close_date === null) return matter.completed_at ? completed : submitted
  const ended = arrivalsInWords(of("ended"), req.lang, readerOf(req))
  if (ended.length === 0) return closed
  return { title: closed.title, text: `${closed.text} ${closed.ended(joinWords(ended, req.lang))}` }
}

/** On the page of the one thing that can still be given. */
export function StillOpenBanner({ req }: { req: PageRequest }) {
  const { title, only_this } = req.words.read_only.completed_open
  return (
    <Banner tone="info" title={title}>
      <p>{only_this}</p>
    </Banner>
  )
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

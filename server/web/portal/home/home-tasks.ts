// The rows of the home page's lists.

import { textIn } from "../../../definition/text.ts"
import { handoverStatus, type VisibleHandover } from "../../../intake/handovers/portal/visible-handovers.tsx"
import { openInWords, type SendingState } from "../../../intake/submissions/portal/sending-state.ts"
import type { LastSent } from "../../../intake/submissions/portal/submission.tsx"
import { joinWords } from "../../../platform/joined-words.ts"
import type { Task } from "../../ui/components/task-list.tsx"
import type { PageRequest } from "../page-request.ts"
import { sectionUrl } from "../sections/section.tsx"
import type { SectionProgress } from "./progress.ts"

/** The row that leads to the page before submitting. */
export function sendingTask(req: PageRequest, sent: LastSent | undefined, state: SendingState): Task {
  const { may_edit } = req
  const { home } = req.words
  const isSent = sent !== undefined && !sent.is_changed
  const status = isSent
    ? { text: home.sent, done: true }
    : sent
      ? { text: home.changes_not_sent, tone: "warning" as const }
      : {
          text: { incomplete: home.not_sent, unsigned: home.waits_for_signature, ready: home.ready }[
            state.kind
          ],
        }
  return {
    id: "task-submit",
    title: may_edit ? home.check_and_send : req.words.review.read_title,
    href: "/portal/check",
    hint: may_edit ? hintOf(req, sent, isSent, state) : undefined,
    status,
  }
}

/** What is missing or open, or else what the page is for. */
function hintOf(
  req: PageRequest,
  sent: LastSent | undefined,
  isSent: boolean,
  { kind, open, sentence }: SendingState,
): string {
  const { home, review } = req.words
  if (isSent && open.length > 0) return review.state.sent_open(joinWords(openInWords(open, req), req.lang))
  if (isSent) return home.send_again_hint
  if (kind !== "ready" || open.length > 0) return sentence
  return sent ? home.send_changes_hint : home.send_hint
}

/** The row of a section, with its status or the person it was handed to. */
export function sectionTask(
  { section, state, reason, missing }: SectionProgress,
  handed: readonly VisibleHandover[],
  req: PageRequest,
): Task {
  const { words, lang } = req
  const isOpen = state !== "cannot_start"
  return {
    id: `task-${section.id}`,
    title: textIn(section.title, lang),
    href: isOpen ? sectionUrl(section.id) : undefined,
    hint: reason ?? (missing > 0 ? words.home.still_needed(missing) : undefined),
    status:
      handoverStatus(handed, section.id, req) ??
      {
        cannot_start: { text: words.home.cannot_start },
        not_started: { text: words.home.not_started },
        in_progress: { text: words.home.in_progress, tone: "accent" as const },
        completed: { text: words.home.completed, done: true },
      }[state],
  }
}

// The rows of the home page's path: the parts, the agreements to sign, and sending. Those done are folded into one line.

import { textIn } from "../../../definition/text.ts"
import { Details } from "../../../web/ui/components/card.tsx"
import { type Task, TaskList } from "../../../web/ui/components/task-list.tsx"
import { signTasks } from "../../agreements/portal/tasks.ts"
import { signsFirst } from "../../agreements/portal/to-sign.ts"
import { handoverStatus, type VisibleHandover } from "../../handovers/portal/visible-handovers.tsx"
import type { SendingState } from "../../submissions/portal/sending-state.ts"
import type { PageRequest } from "../page-request.ts"
import { sectionUrl } from "../sections/section.tsx"
import type { SectionProgress, SectionState } from "./progress.ts"

interface Standing {
  handed: readonly VisibleHandover[]
  is_sent: boolean
  state: SendingState
}

/** Every row in the order in which it is done; without `at`, none says how handovers and sending stand. */
export async function pathOf(req: PageRequest, parts: readonly AnyPart[], at?: Standing): Promise<Task[]> {
  const { home } = req.words
  const isDone = at?.is_sent
  const agreements = await signTasks(req)
  const sections = parts.map((part) => sectionTask(part, at?.handed ?? [], req))
  const isNear = at?.state.kind !== "ready" || parts.every(({ state }) => state === "completed")
  const sending: Task = {
    id: sendingRow,
    title: req.may_edit ? home.submit_title : home.all_title,
    href: "/portal/check",
    hint: isDone || !isNear ? undefined : at?.state.sentence,
    status: isDone ? { text: home.completed, done: true } : { text: home.not_started },
  }
  return [...(signsFirst(req) ? [...agreements, ...sections] : [...sections, ...agreements]), sending]
}

/** The row of sending. */
export const sendingRow = "task-submit"

type AnyPart = SectionState<SectionState["state"] | SectionProgress["state"]>

/** The row of a section, with its status or the person it was handed to. */
function sectionTask(
  { section, state, reason, missing }: AnyPart,
  handed: readonly VisibleHandover[],
  req: PageRequest,
): Task {
  const { words, lang, may_edit } = req
  const in_progress = { text: words.home.in_progress, tone: "accent" as const }
  return {
    id: `task-${section.id}`,
    title: textIn(section.title, lang),
    href: state === "cannot_start" ? undefined : sectionUrl(section.id),
    hint: may_edit ? (reason ?? (missing > 0 ? words.home.still_needed(missing) : undefined)) : undefined,
    status:
      handoverStatus(handed, section.id, req) ??
      {
        cannot_start: { text: words.home.cannot_start },
        not_started: { text: words.home.not_started },
        open: in_progress,
        in_progress,
        completed: { text: words.home.completed, done: true },
      }[state],
  }
}

/** What is done, in one line that opens to show and change it. */
export function DoneRows({ req, rows }: { req: PageRequest; rows: readonly Task[] }) {
  // As the page after sending counts them.
  const parts = rows.filter(({ id }) => id !== sendingRow)
  if (parts.length === 0) return null
  const title = req.words.home.done(parts.length)
  return (
    <Details summary={title} id="done-parts">
      <TaskList label={title} tasks={rows} />
    </Details>
  )
}

/** A row that is still to come. */
export function LaterRow({ id, title, href, hint, status }: Task) {
  // What is missing says enough of a part in progress.
  const says = status.tone && !(hint && status.tone === "accent") ? status.text : ""
  const notes = [says, hint].filter(Boolean).join(" · ")
  return (
    <li class="step step-next">
      <p>
        {href ? (
          <a class="card-link" href={href} aria-describedby={`${id}-status`}>
            {title}
          </a>
        ) : (
          title
        )}
      </p>
      <p class={notes ? "hint" : "visually-hidden"} id={`${id}-status`}>
        {notes || status.text}
      </p>
    </li>
  )
}

import { dateIn } from "../../../definition/values/dates.ts"
import type { Firm } from "../../../firm/firms/firms.ts"
import { addWorkingDays, replyDaysOf } from "../../../firm/firms/reply-days.ts"
import { Icon } from "../../../web/ui/components/icon.tsx"
import type { PageRequest } from "../../portal/page-request.ts"
import { dateTimeIn, dayInWords } from "../../portal/who-and-when.ts"
import type { SubmissionRow } from "../submissions.ts"

interface Step {
  state: "done" | "now" | "next"
  text: string
  hint?: string | undefined
}

/** The steps after the client's latest submission, if there is one: done, current and next, with the date the firm promises to reply by. */
export async function StatusSteps({ req, sent }: { req: PageRequest; sent: SubmissionRow | undefined }) {
  const words = req.words.review.status
  const isRequested = (await req.loaded.corrections()).some(({ state }) => state === "open")
  const steps = stepsOf(req, sent, isRequested)
  return steps.map(({ state, text, hint }) => (
    <li key={text} class={`step step-${state}`} aria-current={state === "now" ? "step" : undefined}>
      {state === "done" && <Icon name="check" />}
      <p>
        {text} <span class="visually-hidden">({words[state]})</span>
      </p>
      {hint && <p class="hint">{hint}</p>}
    </li>
  ))
}

function stepsOf(req: PageRequest, sent: SubmissionRow | undefined, isRequested: boolean): Step[] {
  const { words, matter, firm } = req
  const { review } = words
  const isOver = matter.completed_at !== null || matter.close_date !== null
  const received = sent ? [receivedStep(req, sent)] : []
  if (isOver) {
    const on = matter.completed_at ?? undefined
    return [...received, { state: "done", text: review.status.complete, hint: on && dateTimeIn(on, req) }]
  }
  const due = sent && dueDate(firm, sent.submitted_at)
  return [
    ...received,
    isRequested
      ? { state: "now", text: review.status.requested(firm.name) }
      : { state: "now", text: review.next_read(firm.name) },
    {
      state: "next",
      text: review.next_contact,
      hint: due && !isRequested ? review.status.due(dayInWords(due, req.lang)) : undefined,
    },
  ]
}

function receivedStep(req: PageRequest, { submitted_by_name, submitted_at }: SubmissionRow): Step {
  const { received, by } = req.words.review.status
  const when = dateTimeIn(submitted_at, req)
  const hint = submitted_by_name ? by(submitted_by_name, when) : when
  return { state: "done", text: received(req.firm.name), hint }
}

/** The date by which the firm promises to reply; undefined if it makes no promise. */
export function dueDate(firm: Pick<Firm, "settings" | "time_zone">, sent_at: Date): string | undefined {
  const days = replyDaysOf(firm)
  return days > 0 ? addWorkingDays(dateIn(firm.time_zone, sent_at), days) : undefined
}

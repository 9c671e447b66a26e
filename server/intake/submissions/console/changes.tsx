import { isAtLeast } from "../../../firm/users/staff-roles.ts"
import { badRequest } from "../../../platform/errors.ts"
import { matterCrumbs } from "../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../web/console/matter/require-matter.ts"
import { type PageRequest, type RefusedForm, textOf } from "../../../web/console/page-request.ts"
import { timeText } from "../../../web/console/times.tsx"
import type { Redirect, View } from "../../../web/console/view.tsx"
import { Notice } from "../../../web/ui/components/banner.tsx"
import { Button } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import {
  acknowledge,
  compareSubmissions,
  findUnseen,
  listSteps,
  type Range,
  type ShownDifference,
  type Step,
} from "../review/seen-changes.ts"
import { listSubmissions, type SubmissionRow } from "../submissions.ts"
import { Differences, seenField } from "./differences.tsx"
import { parseSubmissionNumber, stepText } from "./pages.tsx"

/** Names the button that acknowledges all changes on the page, and the hidden fields with their marks. */
const allField = "all"
const shownField = "shown"

/** The differences between a submission and a later one, or the current matter; staff acknowledge each. */
export async function changesPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { tx, parts } = req
  const matter = await requireMatter(req)
  const range = rangeOf(req)
  const [differences, steps, submissions, waiting] = await Promise.all([
    compareSubmissions(tx, parts.ring, matter.id, range),
    listSteps(tx, parts.ring, matter.id),
    listSubmissions(tx, matter.id),
    findUnseen(tx, [matter.id]),
  ])
  const home = `/console/matters/${matter.id}/submissions`
  const { from, until } = range
  const title =
    until === undefined ? `Changed since submission ${from}` : `Changed from submission ${from} to ${until}`
  const unseen = differences.filter(({ seen }) => !seen)
  const elsewhere = steps.filter((step) => step.unseen > 0 && !(step.from === from && step.until === until))
  // A change that was undone shows no difference, but still waits to be acknowledged.
  const isChangedBack = waiting.has(matter.id) && unseen.length === 0 && elsewhere.length === 0
  const list = <Differences differences={differences} req={req} />
  return {
    title,
    tab_title: `${title}: ${matter.name}`,
    breadcrumbs: [...matterCrumbs(matter), { text: "Submissions", href: home }],
    heading: { lede: summaryOf(differences.length, unseen.length) },
    refused,
    body: (
      <>
        {isChangedBack && <Notice tone="warning">The client changed something and changed it back.</Notice>}
        {elsewhere.length > 0 && <UnseenSteps home={home} steps={elsewhere} />}
        {isAtLeast(req.staff.role, "member") ? (
          <form method="post" class="stack">
            {(unseen.length > 0 || isChangedBack) && <AllSeen unseen={unseen} />}
            {list}
          </form>
        ) : (
          list
        )}
        <CompareWith home={home} range={range} submissions={submissions} req={req} />
      </>
    ),
  }
}

function AllSeen({ unseen }: { unseen: readonly ShownDifference[] }) {
  return (
    <div>
      {unseen.map(({ mark }) => (
        <input key={mark} type="hidden" name={shownField} value={mark} />
      ))}
      <Button variant="secondary" icon="check" name={allField} value="true">
        {unseen.length > 1 ? `Mark all ${unseen.length} as seen` : "Mark as seen"}
      </Button>
    </div>
  )
}

/** Links to the other steps with unseen changes. */
function UnseenSteps({ home, steps }: { home: string; steps: readonly Step[] }) {
  return (
    <Notice tone="warning">
      <p>No one has seen all of these yet:</p>
      <ul>
        {steps.map((step) => (
          <li key={step.from}>
            <a href={`${home}/${step.from}/changes${step.until ? `?until=${step.until}` : ""}`}>
              {step.until ? `From submission ${step.from} to ${step.until}` : `Since submission ${step.from}`}
            </a>
            : {stepText(step)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function CompareWith(props: {
  home: string
  range: Range
  submissions: readonly SubmissionRow[]
  req: PageRequest
}) {
  const { home, range, submissions, req } = props
  const { from, until } = range
  const others = submissions.filter(({ number }) => number > from && number !== until)
  if (others.length === 0 && until === undefined) return null
  return (
    <Card title="Compare with">
      <ul>
        {until !== undefined && (
          <li>
            <a href={`${home}/${from}/changes`}>The matter as it is now</a>
          </li>
        )}
        {others.map(({ number, submitted_at }) => (
          <li key={number}>
            <a href={`${home}/${from}/changes?until=${number}`}>
              Submission {number}, {timeText(submitted_at, req)}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Acknowledges one change, or all that the page showed; never one made after the page loaded. */
export async function acknowledgeChanges(req: PageRequest): Promise<Redirect> {
  const { tx, parts, form, url } = req
  const { id } = await requireMatter(req)
  const isAll = textOf(form, allField) !== ""
  const marks = isAll ? (form[shownField] ?? []) : (form[seenField] ?? [])
  const seen = await acknowledge(tx, parts.ring, id, rangeOf(req), marks)
  if (seen === 0 && !(isAll && marks.length === 0)) {
    const message =
      "This has changed again, or a colleague has already marked it as seen. Check the current version."
    throw badRequest([{ param: "main", code: "out_of_date", message }])
  }
  return { to: url, flash: { done: "changes_seen" } }
}

function rangeOf({ param, query }: PageRequest): Range {
  const until = query.until === undefined ? undefined : parseSubmissionNumber(query.until)
  return { from: parseSubmissionNumber(param("number")), until }
}

function summaryOf(count: number, unseen: number): string {
  if (count === 0) return "There are no differences."
  const things = count === 1 ? "One difference" : `${count} differences`
  if (unseen === 0) return `${things}. All were seen.`
  return `${things}. ${unseen === count ? `No one has seen ${count === 1 ? "it" : "them"} yet.` : `${unseen} not seen yet.`}`
}

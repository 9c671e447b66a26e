import { namesOf } from "../../../definition/people/names.ts"
import { countText } from "../../../platform/count-text.ts"
import { notFound } from "../../../platform/errors.ts"
import { frameOf, matterCrumbs, openMatter } from "../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../web/console/matter/require-matter.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { timeText, When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { Notice } from "../../../web/ui/components/banner.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { EmptyState } from "../../../web/ui/components/empty-state.tsx"
import { LinkButton } from "../../../web/ui/components/link-button.tsx"
import { IfPermitted } from "../../../web/ui/components/permitted.tsx"
import { Assets, readCategories } from "../../assets/console/page.tsx"
import { totalOf } from "../../assets/totals.ts"
import { People } from "../../contacts/console/page.tsx"
import { SnapshotFiles } from "../../documents/console/snapshot-files.tsx"
import { Roles } from "../../roles/console/page.tsx"
import { listSubmittedOpenItems } from "../missing/open-items.ts"
import { listSteps, type Step } from "../review/seen-changes.ts"
import { listSubmissions, readSubmission, type SubmissionRow } from "../submissions.ts"
import { Answers } from "./answers.tsx"
import { OpenItems } from "./open-items-card.tsx"

const reasons: Record<SubmissionRow["reason"], string> = {
  submitted: "Submitted",
  resubmitted: "Submitted again",
  completed: "Completed by the firm",
}

export async function submissionsPage(req: PageRequest): Promise<View> {
  const matter = await openMatter(req)
  const [submissions, items, steps] = await Promise.all([
    listSubmissions(req.tx, matter.id),
    listSubmittedOpenItems(req.tx, matter.id),
    listSteps(req.tx, req.parts.ring, matter.id),
  ])
  const sinceLast = steps.find(({ until }) => until === undefined)
  const isChangedBack = matter.is_unseen && steps.every(({ unseen }) => unseen === 0)
  const home = `/console/matters/${matter.id}/submissions`
  return {
    ...frameOf(matter, "/submissions"),
    body: (
      <>
        {sinceLast && isChangedBack && (
          <Notice tone="warning">
            The client changed something and changed it back.{" "}
            <IfPermitted href={`${home}/${sinceLast.from}/changes`}>
              <a href={`${home}/${sinceLast.from}/changes`}>Mark it as seen</a>
            </IfPermitted>
          </Notice>
        )}
        {sinceLast && sinceLast.count > 0 && (
          <Notice tone={sinceLast.unseen > 0 ? "warning" : "neutral"}>
            Since the last submission: {stepText(sinceLast)}.{" "}
            <a href={`${home}/${sinceLast.from}/changes`}>See what changed</a>
          </Notice>
        )}
        <DataTable
          caption="Submissions, latest first"
          columns={[
            {
              label: "Number",
              primary: true,
              cell: ({ number }) => <a href={`${home}/${number}`}>Submission {number}</a>,
            },
            { label: "What", cell: ({ reason }) => reasons[reason] },
            { label: "By", cell: ({ submitted_by_name }) => submitted_by_name },
            { label: "When", cell: ({ submitted_at }) => <When at={submitted_at} req={req} /> },
            {
              label: "Still to come then",
              cell: ({ number }) => (
                <OpenItems items={items.filter((item) => item.number === number)} req={req} />
              ),
            },
            {
              label: "Changes",
              cell: ({ number }) =>
                number > 1 && (
                  <>
                    <a href={`${home}/${number - 1}/changes?until=${number}`}>
                      Since submission {number - 1}
                      <span class="visually-hidden"> until submission {number}</span>
                    </a>
                    <span class="cell-note cell-line">
                      {stepText(steps.find(({ until }) => until === number))}
                    </span>
                  </>
                ),
            },
          ]}
          records={submissions}
          id={({ number }) => `submission-${number}`}
          empty={
            <EmptyState title="No submissions yet" icon="history">
              Foyer saves a copy of every submission, so you can see later what changed.
            </EmptyState>
          }
        />
      </>
    ),
  }
}

/** How many changes a step has, and how many of them no one has acknowledged. */
export function stepText(step: Step | undefined): string {
  if (!step || step.count === 0) return "nothing changed"
  const changes = countText(step.count, "change")
  return step.unseen === 0 ? `${changes}, seen` : `${changes}, ${step.unseen} not seen`
}

/** One submission, exactly as it was submitted. */
export async function submissionPage(req: PageRequest): Promise<View> {
  const matter = await requireMatter(req)
  const number = parseSubmissionNumber(req.param("number"))
  const [{ snapshot, ...submission }, items, categories] = await Promise.all([
    readSubmission(req.tx, req.parts.ring, matter.id, number),
    listSubmittedOpenItems(req.tx, matter.id),
    readCategories(req, matter.id),
  ])
  const names = namesOf(snapshot.contacts)
  const home = `/console/matters/${matter.id}/submissions`
  return {
    title: `Submission ${submission.number}`,
    tab_title: `Submission ${submission.number}: ${matter.name}`,
    breadcrumbs: [...matterCrumbs(matter), { text: "Submissions", href: home }],
    heading: {
      lede: `${reasons[submission.reason]} by ${submission.submitted_by_name || "someone"}, ${timeText(submission.submitted_at, req)}. Shown as it was then.`,
      actions: (
        <LinkButton href={`${home}/${submission.number}/changes`} variant="secondary" icon="history">
          What has changed since
        </LinkButton>
      ),
    },
    body: (
      <>
        {items.some((item) => item.number === number) && (
          <Card title="Still to come then">
            <OpenItems items={items.filter((item) => item.number === number)} req={req} />
          </Card>
        )}
        <h2>People</h2>
        <People contacts={snapshot.contacts} dates={snapshot.approximate_dates} level={3} />
        <h2>Roles</h2>
        <Roles roles={snapshot.roles} names={names} />
        <h2>Assets</h2>
        <Assets
          assets={snapshot.assets}
          names={names}
          categories={categories}
          total={totalOf(snapshot.assets)}
          level={3}
        />
        <h2>Answers</h2>
        <Answers answers={snapshot.answers} names={names} />
        <h2>Documents</h2>
        <SnapshotFiles
          req={req}
          matter_id={matter.id}
          files={[...snapshot.documents, ...snapshot.financial_documents]}
        />
      </>
    ),
  }
}

/** Parses a submission number from an address; throws "not found". */
export function parseSubmissionNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw notFound()
  return Number(text)
}

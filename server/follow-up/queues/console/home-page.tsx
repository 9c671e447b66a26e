import { max_waiting } from "../../../intake/conflict-names/possible-conflicts.ts"
import { conflictCheckUrl } from "../../../intake/contacts/console/conflict-check.ts"
import { assignMatter } from "../../../intake/matters/assignment.ts"
import { firstSteps } from "../../../intake/matters/console/first-steps.tsx"
import { requireLocked, requireMatter } from "../../../intake/matters/console/frame/require-matter.ts"
import { countMatters } from "../../../intake/matters/list/matches.ts"
import { type Queue, type QueueGroup, queueGroups } from "../../../intake/matters/list/queue.ts"
import { cappedCountText } from "../../../intake/matters/list/queue-words.ts"
import { markRead, unmarkRead } from "../../../intake/submissions/review/read-marks.ts"
import { badField, conflict } from "../../../platform/errors.ts"
import { countText } from "../../../platform/text/count-text.ts"
import { localPath, type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { shortDayText, todayOf, When } from "../../../web/console/times.tsx"
import type { Redirect, View } from "../../../web/console/view.tsx"
import { LinkButton } from "../../../web/ui/components/button.tsx"
import { Card, EmptyState } from "../../../web/ui/components/card.tsx"
import { Tabs } from "../../../web/ui/components/tabs.tsx"
import { inquiriesUrl, nameOf } from "../../inquiries/console/require-inquiry.tsx"
import { weightWords } from "../../search/console/conflicts/words.ts"
import { findNextDue, nextWords } from "../next-due.ts"
import { max_counted } from "../queues.ts"
import { type Day, homeUrl, readDay } from "./day.ts"
import { DayQueue } from "./day-queue.tsx"
import { Checklist, dismiss } from "./first-tasks.tsx"
import { MatterQueue, queuePart } from "./matter-queue.tsx"

export function homePages(console: Console): void {
  console.page("/console", homePage)
  console.action("/console/checklist/dismissal", dismiss, { admin: true })
  console.action("/console/matters/:matter_id/reading", markAsRead)
  console.action("/console/matters/:matter_id/assignee", assignInPlace)
}

async function homePage(req: PageRequest): Promise<View> {
  const { tx, staff } = req
  const [day, checklist] = await Promise.all([readDay(req), Checklist(req)])
  const title = "Needs your attention"
  const isIdle = day.queues.length + day.inquiries.count + day.conflicts.count === 0
  const isNew = isIdle && !staff.assigned_matters_only && (await countMatters(tx, {})) === 0
  if (isNew)
    return {
      title,
      body: (
        <>
          {checklist}
          {await firstSteps(req)}
        </>
      ),
    }
  const groups = (Object.keys(queueGroups) as QueueGroup[]).map((group) => (
    <Group key={group} group={group} day={day} req={req} />
  ))
  return {
    title,
    actions: (
      <LinkButton href="/console/matters/new" icon="plus">
        New matter
      </LinkButton>
    ),
    tabs: !staff.assigned_matters_only && <ScopeSwitch day={day} />,
    body: (
      <>
        {checklist}
        {day.free && (await NothingWaits(day, req))}
        {groups}
      </>
    ),
  }
}

/** The heading of each part of the day, for one's own matters and for the whole firm's. */
const groupTitles: Record<QueueGroup, { own: string; whole_firm: string }> = {
  due: { own: "Due this week", whole_firm: "Due this week" },
  firm: { own: "Waiting for you", whole_firm: "Waiting for the firm" },
  client: { own: "Waiting for the client", whole_firm: "Waiting for the client" },
}

function ScopeSwitch({ day: { is_whole_firm } }: { day: Day }) {
  return (
    <Tabs
      label="Whose matters"
      items={[
        { href: homeUrl(false), text: "Assigned to you", current: !is_whole_firm },
        { href: homeUrl(true), text: "Whole firm", current: is_whole_firm },
      ]}
    />
  )
}

function Group({ group, day, req }: { group: QueueGroup; day: Day; req: PageRequest }) {
  const { is_whole_firm, inquiries, conflicts } = day
  const own: readonly Queue[] = queueGroups[group]
  const filled = day.queues.filter(({ queue }) => own.includes(queue))
  const isFirm = group === "firm"
  if (filled.length + (isFirm ? inquiries.count + conflicts.count : 0) === 0) return null
  return (
    <Card title={groupTitles[group][is_whole_firm ? "whole_firm" : "own"]} flush>
      {filled.map((queue) => (
        <MatterQueue key={queue.queue} {...queue} is_whole_firm={is_whole_firm} req={req} />
      ))}
      {isFirm && inquiries.count > 0 && (
        <DayQueue
          id="queue-inquiries"
          title="Inquiries"
          count={cappedCountText(inquiries.count, max_counted)}
          href={inquiriesUrl}
          entries={inquiries.rows.map((row) => ({
            key: row.id,
            href: `${inquiriesUrl}/${row.id}`,
            name: nameOf(row),
            note: (
              <>
                {row.questionnaire_title} · Received <When at={row.received_at} req={req} in_text />
              </>
            ),
            action: (
              <LinkButton
                href={`${inquiriesUrl}/${row.id}/acceptance`}
                about={nameOf(row)}
                variant="secondary"
                small
              >
                Accept…
              </LinkButton>
            ),
          }))}
        />
      )}
      {isFirm && conflicts.count > 0 && (
        <DayQueue
          id="queue-conflicts"
          title="Possible conflicts"
          count={cappedCountText(conflicts.count, max_waiting)}
          href="/console/conflicts"
          entries={conflicts.rows.map(({ name, weight, matters, since }) => ({
            key: name,
            href: conflictCheckUrl(name),
            name,
            note: (
              <>
                {weightWords[weight]} · Added in {countText(matters, "matter")}{" "}
                <When at={since} req={req} in_text />
              </>
            ),
            action: (
              <LinkButton href={conflictCheckUrl(name)} about={name} variant="secondary" small>
                Check
              </LinkButton>
            ),
          }))}
        />
      )}
    </Card>
  )
}

async function NothingWaits({ is_whole_firm, free }: Day, req: PageRequest) {
  const { user_id, assigned_matters_only } = req.staff
  const mayWiden = !is_whole_firm && !assigned_matters_only
  const next = await findNextDue(req.tx, { user_id, is_whole_firm: free === "the firm" })
  const [before, after] = next ? nextWords(next, todayOf(req), (day) => shortDayText(day, req)) : []
  return (
    <EmptyState
      title={`Nothing is waiting for ${free} today`}
      icon="check-circle"
      action={
        mayWiden ? (
          <a href={homeUrl(true)}>See what is waiting in the whole firm</a>
        ) : (
          <a href="/console/matters">All matters</a>
        )
      }
    >
      {free === "you" && "The rest of the day is yours. "}
      {before}
      {next && <a href={`/console/matters/${next.matter_id}`}>{next.name}</a>}
      {after} When a client submits, changes or answers something, it appears here.
    </EmptyState>
  )
}

async function markAsRead(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  const to = backOf(req)
  const part = queuePart(req, "unread", to)
  const marked_at = Number(trimmedTextOf(req.form, "marked_at").slice(0, 15))
  if (marked_at > 0) {
    await unmarkRead(req.tx, id, new Date(marked_at))
    return { to, flash: { done: "submission_unread" }, part }
  }
  const marked = await markRead(req.tx, id)
  const fields = { back: to, marked_at: String(req.tx.now.getTime()) }
  const undo = marked > 0 ? { action: `/console/matters/${id}/reading`, fields } : undefined
  return { to, flash: { done: "submission_read", undo }, part }
}

/** Assigns an unassigned matter; throws "conflict" if someone else has been assigned since the page was shown. */
async function assignInPlace(req: PageRequest): Promise<Redirect> {
  const { id, assignee_id } = await requireLocked(req)
  const chosen = trimmedTextOf(req.form, "assignee_id")
  if (assignee_id !== null && assignee_id !== chosen) {
    throw conflict(
      "already_assigned",
      "Someone assigned a colleague in the meantime. Open the matter to change that.",
    )
  }
  if (!chosen) throw badField("assignee_id", "required", "Choose a colleague.")
  await assignMatter(req.tx, id, chosen)
  const to = backOf(req)
  return { to, flash: { done: "matter_assigned" }, part: queuePart(req, "unassigned", to) }
}

function backOf({ form }: PageRequest): string {
  return localPath(trimmedTextOf(form, "back"))
}

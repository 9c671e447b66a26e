import { firstSteps } from "../../../intake/matters/console/first-steps.tsx"
import { countMatters } from "../../../intake/matters/list/matches.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { View } from "../../../web/console/view.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { EmptyState } from "../../../web/ui/components/empty-state.tsx"
import { LinkButton } from "../../../web/ui/components/link-button.tsx"
import {
  InquiriesCard,
  readWaitingInquiries,
  type WaitingInquiries,
} from "../../inquiries/console/home-card.tsx"
import { inquiriesUrl } from "../../inquiries/console/require-inquiry.tsx"
import { stalledDaysOf } from "../queue.ts"
import { listQueue, max_counted } from "../queues.ts"
import { cappedCountText } from "../words.ts"
import { readActions } from "./actions.tsx"
import { QueueList } from "./queue-list.tsx"
import { countOf, type QueueView, queueUrl, readQueues } from "./scope.ts"
import { ScopeTabs } from "./scope-tabs.tsx"
import { queueWords } from "./words.ts"

/** How many items of each queue the home page shows. */
const max_shown = 5

/** The home page: every queue of this member, with its count and the matters that have waited longest. */
export async function homePage(req: PageRequest): Promise<View> {
  const { tx, staff } = req
  const [view, inquiries] = [await readQueues(req), await readWaitingInquiries(req)]
  const { is_whole_firm } = view
  const filled = view.queues.filter((queue) => countOf(view, queue) > 0)
  const lists = await Promise.all(
    filled.map(async (queue) => ({
      queue,
      items: await listQueue(
        tx,
        { queue, settings: staff.firm.settings, user_id: staff.user_id, is_whole_firm },
        { limit: max_shown, offset: 0 },
      ),
    })),
  )
  const actions = await readActions(req, lists)
  const isIdle = filled.length === 0 && !inquiries?.count
  const isNew = isIdle && !staff.assigned_matters_only && (await countMatters(tx, {})) === 0
  if (isNew) return { title: "Needs your attention", body: await firstSteps(req) }
  return {
    title: "Needs your attention",
    heading: {
      actions: (
        <LinkButton href="/console/matters/new" icon="plus">
          New matter
        </LinkButton>
      ),
    },
    tabs: <ScopeTabs view={view} inquiries={inquiries?.count ?? 0} req={req} />,
    body: (
      <>
        <Counts view={view} inquiries={inquiries} />
        {inquiries && <InquiriesCard {...inquiries} req={req} />}
        {lists.map(({ queue, items }) => {
          const count = countOf(view, queue)
          return (
            <Card
              key={queue}
              flush
              title={queueWords[queue].title}
              footer={
                count > items.length && (
                  <a href={queueUrl(is_whole_firm, queue)}>
                    All {cappedCountText(count, max_counted)}
                    <span class="visually-hidden"> in “{queueWords[queue].title}”</span>
                  </a>
                )
              }
            >
              <QueueList {...{ queue, items, actions, is_whole_firm, req }} />
            </Card>
          )
        })}
        {isIdle && <NothingWaits view={view} req={req} />}
        {view.queues.includes("stalled") && (
          <p class="hint">
            Stalled: no activity or reminder for {stalledDaysOf(staff.firm.settings)} days
            {staff.role === "admin" && (
              <>
                {" "}
                (<a href="/console/firm#stalled_days">change</a>)
              </>
            )}
            .
          </p>
        )}
      </>
    ),
  }
}

/** Links to every queue: those with items show their count, and the empty ones share a line. */
function Counts({ view, inquiries }: { view: QueueView; inquiries: WaitingInquiries | undefined }) {
  const all = [
    ...(inquiries ? [{ href: inquiriesUrl, title: "Inquiries", ...inquiries }] : []),
    ...view.queues.map((queue) => ({
      href: queueUrl(view.is_whole_firm, queue),
      title: queueWords[queue].title,
      count: countOf(view, queue),
    })),
  ]
  const filled = all.filter(({ count }) => count > 0)
  const empty = all.filter(({ count }) => count === 0)
  return (
    <>
      {filled.length > 0 && (
        <ul class="queue-counts">
          {filled.map(({ href, title, count }) => (
            <li key={href}>
              <a href={href}>
                <span class="queue-count">{cappedCountText(count, max_counted)}</span>{" "}
                <span class="queue-title">{title}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {empty.length > 0 && (
        <p class="queues-empty">
          <span>Nothing in:</span>
          {empty.map(({ href, title }) => (
            <a key={href} href={href}>
              {title}
            </a>
          ))}
        </p>
      )}
    </>
  )
}

function NothingWaits({ view, req }: { view: QueueView; req: PageRequest }) {
  const others = view.queues.reduce((sum, queue) => sum + view.counts[queue].whole_firm, 0)
  const isFirmNext = !view.is_whole_firm && !req.staff.assigned_matters_only && others > 0
  return (
    <EmptyState
      title={view.is_whole_firm ? "Nothing is waiting for the firm" : "Nothing is waiting for you"}
      icon="check-circle"
      action={
        isFirmNext ? (
          <a href={queueUrl(true)}>See what is waiting in the whole firm</a>
        ) : (
          <a href="/console/matters">All matters</a>
        )
      }
    >
      When a client submits, changes or answers something, it appears here.
    </EmptyState>
  )
}

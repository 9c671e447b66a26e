import { isPastTheEnd, ListPagination, NoSuchPage, pageAt } from "../../../web/console/list-pages.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { View } from "../../../web/console/view.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { Details } from "../../../web/ui/components/details.tsx"
import { EmptyState } from "../../../web/ui/components/empty-state.tsx"
import { conflictCheckUrl } from "../../search/console/conflicts/address.ts"
import { listSharedAdvisors } from "../../search/possible-conflicts.ts"
import { listQueue, max_counted } from "../queues.ts"
import { cappedCountText } from "../words.ts"
import { readActions } from "./actions.tsx"
import { QueueList } from "./queue-list.tsx"
import { countOf, queueOf, queueUrl, readQueues } from "./scope.ts"
import { ScopeTabs } from "./scope-tabs.tsx"
import { queueWords } from "./words.ts"

const max_advisors = 200

/** One line for all of them: they rarely are a conflict. */
function SharedAdvisors({ names }: { names: readonly string[] }) {
  const { length: count } = names
  if (count === 0) return null
  const who =
    count === 1
      ? "1 advisor or charity appears"
      : `${cappedCountText(count, max_advisors - 1)} advisors or charities appear`
  return (
    <Details summary={`${who} in several matters`}>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a href={conflictCheckUrl(name)}>{name}</a>
          </li>
        ))}
      </ul>
    </Details>
  )
}

/** The paginated list of one queue. */
export async function queuePage(req: PageRequest): Promise<View> {
  const { tx, staff } = req
  const view = await readQueues(req)
  const queue = queueOf(req, view)
  const { is_whole_firm } = view
  const { title, hint } = queueWords[queue]
  const counted = countOf(view, queue)
  const page = pageAt(req, 25)
  const list = {
    ...page,
    count: Math.min(counted, max_counted),
    href: (number: number) => queueUrl(is_whole_firm, queue, number),
  }
  const isPast = isPastTheEnd(list)
  const items = isPast
    ? []
    : await listQueue(
        tx,
        { queue, settings: staff.firm.settings, user_id: staff.user_id, is_whole_firm },
        page,
      )
  const actions = await readActions(req, [{ queue, items }])
  const advisors = queue === "conflicts" && !isPast ? await listSharedAdvisors(tx, max_advisors) : []
  return {
    title,
    tab_title: `${title} – Home`,
    status: isPast ? 404 : 200,
    breadcrumbs: [{ text: "Home", href: queueUrl(is_whole_firm) }],
    heading: { lede: hint },
    tabs: <ScopeTabs {...{ view, queue, req }} />,
    body: isPast ? (
      <NoSuchPage href={list.href} />
    ) : items.length === 0 ? (
      <>
        <EmptyState
          title="Nothing to do here"
          icon="check-circle"
          action={<a href="/console">Go to Home</a>}
        />
        <SharedAdvisors names={advisors} />
      </>
    ) : (
      <>
        <Card flush>
          <QueueList {...{ queue, items, actions, is_whole_firm, req }} />
        </Card>
        {counted > max_counted && (
          <p class="hint">
            There are more than {cappedCountText(max_counted, max_counted)}. Those waiting longest are listed
            first.
          </p>
        )}
        <SharedAdvisors names={advisors} />
        <ListPagination label={`Pages of ${title}`} {...list} />
      </>
    ),
  }
}

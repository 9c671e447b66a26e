import {
  type InboxRow,
  inbox_days,
  listInbox,
  markInboxRead,
  type ShownKind,
} from "../../../../intake/notifications/inbox.ts"
import { notificationTitle, wordsOf } from "../../../../intake/notifications/words.ts"
import { isPastTheEnd, ListPagination, NoSuchPage, readPage } from "../../../../web/console/list-pages.tsx"
import { inboxUrl } from "../../../../web/console/navigation.ts"
import { type PageRequest, trimmedTextOf } from "../../../../web/console/page-request.ts"
import type { Console } from "../../../../web/console/routing.ts"
import { When } from "../../../../web/console/times.tsx"
import type { PageResponse, View } from "../../../../web/console/view.tsx"
import { PostButton } from "../../../../web/ui/components/button.tsx"
import { Card, EmptyState } from "../../../../web/ui/components/card.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import { inquiriesUrl } from "../../../inquiries/console/require-inquiry.tsx"
import { entryUrl } from "../urls.ts"

export function inboxPages(console: Console): void {
  console.page(inboxUrl, inboxPage)
  console.action(`${inboxUrl}/reading`, markAllRead, { own: true })
}

async function inboxPage(req: PageRequest): Promise<View> {
  const { tx, staff } = req
  const { rows, list } = await readPage(req, { home: inboxUrl, limit: 25 }, (page) => listInbox(tx, page))
  const isPast = isPastTheEnd(list)
  return {
    title: "Notifications",
    status: isPast ? 404 : 200,
    actions: staff.unread_notifications > 0 && (
      <PostButton action={`${inboxUrl}/reading`} fields={{ until: tx.now.toISOString() }} variant="secondary">
        Mark all as read
      </PostButton>
    ),
    body: isPast ? (
      <NoSuchPage href={list.href} />
    ) : rows.length === 0 ? (
      <EmptyState title="No notifications" icon="bell" action={<a href="/console">Go to Home</a>}>
        You see here when clients start, submit, change, add or write something, new inquiries, and notes that
        mention you.
      </EmptyState>
    ) : (
      <>
        <Card flush>
          <ul class="queue-list">
            {rows.map((row) => (
              <Entry
                key={`${row.matter_id ?? row.inquiry_id} ${row.kind} ${row.notified_at.getTime()}`}
                row={row}
                req={req}
              />
            ))}
          </ul>
        </Card>
        <ListPagination label="Pages of notifications" {...list} />
        <p class="hint">
          Notifications are kept for {inbox_days} days.{" "}
          <a href="/console/settings/notifications">Choose your notifications</a>
        </p>
      </>
    ),
  }
}

function Entry({ row, req }: { row: InboxRow; req: PageRequest }) {
  return (
    <li>
      <div class="queue-item">
        <a class="queue-name" href={urlOf(row)}>
          {notificationTitle(row.kind, row.name)}
        </a>
        <p class="cell-note">
          {wordsOf(row.kind).sentence} · <When at={row.notified_at} req={req} in_text />
        </p>
      </div>
      {row.is_unread && <Tag tone="accent">Unread</Tag>}
    </li>
  )
}

function urlOf({ matter_id, inquiry_id, kind, about }: InboxRow): string {
  if (kind === "mentioned" && matter_id) return entryUrl(matter_id, about)
  return matter_id === null
    ? `${inquiriesUrl}/${inquiry_id}`
    : `/console/matters/${matter_id}${pathOf[kind] ?? ""}`
}

/** The page of the matter that shows each kind of event, if it is not the overview. */
const pathOf: Partial<Record<ShownKind, string>> = {
  submitted: "/review",
  submitted_again: "/review",
  changed: "/review#changes",
  corrected: "/conversation?kind=corrections#stream",
  document_added: "/documents",
  message: "/conversation#newest",
  mentioned: "/conversation#newest",
}

/** Marks only notifications from before the page was shown. */
async function markAllRead({ tx, form }: PageRequest): Promise<PageResponse> {
  const until = new Date(trimmedTextOf(form, "until"))
  await markInboxRead(tx, Number.isNaN(until.getTime()) ? tx.now : until)
  return { to: inboxUrl, flash: { done: "notifications_read" } }
}

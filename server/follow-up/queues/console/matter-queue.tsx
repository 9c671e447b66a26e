import type { ComponentChildren } from "preact"
import { stalledDaysOf } from "../../../firm/firms/stalled-days.ts"
import type { Queue } from "../../../intake/matters/list/queue.ts"
import { cappedCountText, queueTitles } from "../../../intake/matters/list/queue-words.ts"
import { shortenText } from "../../../platform/text/shorten-text.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { shortDayText, todayOf, When } from "../../../web/console/times.tsx"
import { LinkButton, Menu, PostButton } from "../../../web/ui/components/button.tsx"
import { entryUrl } from "../../conversations/console/urls.ts"
import { type FilledQueue, max_counted, type QueueItem } from "../queues.ts"
import { homeUrl, readQueue } from "./day.ts"
import { DayQueue } from "./day-queue.tsx"

/** What the time of an entry is; missing for those with a day. */
const sinceWords: Partial<Record<Queue, string>> = {
  unread: "Submitted",
  changed: "Changed",
  answered: "Answered",
  messages: "Written",
  notes: "Since",
  undelivered: "Failed",
  expired: "Expired",
  unassigned: "Created",
  deletion: "Closed",
  corrections: "Since",
  stalled: "No activity since",
}

/** Enough of a long note to know it again. The rest is in its matter. */
const longest_detail = 90

export function MatterQueue(props: FilledQueue & { is_whole_firm: boolean; req: PageRequest }) {
  const { queue, count, items, is_whole_firm, req } = props
  return (
    <DayQueue
      id={`queue-${queue}`}
      title={queue === "due" ? "Matters" : queueTitles[queue]}
      count={cappedCountText(count, max_counted)}
      href={`/console/matters?${new URLSearchParams({ queue, ...(!is_whole_firm && { assignee: "me" }) })}`}
      entries={items.map((item) => ({
        key: `${item.matter_id} ${item.note_id}`,
        href: item.note_id
          ? entryUrl(item.matter_id, item.note_id)
          : `${matterUrl(item)}${queue === "documents" ? "/documents" : ""}`,
        name: item.name,
        note: (
          <>
            {sinceWords[queue] ? (
              <>
                {sinceWords[queue]} <When at={item.since} req={req} in_text />
              </>
            ) : (
              <DueDay item={item} req={req} />
            )}
            {queue === "stalled" && ` (${stalledDaysOf(req.staff.firm.settings)} days or more)`}
            {is_whole_firm && queue !== "unassigned" && ` · ${item.assignee_name ?? "No assignee"}`}
            {item.recipient && ` · To ${item.recipient}`}
            {` · ${shortenText(item.detail ?? item.questionnaire_title, longest_detail)}`}
          </>
        ),
        action: <ItemAction queue={queue} item={item} back={homeUrl(is_whole_firm)} req={req} />,
      }))}
    />
  )
}

function DueDay({ item: { since }, req }: { item: QueueItem; req: PageRequest }) {
  const day = since.toISOString().slice(0, 10)
  const isOverdue = day < todayOf(req)
  return (
    <>
      {isOverdue && <strong>Overdue: </strong>}
      <time datetime={day}>{day === todayOf(req) ? "Today" : shortDayText(day, req)}</time>
    </>
  )
}

/** A queue of the home page after a form on it was sent in place; undefined if the form was on another page. */
export function queuePart(req: PageRequest, queue: Queue, back: string) {
  const is_whole_firm = [false, true].find((one) => homeUrl(one) === back)
  if (is_whole_firm === undefined) return undefined
  return async (): Promise<ComponentChildren> => {
    const filled = await readQueue(req, queue, is_whole_firm)
    return filled ? (
      <MatterQueue {...filled} is_whole_firm={is_whole_firm} req={req} />
    ) : (
      <div id={`queue-${queue}`} hidden />
    )
  }
}

interface ActionProps {
  queue: Queue
  item: QueueItem
  back: string
  req: PageRequest
}

/** The one next step on a matter: done in place where nothing else has to be seen or typed first. */
function ItemAction({ queue, item, back, req }: ActionProps) {
  const home = matterUrl(item)
  const inPlace = (path: string, text: string, fields: Record<string, string> = {}) => (
    <PostButton
      action={`${home}/${path}`}
      fields={{ back, ...fields }}
      about={item.name}
      variant="secondary"
      small
      inPlace
    >
      {text}
    </PostButton>
  )
  switch (queue) {
    case "unread":
      return (
        <div class="queue-actions">
          <LinkButton href={`${home}/review`} about={item.name} variant="secondary" small>
            Review
          </LinkButton>
          <Menu
            id={`more-${item.matter_id}`}
            label={<span class="visually-hidden">More</span>}
            about={item.name}
            variant="quiet"
          >
            {inPlace("reading", "Mark as read")}
          </Menu>
        </div>
      )
    case "notes":
      return inPlace(`notes/${item.note_id}/${item.is_mention ? "mention" : "completion"}`, "Done")
    case "unassigned":
      return inPlace("assignee", "Assign to me", { assignee_id: req.staff.user_id })
    case "expired":
      if (item.recipient) return inPlace(`invitations/${item.invitation_id}/resending`, "Send new link")
      break
  }
  const [path, text] = stepOf(queue, item)
  return (
    <LinkButton href={`${home}/${path}`} about={item.name} variant="secondary" small>
      {text}
    </LinkButton>
  )
}

function stepOf(queue: Queue, item: QueueItem): readonly [path: string, text: string] {
  switch (queue) {
    case "changed":
      return ["review#changes", "Review"]
    case "answered":
      return ["conversation?kind=corrections#stream", "See the answers"]
    case "corrections":
      return ["conversation?kind=corrections#stream", "See them"]
    case "messages":
      return ["conversation#newest", "Reply"]
    case "undelivered":
      return [`invitations/${item.invitation_id}`, "Send again"]
    case "expired":
      return [`invitations/${item.invitation_id}`, "New link"]
    case "deletion":
      return ["deletion", "Delete…"]
    case "documents":
      return item.is_invited ? ["reminders", "Remind"] : ["documents", "See it"]
    default:
      if (item.is_submitted) return ["review", "Review"]
      return item.is_invited ? ["reminders", "Remind"] : ["invitations/new", "Invite"]
  }
}

function matterUrl({ matter_id }: QueueItem): string {
  return `/console/matters/${matter_id}`
}

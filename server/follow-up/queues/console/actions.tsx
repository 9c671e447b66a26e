import type { Queue } from "../../../intake/matters/list/queue.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { LinkButton, Menu, PostButton } from "../../../web/ui/components/button.tsx"
import type { QueueItem } from "../queues.ts"

interface ActionProps {
  queue: Queue
  item: QueueItem
  back: string
  req: PageRequest
}

/** The one next step on a matter: done in place where nothing else has to be seen or typed first. */
export function ItemAction({ queue, item, back, req }: ActionProps) {
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
  const { path, text } = stepOf(queue, item)
  return (
    <LinkButton href={`${home}/${path}`} about={item.name} variant="secondary" small>
      {text}
    </LinkButton>
  )
}

function stepOf(queue: Queue, item: QueueItem): { path: string; text: string } {
  switch (queue) {
    case "changed":
      return { path: "review#changes", text: "Review" }
    case "answered":
    case "corrections":
      return {
        path: "conversation?kind=corrections#stream",
        text: queue === "answered" ? "See the answers" : "See them",
      }
    case "messages":
      return { path: "conversation#newest", text: "Reply" }
    case "undelivered":
      return { path: `invitations/${item.invitation_id}`, text: "Send again" }
    case "expired":
      return { path: `invitations/${item.invitation_id}`, text: "New link" }
    case "deletion":
      return { path: "deletion", text: "Delete…" }
    case "documents":
      return item.is_invited ? { path: "reminders", text: "Remind" } : { path: "documents", text: "See it" }
    default:
      if (item.is_submitted) return { path: "review", text: "Review" }
      return item.is_invited
        ? { path: "reminders", text: "Remind" }
        : { path: "invitations/new", text: "Invite" }
  }
}

export function matterUrl({ matter_id }: QueueItem): string {
  return `/console/matters/${matter_id}`
}

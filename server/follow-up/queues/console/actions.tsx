import { listTeam, type Member } from "../../../firm/users/team.ts"
import { assigneeOptions } from "../../../intake/matters/console/assignee/field.ts"
import type { StillOpenCounts } from "../../../intake/submissions/missing/open-item-words.ts"
import { countStillOpen } from "../../../intake/submissions/missing/open-items.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { Button } from "../../../web/ui/components/button.tsx"
import { LinkButton } from "../../../web/ui/components/link-button.tsx"
import { PostForm } from "../../../web/ui/components/permitted.tsx"
import { conflictCheckUrl } from "../../search/console/conflicts/address.ts"
import type { Queue } from "../queue.ts"
import type { QueueItem } from "../queues.ts"

/** The items of one queue shown on a page. */
export interface ListedQueue {
  queue: Queue
  items: readonly QueueItem[]
}

/** What listed items show beyond their own rows. */
export interface QueueActions {
  /** Read only if the page lists a matter without an assignee. */
  team: readonly Member[]
  /** What submitted matters still wait for. */
  still_open: ReadonlyMap<string, StillOpenCounts>
}

export async function readActions({ tx }: PageRequest, lists: readonly ListedQueue[]): Promise<QueueActions> {
  const isUnassigned = lists.some(({ queue, items }) => queue === "unassigned" && items.length > 0)
  // What is due for deletion no longer waits for anything.
  const open = lists.flatMap(({ queue, items }) => (queue === "due" ? [] : items))
  const ids = open.map(({ matter_id }) => matter_id)
  return {
    team: isUnassigned ? await listTeam(tx) : [],
    still_open: await countStillOpen(tx, [...new Set(ids)]),
  }
}

interface ActionProps {
  queue: Queue
  item: QueueItem
  actions: QueueActions
  req: PageRequest
}

/** The next action on a matter, shown in its queue. */
export function ItemActions(props: ActionProps) {
  const { queue, item, req } = props
  const home = `/console/matters/${item.matter_id}`
  switch (queue) {
    case "unread":
      return (
        <div class="queue-actions">
          <PostForm action={`${home}/reading`}>
            <input type="hidden" name="back" value={req.url} />
            <Button variant="quiet" small>
              Mark as read
              <About item={item} />
            </Button>
          </PostForm>
          <ActionLink href={`${home}/review`} item={item}>
            Review
          </ActionLink>
        </div>
      )
    case "expired":
      return item.recipient ? (
        <PostForm class="queue-actions" action={`${home}/invitations/${item.invitation_id}/resending`}>
          <input type="hidden" name="back" value={req.url} />
          <Button variant="secondary" small>
            Send a new link
            <About item={item} />
          </Button>
        </PostForm>
      ) : (
        <div class="queue-actions">
          <ActionLink href={`${home}/invitations/${item.invitation_id}`} item={item}>
            Create a new link
          </ActionLink>
        </div>
      )
    case "notes":
      return (
        <div class="queue-actions">
          <PostForm action={`${home}/notes/${item.note_id}/${item.is_mention ? "mention" : "completion"}`}>
            <input type="hidden" name="back" value={req.url} />
            <Button variant="quiet" small>
              Done
              <About item={item} />
            </Button>
          </PostForm>
          <ActionLink href={`${home}/notes#${item.note_id}`} item={item}>
            Open the notes
          </ActionLink>
        </div>
      )
    case "unassigned":
      return <Assign {...props} />
    default:
      return (
        <div class="queue-actions">
          <ActionLink {...linkOf(props, home)} item={item} />
        </div>
      )
  }
}

function linkOf({ queue, item }: ActionProps, home: string): { href: string; children: string } {
  switch (queue) {
    case "changed":
      return { href: `${home}/review#changes`, children: "See what changed" }
    case "answered":
      return { href: `${home}/review#corrections`, children: "See the answers" }
    case "messages":
      return { href: `${home}/messages`, children: "Reply" }
    case "conflicts":
      return { href: conflictCheckUrl(item.detail ?? ""), children: "Check for conflicts" }
    case "undelivered":
      return { href: `${home}/invitations/${item.invitation_id}`, children: "Send again or copy the link" }
    case "due":
      return { href: `${home}/deletion`, children: "Delete…" }
    default:
      return item.is_invited
        ? { href: `${home}/reminders`, children: "Remind" }
        : { href: `${home}/invitations/new`, children: "Invite the client" }
  }
}

/** A form that assigns the matter without leaving the list. */
function Assign({ item, actions, req }: ActionProps) {
  const id = `assignee-${item.matter_id}`
  return (
    <PostForm class="queue-actions" action={`/console/matters/${item.matter_id}/assignee`}>
      <input type="hidden" name="back" value={req.url} />
      <label class="visually-hidden" for={id}>
        Assignee of {item.name}
      </label>
      <div class="select">
        <select class="input" id={id} name="assignee_id">
          {assigneeOptions(actions.team, req).map(({ value, label }) => (
            <option key={value} value={value} selected={value === req.staff.user_id}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <Button variant="secondary" small>
        Assign
        <About item={item} />
      </Button>
    </PostForm>
  )
}

function ActionLink({ href, item, children }: { href: string; item: QueueItem; children: string }) {
  return (
    <LinkButton href={href} variant="secondary" small>
      {children}
      <About item={item} />
    </LinkButton>
  )
}

/** Tells screen readers which of many identical buttons this is. */
function About({ item }: { item: QueueItem }) {
  return <span class="visually-hidden"> {item.name}</span>
}

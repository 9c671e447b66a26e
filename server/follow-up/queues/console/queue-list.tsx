import {
  type StillOpenCounts,
  stillOpenInWords,
} from "../../../intake/submissions/missing/open-item-words.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import type { Queue } from "../queue.ts"
import type { QueueItem } from "../queues.ts"
import { ItemActions, type QueueActions } from "./actions.tsx"
import { queueWords } from "./words.ts"

/** The matters of a queue, each with its next action. */
export function QueueList(props: {
  queue: Queue
  items: readonly QueueItem[]
  actions: QueueActions
  is_whole_firm: boolean
  req: PageRequest
}) {
  const { queue, items, actions, is_whole_firm, req } = props
  return (
    <ul class="queue-list">
      {items.map((item) => (
        <li key={`${item.matter_id} ${item.invitation_id} ${item.detail}`}>
          <div class="queue-item">
            <a class="queue-name clamped" href={`/console/matters/${item.matter_id}`}>
              {item.name}
            </a>
            <p class="cell-note">
              {item.questionnaire_title} · {queueWords[queue].since} <When at={item.since} req={req} />
              {is_whole_firm && queue !== "unassigned" && <> · {item.assignee_name ?? "No assignee"}</>}
            </p>
            {(item.detail || item.recipient) && (
              <p class="cell-note">
                {[
                  item.recipient && `To ${item.recipient}`,
                  queue === "conflicts" && "Possible conflict",
                  item.detail,
                ]
                  .filter(Boolean)
                  .join(": ")}
              </p>
            )}
            <WaitingFor counts={actions.still_open.get(item.matter_id)} />
          </div>
          <ItemActions {...{ queue, item, actions, req }} />
        </li>
      ))}
    </ul>
  )
}

function WaitingFor({ counts }: { counts: StillOpenCounts | undefined }) {
  return counts ? <p class="cell-note">Waiting for: {stillOpenInWords(counts)}</p> : null
}

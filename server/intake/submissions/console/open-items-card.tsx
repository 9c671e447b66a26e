import { upperFirst } from "../../../platform/upper-first.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { openItemsInWords, type SubmittedOpenItem } from "../missing/open-items.ts"

/** What is still to come although the client is finished. */
export function OpenItemsCard({ items }: { items: readonly string[] }) {
  return (
    <Card title={`Still to come: ${items.length}`} id="open">
      <p class="hint">The client can submit without it. Each line disappears once it arrives.</p>
      <ul>
        {items.map((item) => (
          <li key={item}>{upperFirst(item)}</li>
        ))}
      </ul>
    </Card>
  )
}

/** What a submission was accepted with, and when each item arrived. */
export function OpenItems({ items, req }: { items: readonly SubmittedOpenItem[]; req: PageRequest }) {
  if (items.length === 0) return null
  return (
    <ul class="plain-list">
      {items.map((item) => (
        <li key={`${item.record_id} ${item.contact_id}`}>
          {openItemsInWords([item], "en", "firm").map(upperFirst)}
          {item.closed_at && (
            <span class="cell-note">
              , closed <When at={item.closed_at} req={req} in_text />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

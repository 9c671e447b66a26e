import { upperFirst } from "../../../platform/text/upper-first.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import { IfPermitted } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import type { MatterDetails } from "../../matters/console/frame/frame.tsx"
import {
  arrivalsInWords,
  listLatestItems,
  type OpenItemState,
  openItemsInWords,
  type SubmittedOpenItem,
} from "../missing/open-items.ts"

export function openItemsUrl(matter_id: string): string {
  return `/console/matters/${matter_id}/open-items`
}

/** What is still to come although the client is finished, and what the firm dropped; null for neither. */
export async function openItemsCard(req: PageRequest, matter: MatterDetails, open: readonly string[]) {
  if (matter.state === "created" || matter.state === "closed") return null
  const dropped = (await listLatestItems(req.tx, matter.id)).filter(({ state }) => state === "dropped")
  if (open.length + dropped.length === 0) return null
  const url = openItemsUrl(matter.id)
  return (
    <Card
      title={`Still to come: ${open.length}`}
      id="open"
      actions={
        matter.state !== "started" && (
          <IfPermitted href={url}>
            <a href={url}>Keep or drop</a>
          </IfPermitted>
        )
      }
    >
      <p class="hint">
        {matter.state === "started" && "The client can submit without it. "}
        Each line disappears once it arrives.
      </p>
      {open.length > 0 && (
        <ul>
          {open.map((item) => (
            <li key={item}>{upperFirst(item)}</li>
          ))}
        </ul>
      )}
      {dropped.length > 0 && (
        <>
          <h3>No longer needed</h3>
          <OpenItems items={dropped} req={req} />
        </>
      )}
    </Card>
  )
}

const ends: Record<OpenItemState, string> = {
  open: "",
  received: "received",
  unavailable: "the client does not have it,",
  dropped: "dropped",
  withdrawn: "closed",
  ended: "ended when the matter was closed",
}

/** What a submission was accepted with, and what became of each item. */
export function OpenItems({ items, req }: { items: readonly SubmittedOpenItem[]; req: PageRequest }) {
  if (items.length === 0) return null
  return (
    <ul class="plain-list">
      {items.map((item) => (
        <li key={`${item.record_id} ${item.contact_id}`}>
          {(item.state === "open" ? openItemsInWords : arrivalsInWords)([item], "en", "firm").map(upperFirst)}
          {item.state !== "open" && (
            <span class="cell-note">
              , {ends[item.state]} {item.closed_at && <When at={item.closed_at} req={req} in_text />}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

import type { PageRequest } from "../../../../web/console/page-request.ts"
import { When } from "../../../../web/console/times.tsx"
import type { View } from "../../../../web/console/view.tsx"
import { Card, Details, EmptyState } from "../../../../web/ui/components/card.tsx"
import { Timeline, type TimelineEntry } from "../../../../web/ui/components/timeline.tsx"
import { frameOf, openMatter } from "../frame/frame.tsx"
import { type ActivityEntry, readActivity } from "./activity.ts"

const max_entries = 500

export async function activityPage(req: PageRequest): Promise<View> {
  const matter = await openMatter(req)
  const entries = await readActivity(req.tx, matter.id, max_entries)
  const changes = entries.reduce((sum, { changes = [] }) => sum + changes.length, 0)
  return {
    ...frameOf(matter, "/activity"),
    body: (
      <>
        <Card title="Activity, latest first">
          <Activity entries={entries} req={req} />
        </Card>
        {changes >= max_entries && (
          <p class="hint">
            Only the latest {max_entries} changes are listed. Earlier ones are still on record.
          </p>
        )}
      </>
    ),
  }
}

export function Activity({ entries, req }: { entries: readonly ActivityEntry[]; req: PageRequest }) {
  if (entries.length === 0) return <EmptyState title="No activity yet" icon="history" />
  return <Timeline label="Activity" entries={entries.map((entry) => entryOf(entry, req))} />
}

function entryOf(entry: ActivityEntry, req: PageRequest): TimelineEntry {
  const { id, at, by, title, tone, items, changes = [] } = entry
  const own = { id, at: <When at={at} req={req} />, by }
  if (title) {
    const requested = items?.map(({ label, words }, index) => (
      <li key={`${index}-${label}`}>
        <strong>{label}</strong>
        <span class="cell-line long-text">{words}</span>
      </li>
    ))
    return { ...own, title, tone, children: requested && <ul>{requested}</ul> }
  }
  const [only] = changes.length === 1 ? changes : []
  if (only?.sentence) return { ...own, title: only.sentence }
  return {
    ...own,
    title: only ? only.what : `${changes.length} changes`,
    children: only ? (
      <p>{only.value ?? "Cleared or removed"}</p>
    ) : (
      <Details summary="Show changes">
        <dl class="change-list">
          {changes.map(({ what, value }, index) => (
            <div key={`${index}-${what}`}>
              <dt>{what}</dt>
              <dd>{value ?? "Cleared or removed"}</dd>
            </div>
          ))}
        </dl>
      </Details>
    ),
  }
}

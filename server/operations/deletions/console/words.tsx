import { upperFirst } from "../../../platform/text/upper-first.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { isoDayOf, shortDayText } from "../../../web/console/times.tsx"
import { SummaryCard } from "../../../web/ui/components/card.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import type { Counts, DeletionRow } from "../deletions.ts"

export const retentionUrl = "/console/settings/retention"

/** The address of a deleted matter, and with `step`, of a step of its page. */
export function deletionUrl({ id }: Pick<DeletionRow, "id">, step = ""): string {
  return `${retentionUrl}/deleted/${id}${step}`
}

export function nameOf({ matter_name, matter_id }: DeletionRow): string {
  return matter_name || matter_id
}

export function deletedBy({ is_automatic, deleted_by_name }: DeletionRow): string {
  return is_automatic ? "Retention rule" : deleted_by_name
}

/** Whether the matter is still there to be restored, or to be removed at once. */
export function isRestorable({ purged_at, restored_at, purge_at }: DeletionRow, now: Date): boolean {
  return !purged_at && !restored_at && purge_at > now
}

export function DeletionTag({ row, req }: { row: DeletionRow; req: PageRequest }) {
  if (row.purged_at) return <Tag tone="neutral">Removed for good</Tag>
  if (row.restored_at) return <Tag tone="success">Restored</Tag>
  if (!isRestorable(row, req.tx.now)) return <Tag tone="neutral">Being removed</Tag>
  return <Tag tone="warning">Restorable until {shortDayText(isoDayOf(row.purge_at, req), req)}</Tag>
}

const kinds = ["people", "assets", "answers", "documents", "submissions", "messages"] as const

export function Contents({ title, counts }: { title: string; counts: Counts }) {
  const rows = kinds.map((kind) => ({ key: upperFirst(kind), value: counts[kind] }))
  return <SummaryCard title={title} rows={rows} />
}

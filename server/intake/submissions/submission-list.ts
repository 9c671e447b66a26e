import type { Static } from "typebox"
import { textIn } from "../../definition/text.ts"
import type { Tx } from "../../platform/db/database.ts"
import { timestampText } from "../../platform/http/responses/timestamps.ts"
import type { LoadedMatter } from "./loaded-matter.ts"
import { listSubmittedOpenItems, listUnavailable, type SubmittedOpenItem } from "./missing/open-items.ts"
import type { SubmissionList } from "./schema.ts"
import { listSubmissions, readPart } from "./submissions.ts"

/**
 * The matter's submissions with their open items, and what its clients don't have, in the shape of the API; with a
 * number, as they were once that submission was made, for ever.
 */
export async function readSubmissions(
  tx: Tx,
  loaded: LoadedMatter,
  number?: number,
): Promise<Omit<Static<typeof SubmissionList>, "matter">> {
  const { matter_id } = loaded
  const [all, items, unavailable_documents = []] = await Promise.all([
    listSubmissions(tx, matter_id),
    listSubmittedOpenItems(tx, matter_id),
    number === undefined ? listUnavailable(loaded) : readPart(tx, matter_id, number, "unavailable_documents"),
  ])
  const rows = all.filter((row) => number === undefined || row.number <= number)
  const then = number === undefined ? undefined : rows[0]?.submitted_at
  const submissions = rows.map(({ number, reason, event_id, submitted_at, submitted_by }) => ({
    number,
    reason,
    event_id,
    submitted_by,
    submitted_at: timestampText(submitted_at),
    open_items: items
      .filter((item) => item.number === number)
      .map(({ kind, record_id, label, contact_id, ...item }) => ({
        kind,
        id: record_id,
        label: textIn(label, "en"),
        contact: contact_id,
        ...standingAt(item, then),
      })),
  }))
  return { submissions, unavailable_documents }
}

/** How an item stands, or stood then: what is dropped together with a completion was open when that was saved. */
function standingAt(
  { state, closed_at }: Pick<SubmittedOpenItem, "state" | "closed_at">,
  then: Date | undefined,
) {
  const isClosed =
    !then || (closed_at !== null && (state === "dropped" ? closed_at < then : closed_at <= then))
  return isClosed
    ? { state, closed_at: closed_at && timestampText(closed_at) }
    : { state: "open" as const, closed_at: null }
}

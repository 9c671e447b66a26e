import type { Static } from "typebox"
import { textIn } from "../../definition/text.ts"
import type { Tx } from "../../platform/db/database.ts"
import { timestampText } from "../../platform/http/responses/timestamps.ts"
import type { LoadedMatter } from "./loaded-matter.ts"
import {
  listSubmittedOpenItems,
  listUnavailable,
  type Standings,
  type SubmittedOpenItem,
} from "./missing/open-items.ts"
import type { SubmissionList } from "./schema.ts"
import { listSubmissions, readPart, type SubmissionRow } from "./submissions.ts"

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
  const at = number === undefined ? undefined : rows[0]
  const submissions = rows.map(({ number, reason, event_id, submitted_at, submitted_by }) => ({
    number,
    reason,
    event_id,
    submitted_by,
    submitted_at: timestampText(submitted_at),
    open_items: items
      .filter((item) => item.number === number)
      .map(({ kind, record_id, label, contact_id, is_requested: _, ...item }) => ({
        kind,
        id: record_id,
        label: textIn(label, "en"),
        contact: contact_id,
        ...standingAt(item, at),
      })),
  }))
  return { submissions, unavailable_documents }
}

/** How an item stands, or stood when a submission was made, which stays as it was when an arrival is taken back. */
function standingAt(
  item: Pick<SubmittedOpenItem & Standings, "number" | "state" | "closed_at" | "standings">,
  at: Pick<SubmissionRow, "number" | "submitted_at"> | undefined,
) {
  const { state, closed_at } = at ? (item.standings[at.number] ?? standingBefore(item, at)) : item
  return { state, closed_at: closed_at && timestampText(new Date(closed_at)) }
}

const open = { state: "open", closed_at: null } as const

/** Of the submission itself, and of those from before standings were stored. */
function standingBefore(
  { number, state, closed_at }: Pick<SubmittedOpenItem, "number" | "state" | "closed_at">,
  at: Pick<SubmissionRow, "number" | "submitted_at">,
) {
  const isClosed = number < at.number && closed_at !== null && closed_at <= at.submitted_at
  // What is dropped together with a completion was open when that was saved.
  const isDroppedThen = state === "dropped" && Number(closed_at) === Number(at.submitted_at)
  return isClosed && !isDroppedThen ? { state, closed_at } : open
}

import type { Static } from "typebox"
import { textIn } from "../../definition/text.ts"
import type { Tx } from "../../platform/db/database.ts"
import { timestampText } from "../../platform/http/responses/timestamps.ts"
import type { LoadedMatter } from "./loaded-matter.ts"
import { listSubmittedOpenItems, listUnavailable } from "./missing/open-items.ts"
import type { SubmissionList } from "./schema.ts"
import { listSubmissions } from "./submissions.ts"

/** The matter's submissions with their open items, and what its clients don't have, in the shape of the API. */
export async function readSubmissions(
  tx: Tx,
  loaded: LoadedMatter,
): Promise<Omit<Static<typeof SubmissionList>, "matter">> {
  const { matter_id } = loaded
  const [rows, items, unavailable] = await Promise.all([
    listSubmissions(tx, matter_id),
    listSubmittedOpenItems(tx, matter_id),
    listUnavailable(loaded),
  ])
  const submissions = rows.map(({ number, reason, submitted_at, submitted_by }) => ({
    number,
    reason,
    submitted_by,
    submitted_at: timestampText(submitted_at),
    open_items: items
      .filter((item) => item.number === number)
      .map(({ kind, record_id, label, contact_id, closed_at }) => ({
        kind,
        id: record_id,
        label: textIn(label, "en"),
        contact: contact_id,
        closed_at: closed_at && timestampText(closed_at),
      })),
  }))
  const unavailable_documents = unavailable.map(({ record_id, label, contact_id }) => ({
    id: record_id,
    label: textIn(label, "en"),
    contact: contact_id,
  }))
  return { submissions, unavailable_documents }
}

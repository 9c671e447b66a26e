import { Readable } from "node:stream"
import type { MatterFilters } from "../matters/filters.ts"
import { listMatterOverviewsAfter, type MatterOverview } from "../matters/list.ts"
import type { Actor, Database } from "../platform/db/database.ts"
import { type Column, csvPieces } from "./csv.ts"

/** What a table of matters tells of each. */
export const listColumns: Column<MatterOverview>[] = [
  { name: "matter_id", of: (row) => row.id },
  { name: "name", of: (row) => row.name },
  { name: "questionnaire", of: (row) => row.questionnaire_title },
  { name: "internal_type", of: (row) => row.quest_internal_type },
  { name: "approach", of: (row) => row.quest_approach },
  { name: "status", of: (row) => row.state },
  { name: "client_may_edit", of: (row) => row.client_may_edit },
  { name: "main_contact", of: (row) => row.contact_main_name },
  { name: "spouse", of: (row) => row.contact_spouse_name },
  { name: "assigned_to", of: (row) => row.assignee_name },
  { name: "open_date", of: (row) => row.open_date },
  { name: "close_date", of: (row) => row.close_date },
  { name: "started_at", of: (row) => row.started_at?.toISOString() },
  { name: "submitted_at", of: (row) => row.submitted_at?.toISOString() },
  { name: "completed_at", of: (row) => row.completed_at?.toISOString() },
  { name: "last_activity_at", of: (row) => row.last_activity_at.toISOString() },
  { name: "file_number", of: (row) => row.file_number },
  { name: "due_on", of: (row) => row.due_on },
  { name: "tags", of: (row) => row.tags.join(", ") },
]

export const listContentType = "text/csv; charset=utf-8"

/** `today` is the firm's day. */
export function listFilename(today: string): string {
  return `matters-${today}.csv`
}

/** More matters than a browser should have to wait for. */
export const large_list = 5_000

const piece = 500

/** All matters that some filters find, as a table, read piece by piece in transactions of its own. */
export function matterList(db: Database, firm_id: string, actor: Actor, filters: MatterFilters): Readable {
  const next = (last: MatterOverview | undefined) =>
    db.forFirm(firm_id, (own) => listMatterOverviewsAfter(own, filters, last, piece), {
      ...actor,
      is_viewer: true,
    })
  return Readable.from(csvPieces(listColumns, next), { objectMode: false })
}

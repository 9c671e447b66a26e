import { Readable } from "node:stream"
import { getFirm } from "../../firm/firms/firms.ts"
import type { MatterFilters } from "../../intake/matters/list/filters.ts"
import { listMatterOverviewsAfter, type MatterOverview } from "../../intake/matters/list/list.ts"
import { stateWords } from "../../intake/matters/state-words.ts"
import type { Actor, Database } from "../../platform/db/database.ts"
import { type Column, csvPieces } from "./csv.ts"
import { longWorkbook } from "./workbook/long-workbook.ts"
import type { CellKind } from "./workbook/matter-tables.ts"
import { workbookType } from "./workbook/workbook.ts"
import { headingOf } from "./workbook/workbook-tables.ts"

/** The columns of a table of matters: for people first, for programs last. */
const downloadColumns: Column<MatterOverview>[] = [
  { name: "name", of: (row) => row.name },
  { name: "file_number", of: (row) => row.file_number },
  { name: "status", of: (row) => row.state },
  { name: "assigned_to", of: (row) => row.assignee_name },
  { name: "due_on", of: (row) => row.due_on },
  { name: "tags", of: (row) => row.tags.join(", ") },
  { name: "main_contact", of: (row) => row.contact_main_name },
  { name: "spouse", of: (row) => row.contact_spouse_name },
  { name: "questionnaire", of: (row) => row.questionnaire_title },
  { name: "open_date", of: (row) => row.open_date },
  { name: "close_date", of: (row) => row.close_date },
  { name: "started_at", of: (row) => row.started_at?.toISOString() },
  { name: "submitted_at", of: (row) => row.submitted_at?.toISOString() },
  { name: "completed_at", of: (row) => row.completed_at?.toISOString() },
  { name: "last_activity_at", of: (row) => row.last_activity_at.toISOString() },
  { name: "client_may_edit", of: (row) => row.client_may_edit },
  { name: "internal_type", of: (row) => row.quest_internal_type },
  { name: "approach", of: (row) => row.quest_approach },
  { name: "matter_id", of: (row) => row.id },
]

/** The columns that are not plain text. */
const kinds: Readonly<Record<string, CellKind>> = {
  open_date: "date",
  close_date: "date",
  due_on: "date",
  started_at: "moment",
  submitted_at: "moment",
  completed_at: "moment",
  last_activity_at: "moment",
}

export interface ListFormat {
  label: string
  ending: string
  content_type: string
}

/** The file formats of the list. */
export const listFormats = {
  csv: { label: "List of matters (CSV)", ending: "csv", content_type: "text/csv; charset=utf-8" },
  workbook: { label: "List of matters (Excel)", ending: "xlsx", content_type: workbookType },
} as const satisfies Record<string, ListFormat>

/** `today` is the firm's day. */
export function listFilename({ ending }: ListFormat, today: string): string {
  return `matters-${today}.${ending}`
}

/** More matters than a browser should wait for. */
export const large_list = 5_000

const piece = 500

/** All matters that the filters find, as a table, read in batches that each have their own transaction. */
export async function matterList(
  db: Database,
  firm_id: string,
  actor: Actor,
  { filters, format }: { filters: MatterFilters; format: ListFormat },
): Promise<Readable> {
  const read = (last: MatterOverview | undefined) =>
    db.forFirm(firm_id, (own) => listMatterOverviewsAfter(own, filters, last, piece), {
      ...actor,
      is_viewer: true,
    })
  const { time_zone } = await db.forFirm(firm_id, getFirm, actor)
  return matterTable(format, time_zone, read)
}

/** A table of the matters from `read`, which returns the batch after the last one given, empty at the end. */
export async function matterTable(
  format: ListFormat,
  time_zone: string,
  read: (last: MatterOverview | undefined) => Promise<MatterOverview[]>,
): Promise<Readable> {
  if (format.content_type !== workbookType)
    return Readable.from(csvPieces(downloadColumns, read), { objectMode: false })
  const columns = downloadColumns.map(({ name, of }) => ({
    name: headingOf(name),
    of: (row: MatterOverview) => (name === "status" ? stateWords[row.state] : of(row)),
    kind: kinds[name] ?? "text",
  }))
  return longWorkbook("Matters", columns, time_zone, read)
}

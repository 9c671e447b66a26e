import { Readable } from "node:stream"
import { type Firm, getFirm } from "../../firm/firms/firms.ts"
import type { MatterFilters } from "../../intake/matters/list/filters.ts"
import { listMatterOverviewsAfter, type MatterOverview } from "../../intake/matters/list/list.ts"
import { stageName, stagesOf } from "../../intake/matters/stages/stages.ts"
import { stateWords } from "../../intake/matters/state-words.ts"
import type { Actor, Database } from "../../platform/db/database.ts"
import { type Cell, csvPieces } from "../../platform/files/csv.ts"
import { longWorkbook } from "./workbook/long-workbook.ts"
import type { CellKind } from "./workbook/matter-tables.ts"
import { workbookType } from "./workbook/workbook.ts"
import { headingOf } from "./workbook/workbook-tables.ts"

type Unlisted = "assignee_id" | "stage_id" | "staged_at" | "is_restricted" | "reminders_off"
type Listed = Exclude<keyof MatterOverview, Unlisted> | "stage"

/** The columns of a table of matters, by field, with the type of their cells: for people first, for programs last. */
const listed: Readonly<Record<Listed, readonly [name: string, kind: CellKind]>> = {
  name: ["name", "text"],
  file_number: ["file_number", "text"],
  state: ["status", "text"],
  stage: ["stage", "text"],
  assignee_name: ["assigned_to", "text"],
  due_on: ["due_on", "date"],
  tags: ["tags", "text"],
  contact_main_name: ["main_contact", "text"],
  contact_spouse_name: ["spouse", "text"],
  questionnaire_title: ["questionnaire", "text"],
  open_date: ["open_date", "date"],
  close_date: ["close_date", "date"],
  started_at: ["started_at", "moment"],
  submitted_at: ["submitted_at", "moment"],
  completed_at: ["completed_at", "moment"],
  last_activity_at: ["last_activity_at", "moment"],
  client_may_edit: ["client_may_edit", "text"],
  quest_internal_type: ["internal_type", "text"],
  quest_approach: ["approach", "text"],
  id: ["matter_id", "text"],
}

function downloadColumns({ settings }: Pick<Firm, "settings">) {
  const stages = stagesOf(settings)
  return (Object.keys(listed) as Listed[]).map((field) => {
    const [name, kind] = listed[field]
    const of = (row: MatterOverview) =>
      field === "stage" ? stageName(stages, row.stage_id) : cellOf(row[field])
    return { field, name, kind, of }
  })
}

function cellOf(value: MatterOverview[Exclude<Listed, "stage">]): Cell {
  if (value instanceof Date) return value.toISOString()
  return typeof value === "object" ? value?.join(", ") : value
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
  return matterTable(format, await db.forFirm(firm_id, getFirm, actor), read)
}

/** A table of the matters from `read`, which returns the batch after the last one given, empty at the end. */
export async function matterTable(
  format: ListFormat,
  firm: Pick<Firm, "settings" | "time_zone">,
  read: (last: MatterOverview | undefined) => Promise<MatterOverview[]>,
): Promise<Readable> {
  const all = downloadColumns(firm)
  if (format.content_type !== workbookType) return Readable.from(csvPieces(all, read), { objectMode: false })
  const columns = all.map(({ field, name, kind, of }) => ({
    name: headingOf(name),
    of: (row: MatterOverview) => (field === "state" ? stateWords[row.state] : of(row)),
    kind,
  }))
  return longWorkbook("Matters", columns, firm.time_zone, read)
}

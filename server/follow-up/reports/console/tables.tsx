import type { Tx } from "../../../platform/db/database.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { countSources, type SourceCount } from "../../inquiries/sources.ts"
import { countDropOffs, type DropOff, max_stopped } from "../drop-offs.ts"
import type { Report } from "../reports.ts"
import type { RequestedReport } from "./query.ts"
import { numbers, numberText } from "./step-stats.tsx"

/** How many rows the page shows; the CSV file has all of them. */
const max_shown = 15

export type TitledDropOff = DropOff & { title: string }

/** The points at which the clients of a report stopped, with the titles of their questionnaires. */
export async function readDropOffs(
  tx: Tx,
  { stopped_ids, questionnaires }: Pick<Report, "stopped_ids" | "questionnaires">,
): Promise<TitledDropOff[]> {
  const titles = new Map(questionnaires.map(({ id, title }) => [id, title]))
  const stops = await countDropOffs(tx, stopped_ids)
  return stops.map((stop) => ({ ...stop, title: titles.get(stop.questionnaire_id) ?? "" }))
}

export function DropOffTable({ stops, stopped }: { stops: readonly TitledDropOff[]; stopped: number }) {
  return (
    <DataTable
      caption="Where clients stop, most frequent first"
      columns={[
        {
          label: "Next question",
          cell: ({ section, part }) => (section === "" ? "Check and send" : part || "Entire section"),
        },
        { label: "Section", cell: ({ section }) => section || "–" },
        { label: "Questionnaire", cell: ({ title }) => title },
        { label: "Matters", align: "end", cell: ({ matters }) => numberText(matters) },
      ]}
      records={stops.slice(0, max_shown)}
      id={(_, index) => `stop-${index}`}
      empty={
        <EmptyState title="No client has stopped" icon="check-circle">
          {stopped === 0 && "Everyone who started has submitted or was recently active."}
        </EmptyState>
      }
    />
  )
}

/** States what the table leaves out; undefined if it is complete. */
export function truncationNote(stops: readonly TitledDropOff[], stopped: number): string | undefined {
  if (stopped > max_stopped)
    return `The ${max_stopped} opened last of ${numberText(stopped)} matters whose clients have stopped.`
  return stops.length > max_shown
    ? `The ${max_shown} most frequent of ${stops.length} points. The CSV file has all of them.`
    : undefined
}

/** Inquiries by source; undefined for members limited to assigned matters, who see no inquiries. */
export async function readSources(
  { tx, staff }: PageRequest,
  { from, until, filters: { questionnaire_id } }: RequestedReport,
): Promise<SourceCount[] | undefined> {
  return staff.assigned_matters_only ? undefined : countSources(tx, { from, until, questionnaire_id })
}

const max_sources = 100

export function SourceTable({ sources }: { sources: readonly SourceCount[] }) {
  const left = sources.length - max_sources
  return (
    <>
      {left > 0 && (
        <p class="hint">
          The {max_sources} with the most inquiries. The CSV file also has the other {numberText(left)}.
        </p>
      )}
      <DataTable
        caption="Inquiries by source, and how many became matters"
        flowing
        columns={[
          { label: "Source", cell: (row) => row.source || "Unknown" },
          numbers("Inquiries", (row: SourceCount) => numberText(row.inquiries)),
          numbers("Became matters", (row: SourceCount) => numberText(row.matters)),
          numbers("Share", (row: SourceCount) => `${Math.round((100 * row.matters) / row.inquiries)}%`),
        ]}
        records={sources.slice(0, max_sources)}
        id={(row) => row.source || "unknown"}
      />
    </>
  )
}

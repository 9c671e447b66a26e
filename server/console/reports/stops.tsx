import type { Tx } from "../../platform/db/database.ts"
import { countDropOffs, max_stopped } from "../../reports/drop-offs.ts"
import type { Report } from "../../reports/reports.ts"
import { DataTable } from "../../ui/components/data-table.tsx"
import { EmptyState } from "../../ui/components/empty-state.tsx"
import { numberText } from "./figures.tsx"
import type { TitledStop } from "./tables.ts"

/** As many rows as the page shows; the file has all. */
const shown = 15

/** Where the clients of a report stopped, with the titles of their questionnaires. */
export async function readStops(
  tx: Tx,
  { stopped_ids, questionnaires }: Pick<Report, "stopped_ids" | "questionnaires">,
): Promise<TitledStop[]> {
  const titles = new Map(questionnaires.map(({ id, title }) => [id, title]))
  const stops = await countDropOffs(tx, stopped_ids)
  return stops.map((stop) => ({ ...stop, title: titles.get(stop.questionnaire_id) ?? "" }))
}

export function StopTable({ stops, stopped }: { stops: readonly TitledStop[]; stopped: number }) {
  return (
    <DataTable
      caption="Where clients stop, most frequent first"
      columns={[
        { key: "part", label: "Next question", primary: true },
        { key: "section", label: "Section" },
        { key: "title", label: "Questionnaire" },
        { key: "matters", label: "Matters", align: "end" },
      ]}
      rows={stops.slice(0, shown).map((stop, index) => ({
        id: `stop-${index}`,
        cells: {
          part: stop.section === "" ? "Check and send" : stop.part || "The whole section",
          section: stop.section || "–",
          title: stop.title,
          matters: numberText(stop.matters),
        },
      }))}
      empty={
        <EmptyState title="No client has stopped" icon="check-circle">
          {stopped === 0 && "Everyone who started has submitted, or was active lately."}
        </EmptyState>
      }
    />
  )
}

/** What the table leaves out, as a sentence; undefined where it has everything. */
export function cutOf(stops: readonly TitledStop[], stopped: number): string | undefined {
  if (stopped > max_stopped)
    return `The ${max_stopped} opened last, of ${numberText(stopped)} matters whose clients have stopped.`
  return stops.length > shown
    ? `The ${shown} most frequent of ${stops.length} places; the file has all.`
    : undefined
}

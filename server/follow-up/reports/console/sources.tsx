import type { PageRequest } from "../../../web/console/page-request.ts"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { countSources, type SourceCount } from "../../inquiries/sources.ts"
import type { RequestedReport } from "./query.ts"
import { numberText } from "./step-stats.tsx"

/** Inquiries by source; undefined for members limited to assigned matters, who see no inquiries. */
export async function readSources(
  { tx, staff }: PageRequest,
  { from, until, filters: { questionnaire_id } }: RequestedReport,
): Promise<SourceCount[] | undefined> {
  return staff.assigned_matters_only ? undefined : countSources(tx, { from, until, questionnaire_id })
}

export function SourceTable({ sources }: { sources: readonly SourceCount[] }) {
  return (
    <DataTable
      caption="Inquiries by source, and how many became matters"
      flowing
      columns={[
        { label: "Source", primary: true, cell: (row) => row.source || "Unknown" },
        { label: "Inquiries", align: "end", labeled: true, cell: (row) => numberText(row.inquiries) },
        { label: "Became matters", align: "end", labeled: true, cell: (row) => numberText(row.matters) },
        {
          label: "Share",
          align: "end",
          labeled: true,
          cell: (row) => `${Math.round((100 * row.matters) / row.inquiries)}%`,
        },
      ]}
      records={sources}
      id={(row) => row.source || "unknown"}
    />
  )
}
